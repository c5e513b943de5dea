"""Searching further by words: how deep, with which terms, and when it no longer pays."""

from __future__ import annotations

from storage.records.search import Plan, QueryYield, Work
from tasks.snowballing.further_queries import word_further

PLAN = Plan("street trees and summer heat", as_of=2024)
INCLUDED = [Work(f"W{n}", f"Street trees, evapotranspiration and summer heat {n}", year=2010) for n in range(12)]
EXCLUDED = [Work(f"X{n}", f"Street lamps and summer nights {n}", year=2010) for n in range(40)]


def ran(framing: str, *, text: str = "street trees and summer heat", stage: int = 0, hits: int = 900,
        retrieved: int = 50, found: int = 50, included: int = 10) -> QueryYield:  # fmt: skip
    """Return a query as run."""
    return QueryYield(framing, framing, text, stage, hits, retrieved, found, included)


def framings(*queries: QueryYield) -> list[tuple[str, int]]:
    """Return framing and limit of the queries that follow."""
    return [(query.framing, query.limit) for query in word_further(PLAN, queries, INCLUDED, EXCLUDED)]


def test_the_topic_is_asked_deeper_while_one_in_fifty_is_included() -> None:
    """Four times as deep, up to 800; not where all was retrieved, nothing paid, or a person dropped the query."""
    assert ("topic, the first 200", 200) in framings(ran("topic"))
    deeper = ran("topic, the first 200", stage=1, retrieved=200, found=100, included=2)
    assert ("topic, the first 800", 800) in framings(ran("topic"), deeper)
    paid_too_little = ran("topic, the first 200", stage=1, retrieved=200, found=101, included=2)
    deepest = ran("topic, the first 800", stage=2, retrieved=800)
    for last in (paid_too_little, deepest, ran("topic", hits=50), ran("core terms")):
        assert not [told for told, _ in framings(last) if told.startswith("topic")]


def test_terms_of_the_included_works_are_asked_for_with_the_topics_core() -> None:
    """What the excluded works do not say, beside the part of the topic most included works name; none twice."""
    queries = word_further(PLAN, [ran("topic")], INCLUDED, EXCLUDED)
    (query,) = [query for query in queries if query.framing.startswith("terms")]
    assert query.framing == "terms of the included works: evapotranspiration"
    assert query.text == "street trees evapotranspiration"
    again = ran(query.framing, text=query.text, stage=1)
    assert not [told for told, _ in framings(ran("topic"), again) if told.startswith("terms")]


def test_terms_are_not_gone_on_with_where_the_last_ones_brought_nothing() -> None:
    """Judged by the queries of the latest stage that had any."""
    poor = ran("terms of the included works: lamps", text="street trees lamps", stage=1, included=0)
    assert not [told for told, _ in framings(ran("topic"), poor) if told.startswith("terms")]
    rich = ran("terms of the included works: lamps", text="street trees lamps", stage=1)
    assert [told for told, _ in framings(ran("topic"), rich) if told.startswith("terms")]


def test_without_judgements_there_are_no_terms() -> None:
    assert word_further(PLAN, [ran("topic", hits=50)], [], EXCLUDED) == []
