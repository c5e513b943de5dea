"""What readers receive: files, documents, appendix, pictures."""
