"""What a run is: its order, what carries that out, and the review that it works on."""
