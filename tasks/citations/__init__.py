"""Citations in Pandoc Markdown, the sentences that they stand in, and the evidence for them."""
