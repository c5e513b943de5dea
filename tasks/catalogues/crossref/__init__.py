"""Crossref as an index (https://api.crossref.org/swagger-ui)."""
