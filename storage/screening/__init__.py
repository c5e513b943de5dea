"""Decisions, the pool of candidates, and when screening may stop."""
