"""People in the loop: what they are asked, where, and what becomes of the answers."""
