"""A catalogue in files: read, indexed once, searched."""
