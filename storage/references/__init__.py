"""References, retractions and Zotero items of a review."""
