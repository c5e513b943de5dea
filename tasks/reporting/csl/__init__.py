"""Citation styles in the Citation Style Language, under their own licence."""
