"""``litreview status`` and ``list``: where reviews stand, in words, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl

from storage.publication.finished import is_held, list_reviews
from storage.publication.published import describe_review
from tasks.procedure.facts import STOP_CLAUSES
from tasks.reporting.figures import label_counts

_MOST_LINES = 20
_NUMBERS = frozenset({2, 3})


def tell_status(folder: Path) -> str:
    """Return where a review stands: what was asked for, how far the last run got, its works, and the next command.

    Items about which there is nothing to say are left out.

    Raises:
        InputError: there is no review in the folder.
    """
    told = describe_review(folder)
    parts = [
        _tell_request(told["Review"]),
        _tell_run(told["Runs"], told["Where it is"], folder),
        _tell_works(told["Works"]),
        _tell_stages(told["Stages"]),
        _tell_lines("Services asked", told["Services"], _tell_service),
        _tell_lines("Retractions", told["Retractions"], _tell_retraction),
        _tell_lines("Full texts", told["Full texts"], lambda row: f"{row['works']:,} {_plain(row['status'])}"),
        _tell_lines("Problems", told["Problems"], lambda row: f"{row['phase']}, {row['kind']}: {row['message']}"),
        "\n".join(_tell_next(told["Runs"], folder)),
    ]
    return "\n\n".join(part for part in parts if part)


def tell_reviews(reviews: Path) -> str:
    """Return a line for each review in a folder: name, state, works, dollars, when, topic.

    Raises:
        InputError: there is no such folder.
    """
    rows = [
        (
            str(row["name"]),
            name_state(row["status"], reviews / row["name"]) if row.get("topic") else "not readable",
            f"{row.get('works') or 0:,}",
            f"${row.get('usd') or 0:,.2f}",
            _moment(row["at"]) if row.get("at") else "",
            str(row.get("topic") or ""),
        )
        for row in list_reviews(reviews).iter_rows(named=True)
    ]
    if not rows:
        return f"There are no reviews in '{reviews}'. Next: litreview run TOPIC, or litreview demo"
    table = [("name", "state", "works", "spent", "when", "topic"), *rows]
    widths = [max(len(row[i]) for row in table) for i in range(5)]
    return "\n".join(_set_row(row, widths) for row in table)


def _set_row(row: tuple[str, ...], widths: list[int]) -> str:
    places = enumerate(zip(row[:5], widths, strict=True))
    cells = [cell.rjust(width) if place in _NUMBERS else cell.ljust(width) for place, (cell, width) in places]
    return "  ".join([*cells, row[5]])


def name_state(status: str | None, folder: Path) -> str:
    """Return the state of a review's last run in one word: a run that no process holds any more was interrupted."""
    if status is None:
        return "planned"
    return "interrupted" if status == "running" and not is_held(folder) else status


def _plain(code: object) -> str:
    return str(code or "unknown").replace("_", " ")


def _moment(at: datetime) -> str:
    local = at.replace(tzinfo=UTC).astimezone()
    return f"{local:%Y-%m-%d %H:%M}"


def _tell_request(review: pl.DataFrame) -> str:
    if review.is_empty():
        return "Nothing has been planned yet."
    row = review.row(0, named=True)
    made = f"{row['quality']} tier, {row['analyst']} analyst, catalogue {row['catalogue']}, as of {row['as_of']}"
    return f"{row['topic']}\n{made}"


def _tell_run(runs: pl.DataFrame, progress: pl.DataFrame, folder: Path) -> str:
    if runs.is_empty():
        return "It has never been run."
    last, place = runs.row(-1, named=True), progress.row(0, named=True) if progress.height else {}
    state = name_state(last["status"], folder)
    spent = f"${place.get('usd_spent') or 0:,.2f} spent in {runs.height} {'run' if runs.height == 1 else 'runs'}"
    at = last["finished_at"] or last["started_at"]
    lines = [f"{state.capitalize()} {'since' if state == 'running' else 'at'} {_moment(at)}; {spent}."]
    if last["message"]:
        lines.append(str(last["message"]))
    if state != "finished" and place.get("phase"):
        done = f", roughly done at {_moment(place['roughly_done_at'])}" if place["roughly_done_at"] else ""
        lines.append(f"Phase {place['place']}: {place['phase']}, since {_moment(place['since'])}{done}.")
    return "\n".join(lines)


def _tell_works(works: pl.DataFrame) -> str:
    rows = label_counts(dict(works.iter_rows()))
    width = max((len(label) for label, _ in rows), default=0) + 2
    return "\n".join(["Works", *(f"  {'' if label[0].isupper() else '  '}{label:{width}}{n:>8,}" for label, n in rows)])


def _tell_stages(stages: pl.DataFrame) -> str:
    if stages.is_empty():
        return ""
    lines = [
        f"  stage {row['stage']}: {row['relevant']:,} of {row['candidates']:,} works screened were relevant"
        for row in stages.iter_rows(named=True)
    ]
    reason = stages["stop_reason"].drop_nulls().to_list()
    ended = [f"  It ended because {STOP_CLAUSES.get(reason[-1], reason[-1])}."] if reason else []
    return "\n".join(["Snowballing", *lines, *ended])


def _tell_lines(title: str, frame: pl.DataFrame, tell: Any) -> str:
    if frame.is_empty():
        return ""
    lines = [f"  {' '.join(str(tell(row)).split())}" for row in frame.head(_MOST_LINES).iter_rows(named=True)]
    more = frame.height - _MOST_LINES
    return "\n".join([title, *lines, *([f"  and {more:,} more: see litreview sql"] if more > 0 else [])])


def _tell_service(row: dict[str, Any]) -> str:
    told = f"{row['service']}: {row['calls']:,} calls, ${row['usd'] or 0:,.4f}"
    if row["usd_left"] is not None:
        told += f", ${row['usd_left']:,.4f} left"
    return told + (f", renewed at {_moment(row['renewed_at'])}" if row["renewed_at"] else "")


def _tell_retraction(row: dict[str, Any]) -> str:
    cited = f", cited in {row['sentences']} sentences" if row["sentences"] else ""
    return f"{row['citekey'] or row['doi']}: {_plain(row['kind'])}, says {row['source']}{cited}"


def _tell_next(runs: pl.DataFrame, folder: Path) -> Iterator[str]:
    name = folder.name
    state = name_state(None if runs.is_empty() else str(runs["status"][-1]), folder)
    if state == "finished":
        yield "Next:"
        yield f"  litreview export {name} --to docx    the review as a Word file; also html, pdf"
        yield f"  litreview verify {name}              checks everything it says"
        yield f"  litreview update {name}              what appeared since"
    elif state == "running":
        yield f"Next: wait; litreview status {name} shows how far it has got."
    else:
        yield f"Next: litreview resume {name}"
