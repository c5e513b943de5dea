"""Whether what a review says holds: checks of reviews, their files, and other people's bibliographies."""
