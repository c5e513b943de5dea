"""Words, terms, numbers, quantities and Markdown: language, without the domain."""
