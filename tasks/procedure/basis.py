"""What a review rests on, in a few sentences: for its abstract, introduction and conclusions."""

from __future__ import annotations

from tasks.procedure.facts import Facts
from tasks.procedure.search import name_strategies

RATIONALE = [
    (
        "The searches behind this review brought up {discovered:work/works}, and the {corpus} that form its corpus are "
        "too many to be read side by side without an order."
    ),
    "Its aim is therefore to set out what they report, theme by theme, in words that can be traced to the sources.",
]
CHOSEN = [
    (
        "It rests on {corpus:work/works} published between {first_year} and {last_year}, chosen from {screened} that "
        "were screened."
    )
]


def tell_basis(facts: Facts) -> list[str]:
    """Return templates of search, screening and corpus in brief."""
    return [
        *tell_search_in_brief(facts),
        (
            "The searches brought up {discovered:work/works}, of which {screened:was/were} screened on title and "
            f"abstract {_name_judges(facts)}."
        ),
        *_tell_corpus(facts),
        "The tier's size left out {beyond_tier:work/works} that had been judged relevant.",
        *_tell_taken(facts),
        *(["The search ended because {stop_reason}."] if facts.by_model else []),
    ]


def tell_search_in_brief(facts: Facts) -> list[str]:
    """Return the template of the search in one sentence."""
    ways = f" {name_strategies(facts)}," if facts.procedure.strategies else ""
    return [
        (
            f"Works were searched in the catalogue {{catalogue}}{ways} in {{queries:query/queries}}, and then by "
            "backward and forward snowballing over {stages:stage/stages}."
        )
    ]


def _name_judges(facts: Facts) -> str:
    judge = "by a language model" if facts.by_model else "by a score"
    if facts.count("judged_by_people"):
        return f"{judge}, {{judged_by_people}} of them by a person as well"
    return f"{judge} and by no person"


def _tell_corpus(facts: Facts) -> list[str]:
    if facts.by_model:
        return ["The corpus holds {corpus:work/works} published between {first_year} and {last_year}."]
    return [
        (
            "Relevance was scored by shared terms, sentence embeddings and citations, and {corpus:work/works} "
            "published between {first_year} and {last_year} form the corpus."
        )
    ]


def _tell_taken(facts: Facts) -> list[str]:
    if facts.by_model:
        return ["From these {findings:finding was/findings were} taken, each tied to a verbatim quotation."]
    return [
        (
            "From the {with_abstract:work/works} that had a text, {findings:statement was/statements were} taken, each "
            "tied to a verbatim quotation."
        )
    ]
