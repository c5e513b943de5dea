"""Catalogues of works: one folder per index, and what they have in common."""
