"""Searches, works and citations found, and the calls they took."""
