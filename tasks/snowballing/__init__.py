"""Snowballing: citing and cited works, and what the citation graph says about them."""
