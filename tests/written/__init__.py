"""Answers that somebody else wrote: requests as folders, and the service that waits for what is put into them."""
