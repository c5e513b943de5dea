"""How the works were searched for, and which were eligible."""

from __future__ import annotations

from tasks.citation_indexes.registry import CITATION_INDEXES
from tasks.procedure.facts import Facts, name_catalogue
from tasks.text.cleaning import escape_markdown
from tasks.text.numbers import join_phrases, spell

_STRATEGIES = {
    "keyword": "keyword queries in several framings",
    "citation": "citation searches from the best hits",
    "expert": "searches for the works of authors active in the subject",
    "book": "searches for books and handbooks",
}
_IN_BRIEF = {"keyword": "by keyword", "citation": "by citation", "expert": "by author", "book": "among books"}
OPEN_LIBRARY = "openlibrary"
RECALL = (
    "Judging by how often relevant works were found both by words and by links, the search found an estimated {recall} "
    "({recall_low} to {recall_high}) of the works that would be judged relevant."
)


def tell_search(facts: Facts) -> list[str]:
    """Return templates on what was asked of which catalogue, with which limits, and when the search ended."""
    snowballed = facts.count("stages") > 0
    stood = "they stood" if _are_several(facts) else "it stood"
    return [
        f"Works were searched for in {name_catalogues(facts)} as {stood} in {{as_of}}.",
        *_tell_beside(facts),
        *_tell_strategies(facts),
        *_tell_queries(facts),
        "Besides, {imported:record was/records were} imported from files that had been exported elsewhere.",
        (
            "Among these records, {imported_unmatched:work was/works were} not found in the catalogue and taken as the "
            "records state them."
        ),
        "From these records, {imported_labels:label was/labels were} taken over as they stood.",
        (
            f"Together with {'the snowballing described below' if snowballed else 'their citations'} they identified "
            "{discovered:work/works}."
        ),
        (
            "Among these, {duplicates:record was/records were} recognised as duplicates by DOI or by title, first "
            "author and year, and left out."
        ),
        "The works found relevant then served as seeds for snowballing, backward through their references and forward "
        "through the works that cite them."
        if snowballed
        else "",
        *_tell_second(facts),
        "Snowballing went through {stages:stage/stages}.",
        *_tell_amended(facts),
        (
            "In its last stage {coverage_delta} of the works screened were relevant, a share referred to as the "
            "coverage delta."
        ),
        "The search ended because {stop_reason}.",
        RECALL,
        "That estimate treats the two ways of finding works as independent, which they are only in part, and works "
        "that were not screened as irrelevant."
        if "recall" in facts.numbers
        else "",
        (
            "After the review was written it was brought up to date {updates:time/times}, for which works published "
            "since were searched for with the same queries and through citations of the corpus."
        ),
    ]


def name_catalogues(facts: Facts) -> str:
    """Return the template that names the catalogue, or the several."""
    return f"the catalogue{'s' if _are_several(facts) else ''} {{catalogue}}"


def _are_several(facts: Facts) -> bool:
    return ", " in str(facts.numbers.get("catalogue", ""))


def _tell_beside(facts: Facts) -> list[str]:
    if not _are_several(facts):
        return []
    lead, *beside = str(facts.numbers["catalogue"]).split(", ")
    told = (
        f"Queries in words were put to each, and citations were followed in {name_catalogue(lead)} alone; records of "
        f"{escape_markdown(join_phrases(beside))} were matched to it by DOI, else by PMID, and to each other by these "
        "or by title, first author and year."
    )
    return [told]


def _tell_amended(facts: Facts) -> list[str]:
    if not facts.procedure.questions_amended:
        return []
    return [
        (
            "When an amendment of the protocol changed the questions, works that had been judged by the former ones "
            "were judged again where it could change the verdict."
        ),
        (
            "What the questions then asked was searched for by the same strategies, in {amended_searches:stage/stages} "
            "of snowballing, from which on the search was to end by the same rules as before."
        ),
        "For this {amended_queries:query was/queries were} run, which identified {amended_records:work/works}.",
        "Of these, {amended_fresh:work/works} had not been found before.",
    ]


def _tell_second(facts: Facts) -> list[str]:
    named = str(facts.numbers.get("second_sources", "")).split(", ")
    titles = join_phrases([CITATION_INDEXES[name].endpoint.title for name in named if name in CITATION_INDEXES])
    return [
        (
            "For {second_asked:relevant work/relevant works} of which the catalogue states few references or none, "
            f"references and citing works were taken from {titles} as well."
        ),
        "These added {second_citations:citation/citations} that the catalogue does not state.",
    ]


def name_strategies(facts: Facts) -> str:
    """Return the ways of searching in a few words: "by keyword, by citation and among books"."""
    return join_phrases([words for name, words in _IN_BRIEF.items() if name in facts.procedure.strategies])


def tell_eligibility(facts: Facts) -> list[str]:
    """Return sentences on the years, languages, types and terms that a work had to have or not to have."""
    made = facts.procedure
    years = {
        (True, True): f"Works published from {made.from_year} to {made.to_year} were eligible.",
        (True, False): f"Works published since {made.from_year} were eligible.",
        (False, True): f"Works published up to {made.to_year} were eligible.",
        (False, False): "Works of any year were eligible.",
    }[made.from_year is not None, made.to_year is not None]
    grey = (
        "and preprints, reports and dissertations as well"
        if made.grey
        else "but no preprints, reports or dissertations"
    )
    return [
        years,
        f"Languages were restricted to those coded {escape_markdown(join_phrases(made.languages))}."
        if made.languages
        else "Languages were not restricted.",
        f"Articles, reviews, books and chapters of books were admitted, {grey}.",
    ]


def _tell_strategies(facts: Facts) -> list[str]:
    made = facts.procedure
    ways = [words for name, words in _STRATEGIES.items() if name in made.strategies]
    told = []
    if len(ways) > 1:
        told.append(f"{spell(len(ways)).capitalize()} strategies ran side by side: {join_phrases(ways)}.")
    elif ways:
        told.append(f"The works were searched for by {ways[0]}.")
    if made.strategies and "book" not in made.strategies:
        told.append("Books were not searched for.")
    if OPEN_LIBRARY in made.catalogues:
        told.append("Books were searched for in Open Library as well.")
    if facts.by_model:
        told.append(
            "The keyword queries were formulated by a language model from the topic and the vocabulary of its best "
            "hits."
        )
    return told


def _tell_queries(facts: Facts) -> list[str]:
    exempt = (
        ", works published in {cited_by_exempt_from} or later excepted" if facts.count("cited_by_exempt_from") else ""
    )
    return [
        "Before the search a person added {people_added_queries:query/queries}.",
        "Before the search a person dropped {people_dropped_queries:query/queries}.",
        "Before the search a person changed {people_changed_criteria:criterion/criteria} of inclusion and exclusion.",
        "In all, {queries:query was/queries were} run, and every query is listed in the appendix as it was sent.",
        (
            "Of these, {queries_by_citations:query/queries} asked only for works cited more than "
            f"{{cited_by_over:time/times}}{exempt}."
        ),
        (
            "For {queries_capped:query/queries} more works matched than were taken, at most the best "
            "{query_limit} of each."
        ),
    ]
