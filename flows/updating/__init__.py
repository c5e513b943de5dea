"""A living review: what appeared since is searched for, and takes its place."""
