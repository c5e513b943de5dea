"""Semantic Scholar as an index (https://api.semanticscholar.org/api-docs/graph)."""
