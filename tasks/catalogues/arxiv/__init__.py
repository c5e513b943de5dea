"""arXiv as an index (https://info.arxiv.org/help/api/user-manual.html)."""
