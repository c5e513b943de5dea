"""From a file to pages of Markdown: every parser runs in a process of its own, behind one protocol."""
