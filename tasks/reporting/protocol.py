"""protocol.md: the protocol in force and its amendments, by the items of PRISMA-P 2015 (doi:10.1186/2046-4053-4-1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import polars as pl

from storage.records.protocol import ProtocolChange, ProtocolVersion
from storage.records.search import Plan
from tasks.protocol.reading import Protocol
from tasks.reporting.amended_searches import list_amended_searches
from tasks.text.cleaning import escape_markdown

_OPEN = "Not stated in the protocol."


def describe_protocol(
    protocol: Protocol,
    versions: Sequence[ProtocolVersion],
    changes: Sequence[ProtocolChange],
    plan: Plan,
    excluded: Mapping[str, int],
    *,
    searches: pl.DataFrame,
) -> str:
    """Return the document in Pandoc Markdown; `excluded` counts works left out, by the ids of criteria.

    `changes` are what each version changed of the review as it stood, `searches` what was searched for since, with the
    columns of the view `amended_search_yield`. What the protocol leaves open is said to be open;
    sources and limits are those of the review's plan.
    """
    items = {
        "1. Title": [escape_markdown(protocol.title)],
        "2. Registration": _state(protocol.registration),
        "3. Authors": _list(protocol.authors),
        "4. Amendments": _list_amendments(versions, changes),
        "5. Support": _state(protocol.support),
        "6. Rationale": _state(protocol.rationale),
        "7. Objectives": [*_list(protocol.questions), *_list_elements(protocol)],
        "8. Eligibility criteria": [*_list_criteria(protocol, excluded), "", *_list(_state_limits(plan))],
        "9. Information sources": [f"Searched in: {escape_markdown(plan.catalogue)}."],
        "10. Search strategy": ["Every query as run is in appendix.md.", *list_amended_searches(searches)],
        "11. Selection": [f"The search is to find {protocol.recall_target:.0%} of the relevant works."],
        "12. Data items": _list(f"{one.name}: {one.question}" for one in protocol.extraction),
        "13. Outcomes": _state(protocol.elements.outcome or protocol.elements.evaluation),
        "14. Risk of bias in individual studies": [_OPEN],
        "15. Synthesis": _list(protocol.analyses),
        "16. Meta-biases": [_OPEN],
        "17. Confidence in cumulative evidence": [_OPEN],
    }
    lines = [f"# Protocol: {escape_markdown(protocol.title)}", "", "By the items of PRISMA-P 2015.", ""]
    for heading, told in items.items():
        lines += [f"## {heading}", "", *told, ""]
    return "\n".join(lines)


def _state(text: str | None) -> list[str]:
    return [escape_markdown(" ".join(text.split()))] if text else [_OPEN]


def _list(lines: Iterable[str]) -> list[str]:
    return [f"- {escape_markdown(' '.join(line.split()))}" for line in lines] or [_OPEN]


def _list_amendments(versions: Sequence[ProtocolVersion], changes: Sequence[ProtocolChange]) -> list[str]:
    told = []
    for version in versions:
        stated = f", dated {version.dated:%Y-%m-%d} in it" if version.dated else ""
        what = f"Version {version.number}, {version.at:%Y-%m-%d}{stated} (SHA-256 `{version.sha256}`)"
        why = escape_markdown(" ".join(version.reason.split())) or "given before any work was decided on"
        told.append(f"- {what}: {why}")
        told += [
            f"    - {one.part} {one.action}: {escape_markdown(one.text)}"
            for one in changes
            if one.number == version.number
        ]
    return told


def _list_elements(protocol: Protocol) -> list[str]:
    stated = protocol.elements.model_dump(exclude_none=True)
    return ["", *_list(f"{name.replace('_', ' ').capitalize()}: {words}" for name, words in stated.items())] * bool(
        stated
    )


def _list_criteria(protocol: Protocol, excluded: Mapping[str, int]) -> list[str]:
    told = []
    for one in protocol.criteria:
        works = excluded.get(one.id, 0)
        ended = f" (decided the exclusion of {works} {'work' if works == 1 else 'works'})" if works else ""
        told.append(f"- **{one.id}**, {one.kind}: {escape_markdown(one.read().text)}{ended}")
    return told or [_OPEN]


def _state_limits(plan: Plan) -> list[str]:
    """Return what the review limits its works to besides, as it was ordered."""
    return [
        f"Years: {plan.from_year or 'any'} to {plan.to_year or 'any'}",
        f"Languages: {', '.join(plan.languages) or 'any'}",
        f"Preprints, reports and dissertations: {'admitted' if plan.grey else 'left out'}",
    ]
