"""What an update asks the catalogue again, and what this finds that the review did not know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
import polars as pl

from storage.core.ledger import Ledger
from storage.records.search import Formulation, Strategy, Work, content_id
from storage.references.retractions import Retraction, add_retractions
from storage.searching.works import add_discoveries, add_works
from storage.updates.updates import Update

_SEARCHES = ("keyword", "citation", "expert", "book")


@dataclass(frozen=True, slots=True)
class Encounter:
    """A work that an update found: through the work `via_work_id`, or by a stored query, at this rank."""

    work: Work
    via_work_id: str | None = None
    query_id: str | None = None
    rank: int | None = None


def pending_queries(ledger: Ledger, update: Update, rest: int) -> list[tuple[str, Formulation]]:
    """Return the stored queries that the update has not run again yet, with their ids.

    Queries run by an update that began less than `rest` days before this one are left out.
    """
    rows = ledger.frame("update_queries", number=update.number, strategies=list(_SEARCHES), days=rest)
    return [(row[0], _read_formulation(*row[1:])) for row in rows.iter_rows()]


def _read_formulation(strategy: Strategy, framing: str, text: str, filters: str) -> Formulation:
    stored: dict[str, Any] = orjson.loads(filters)
    stored |= {name: tuple(stored.get(name, ())) for name in ("types", "languages")}
    return Formulation(strategy, framing, text, **stored)


def pending_lookups(ledger: Ledger, update: Update) -> list[str]:
    """Return the works in the text that the catalogue had and the update has not looked up again yet, by id."""
    rows = ledger.select(
        "SELECT DISTINCT work_id FROM theme_work WHERE edition = $edition AND work_id NOT IN "
        "(SELECT work_id FROM living_lookup WHERE number = $number) AND work_id NOT IN "
        "(SELECT work_id FROM first_import WHERE matched_by = '') ORDER BY work_id",
        edition=update.edition,
        number=update.number,
    )
    return list(rows["work_id"])


def add_lookups_again(ledger: Ledger, update: Update, asked: Sequence[str], found: Mapping[str, Work]) -> None:
    """Append what the catalogue now says about works, and a retraction for each that it now calls retracted."""
    retracted = [work for _, work in sorted(found.items()) if work.is_retracted]
    add_retractions(
        ledger,
        [
            Retraction(work.work_id, "retraction", work.response.source, response_id=work.response.response_id)
            for work in retracted
            if work.response
        ],
        [work.response for work in retracted if work.response],
        (),
    )
    preprints = set(ledger.select("SELECT work_id FROM work WHERE type = 'preprint'")["work_id"])
    with ledger.transaction():
        ledger.append(
            "living_lookup",
            pl.DataFrame(
                [
                    {
                        "number": update.number,
                        "work_id": work_id,
                        "status": _read_status(work, preprint=work_id in preprints),
                        "cited_by_count": work.cited_by_count if work else None,
                    }
                    for work_id in asked
                    for work in [found.get(work_id)]
                ],
                schema_overrides={"cited_by_count": pl.Int32},
            ),
        )


def _read_status(work: Work | None, *, preprint: bool) -> str:
    if work is None:
        return "absent"
    if work.is_retracted:
        return "retracted"
    return "published" if preprint and work.type != "preprint" else "standing"


def seeds_to_follow(ledger: Ledger, update: Update, *, grown: bool) -> list[str]:
    """Return the works in the text, by id; with `grown` only those with more citations than when last looked at."""
    rows = ledger.frame("update_seeds", edition=update.edition, number=update.number)
    return list((rows.filter("grown") if grown else rows)["work_id"])


def works_to_follow(ledger: Ledger, update: Update) -> list[tuple[str, list[str]]]:
    """Return the works that the update has included but not followed yet, each with its references without a record."""
    rows = ledger.frame("update_followers", stage=update.stage, edition=update.edition)
    done = asked_already(ledger, update)
    return [(work_id, cited) for work_id, cited in rows.iter_rows() if following_id((work_id,)) not in done]


def following_id(work_ids: Sequence[str]) -> str:
    """Return the content id of a group of works followed together."""
    return content_id("follow", *work_ids)


def asked_already(ledger: Ledger, update: Update) -> set[str]:
    """Return what the update has asked again."""
    return set(ledger.select("SELECT asked FROM living_search WHERE number = $n", n=update.number)["asked"])


def add_encounters(ledger: Ledger, update: Update, asked: str, found: Sequence[Encounter]) -> None:
    """Append what one question brought: the works that only the update led to, and how they were found.

    Everything is written in one transaction.
    """
    rows = ledger.select("SELECT DISTINCT work_id FROM discovery WHERE stage <> $stage", stage=update.stage)
    known = set(rows["work_id"])
    fresh = [met for met in found if met.work.work_id not in known]
    with ledger.transaction():
        # Of works known before, only what another index calls them is new.
        add_works(ledger, [met.work for met in found], update.stage)
        add_discoveries(
            ledger,
            [(met.work.work_id, "update", update.stage, met.via_work_id, met.query_id, met.rank) for met in fresh],
        )
        ledger.append(
            "living_search",
            [
                {
                    "number": update.number,
                    "asked": asked,
                    "found": len({m.work.work_id for m in found}),
                    "fresh": len({met.work.work_id for met in fresh}),
                }
            ],
        )


def add_stated(ledger: Ledger, update: Update) -> None:
    """Append, in one transaction, the discovery of works that second indexes led to, asked in the update.

    What they state to be cited by the works asked about is of any year, what cites these is of the update's years.
    """
    found = ledger.frame("stated_neighbours", stage=update.stage, since=update.since)
    with ledger.transaction():
        add_discoveries(
            ledger, [(work_id, "update", update.stage, via, None, None) for work_id, via in found.iter_rows()]
        )


def pending_works(ledger: Ledger, update: Update) -> list[str]:
    """Return the works the update found about which nothing has been decided yet, by id."""
    rows = ledger.select(
        "SELECT DISTINCT work_id FROM discovery WHERE stage = $stage AND work_id NOT IN (SELECT work_id FROM decision) "
        "ORDER BY work_id",
        stage=update.stage,
    )
    return list(rows["work_id"])
