"""Screening: ranking, learning from decisions, and when to stop."""
