"""What a living review keeps of its past, and what is new in it."""
