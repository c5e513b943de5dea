"""The protocol that a review follows: read from a file, or drafted from a topic."""
