"""Append-only migrations of tables, applied by number and recorded in `migration`; and the views, recreated."""
