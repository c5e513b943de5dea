"""What makes up a run: its order, the services that carry it out, and the review it works on."""
