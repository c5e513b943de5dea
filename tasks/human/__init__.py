"""What people are asked in the course of a review, as forms, and what follows from their answers."""
