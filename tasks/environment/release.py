"""Which release this is, and what the program calls itself to the services it asks."""

from __future__ import annotations

VERSION = "0.1.0"

DISTRIBUTION = "litreview-engine"
"""What it is called where packages are installed from: `litreview` belongs to another project there."""

USER_AGENT = f"litreview/{VERSION}"
