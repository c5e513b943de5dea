"""What the program itself says in a review, one file per language: a new file is a new language to write in."""
