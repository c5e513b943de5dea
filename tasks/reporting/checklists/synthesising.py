"""How items on reading, synthesis, results and discussion are met."""

from __future__ import annotations

import re

from tasks.reporting.appraisals import HEADING
from tasks.reporting.checklists.record import (
    ABSTRACT,
    ANSWERS,
    ANYWHERE,
    APPENDIX,
    CONCLUSIONS,
    DISCUSSION,
    INTRODUCTION,
    METHODS,
    TABLES_AND_FIGURES,
    Entry,
    Reported,
    partly,
    told,
    undone,
)
from tasks.reporting.pooling_requests import HEADING as POOLING

_APPRAISED = (APPENDIX, f"^Appendix, {HEADING}")
_ON_POOLING = (APPENDIX, f"^Appendix, {POOLING}")
_POOLED_TABLE = (TABLES_AND_FIGURES, "\nEffects pooled at a person's request, with")
_NOT_APPRAISED = r"risk of bias[^.]*\bnot (?:assessed|appraised)|quality of individual[^.]*\bnot appraised"
_CHARACTERISTICS = (TABLES_AND_FIGURES, "\nCharacteristics of included works")
_COMPARED = r"set side by side in [\w-]+ comparisons?"
_NOT_POOLED = r"\bno effects? (?:was|were) pooled"
_POOLED = r"\beffects were pooled\b"
_LIMITS = r"limitations? of this review"
_SYSTEMATIC = re.compile(r"systematic review|literature review|meta-analysis|evidence synthesis", re.IGNORECASE)


def title(review: Reported) -> Entry:
    """Whether the title says what kind of text it is."""
    if _SYSTEMATIC.search(review.title):
        return Entry("reported", ("Title",))
    return Entry("not done", what="The title is the topic; the authors choose a better one.")


def rationale(review: Reported) -> Entry:
    """Why the review was made, and what was known before."""
    entry = told(review, "Why the review was made.", (INTRODUCTION, r"\brationale\b|\baim\b|this review"))
    return (
        entry
        if review.cites(INTRODUCTION) or entry.status != "reported"
        else partly(
            review, "Why the review was made, without works on what was known.", (INTRODUCTION, r"\baim\b|this review")
        )
    )


def collection(review: Reported) -> Entry:
    """How data were taken from the works, and by whom."""
    what = review.tell("{findings:finding/findings} on {quotes:verbatim quotation/verbatim quotations}, by program.")
    return told(review, what, (METHODS, r"sentences were selected|summarised each|\bfindings? resting|\bquotations?\b"))


def outcomes(review: Reported) -> Entry:
    """Outcomes for which data were sought."""
    return partly(review, "No outcome was set beforehand: every finding was taken.", (METHODS, r"\bfindings\b"))


def variables(review: Reported) -> Entry:
    """Other variables for which data were sought."""
    taken = (METHODS, r"\bmethods?\b[^.]*\blimitations\b|methodology, limitations")
    if review.count("characterised"):
        return told(
            review,
            "Design, number studied and what else the table has.",
            taken,
            _CHARACTERISTICS,
        )
    return partly(review, "Methods, limits and questions for research of each work.", taken)


def bias_methods(review: Reported) -> Entry:
    """How the risk of bias was assessed."""
    if review.count("appraised"):
        return told(review, "By people, domain by domain, with the tools that the appendix names.", _APPRAISED)
    return undone(review, "The risk of bias of single works was not assessed.", (METHODS, _NOT_APPRAISED))


def effect_measures(review: Reported) -> Entry:
    """Effect measures of each outcome."""
    if review.count("pooled"):
        return partly(review, "As the sources state them; those pooled are named.", (METHODS, _POOLED), _ON_POOLING)
    if review.find(METHODS, _COMPARED):
        what = "The direction of each result, counted; effects are given as the sources state them."
        return partly(review, what, (METHODS, _COMPARED))
    said = (APPENDIX, "No effect measure was chosen")
    return undone(review, "Effects are given as the sources state them.", (METHODS, _NOT_POOLED), said)


