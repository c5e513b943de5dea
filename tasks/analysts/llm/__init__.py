"""The analyst that asks language models."""
