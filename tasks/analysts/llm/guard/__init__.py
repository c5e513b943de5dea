"""Text from papers is data: what a model is shown of it, and what is accepted of its answers."""
