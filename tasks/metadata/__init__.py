"""What records say about works: identifiers, titles, names, and when two records are the same work."""
