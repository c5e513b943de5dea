"""What a review says the tier's size left of the facets of its topic."""

from __future__ import annotations

from storage.reading.procedure import FacetShare, Procedure
from tasks.procedure.checking import tell_all
from tasks.procedure.facts import Facts
from tasks.procedure.selection import tell_facets, tell_left_out


def _share(facet: str, relevant: int, kept: int, *, shares: bool = True) -> FacetShare:
    return FacetShare(facet, shares, relevant, kept)


_FACETS = (_share("business", 111, 32), _share("finance", 42, 20), _share("rare", 1, 0))


def _facts(*facets: FacetShare, beyond: int = 313) -> Facts:
    return Facts({"relevant": 427, "beyond_tier": beyond, "corpus": 114}, Procedure(facets=facets))


def test_the_facet_that_lost_most_is_named_with_what_is_left_of_each():
    """Numbers are those of the ledger; a facet of one or two works is not told of; verify knows both sentences."""
    facts = _facts(*_FACETS)
    told = facts.tell(tell_facets(facts))
    assert told[0].endswith("the corpus holds 32 of 111 that name “business” and 20 of 42 that name “finance”.")
    assert told[1:] == ["The size of the tier cost “business” most: 79 relevant works about it are not in the corpus."]
    assert set(told) <= set(tell_all(facts).values())


def test_places_shared_out_are_said_to_be_so():
    """Only where a facet that has a share distinguishes works; reviews begun before facets say what they said."""
    shared = "half of the places were shared out among the facets of the topic"
    assert shared in " ".join(tell_left_out(_facts(*_FACETS)))
    for facets in ((), (_share("sleep", 111, 32, shares=False), _share("nurses", 400, 100))):
        assert shared not in " ".join(tell_left_out(_facts(*facets)))


def test_nothing_was_lost_where_nothing_was_cut():
    """A corpus that holds all relevant works has nothing to tell of its facets."""
    assert tell_facets(_facts(*_FACETS, beyond=0)) == []
