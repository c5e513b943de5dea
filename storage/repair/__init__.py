"""Damaged files: examined, set aside, and rebuilt from what is intact."""
