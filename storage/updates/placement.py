"""Which places the works of an update take: beside the tier's, those of preprints published since, or none."""

from __future__ import annotations

import polars as pl

from storage.core.ledger import Ledger
from storage.records.search import Decision
from storage.references.retractions import Retraction, add_retractions
from storage.screening.screening import OPEN_TYPES, add_decisions
from storage.updates.updates import Update

SUPERSEDED = "published since"


def replace_preprints(ledger: Ledger, update: Update) -> int:
    """Let published versions take the places of their preprints in the corpus; return how many. In one transaction.

    The published version keeps a citekey of its own, so that what earlier versions of the text cite stays what it was.
    Where a person decided on the preprint it stays, and the published version is set aside as another version of it.
    """
    pairs = ledger.frame("published_preprints", published=list(OPEN_TYPES), stage=update.stage).filter(~pl.col("kept"))
    decisions = []
    for preprint, published, score in pairs.select("work_id", "published_id", "score").iter_rows():
        left = f"A preprint, published since as {published}, which takes its place."
        came = f"The published version of {preprint}, a preprint of the corpus."
        decisions += [
            Decision(preprint, "screening", update.stage, "exclude", "rule", left, score=score),
            Decision(published, "screening", update.stage, "include", "rule", came, score=score),
        ]
    with ledger.transaction():
        ledger.append(
            "work_version",
            pairs.select("work_id", pl.col("published_id").alias("family_id"), pl.lit(SUPERSEDED).alias("relation")),
        )
        add_decisions(ledger, decisions)
    return pairs.height


def heed_notices(ledger: Ledger, update: Update) -> int:
    """Take notices of retractions among what the update found as such, and return how many works they retract.

    The notice itself is no work to review; the work leaves the corpus with the phase that attends to retractions.
    """
    rows = ledger.frame("retraction_notices", stage=update.stage)
    add_retractions(
        ledger,
        [
            Retraction(
                row["work_id"],
                "retraction",
                row["source"],
                notice_doi=row["notice_doi"],
                response_id=row["response_id"],
                reason="A notice in the catalogue bears the title of the work.",
            )
            for row in rows.iter_rows(named=True)
        ],
        (),
        (),
    )
    notices = dict(rows.select("notice_id", "work_id").iter_rows())
    with ledger.transaction():
        add_decisions(
            ledger,
            [
                Decision(
                    notice, "eligibility", update.stage, "exclude", "rule", f"The notice of retraction of {work_id}."
                )
                for notice, work_id in notices.items()
            ],
        )
    return rows.height


def place_additions(ledger: Ledger, update: Update, works: int) -> None:
    """Decide which relevant works of updates there is room for beside the tier's `works`. In one transaction.

    An update puts no work out of its place: all updates together add a quarter of the tier's works at most, the best
    first, and fill places of the tier that are free. The others wait, for the next update too.
    """
    moves = ledger.frame("update_places", works=works, stage=update.stage)
    with ledger.transaction():
        add_decisions(
            ledger,
            [
                Decision(
                    row["work_id"],
                    "selection",
                    works,
                    "include" if row["chosen"] else "exclude",
                    "rule",
                    f"Relevant; updates have room for {row['places']} more works."
                    if row["chosen"]
                    else f"Left out for size: relevant, but updates have room for {row['places']} more works only.",
                    score=row["score"],
                    batch=row["decisions"],
                )
                for row in moves.iter_rows(named=True)
            ],
        )
