"""Searches, the works and citations they found, and the calls they took."""
