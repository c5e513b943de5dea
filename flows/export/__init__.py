"""A review as files: its own, the formats it is exported in, and copies that may be shared."""
