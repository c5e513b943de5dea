"""What is handed to readers: files, documents, appendix, pictures."""
