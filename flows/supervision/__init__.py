"""The loops that supervise a review, one flow each, and what they have in common."""
