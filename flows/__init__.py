"""WHEN each step happens: the phases of a review as Prefect flows, and the command line on top of them."""