def synthesis_groups(review: Reported) -> Entry:
    """Which works went into which synthesis, and why."""
    what = review.tell("Every work of the corpus in one of {themes:theme/themes}.")
    return told(review, what, (METHODS, r"\bgrouped\b|\bgroupings?\b"))


def preparation(review: Reported) -> Entry:
    """How data were prepared for synthesis."""
    return partly(
        review, "How sentences are trimmed or checked; no number is converted.", (METHODS, r"trimm|checked by program")
    )


def display_methods(review: Reported) -> Entry:
    """How results are tabulated and drawn."""
    what = "Captions of tables and figures say what they show."
    return partly(review, what, (TABLES_AND_FIGURES, "characteristics|evidence on|works by theme"))


def synthesis_methods(review: Reported) -> Entry:
    """How results were synthesised, and why so."""
    if review.count("pooled"):
        what = review.tell("In words, by theme, and pooled on request in {pooled:comparison/comparisons}.")
        return told(review, what, (METHODS, r"\bgrouped\b"), (METHODS, _POOLED), _ON_POOLING)
    return told(review, "In words, by theme; no effect was pooled.", (METHODS, r"\bgrouped\b"), (METHODS, _NOT_POOLED))


def heterogeneity_methods(review: Reported) -> Entry:
    """How differences between results were explored."""
    if review.count("pooled"):
        return partly(review, "I², τ² and Q of what was pooled; not explored.", (METHODS, _POOLED), _POOLED_TABLE)
    return partly(review, "Findings that differ are set against each other.", (METHODS, r"set against each other"))


def priority(review: Reported) -> Entry:
    """Which results were put first."""
    return partly(
        review, "Works cited more often come first; why is not told.", (METHODS, r"cited more often[^.]*first")
    )


def sensitivity(review: Reported) -> Entry:
    """Sensitivity analyses."""
    return undone(review, "No sensitivity analysis was made.", (APPENDIX, "no sensitivity analysis"))


def reporting_bias(review: Reported) -> Entry:
    """Bias from missing results."""
    return undone(review, "It was not assessed.", (APPENDIX, "bias from missing results"))


def certainty(review: Reported) -> Entry:
    """How certain the evidence is."""
    judged = (ANSWERS, r"certainty[^:]{0,40}: (?:high|moderate|low|very low)")
    return partly(review, "In words, with reasons, by the program; not graded by people.", judged)


def characteristics(review: Reported) -> Entry:
    """Each work with its characteristics."""
    known = review.count("characterised")
    if not known:
        return undone(review, "Of no work were characteristics taken; references have authors, year and place.")
    what = review.tell("{characterised:work/works} of {corpus}.")
    is_whole = known >= review.count("corpus")
    return told(review, what, _CHARACTERISTICS) if is_whole else partly(review, what, _CHARACTERISTICS)


def bias_results(review: Reported) -> Entry:
    """Risk of bias of each work."""
    if review.count("appraised"):
        what = review.tell("{appraised:work/works} of {appraisable} with data of their own.")
        is_whole = review.count("appraised") >= review.count("appraisable")
        return told(review, what, _APPRAISED) if is_whole else partly(review, what, _APPRAISED)
    return undone(review, "It was not assessed.", (DISCUSSION, _NOT_APPRAISED))


def individual_results(review: Reported) -> Entry:
    """Results of each work."""
    if review.count("results"):
        what = review.tell("{results:finding/findings} with a direction or a number.")
        return partly(review, what, (TABLES_AND_FIGURES, "\nEvidence on "))
    what = review.tell("Findings of {cited:work/works} in words.")
    return Entry("partly", ("Theme sections",), what) if review.count("cited") else undone(review, "")


def synthesis_works(review: Reported) -> Entry:
    """The works of each synthesis, and how far they can be trusted."""
    bias = "; their risk of bias work by work" if review.count("appraised") else ", without risk of bias"
    what = review.tell(f"Works and years of {{themes:theme/themes}}{bias}.")
    return partly(review, what, (APPENDIX, "^Appendix, Themes"))


