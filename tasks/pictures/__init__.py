"""Pictures of a review as SVG documents that stand alone, the same byte for byte from the same numbers."""
