"""Text from papers is data: what is shown of it to a model, and what is let through of its answers."""
