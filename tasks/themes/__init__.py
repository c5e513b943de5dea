"""Works grouped into themes: by BERTopic and by meaning, then merged and described."""
