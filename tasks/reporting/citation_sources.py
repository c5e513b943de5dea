"""What second indexes of citations were asked, and how far they and the catalogue agree: a part of the appendix."""

from __future__ import annotations

import polars as pl

from tasks.reporting.exhibits import Block, show
from tasks.reporting.tables import Table

CITATION_SOURCES = "Citations by source"


def describe_citation_sources(asked: pl.DataFrame, agreement: pl.DataFrame) -> list[Block]:
    """Return whom works with few references were looked up with, and what came of it; nothing if nobody was asked.

    Columns as `storage.publication.handover.read_citation_sources` has them.
    """
    if not asked.height:
        return []
    stated, resolved, own = (int(asked[name].sum()) for name in ("stated", "resolved", "own"))
    told = (
        "Where the catalogue states no references of a relevant work, or fewer than a quarter of what is usual for its "
        "type and years, other indexes were asked for its references and citing works (PRISMA-S item 5). Citations "
        f"stated: {stated:,}; of works that could be identified: {resolved:,}, of which {own:,} are of works that the "
        "catalogue does not have. The others name no work that could be identified, and are left out."
    )
    columns = {"source": "Index", "asked": "Works asked about", "known": "Known to it", "stated": "Citations stated"}
    columns |= {"resolved": "Of works identified"}
    blocks: list[Block] = [f"### {CITATION_SOURCES}", told, *show("citation-indexes", Table(asked, columns))]
    if not agreement.height:
        return blocks
    blocks.append(
        "Where two sources have a record of such a work, they agree on its references as follows; snowballing, ranking "
        "and the citation graph rest on what either states. Work by work this is in the view `citation_disagreement`."
    )
    columns = {"first": "Source", "second": "Other source", "works": "Works", "both": "In both"}
    columns |= {"first_only": "Only in the first", "second_only": "Only in the other", "share": "Share in both"}
    return [*blocks, *show("citation-agreement", Table(agreement, columns))]
