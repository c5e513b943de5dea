"""Citations in Pandoc Markdown, the sentences that contain them, and the evidence for them."""
