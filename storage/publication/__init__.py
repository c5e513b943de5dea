"""What is published of a review, shared and asked of it."""
