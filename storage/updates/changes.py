"""What an update changed, read from the ledger for the reports.

Which places the works of an update take: places beyond the tier's, those of preprints published since, or none.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import polars as pl

from storage.core.ledger import Ledger
from storage.records.screening import Decision
from storage.references.retractions import Retraction, add_retractions
from storage.screening.screening import OPEN_TYPES, add_decisions
from storage.updates.updates import Update, read_outlay

SUPERSEDED = "published since"


def replace_preprints(ledger: Ledger, update: Update) -> int:
    """Let published versions take the places of their preprints in the corpus; return how many. In one transaction.

    The published version has its own citekey, so that earlier versions of the text still cite what they cited. If a
    person decided on the preprint, it stays, and the published version is set aside as another version of it.
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
    """Treat retraction notices among the works the update found as such, and return how many works they retract.

    The notice itself is not a work to review; the retracted work leaves the corpus in the phase that handles
    retractions.
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

    An update displaces no work: all updates together add at most a quarter of the tier's works, best first, and fill
    free places of the tier. The others wait, including for the next update.
    """
    moves = ledger.frame("update_places", works=works, stage=update.stage)
    with ledger.transaction():
        add_decisions(
            ledger,
            [
                Decision(
                    row["work_id"],
                    "selection",
                    None,
                    "include" if row["chosen"] else "exclude",
                    "rule",
                    f"Relevant; updates have room for {row['places']} more works."
                    if row["chosen"]
                    else f"Left out for size: relevant, but updates have room for {row['places']} more works only.",
                    score=row["score"],
                    tier_works=works,
                    earlier=row["decisions"],
                )
                for row in moves.iter_rows(named=True)
            ],
        )


@dataclass(frozen=True, slots=True)
class Changes:
    """What an update found and changed, as frames; see the queries `update_additions`, `_departures` and so on.

    `found` counts works: fresh (found by the update), screened, retracted since, published since under the record of
    the preprint; and the records `imported`. `is_static` is that of the update. `sections` has the columns section_id,
    heading, action and reason; `outlay` is what the update cost, by name.
    """

    number: int
    since: int
    is_static: bool
    started_at: datetime
    found: dict[str, int]
    additions: pl.DataFrame
    departures: pl.DataFrame
    sections: pl.DataFrame
    claims: pl.DataFrame
    questions: pl.DataFrame
    outlay: dict[str, int | float]

    @property
    def is_news(self) -> bool:
        """Return whether there is anything to report: a work found, added, gone or changed, or a section rewritten."""
        rewritten = self.sections.filter(pl.col("action") != "carried")
        found = any(self.found[name] for name in ("fresh", "imported", "retracted", "published"))
        return bool(found or self.additions.height or self.departures.height or rewritten.height)


def read_changes(ledger: Ledger, update: Update) -> Changes:
    """Return what the update under way has changed; call at its end."""
    number, edition, stage = update.number, update.edition, update.stage
    counts = ledger.select(
        "SELECT count(*) FILTER (f.stage = $stage) AS fresh, "
        "(SELECT count(DISTINCT work_id) FROM decision WHERE phase = 'screening' AND stage = $stage "
        "AND batch IS NOT NULL) AS screened, (SELECT count(*) FROM retracted_work) - $retracted AS retracted, "
        "(SELECT count(*) FROM living_lookup AS l WHERE l.number = $number AND l.status = 'published' AND NOT EXISTS "
        "(FROM living_lookup AS p WHERE p.work_id = l.work_id AND p.status = 'published' AND p.number < $number)) "
        "AS published, (SELECT count(*) FROM import_match WHERE stage = $stage) AS imported "
        "FROM (SELECT work_id, min(stage) AS stage FROM discovery GROUP BY work_id) AS f",
        stage=stage,
        number=number,
        retracted=update.numbers["retracted_works"],
    )
    sections = ledger.select(
        'SELECT l.section_id, s.heading, l."action", l.reason FROM living_section AS l JOIN section AS s '
        "USING (section_id, version) WHERE l.number = $number ORDER BY s.position, l.section_id",
        number=number,
    )
    started = ledger.select("SELECT started_at FROM living_update WHERE number = $number", number=number).item()
    spent = {name: round(value - float(update.numbers[name]), 6) for name, value in read_outlay(ledger).items()}
    return Changes(
        number=number,
        since=update.since,
        is_static=update.is_static,
        started_at=started,
        found=counts.row(0, named=True),
        additions=ledger.frame("update_additions", edition=edition),
        departures=ledger.frame("update_departures", edition=edition),
        sections=sections,
        claims=ledger.frame("update_claims", number=number),
        questions=ledger.frame("update_questions", number=number, stage=stage),
        outlay=spent,
    )
