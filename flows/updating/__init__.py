"""A living review: works that have appeared since are searched for and take their place."""
