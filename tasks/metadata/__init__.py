"""What records say of works: identifiers, titles, names, and when two records are one work."""
