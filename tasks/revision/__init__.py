"""What supervision works with: issues, gaps, corrections, and the constraints that a change has to keep."""
