"""What the tier's size left out of the relevant works, and what it left of each facet of the topic."""

from __future__ import annotations

from tasks.citations.sentences import split_sentences
from tasks.procedure.facts import Facts, escape_words
from tasks.text.numbers import join_phrases, spell

_FEWEST_ABOUT = 3
_MOST_NAMED = 3
_ENOUGH = 20  # one work in so many is about a facet that the corpus covers
_OF_LATE = "from the last three years of what was found"
_LEAST = "with at least 15% of all places for each part about which so many works were found"


def tell_left_out(facts: Facts) -> list[str]:
    """Return templates on the relevant works that the corpus does not hold, and why."""
    return [
        (
            "Of these, {beyond_tier:work was/works were} left out for the tier's size: the lowest in score and in "
            "citations from the others."
        ),
        "For want of an abstract {tier_bare:of them/of them} came last.",
        *tell_unread(facts),
        *(_tell_places(facts) if facts.count("beyond_tier") else []),
        *tell_facets(facts),
        (
            "For {not_retrieved:relevant work/relevant works} nothing could be read, and the next in order took their "
            "place."
        ),
        "Because they had been retracted, {retracted:relevant work/relevant works} left the corpus.",
        "For {superseded:preprint/preprints} the version published since took the place.",
    ]


def _tell_places(facts: Facts) -> list[str]:
    """Return templates on whom places were kept for, whatever their score, and what that cost."""
    about = " about a part of the topic" if has_about(facts) else ""
    named = " and the works that the user named" if facts.count("named") else ""
    return [
        f"A quarter of the places went first to works{about} {_OF_LATE}.",
        f"Half of the places were shared out among the parts of the topic{named}, {_LEAST}."
        if has_shared_out(facts)
        else "",
        "For these, {tier_displaced:work/works} made way that score and citations alone would have kept.",
    ]


def tell_unread(facts: Facts) -> list[str]:
    """Return the template on what much of the corpus cites, and the review could not read, most cited first."""
    named = [
        f"{_name(one.title, one.year)}, which {spell(one.citing)} of its works cite"
        for one in facts.procedure.unread[:_MOST_NAMED]
    ]
    return [f"For want of an abstract the corpus lacks {join_phrases(named)}."] if named else []


def _name(title: str, year: int | None) -> str:
    """Return a title with its year, so that no mark in it ends the sentence that it stands in."""
    first = next(iter(split_sentences(escape_words(title))), "").rstrip(". ")
    asks = first.endswith(("?", "!"))
    return f"“{first}”" + ((f", {year}" if asks else f" ({year})") if year else "")


def has_about(facts: Facts) -> bool:
    """Return whether the places of recent works went to those about a facet only."""
    return any(one.shares and one.relevant for one in facts.procedure.facets)


def has_shared_out(facts: Facts) -> bool:
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
    held = f"Of the works judged relevant, the corpus holds {join_phrases(told)}."
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
