"""Answering questions from what a review has read, without a language model."""
