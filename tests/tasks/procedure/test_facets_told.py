"""What a review says the tier's size left of the facets of its topic."""

from __future__ import annotations

from storage.reading.procedure import FacetShare, Procedure, UnreadWork
from tasks.procedure.checking import Checker, tell_all
from tasks.procedure.facts import Facts
from tasks.procedure.left_out import tell_facets, tell_left_out, tell_scarce, tell_unread
from tasks.procedure.limits import tell_basis, tell_limits
from tasks.procedure.sentences import METHODOLOGY, list_statements, read_statement


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
    shared = "Half of the places were shared out among the parts of the topic"
    assert shared in " ".join(tell_left_out(_facts(*_FACETS)))
    for facets in ((), (_share("sleep", 111, 32, shares=False), _share("nurses", 400, 100))):
        assert shared not in " ".join(tell_left_out(_facts(*facets)))


def test_nothing_was_lost_where_nothing_was_cut():
    """A corpus that holds all relevant works has nothing to tell of its facets."""
    assert tell_facets(_facts(*_FACETS, beyond=0)) == []


def test_what_the_review_was_to_cover_and_hardly_does_is_said_in_brief():
    """Of 114 works five are less than a twentieth; what only restricts the topic is not missed."""
    rare, absent = _share("fees", 9, 5), _share("fines", 1, 0)
    facts = _facts(*_FACETS[:2], rare, absent, _share("ports", 9, 1, shares=False), _share("tolls", 40, 6))
    where = "in the title or more than once in the abstract; other words for it are not counted."
    assert facts.tell(tell_scarce(facts)) == [
        f"Of what the review covers, only five works of the corpus name “fees” {where}",
        f"Of what the review covers, no work of the corpus names “fines” {where}",
    ]
    assert set(tell_scarce(facts)) <= set(tell_basis(facts))
    assert set(facts.tell(tell_scarce(facts))) <= set(tell_all(facts).values())


def test_what_a_facet_and_recent_works_have_places_for_is_told():
    """Floors and recency are as the cut makes them; reviews of before say what they said and hold as they stand."""
    told = _facts(*_FACETS).tell(tell_left_out(_facts(*_FACETS)))
    assert told[1:3] == [
        (
            "A quarter of the places went first to works about a part of the topic from the last three years of what "
            "was found."
        ),
        (
            "Half of the places were shared out among the parts of the topic, with at least 15% of all places for each "
            "part about which so many works were found."
        ),
    ]
    alone = " ".join(tell_left_out(_facts()))
    assert "went first to works from the last three years of what was found." in alone
    assert "part" not in alone
    facts = _facts(*_FACETS)
    before = "a quarter of the places went to the last three years first, and half of the places were shared out among"
    assert any(before in sentence for sentence in tell_all(facts))


def test_what_much_of_the_corpus_cites_and_has_no_abstract_is_named():
    """The three most cited, in methods and limits; a title's braces are no field."""
    lost = [
        UnreadWork("Tides {and} ports", 1999, 23),
        UnreadWork("Quays", None, 12),
        *[UnreadWork("Ropes", 2001, 11)] * 2,
    ]
    facts = Facts({"relevant": 427, "beyond_tier": 313, "corpus": 100}, Procedure(unread=tuple(lost)))
    sentence = (
        "For want of an abstract the corpus lacks “Tides (and) ports” (1999), which 23 of its works cite, “Quays”, "
        "which twelve of its works cite and “Ropes” (2001), which eleven of its works cite."
    )
    assert sentence in facts.tell(tell_left_out(facts))
    assert sentence in facts.tell(tell_limits(facts))
    assert sentence in tell_all(facts).values()


def test_what_was_told_in_one_sentence_holds_beside_what_is_told_in_several():
    """Reviews of earlier versions stand with the numbers of the ledger; another number is a fault, then and now."""
    numbers = {"relevant": 427, "beyond_tier": 313, "corpus": 114, "tier_bare": 2, "tier_displaced": 3}
    facts = Facts({**numbers, "by_bound": 19, "by_bound_from": "0.33"}, Procedure(facets=_FACETS))
    checker = Checker(facts)
    told = [
        "Of these, 313 works were left out for the tier's size: the lowest in score and in citations from the others.",
        "For want of an abstract two of them came last.",
        "For these, three works made way that score and citations alone would have kept.",
    ]
    assert set(told) <= set(facts.tell(tell_left_out(facts)))
    before = [
        (
            "Of these, 313 works were left out because they lay beyond the tier's size: those with the lowest scores "
            "and the fewest citations from the others, works without an abstract after all that have one, except that "
            "a quarter of the places went first to the last three years of what was found, to works about a facet of "
            "the topic, and half of the places were shared out among the facets of the topic, with at least 15% of all "
            "places for each facet about which so many works were found."
        ),
        (
            "By score and citations three of them were within the tier's size, and made way for works of the last "
            "three years or of a facet with a share of its own."
        ),
        (
            "No work about a facet with a share of its own and with a score of 0.95 or more made way for a recent one "
            "of less."
        ),
        (
            "As their words show, of the works judged relevant the corpus holds 32 of 111 that name “business” and 20 "
            "of 42 that name “finance”."
        ),
        (
            "When the search had ended, 19 further works were included whose score had not sufficed until then, down "
            "to 0.33, so that the corpus takes in 85% of what is expected to be relevant among the works screened; how "
            "relevance thins out with the score was learned on other reviews."
        ),
    ]
    for sentence in (*told, *before):
        assert checker.confirms(read_statement(METHODOLOGY, sentence)), sentence
    for sentence in (told[0], told[2], before[0], before[1]):
        wrong = sentence.replace("313", "131").replace("three works", "nine works").replace("three of", "nine of")
        assert checker.find_fault(read_statement(METHODOLOGY, wrong)) is not None, wrong


def test_nothing_made_way_where_nothing_was_cut():
    """Nor is it told whom places were kept for where there was room for all."""
    told = _facts(*_FACETS, beyond=0)
    assert not any("places" in sentence for sentence in told.tell(tell_left_out(told)))


def test_a_title_that_asks_ends_no_sentence():
    """Its part up to the mark names it; else half of the sentence would be held against the ledger by itself."""
    lost = [UnreadWork("Who pays? The cost of tides", 1999, 14), UnreadWork("Ropes", 2001, 11)]
    facts = Facts({"relevant": 427, "beyond_tier": 313, "corpus": 100}, Procedure(unread=tuple(lost)))
    (sentence,) = facts.tell(tell_unread(facts))
    assert sentence == (
        "For want of an abstract the corpus lacks “Who pays?”, 1999, which 14 of its works cite and “Ropes” (2001), "
        "which eleven of its works cite."
    )
    assert not Checker(facts).find_faults(list_statements([(METHODOLOGY, sentence)]))
