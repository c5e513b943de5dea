"""What people are asked during a review, as forms, and what follows from their answers."""
