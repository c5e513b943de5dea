"""What supervision works with: issues, gaps, corrections, and the constraints on every change."""
