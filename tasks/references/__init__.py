"""References in the formats that other programs read: BibTeX, CSL-JSON, RIS."""
