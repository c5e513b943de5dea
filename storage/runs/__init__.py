"""Runs of a review and their requests to language models."""
