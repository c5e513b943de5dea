"""Clients of scholarly services, and what they have in common."""
