"""The loops that supervise a review, a flow each, and what they have in common."""
