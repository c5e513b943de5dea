"""What was read: abstracts, full texts, summaries and findings."""
