"""How earlier versions worded what is told of how a review was made; their reviews must hold as they stand."""

from __future__ import annotations

from collections.abc import Iterator

from tasks.procedure.facts import Facts
from tasks.procedure.left_out import has_about, has_shared_out

# What sentences say now, and what they said in reviews of earlier versions, which must hold as they stand.
_OR_TWO = (
    ", or two phrases of which each stands in at least a quarter and one or the other in at least half, "
    "or else the title of one of their works, chosen"
)
_LAST_YEARS = "went to the last three years first"
_BEFORE = (
    ("included by a lower score, down to", "included whose score had not sufficed until then, down to"),
    ("to take in 85%", "so that the corpus takes in 85%"),
    ("what to expect was learned on", "how relevance thins out with the score was learned on"),
    ("Of the works judged relevant, the corpus", "As their words show, of the works judged relevant the corpus"),
    ("went first to the last three years of what was found, to works about a facet of the topic", _LAST_YEARS),
    ("went first to the last three years of what was found", _LAST_YEARS),
    (", with at least 15% of all places for each facet about which so many works were found", ""),
    (_OR_TWO, ", chosen"),
    (
        "phrases whose words stand in title or abstract of at least half of their works",
        "phrases from their works' titles",
    ),
    ("were searched for in the", "were searched in the"),
    ("The searches identified", "The searches brought up"),
    (" alone.", " and by no person."),
    ("the order of screening, ", "the order of screening "),
    ("ranked too low", "stood too low"),
    ("treats the two ways of finding works as independent", "takes the two ways of finding for independent"),
    ("and works that were not screened as irrelevant", "and what was not screened for irrelevant"),
    ("no preprints, reports or", "no preprints, reports and"),
    ("the corpus, so the same", "the corpus, so that the same"),
    ("phrases from their works' titles", "phrases of their works' titles"),
    ("their words occur more often", "their words are met more often"),
)


def word_as_before(sentence: str) -> Iterator[str]:
    """Yield a sentence as it is told now, with each older wording, and with all of them."""
    yield sentence
    oldest = sentence
    for now, before in _BEFORE:
        yield sentence.replace(now, before)
        oldest = oldest.replace(now, before)
    yield oldest


def tell_as_before(facts: Facts) -> list[str]:
    """Return templates of sentences that earlier versions told and of which this one has made several, or none."""
    among = "the facets of the topic" + (" and the works that the user named" if facts.count("named") else "")
    least = ", with at least 15% of all places for each facet about which so many works were found"
    shared = f", and half of the places were shared out among {among}{least}" if has_shared_out(facts) else ""
    about = ", to works about a facet of the topic" if has_about(facts) else ""
    return [
        (
            "Relevance was judged by a score that combines two similarities of sentence embeddings (to the review's "
            "statement, and to its best first hits by BM25 and embedding) with the place in that order, with links to "
            "and co-citation with works already found relevant, and with the citations a work receives per year."
        )
        if not facts.judged_by_model
        else "",
        (
            "Of these, {beyond_tier:work was/works were} left out because they lay beyond the tier's size: those with "
            "the lowest scores and the fewest citations from the others, works without an abstract after all that have "
            "one, except that a quarter of the places went first to the last three years of what was found"
            f"{about}{shared}."
        ),
        (
            "By score and citations {tier_displaced:of them was/of them were} within the tier's size, and made way for "
            f"works of the last three years{' or of a facet with a share of its own' if shared else ''}."
        ),
        (
            "No work about a facet with a share of its own and with a score of 0.95 or more made way for a recent one "
            "of less."
        )
        if shared
        else "",
    ]
