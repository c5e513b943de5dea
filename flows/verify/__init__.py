"""Whether what a review says holds: the review, its files, and the bibliographies of others."""
