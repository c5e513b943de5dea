"""Collections of the field, of which a user has the files, as worlds that `litreview bench` measures on."""
