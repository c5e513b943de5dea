"""Searching: queries worded and run, and the searches that a stage of snowballing brings."""