def synthesis_results(review: Reported) -> Entry:
    """Results of each synthesis."""
    if pooled := review.tell("Pooled on request in {pooled:comparison/comparisons}, with what it may not mean."):
        return told(review, pooled, _POOLED_TABLE)
    what = review.tell("{themes:theme/themes} in words, no summary estimate.")
    if counted := review.tell("{comparisons:comparison/comparisons} with votes by direction; no summary estimate."):
        return told(review, counted, (ANSWERS, r"set side by side|@\w"))
    return partly(review, what, (DISCUSSION, r"@\w")) if review.count("themes") else undone(review, "")


def heterogeneity_results(review: Reported) -> Entry:
    """Why results differ."""
    return partly(review, "Where findings differ.", (ANYWHERE, r"debates and tensions|disagree|differ(?:s|ed)?\b"))


def interpretation(review: Reported) -> Entry:
    """What the results mean beside other evidence."""
    place = review.cites(DISCUSSION) or review.cites(CONCLUSIONS)
    return Entry("reported", (place,)) if place else undone(review, "The discussion cites nothing.")


def evidence_limits(review: Reported) -> Entry:
    """Limits of the evidence."""
    named = review.tell("{naming_limits:work names/works name} limits.")
    for part in (DISCUSSION, CONCLUSIONS):
        if place := review.find(part, r"limitation is|limits? of the evidence|\bsmall\b[^.]*@"):
            return Entry("reported", (place,), named)
    return undone(review, "")


def process_limits(review: Reported) -> Entry:
    """Limits of the review."""
    return told(review, "", (DISCUSSION, _LIMITS))


def implications(review: Reported) -> Entry:
    """What follows for practice, policy and research."""
    what = "For research; nothing is said on practice and policy."
    return partly(review, what, (DISCUSSION, r"future directions|further research|future research"))


def abstract(review: Reported) -> Entry:
    """The abstract, which has a checklist of its own."""
    return partly(review, "See the checklist for abstracts.", (ABSTRACT, r"\w"))


def abstract_objectives(review: Reported) -> Entry:
    """The question in the abstract."""
    return told(review, "", (ABSTRACT, r"\basks?\b|sets out|\baim\b|\bquestion"))


def abstract_eligibility(review: Reported) -> Entry:
    """Criteria in the abstract."""
    return told(review, "", (ABSTRACT, r"\beligible\b|\bcriteri"))


def abstract_sources(review: Reported) -> Entry:
    """Sources and days in the abstract."""
    day = r"\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}"
    return told(review, "Sources; days are in the appendix.", (ABSTRACT, r"\bcatalogue\b"), (ABSTRACT, day))


def abstract_bias(review: Reported) -> Entry:
    """Risk of bias in the abstract."""
    if review.count("appraised"):
        return partly(review, "That people appraised works.", (ABSTRACT, r"\bquality of[^.]*\bappraised"))
    return undone(review, "It was not assessed.", (ABSTRACT, _NOT_APPRAISED))


def abstract_synthesis(review: Reported) -> Entry:
    """How results were synthesised, in the abstract."""
    return told(review, "", (ABSTRACT, rf"{_NOT_POOLED}|\bthemes?\b"))


def abstract_included(review: Reported) -> Entry:
    """Works included, in the abstract."""
    return told(review, review.tell("{corpus:work/works}."), (ABSTRACT, r"\bcorpus\b"))


def abstract_results(review: Reported) -> Entry:
    """Results in the abstract."""
    result = r"@\w|\b(?:more|less|higher|lower|fewer|greater|associated|effective|help|increase|decrease|reduce)\w*\b"
    return partly(review, "Results in words, without numbers.", (ABSTRACT, result))


def abstract_limits(review: Reported) -> Entry:
    """Limits of the evidence in the abstract."""
    return told(review, "", (ABSTRACT, r"\blimits?\b|not exhausted|uncertain|less certain|not appraised"))


def abstract_interpretation(review: Reported) -> Entry:
    """What the results mean, in the abstract."""
    meant = r"\bmatters? most\b|\bsuggests?\b|\bimpl(?:y|ies)\b|can be read from|\bconclude"
    return partly(review, "", (ABSTRACT, meant))
