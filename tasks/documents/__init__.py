"""The review as documents: HTML, Word, PDF."""
