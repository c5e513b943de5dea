"""Who is an authority among the works found on a topic."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

from storage.records.search import Author, Expert, Work

_ACTIVE_WITHIN_YEARS = 5
_ACTIVE_BONUS = 1.1


def h_index(citations: Iterable[int]) -> int:
    """Return the largest h for which h works have at least h citations each (Hirsch 2005)."""
    ranked = sorted(citations, reverse=True)
    return sum(cited >= rank for rank, cited in enumerate(ranked, start=1))


def rank_experts(works: Sequence[Work], newest_year: int, limit: int) -> list[Expert]:
    """Return the authors with most weight among the works, best first, ties by id; authors without an id are skipped.

    The weight is ``(ln(1 + citations) + 2 ln(1 + works) + 2 ln(1 + h)) * 1.1 if still active``: logarithms so that one
    famous work does not make an expert, the doubled terms for sustained work; active means a work in the five years
    before `newest_year`. The affiliation is the one on the author's latest work that states any.
    """
    signed: dict[str, list[tuple[Work, Author]]] = defaultdict(list)
    for work in works:
        authors = {author.author_id: author for author in work.authors if author.author_id}
        for author_id, author in authors.items():
            signed[author_id].append((work, author))
    experts = [_describe(author_id, written) for author_id, written in signed.items()]
    experts.sort(key=lambda expert: (-weigh_expert(expert, newest_year), expert.author_id))
    return experts[:limit]


def weigh_expert(expert: Expert, newest_year: int) -> float:
    """Return the weight `rank_experts` sorts by."""
    weight = math.log1p(expert.citations) + 2 * math.log1p(expert.works) + 2 * math.log1p(expert.h_index)
    active = expert.last_year is not None and expert.last_year >= newest_year - _ACTIVE_WITHIN_YEARS
    return weight * _ACTIVE_BONUS if active else weight


def _describe(author_id: str, written: list[tuple[Work, Author]]) -> Expert:
    latest_first = sorted(written, key=lambda pair: (-(pair[0].year or 0), pair[0].work_id))
    citations = [work.cited_by_count for work, _ in written]
    return Expert(
        author_id=author_id,
        name=latest_first[0][1].name,
        affiliation=next((author.affiliation for _, author in latest_first if author.affiliation), None),
        works=len(written),
        citations=sum(citations),
        h_index=h_index(citations),
        last_year=max((work.year for work, _ in written if work.year), default=None),
    )
