"""Decisions about works: what is pending, what was decided, and which works make the corpus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import orjson
import polars as pl

from storage.core.clock import now
from storage.core.ledger import Ledger
from storage.records.screening import Candidate, Decision
from storage.records.search import Work, content_id
from storage.screening.criteria import NO_SINGLE_WORK, RULES, add_criteria, criterion_id
from storage.searching.works import read_works

BATCH_SIZE = 25
OPEN_TYPES = ("article", "review", "book", "book-chapter")
GREY_TYPES = ("preprint", "report", "dissertation")

_FIELDS = tuple(each.name for each in fields(Decision))
_BY_CRITERIA = ("screening", "full text")
_OF_ANALYSTS = ("llm", "ranker")


def add_decisions(ledger: Ledger, decisions: Sequence[Decision]) -> None:
    """Append decisions in the order given; each (work, phase, stage, method, verdict, protocol) is one fact.

    Call inside a transaction.
    """
    decided_at = now()
    protocol = ledger.select("SELECT max(number) FROM protocol_version").item()
    judged_by = [protocol if one.phase in _BY_CRITERIA and one.method in _OF_ANALYSTS else None for one in decisions]
    # Rows inserted together do not get sequence numbers in row order, and the stopping rule depends on the order.
    numbers = ledger.select("SELECT nextval('event_seq') AS seq FROM range($n)", n=len(decisions))["seq"].sort()
    ledger.append(
        "decision",
        pl.DataFrame(
            [
                {name: getattr(decision, name) for name in _FIELDS}
                | {
                    "decision_id": _decision_id(decision, version),
                    "protocol": version,
                    "features": orjson.dumps(features, option=orjson.OPT_SORT_KEYS).decode() if features else None,
                    "decided_at": decided_at,
                    "seq": seq,
                }
                for decision, seq, version in zip(decisions, numbers, judged_by, strict=True)
                for features in [decision.features]
            ],
            infer_schema_length=None,
            schema_overrides={"score": pl.Float64, "protocol": pl.Int32},
        ),
    )


def _decision_id(decision: Decision, protocol: int | None) -> str:
    """Return the content id, unchanged from when tier and repetition were stored as stage and batch."""
    d = decision
    repetition = d.batch if d.earlier is None else -d.earlier if d.method == "human" else d.earlier
    parts = (d.work_id, d.phase, d.tier_works or d.stage or 0, repetition, d.method, d.verdict)
    return content_id("decision", *parts, *(() if protocol is None else (protocol,)))


def outdated_judgements(ledger: Ledger) -> pl.DataFrame:
    """Return the works to judge again since the protocol was amended, in the order judged, and what they were given.

    The columns are work_id, stage, batch, and promise, the ranking's score.
    """
    return ledger.select(
        "SELECT work_id, stage, batch, coalesce(CAST(features->>'promise' AS DOUBLE), 0) AS promise "
        "FROM outdated_judgement ORDER BY seq"
    )


def like_titled_works(ledger: Ledger) -> list[Work]:
    """Return the works found that may be one with another by title though not by family (`like_titled.sql`), by id."""
    return read_works(ledger.frame("like_titled"))


def works_of_one_doi(ledger: Ledger) -> list[Work]:
    """Return the works found that have a DOI with another, by id."""
    return read_works(ledger.frame("same_doi"))


def exclude_repeats(
    ledger: Ledger, stage: int, twins: Sequence[tuple[str, str]] = (), shared: Sequence[str] = ()
) -> int:
    """Decide against undecided works that duplicate a known record, and return how many. In one transaction.

    `twins` are pairs of ids known to be versions of one work besides those of one DOI or family; `shared` are DOIs
    that works have in common without being one.
    """
    repeats = ledger.frame(
        "version_groups",
        published=list(OPEN_TYPES),
        ones=[one for one, _ in twins],
        others=[other for _, other in twins],
        shared=list(shared),
    )
    with ledger.transaction():
        ledger.append(
            "work_version",
            repeats.select("work_id", pl.col("kept_id").alias("family_id"), "relation"),
        )
        add_decisions(
            ledger,
            [
                Decision(
                    work_id=row["work_id"],
                    phase="deduplication",
                    stage=stage,
                    verdict="exclude",
                    method="rule",
                    reason=f"{row['relation'][0].upper()}{row['relation'][1:]} as {row['kept_id']}, which is kept.",
                )
                for row in repeats.iter_rows(named=True)
            ],
        )
    return repeats.height


def undecided_records(ledger: Ledger) -> list[Work]:
    """Return the works found about which nothing is decided, but those that the user named, by id."""
    return read_works(ledger.frame("undecided_works"))


def exclude_ineligible(ledger: Ledger, stage: int, *, grey: bool, paratext: Mapping[str, str] | None = None) -> int:
    """Decide by rule against undecided works outside the years, languages, types and terms; return how many.

    So are records that are no single work, `paratext` by id with the reason.
    """
    told = paratext or {}
    types = list(OPEN_TYPES + (GREY_TYPES if grey else ()))
    rows = ledger.frame("ineligible_works", types=types, paratext=list(told))
    with ledger.transaction():
        if (rows["rule"] == NO_SINGLE_WORK).any():
            add_criteria(ledger, (), ())  # reviews of before this rule was stated
        add_decisions(
            ledger,
            [
                Decision(
                    work_id=row["work_id"],
                    phase="eligibility",
                    stage=stage,
                    verdict="exclude",
                    method="rule",
                    reason=told[row["work_id"]] if row["rule"] == NO_SINGLE_WORK else RULES[row["rule"]],
                    criterion_id=criterion_id(RULES[row["rule"]]),
                )
                for row in rows.iter_rows(named=True)
            ],
        )
    return rows.height


def exclude_unreached(ledger: Ledger, promise: Mapping[str, float]) -> None:
    """Decide against the works found that no batch reached, with the score the ranking gave each at the end."""
    pending = ledger.select(
        "SELECT DISTINCT work_id FROM discovery WHERE strategy <> 'expansion' "
        "AND work_id NOT IN (SELECT work_id FROM decision) ORDER BY work_id"
    )
    with ledger.transaction():
        add_decisions(
            ledger,
            [
                Decision(
                    work_id=work_id,
                    phase="cutoff",
                    stage=None,
                    verdict="exclude",
                    method="rule",
                    reason="Ranked below the point where screening stopped.",
                    score=promise[work_id],
                )
                for work_id in pending["work_id"]
            ],
        )


def scored_works(ledger: Ledger) -> pl.DataFrame:
    """Return the works that an analyst which only scores judged in the search, by id, with its last judgement of each.

    Columns: work_id, stage, score, reason, features (JSON), decided_by, left_out (by that judgement, still in force),
    decisions (on the work).
    """
    return ledger.frame("scored_works")


def undecided_works(ledger: Ledger, stage: int) -> list[str]:
    """Return the works found in a stage about which nothing is decided yet, by id."""
    rows = ledger.select(
        "SELECT DISTINCT work_id FROM discovery WHERE stage = $stage "
        "AND work_id NOT IN (SELECT work_id FROM decision) ORDER BY work_id",
        stage=stage,
    )
    return list(rows["work_id"])


def first_search_works(ledger: Ledger) -> list[Work]:
    """Return the works of the first search that no rule excluded, decided on or not, by id."""
    return read_works(ledger.frame("first_search_works"))


def read_candidates(ledger: Ledger, work_ids: Sequence[str]) -> list[Candidate]:
    """Return works to judge in the order given, with their links to the relevant works known so far."""
    rows = ledger.frame("candidates", ids=list(work_ids))
    return [
        Candidate(work, links=row["links"], cocited_with=row["cocited_with"], coupled_with=row["coupled_with"])
        for work, row in zip(read_works(rows), rows.iter_rows(named=True), strict=True)
    ]


def screening_progress(ledger: Ledger, stage: int) -> dict[str, Any]:
    """Return how the screening of a stage stands: screened, included, next_batch, flat (the last batch gave little)."""
    return ledger.frame("screening_progress", stage=stage, full=BATCH_SIZE).row(0, named=True)


def _tell_place(row: Mapping[str, Any], works: int) -> str:
    """Return why a relevant work is, or is not, among those that the tier has room for."""
    place, shelf = row["place"], row["shelf"]
    room = f"place {place} where the tier has room for {works} works"
    if row["chosen"]:
        kept = f"“{shelf}”" if shelf else "the last three years'"
        return f"Relevant; {room}{f', on one of those kept for {kept}' if place > works else ''}."
    if place <= works:
        why = ", some of them kept for the last three years or facets of the topic"
    elif row["bare"]:
        why = ", behind all that have an abstract, as it has none"
    else:
        why = f", by its score and by how many other relevant works cite it ({row['cited'] or 'none'})"
    return f"Left out for size: relevant, but at {room}{why}."


def select_corpus(ledger: Ledger, works: int) -> None:
    """Bring the corpus to the tier's size: append a selection decision for every relevant work that must move.

    Relevant works are ordered by score and citations received from relevant works; a quarter of the places goes to the
    last three years before `as_of` where they exist, half are shared out among the facets of the topic and the works
    that the user named.
    """
    moves = ledger.frame("selection", works=works)
    with ledger.transaction():
        add_decisions(
            ledger,
            [
                Decision(
                    work_id=row["work_id"],
                    phase="selection",
                    stage=None,
                    verdict="include" if row["chosen"] else "exclude",
                    method="rule",
                    reason=_tell_place(row, works),
                    features={"place": row["place"], "bare": int(row["bare"]), "cited": row["cited"]},
                    score=row["score"],
                    tier_works=works,
                    earlier=row["decisions"],
                )
                for row in moves.iter_rows(named=True)
            ],
        )
