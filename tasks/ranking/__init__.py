"""Ranking works by how likely they belong: before anything is decided, and learned from the review's own decisions."""
