"""Append-only migrations, applied in the order of their numbers and recorded in `migration`."""
