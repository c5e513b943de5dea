"""What is published of a review, what is shared, and queries to it."""
