"""Records that people bring from reference managers, databases and screening tools: read, matched, as works."""
