"""What an update changed, read from the ledger for whoever tells it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import polars as pl

from storage.core.ledger import Ledger
from storage.updates.updates import Update, read_outlay


@dataclass(frozen=True, slots=True)
class Changes:
    """What an update found and changed, as frames; see the queries `update_additions`, `_departures` and so on.

    `found` counts works: fresh (found by the update), screened, retracted since, published since under the record of
    the preprint. `sections` has the columns
    section_id, heading, action and reason; `outlay` what the update cost, by name.
    """

    number: int
    since: int
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
        """Return whether there is anything to tell: a work found, come, gone or changed, or a section written anew."""
        rewritten = self.sections.filter(pl.col("action") != "carried")
        found = self.found["fresh"] or self.found["retracted"] or self.found["published"]
        return bool(found or self.additions.height or self.departures.height or rewritten.height)


def read_changes(ledger: Ledger, update: Update) -> Changes:
    """Return what the update under way has changed by its end."""
    number, edition, stage = update.number, update.edition, update.stage
    counts = ledger.select(
        "SELECT count(*) FILTER (f.stage = $stage) AS fresh, "
        "(SELECT count(DISTINCT work_id) FROM decision WHERE phase = 'screening' AND stage = $stage AND batch >= 0) "
        "AS screened, (SELECT count(*) FROM retracted_work) - $retracted AS retracted, "
        "(SELECT count(*) FROM living_lookup AS l WHERE l.number = $number AND l.status = 'published' AND NOT EXISTS "
        "(FROM living_lookup AS p WHERE p.work_id = l.work_id AND p.status = 'published' AND p.number < $number)) "
        "AS published FROM (SELECT work_id, min(stage) AS stage FROM discovery GROUP BY work_id) AS f",
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
        started_at=started,
        found=counts.row(0, named=True),
        additions=ledger.frame("update_additions", edition=edition),
        departures=ledger.frame("update_departures", edition=edition),
        sections=sections,
        claims=ledger.frame("update_claims", number=number),
        questions=ledger.frame("update_questions", number=number, stage=stage),
        outlay=spent,
    )
