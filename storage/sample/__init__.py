"""The embedded demo corpus: real works with project notes instead of abstracts (see README.md)."""
