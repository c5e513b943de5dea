"""The living review: asking again, placing what is new, and telling what changed."""
