"""A review kept in a bucket: its objects, its addresses, and the lease on it."""
