"""What the tier's size left out of the relevant works, and what it left of each facet of the topic."""

from __future__ import annotations

from tasks.procedure.facts import Facts, escape_words
from tasks.text.numbers import join_phrases, spell

_FEWEST_ABOUT = 3
_MOST_NAMED = 3
_ENOUGH = 20  # one work in so many is about a facet that the corpus covers
_RECENT = "first to the last three years of what was found"
_ABOUT = ", to works about a facet of the topic"
_LEAST = ", with at least 15% of all places for each facet about which so many works were found"


def tell_left_out(facts: Facts) -> list[str]:
    """Return templates on the relevant works that the corpus does not hold, and why."""
    among = "the facets of the topic" + (" and the works that the user named" if facts.count("named") else "")
    shared = f", and half of the places were shared out among {among}{_LEAST}" if _has_shared_out(facts) else ""
    about = any(one.shares and one.relevant for one in facts.procedure.facets)
    return [
        (
            "Of these, {beyond_tier:work was/works were} left out because they lay beyond the tier's size: those with "
            "the lowest scores and the fewest citations from the others, works without an abstract after all that have "
            f"one, except that a quarter of the places went {_RECENT}{_ABOUT if about else ''}{shared}."
        ),
        "For want of an abstract {tier_bare:of them/of them} came last.",
        *tell_unread(facts),
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
        *tell_facets(facts),
        (
            "For {not_retrieved:relevant work/relevant works} nothing could be read, and the next in order took their "
            "place."
        ),
        "Because they had been retracted, {retracted:relevant work/relevant works} left the corpus.",
        "For {superseded:preprint/preprints} the version published since took the place.",
    ]


def tell_unread(facts: Facts) -> list[str]:
    """Return the template on what much of the corpus cites, and the review could not read, most cited first."""
    named = [
        f"“{escape_words(one.title)}”{_date(one.year)}, which {spell(one.citing)} of its works cite"
        for one in facts.procedure.unread[:_MOST_NAMED]
    ]
    return [f"For want of an abstract the corpus lacks {join_phrases(named)}."] if named else []


def _date(year: int | None) -> str:
    return f" ({year})" if year else ""


def _has_shared_out(facts: Facts) -> bool:
    """Return whether a facet with a share of the places distinguishes works (`storage/queries/selection.sql`)."""
    most = 2 * facts.count("relevant")
    return any(
        one.shares and one.relevant >= _FEWEST_ABOUT and 3 * one.relevant <= most for one in facts.procedure.facets
    )


def tell_facets(facts: Facts) -> list[str]:
    """Return templates on what the tier's size left of each facet of the topic, and of which it left least.

    A work is about a facet by its words (`tasks.snowballing.facets`); of equal shares the facet of most works counts.
    """
    facets = [one for one in facts.procedure.facets if one.relevant >= _FEWEST_ABOUT]
    if len(facets) < 2 or not facts.count("beyond_tier"):  # noqa: PLR2004 -- one has nothing to be compared with
        return []
    told = [f"{spell(one.kept)} of {spell(one.relevant)} that name “{escape_words(one.facet)}”" for one in facets]
    least = min(facets, key=lambda one: (one.kept / one.relevant, -one.relevant))
    cut = least.relevant - least.kept
    works = "work about it is" if cut == 1 else "works about it are"
    name = escape_words(least.facet)
    lost = f"The size of the tier cost “{name}” most: {spell(cut)} relevant {works} not in the corpus."
    held = f"As their words show, of the works judged relevant the corpus holds {join_phrases(told)}."
    return [held, lost if cut else ""]


def tell_scarce(facts: Facts) -> list[str]:
    """Return templates on what the review was to cover and less than a twentieth of its corpus names."""
    corpus = facts.count("corpus")
    told = []
    for one in facts.procedure.facets:
        if one.shares and _ENOUGH * one.kept < corpus:
            works = {0: "no work of the corpus names", 1: "only one work of the corpus names"}
            held = works.get(one.kept, f"only {spell(one.kept)} works of the corpus name")
            told.append(
                f"Of what the review covers, {held} “{escape_words(one.facet)}” in the title or more than once in the "
                "abstract; other words for it are not counted."
            )
    return told
