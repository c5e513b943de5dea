"""The page of a review: one HTML file with its text, evidence, figures and search, for a screen, a phone and paper."""
