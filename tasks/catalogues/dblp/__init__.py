"""DBLP, the bibliography of computer science, as an index (https://dblp.org/faq/13501473.html)."""
