"""Updates of a finished review: when each began, from what state, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

import orjson
import polars as pl

from storage.core.clock import now
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.runs.reviews import review_numbers
from storage.searching.snowballing import stop_reason
from storage.writing.versions import read_versions

FIRST_STAGE = 100
"""The stage of update n is this number plus n, so that no diffusion stage is ever mistaken for an update."""


@dataclass(frozen=True, slots=True)
class Update:
    """An update under way: it asks for works from the year `since` on; `numbers` are those the text stated before.

    `is_static` says that the catalogue is the same file as in the previous search or update and thus holds nothing new.
    """

    number: int
    stage: int
    since: int
    edition: str
    numbers: dict[str, int | float | str]
    is_static: bool


def begin_update(ledger: Ledger, catalogue: str, newest_year: int) -> None:
    """Begin an update of a finished review, or continue the one under way; the review adopts the catalogue's name.

    It asks for works since the year before the newest year of the previous search or update, because catalogues learn
    of works with delay; works that the review already knows do not count as new. In one transaction.

    Raises:
        InputError: the review has no finished text, or its search was not finished.
    """
    name = ledger.folder.name
    with ledger.transaction():
        if read_update(ledger) is None:
            finished = read_versions(ledger)
            if not finished or stop_reason(ledger) is None:
                raise InputError(
                    f"review '{name}' is not finished; finish it with 'litreview resume {name}', then update it"
                )
            rows = ledger.select(
                "SELECT number, until, catalogue FROM living_update ORDER BY number DESC LIMIT 1"
            ).rows()
            last = rows[0] if rows else (0, *ledger.select("SELECT as_of, catalogue FROM review").row(0))
            ledger.append(
                "living_update",
                [
                    {
                        "number": last[0] + 1,
                        "stage": FIRST_STAGE + last[0] + 1,
                        "since": last[1] - 1,
                        "until": max(newest_year, last[1]),
                        "catalogue": catalogue,
                        "previous_catalogue": last[2],
                        "edition": finished[-1].edition,
                        "numbers": orjson.dumps(
                            _read_stated_numbers(ledger) | read_outlay(ledger) | _count_retracted(ledger)
                        ).decode(),
                        "started_at": now(),
                    }
                ],
            )
        # If an interrupted update resumes after the file has grown again, it ends with what the file then holds.
        ledger.change(
            "UPDATE living_update SET catalogue = $catalogue WHERE number NOT IN (SELECT number FROM living_result)",
            catalogue=catalogue,
        )
        ledger.change("UPDATE review SET catalogue = $catalogue", catalogue=catalogue)


def read_update(ledger: Ledger) -> Update | None:
    """Return the update under way, None if there is none."""
    rows = ledger.select(
        "SELECT number, stage, since, edition, numbers, "
        "catalogue = previous_catalogue AND contains(catalogue, '@') AND NOT contains(catalogue, ', ') AS is_static "
        "FROM living_update WHERE number NOT IN (SELECT number FROM living_result)"
    )
    if rows.is_empty():
        return None
    row = rows.row(0, named=True)
    return Update(**row | {"numbers": orjson.loads(row["numbers"])})


def was_updated(ledger: Ledger) -> bool:
    """Return whether the review has ever been updated, or an update is under way."""
    return bool(ledger.select("SELECT count(*) FROM living_update").item())


def _read_stated_numbers(ledger: Ledger) -> dict[str, int | float | str]:
    """Return the numbers of the review as last finished: people may have judged works since."""
    rows = ledger.select(
        "SELECT CAST(numbers AS VARCHAR) AS numbers FROM run WHERE numbers IS NOT NULL "
        "ORDER BY finished_at DESC, run_id LIMIT 1"
    )
    return review_numbers(ledger) if rows.is_empty() else dict(orjson.loads(rows.item()))


def _count_retracted(ledger: Ledger) -> dict[str, int]:
    return {"retracted_works": int(ledger.select("SELECT count(*) FROM retracted_work").item())}


def read_outlay(ledger: Ledger) -> dict[str, int | float]:
    """Return how many calls the review has made to services and language models, and what they cost in dollars."""
    return ledger.select(
        "SELECT a.calls AS api_calls, a.usd AS api_usd, l.calls AS llm_calls, l.usd AS llm_usd "
        "FROM (SELECT count(*) AS calls, coalesce(round(sum(usd), 6), 0) AS usd FROM api_call) AS a, "
        "(SELECT count(*) AS calls, coalesce(round(sum(usd), 6), 0) AS usd FROM llm_call) AS l"
    ).row(0, named=True)


def end_update(ledger: Ledger, update: Update, report: str) -> None:
    """Append the outcome of the update; an update without a report brought no news."""
    spent = {name: value - update.numbers[name] for name, value in read_outlay(ledger).items()}  # type: ignore[operator]
    with ledger.transaction():
        ledger.append(
            "living_result",
            ledger.select("SELECT edition FROM current_edition").with_columns(
                number=pl.lit(update.number),
                news=pl.lit(bool(report)),
                report=pl.lit(report),
                finished_at=pl.lit(now()),
                **{name: pl.lit(round(value, 6)) for name, value in spent.items()},
            ),
        )


def read_reports(ledger: Ledger) -> list[str]:
    """Return the reports of the updates that had news, newest first."""
    rows = ledger.select("SELECT report FROM living_result WHERE news ORDER BY number DESC")
    return list(rows["report"])
