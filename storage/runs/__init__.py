"""Runs of a review and what they asked language models."""
