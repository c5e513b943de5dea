"""How items on search and selection are met."""

from __future__ import annotations

from tasks.reporting.checklists.record import (
    APPENDIX,
    INTRODUCTION,
    METHODS,
    TABLES_AND_FIGURES,
    Entry,
    Reported,
    partly,
    told,
    undone,
)
from tasks.reporting.conduct import FULL_TEXTS, LEFT_OUT, SOURCES

_QUERIES = (APPENDIX, "^Appendix, Queries as run")
_CONDUCT = (APPENDIX, f"^Appendix, {SOURCES}")


def eligibility(review: Reported) -> Entry:
    """Criteria of years, languages and types, and how works were grouped."""
    stated = review.count("criteria_stated")
    what = f"Years, languages, types and {stated} criteria; groups by theme." if stated else "Years, languages, types."
    return told(review, what, (METHODS, r"\beligible\b|\bcriteri"), (METHODS, r"\bgrouped\b|\bgroupings?\b"))


def sources(review: Reported) -> Entry:
    """Sources searched, with the days."""
    if review.find(APPENDIX, "The days of the search are not on record"):
        return partly(review, "Sources without days.", (METHODS, r"\bcatalogue\b|\bdatabase\b"), _CONDUCT)
    return told(
        review,
        review.tell(
            "{queries:query/queries}, {stages:stage/stages} of snowballing; first and last day of each source."
        ),
        (METHODS, r"\bcatalogues?\b|\bdatabases?\b"),
        (APPENDIX, r"The search was made (?:on|from) \d"),
    )


def strategies(review: Reported) -> Entry:
    """Every query as run."""
    if not review.count("queries"):
        return undone(review, "No query was run.", _QUERIES)
    return told(review, review.tell("{queries:query/queries}, whole, with limits and hits."), _QUERIES)


def selection(review: Reported) -> Entry:
    """Who judged, on what, independently or not."""
    judges = r"\bperson\b|\bpeople\b|\bhuman\b|\bnobody\b|\breviewers?\b"
    what = review.tell(
        "{screened:work/works} judged on title and abstract.",
        "A person judged {judged_by_people}."
        if not review.count("judged_jointly")
        else "People judged {judged_by_people}, two or more independently {judged_jointly}.",
    )
    return told(review, what, (METHODS, r"\bscreened\b|\bjudged\b"), (METHODS, judges))


def flow(review: Reported) -> Entry:
    """The flow from records to works, full texts among them."""
    what = review.tell(
        "{identified} identified, {not_reached} not screened, {screened} screened, {relevant} relevant, {corpus} in "
        "the review.",
        "Full texts: {sought} looked for, {retrieved} retrieved.",
    ) or review.tell("{discovered} identified, {screened} screened, {corpus} in the review.")
    return told(review, what, (TABLES_AND_FIGURES, "Left to be screened"), (APPENDIX, f"^Appendix, {FULL_TEXTS}"))


def left_out(review: Reported) -> Entry:
    """Works that seemed to qualify but are not in the review."""
    what = f"{review.count('not_included') + review.count('beyond_tier'):,} works judged, not in the review."
    return told(review, what, (APPENDIX, f"^Appendix, {LEFT_OUT}"))


def databases(review: Reported) -> Entry:
    """Each database by name."""
    return told(review, "", (METHODS, r"\bcatalogues?\b|\bdatabases?\b"), _CONDUCT)


def platforms(review: Reported) -> Entry:
    """Several databases searched at once."""
    if not review.find(APPENDIX, r"not through a platform"):
        return undone(review, "")
    return Entry("not applicable", (f"Appendix, {SOURCES}",), "No platform that searches several at once was used.")


def registries(review: Reported) -> Entry:
    """Registries of studies."""
    return undone(review, "None was searched.", (APPENDIX, "No study registry was searched"))


def browsing(review: Reported) -> Entry:
    """Websites and tables of contents."""
    return undone(review, "Nothing was browsed.", (APPENDIX, "no website or table of contents"))


def citation_searching(review: Reported) -> Entry:
    """Cited and citing works that were followed."""
    if not review.count("stages"):
        return undone(review, "No citation was followed.", (APPENDIX, "^Appendix, Snowballing"))
    what = review.tell("Cited and citing works, over {stages:stage/stages}.")
    return told(review, what, (METHODS, "snowballing|citation search"), (APPENDIX, "^Appendix, Snowballing"))


def contacts(review: Reported) -> Entry:
    """People asked for further works."""
    return undone(review, "Nobody was contacted.", (APPENDIX, "Nobody was contacted"))


def other_ways(review: Reported) -> Entry:
    """Further ways of finding works."""
    what = review.tell("{named:work was/works were} named by the user.") or "There were none."
    return told(review, what, (APPENDIX, r"\(item 7\)"))


def limits(review: Reported) -> Entry:
    """Limits of the search, and why; why is not told."""
    return partly(review, "Limits without reasons for them.", (METHODS, r"\beligible\b"), _QUERIES)


def filters(review: Reported) -> Entry:
    """Published search filters."""
    return told(review, "None was used.", (APPENDIX, "No published search filter was used"))


def prior_work(review: Reported) -> Entry:
    """Strategies of other reviews."""
    return told(review, "None was used.", (APPENDIX, "no search strategy of another review"))


def updates(review: Reported) -> Entry:
    """Searches brought up to date."""
    what = review.tell("Brought up to date {updates:time/times}.") or "The search was not repeated."
    return told(review, what, (APPENDIX, r"\(item 12\)"))


def days(review: Reported) -> Entry:
    """When each source was last searched."""
    return told(review, "First and last day of each source.", (APPENDIX, r"The search was made (?:on|from) \d"))


def peer_review(review: Reported) -> Entry:
    """Peer review of the strategies."""
    return undone(review, "The strategies were not peer reviewed.", (APPENDIX, "were not peer reviewed"))


def records(review: Reported) -> Entry:
    """Records of each source, and in all."""
    what = review.tell("{identified:record/records} in all.")
    return told(review, what, (APPENDIX, r"Records returned"), (APPENDIX, "by search strategy"))


def deduplication(review: Reported) -> Entry:
    """How duplicates were recognised."""
    what = review.tell("{duplicates:duplicate/duplicates}.") or "No duplicate."
    return told(review, f"By DOI, or title, author and year. {what}", (APPENDIX, r"taken for one work"))


def objectives(review: Reported) -> Entry:
    """Questions that the review asks."""
    what = review.tell("{questions:question/questions}.") or "The topic as a question."
    return told(review, what, (INTRODUCTION, r"\bquestions?\b"))
