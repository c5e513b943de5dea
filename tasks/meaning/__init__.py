"""What words and texts mean, as vectors of a model that runs here."""
