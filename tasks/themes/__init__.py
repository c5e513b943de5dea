"""Works grouped into themes: by BERTopic, by meaning, merged and described."""
