"""Second indexes of citations: what they say of works whose references the catalogue does not know, or few of them."""
