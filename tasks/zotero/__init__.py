"""The Zotero library behind the citations: matching, items, writing."""
