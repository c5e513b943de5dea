"""What was written: themes, sections, claims, checks and supervision."""
