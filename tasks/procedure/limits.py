"""What limits a review, from its record: how the search ended, who judged, what was left out or not read.

What a review rests on, in a few sentences: for its abstract, introduction and conclusions.
"""

from __future__ import annotations

from tasks.procedure.facts import Facts
from tasks.procedure.left_out import tell_scarce, tell_unread
from tasks.procedure.search import OPEN_LIBRARY, RECALL, name_catalogues, name_strategies
from tasks.procedure.selection import UNREAD_CRITERIA, tell_kept, tell_set_aside
from tasks.procedure.synthesis import UNASKED_FIELDS

RATIONALE = [
    (
        "The searches behind this review identified {discovered:work/works}, and the {corpus} that form its corpus are "
        "too many to be surveyed without some order."
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
    """Return templates on search, screening and corpus in brief."""
    return [
        *tell_search_in_brief(facts),
        (
            "The searches identified {discovered:work/works}, of which {screened:was/were} screened on title and "
            f"abstract {_name_judges(facts)}."
        ),
        *_tell_corpus(facts),
        "The tier's size left out {beyond_tier:work/works} that had been judged relevant.",
        *tell_scarce(facts),
        *tell_taken(facts),
        *(["The search ended because {stop_reason}."] if facts.by_model else []),
    ]


def tell_search_in_brief(facts: Facts) -> list[str]:
    """Return the template of the search in one sentence."""
    ways = f" {name_strategies(facts)}," if facts.procedure.strategies else ""
    return [
        (
            f"Works were searched for in {name_catalogues(facts)}{ways} in {{queries:query/queries}}, and then by "
            "backward and forward snowballing over {stages:stage/stages}."
        )
    ]


def _name_judges(facts: Facts) -> str:
    judge = "by a language model" if facts.judged_by_model else "by a score"
    if facts.count("judged_by_people"):
        return f"{judge}, {{judged_by_people}} of them by a person as well"
    return f"{judge} alone"


def _tell_corpus(facts: Facts) -> list[str]:
    if facts.judged_by_model:
        return ["The corpus holds {corpus:work/works} published between {first_year} and {last_year}."]
    return [
        (
            "Relevance was scored by shared terms, sentence embeddings and citations, and {corpus:work/works} "
            "published between {first_year} and {last_year} form the corpus."
        )
    ]


def tell_taken(facts: Facts) -> list[str]:
    """Return the template that says what was taken from the texts."""
    if facts.by_model:
        return ["From these {findings:finding was/findings were} taken, each tied to a verbatim quotation."]
    return [
        (
            "From the {with_abstract:work/works} that had a text, {findings:statement was/statements were} taken, each "
            "tied to a verbatim quotation."
        )
    ]


_UNSEEN_WITHOUT = "what stands only in the full texts"
_UNSEEN_WITH = "what these leave out or, where no full text was read, of anything beyond the abstract"


def tell_approach(facts: Facts) -> list[str]:
    """Return templates on what an extractive review cannot know."""
    unseen = _UNSEEN_WITH if facts.count("with_full_text") else _UNSEEN_WITHOUT
    return [
        "This review is extractive, and it shares the limits of that approach.",
        f"It repeats sentences of the sources and takes no account of {unseen}.",
        (
            "Sentences were chosen by rules, so a finding put in unusual words may have been missed, and a sentence "
            "taken out of its context may sound more certain than its authors meant."
        ),
        (
            "Contrasts, limits and open questions were recognised by cue words and are pointers for the reader rather "
            "than verdicts: that a theme has no part on its debates or its gaps does not mean that its works have none."
        ),
    ]


def tell_limits(facts: Facts) -> list[str]:
    """Return templates on what may have been missed, who judged, and what was not done."""
    exempt = " that appeared before {cited_by_exempt_from}" if facts.count("cited_by_exempt_from") else ""
    return [
        "The search ended because {stop_reason}.",
        RECALL,
        *tell_kept(facts),
        "The tier's size left out {beyond_tier:work/works} that had been judged relevant.",
        *tell_unread(facts),
        "In the order of screening, {not_reached:work/works} ranked too low to be reached.",
        "Coverage is that of one catalogue, {catalogue}, as of {as_of}."
        if len(facts.procedure.catalogues) <= 1
        else f"Coverage is that of {name_catalogues(facts)} as of {{as_of}}"
        f"{', and for books of Open Library' if OPEN_LIBRARY in facts.procedure.catalogues else ''}.",
        (
            "Of the queries, {queries_by_citations} passed over works cited {cited_by_over:time/times} or fewer"
            f"{exempt}."
        ),
        *tell_judges(facts),
        UNREAD_CRITERIA if facts.procedure.criteria and not facts.judged_by_model else "",
        *tell_set_aside(facts),
        UNASKED_FIELDS if facts.procedure.extract and not facts.by_model else "",
        "For {unsure:work/works} no judgement was reached; they were left out."
        if facts.judged_by_model
        else "For {unsure:work/works} the score was undecided; they were left out.",
        "" if facts.count("with_full_text") else "No full text was read.",
        "No text was at hand for {without_abstract:work/works} of the corpus, which could therefore not be cited.",
        "For {sources_note:work/works} the text was a project note, not the authors' words.",
        "Summaries and sections were written by a language model, and whether a sentence renders its source correctly "
        "was checked by program only in part."
        if facts.by_model
        else "",
        *tell_unappraised(facts),
        *tell_averages(facts),
    ]


def tell_averages(facts: Facts) -> list[str]:
    """Return the template on what pooled effects are worth, or that there are none."""
    if not facts.count("pooled"):
        return ["No effect was pooled."]
    return [
        (
            "The effects pooled in {pooled:comparison/comparisons} are of works that state them with an interval, and "
            "works that state none are missing from these averages."
        )
    ]


def tell_unappraised(facts: Facts) -> list[str]:
    """Return templates on works of whose quality nobody said anything."""
    if not facts.count("appraised"):
        return ["The quality of individual studies was not appraised, so strong and weak designs stand side by side."]
    return [
        (
            "The quality of {unappraised:work/works} of the corpus was not appraised, so strong and "
            "weak designs may stand side by side."
        )
    ]


def tell_pooling_in_brief(facts: Facts) -> list[str]:
    """Return templates on pooling and appraisal for the abstract."""
    if facts.count("pooled"):
        return [
            "At a person's request, effects were pooled in {pooled:comparison/comparisons}.",
            "The quality of {appraised:work/works} was appraised by people."
            if facts.count("appraised")
            else "The quality of individual studies was not appraised.",
        ]
    if not facts.count("appraised"):
        return ["No effects were pooled and the quality of individual studies was not appraised."]
    return ["No effects were pooled, and the quality of {appraised:work/works} was appraised by people."]


def tell_judges(facts: Facts) -> list[str]:
    """Return templates on who judged the works, in one sentence."""
    by_model = "The works were judged on title and abstract by a language model"
    by = by_model if facts.judged_by_model else "Relevance was scored"
    if facts.count("judged_by_people"):
        return [f"{by}, and a person judged {{judged_by_people}} of the {{screened:work/works}} screened."]
    return [f"{by} without a human judge."]
