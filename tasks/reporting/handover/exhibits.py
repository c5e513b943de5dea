"""The numbered tables and figures of a review as files of their own: CSV, SVG and PNG."""

from __future__ import annotations

from tasks.reporting.figures import keep_light, rasterise
from tasks.reporting.handover import Handover
from tasks.reporting.handover.archive import zip_files
from tasks.reporting.handover.spreadsheets import write_csv
from tasks.text.cleaning import unescape_markdown

_LEAD = """# Tables and figures of a review

Tables are CSV (RFC 4180, UTF-8) with values as they were extracted; a cell that looks like a formula begins with '.
Figures are SVG and, for programs without vector graphics, PNG. Numbers are those of the review.
"""


def make_tables(review: Handover) -> bytes:
    """Return a zip with each table and figure, named by number and content, and a list of them with their captions.

    Raises:
        LitreviewError: Typst cannot make pixels of a figure.
    """
    files: dict[str, bytes] = {}
    listed = []
    for one in review.shown:
        stem = f"{one.label.lower().replace(' ', '-')}-{one.name}"
        if isinstance(one.content, str):
            svg = keep_light(one.content)
            made = {f"{stem}.svg": svg.encode(), f"{stem}.png": rasterise(svg)}
        else:
            made = {f"{stem}.csv": write_csv(one.content.export())}
        files |= made
        listed.append(f"- {one.label}, {' and '.join(f'`{name}`' for name in made)}: {unescape_markdown(one.caption)}")
    lead = f"{_LEAD}\n{chr(10).join(listed)}\n"
    return zip_files(f"{review.name}-tables", {**files, "README.md": lead.encode()})
