"""The page on which several people screen at once: what a browser is sent, with nothing of a paper in it but text."""
