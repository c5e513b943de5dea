"""How items on what programs and language models did, and on what authors declare, are met."""

from __future__ import annotations

from tasks.reporting.checklists.record import (
    ABSTRACT,
    APPENDIX,
    DISCUSSION,
    INTRODUCTION,
    METHODS,
    Entry,
    Reported,
    partly,
    told,
    undone,
)
from tasks.reporting.conduct import DECLARED

_MODEL = r"\blanguage models?\b|\bscor(?:e|ed|es)\b|\bclassifier\b|\bembeddings?\b"
_MODELS = (APPENDIX, "^Appendix, Language models")
_DECLARED = f"^Appendix, {DECLARED}"
_NO_MODEL = "No language model was asked."


def registration(review: Reported) -> Entry:
    """Registration, or that there is none."""
    return told(
        review,
        "Registration, or that none is on record.",
        (APPENDIX, "No registration and no protocol|follows a protocol (?:without a registration|registered as)"),
    )


def protocol(review: Reported) -> Entry:
    """Protocol, or that there is none."""
    return told(
        review,
        "Protocol, or that none is on record.",
        (APPENDIX, "No registration and no protocol|review follows a protocol"),
    )


def amendments(review: Reported) -> Entry:
    """Amendments of registration or protocol."""
    if review.find(APPENDIX, "No registration and no protocol"):
        return Entry("not applicable", what="Nothing was registered.")
    return told(review, "Amendments, or that there are none.", (APPENDIX, "It was (?:not )?amended"))


def support(review: Reported) -> Entry:
    """Funding."""
    return undone(review, "To be stated by the authors.", (APPENDIX, "Funding and other support"))


def interests(review: Reported) -> Entry:
    """Competing interests."""
    return undone(review, "To be stated by the authors.", (APPENDIX, "Competing interests"))


def availability(review: Reported) -> Entry:
    """Data and code."""
    return told(review, "Database, tables and program.", (APPENDIX, r"corpus\.duckdb` beside this text"))


def not_in_abstract(review: Reported) -> Entry:
    """Funding or registration in the abstract."""
    return undone(review, "The abstract does not say; see the appendix.", (APPENDIX, _DECLARED))


def automation_in_title(review: Reported) -> Entry:
    """Automation in the title."""
    if any(word in review.title.lower() for word in ("language model", "automated", "artificial intelligence")):
        return Entry("reported", ("Title",))
    return Entry("not done", what="The title is the topic; the notes before the abstract say how the text was made.")


def automation_in_abstract(review: Reported) -> Entry:
    """Automation in the abstract."""
    return told(review, "What programs did.", (ABSTRACT, _MODEL))


def automation_why(review: Reported) -> Entry:
    """Why programs were used."""
    why = r"(?:language model|program|automat)[^.]*\b(?:because|so that|in order to)\b"
    return told(review, "", (INTRODUCTION, why))


def planned_use(review: Reported) -> Entry:
    """Whether the use was planned in a protocol."""
    what = "No protocol; analyst and tier were fixed before the search, in the table `review`."
    return partly(review, what, (APPENDIX, _DECLARED))


def tools(review: Reported) -> Entry:
    """Name, version and maker of each tool."""
    models = ", ".join(review.facts.procedure.models)
    named = (APPENDIX, r"The program that made the review is litreview")
    if not models:
        return told(review, "litreview with its version; no language model.", named)
    return partly(review, f"litreview with its version; {models}, without dates of access.", named, _MODELS)


def stages(review: Reported) -> Entry:
    """What each tool did."""
    wanted = ((METHODS, _MODEL), *((_MODELS,) if review.facts.by_model else ()))
    return told(review, "Queries, screening, reading, grouping and writing, step by step.", *wanted)


def inputs(review: Reported) -> Entry:
    """What the tools were given."""
    return told(
        review, "Titles, abstracts and, where read, full texts.", (METHODS, r"title and abstract|\babstracts?\b")
    )


def outputs(review: Reported) -> Entry:
    """What the tools returned, and what was done with it."""
    given = r"relevance score|scor(?:e|ed)\b|verbatim quotations?|quotation is verbatim"
    return told(review, "Scores, findings with verbatim quotations, text.", (METHODS, given))


def prompts(review: Reported) -> Entry:
    """Prompts and parameters."""
    if not review.facts.by_model:
        return Entry("not applicable", what=_NO_MODEL)
    what = review.tell("{prompts:prompt/prompts} by hash and effort; their text is in the program and the database.")
    return partly(review, what, _MODELS)


def settings(review: Reported) -> Entry:
    """Settings of other automation."""
    return told(review, "Ranking, embeddings, tier and threshold.", (METHODS, r"\btier\b"), (METHODS, _MODEL))


def oversight(review: Reported) -> Entry:
    """What people checked."""
    judged = review.count("judged_by_people")
    person = (METHODS, r"\bperson\b|\bhuman\b|\bpeople\b|\bnobody\b")
    if judged or review.count("plans_seen"):
        return told(
            review, review.tell("A person judged {judged_by_people:work/works}.") or "A person saw the plan.", person
        )
    return undone(review, "No person judged a work, a summary or a section; the text says so.", person)


def performance_methods(review: Reported) -> Entry:
    """How the performance of automation was measured."""
    if review.count("judged_blind"):
        return told(
            review, "Agreement with a person on works judged blind.", (APPENDIX, "^Appendix, Verdicts of people")
        )
    return partly(review, "An estimate of recall; no reference standard.", (METHODS, r"\bestimated\b"))


def performance_results(review: Reported) -> Entry:
    """The performance that was measured."""
    if review.count("judged_blind"):
        what = review.tell("Kappa {kappa} over {judged_blind:work/works}.")
        return told(review, what, (APPENDIX, "^Appendix, Verdicts of people"))
    what = "Estimated recall of the search; nothing on screening, reading or writing."
    return partly(review, what, (METHODS, r"\bestimated [\d.]+%"))


def data_handling(review: Reported) -> Entry:
    """Privacy, copyright and terms."""
    return partly(review, "What is kept, not on which terms.", (APPENDIX, rf"{_DECLARED}|llm_answer"))


def automation_flow(review: Reported) -> Entry:
    """Records handled by people and by programs, apart."""
    what = review.tell("A person judged {judged_by_people} of {screened}.") or "No person judged a work."
    return partly(
        review, f"{what} The figure does not part them.", (METHODS, r"\bperson\b|\bhuman\b|\bpeople\b|\bnobody\b")
    )


def automation_limits(review: Reported) -> Entry:
    """Limits that come with automation."""
    return told(review, "", (DISCUSSION, rf"\bextractive\b|without a human|{_MODEL}"))


def automation_lessons(review: Reported) -> Entry:
    """What others can learn about the use of automation."""
    return undone(review, "")


def responsibility(review: Reported) -> Entry:
    """That authors answer for the review."""
    return undone(review, "To be stated by the authors.")


def justification(review: Reported) -> Entry:
    """That automation does not compromise rigour."""
    what = "Checks of citations, quotations and numbers; how good the judgements are is not shown for this review."
    return partly(review, what, (METHODS, r"checked by program|quotation is verbatim|looked up"))


def disclosure(review: Reported) -> Entry:
    """That every use that judges or suggests a judgement is reported."""
    return told(review, "Screening, reading, grouping and writing.", (METHODS, _MODEL), (DISCUSSION, _MODEL))
