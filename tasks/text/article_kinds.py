"""Words by which a title says what kind of article it stands over: "a systematic review of trials"."""

from __future__ import annotations

import re

_HYPHEN = r"[-\s\u2010-\u2015]?"
_HOW = (
    r"(?:rapid|systematic|scoping|narrative|literature|critical|umbrella|integrative|comprehensive|brief|short|living|"
    r"updated?|up-to-date|current|recent|"
    r"bibliometric|scientometric|network|bayesian|pairwise|cochrane|tertiary|"
    r"qualitative|"
    r"quantitative|historical|theoretical|conceptual|empirical|annotated|mini|structured|methodological|"
    r"realist|selective|semi-systematic|exploratory|evidence(?:-based)?|individual (?:participant|patient) data|"
    r"mixed[- ]methods?|"
    rf"dose{_HYPHEN}response|state{_HYPHEN}of{_HYPHEN}the{_HYPHEN}art|meta{_HYPHEN}analytic(?:al)?|pooled|updating)"
)
_WHAT = (
    rf"(?:reviews?|overviews?|meta{_HYPHEN}analys[ei]s|meta{_HYPHEN}regressions?|meta{_HYPHEN}synthes[ei]s|"
    r"(?:evidence |research |thematic )?synthes[ei]s|(?:evidence|literature) (?:map|survey|search|analysis)|"
    r"systematic (?:map|mapping(?: study)?)|survey of the literature|bibliometric (?:analysis|study)|primer|"
    rf"(?:study |review )?protocol|state{_HYPHEN}of{_HYPHEN}the{_HYPHEN}art)"
)
_DESIGN = (
    r"(?:randomi[sz]ed|non-?randomi[sz]ed|controlled|clinical|observational|prospective|retrospective|cohort|"
    r"case[- ]control|cross[-\u2010\u2011 ]sectional|longitudinal|comparative|qualitative|quantitative|experimental|"
    r"quasi-experimental|interventional|placebo-controlled|double-blind|epidemiologic(?:al)?|population-based|"
    r"published|available|existing|current|recent|primary|original|empirical|prior|previous|the|all|level I)"
)
_DESIGN_WORD = re.compile(
    r"(?:non-?)?randomi[sz]ed|observational|prospective|retrospective|cohort|case-control|cross[-\u2010\u2011]sectional|"
    r"longitudinal|comparative|qualitative|quantitative|quasi-experimental|interventional|placebo-controlled|"
    r"double-blind",
    re.IGNORECASE,
)
_SOURCES = r"(?:trials?|RCTs|stud(?:y|ies)|literature|evidence|research|data|reports|articles|reviews?|meta-analyses)"
_ONE = rf"(?:(?:an?|the|our|this)\s+(?:[^\W\d_]+\s+)?)?(?:{_HOW}[\s,]+(?:and\s+)?)*{_WHAT}"
_OF_SOURCES = rf"(?:\s+(?:of|in|from|on|based on|using)\s+(?:\d+\s+)?(?:{_DESIGN}[\s,]+(?:and\s+)?)*{_SOURCES})*"
_KIND = rf"{_ONE}(?:{_OF_SOURCES}\s*(?:,|and|with|plus|including|&|for|of|to)\s*{_ONE})*{_OF_SOURCES}"
_WHOLE = re.compile(rf"\s*{_KIND}[\s.]*", re.IGNORECASE)
_LEAD = re.compile(
    rf"\s*{_KIND}\s+(?:of|on|about|into|for|regarding|concerning|exploring|examining|assessing|evaluating|"
    r"investigating)\s+(?=\S)",
    re.IGNORECASE,
)
# Without a mark before it only what nobody takes for a subject: not "peer review", not "bias in meta-analysis".
_TAIL = re.compile(
    rf"(?P<before>\S)\s+(?:an?\s+)?(?:(?:{_HOW}\s+)+{_WHAT}|meta{_HYPHEN}analysis){_OF_SOURCES}"
    rf"(?:\s+(?:and|with)\s+{_KIND})?[\s.]*$",
    re.IGNORECASE,
)
_LEANING = re.compile(
    r"(?:\b(?:of|in|for|on|to|from|by|with|and|or|the|using|through|versus|vs|between|within|as|than)|[,;&/])$",
    re.IGNORECASE,
)
_PARTS = re.compile(r"(?<=[?!\uff1f])\s+|\s*:\s+|\.\s+(?=[A-Z\d])|\s+[-\u2010-\u2015]\s+|\s*[\u2014;]\s*|\s*\uff1a\s*")


def is_article_kind(text: str) -> bool:
    """Return whether a text says nothing but what kind of article something is."""
    return _WHOLE.fullmatch(text) is not None


def is_design(word: str) -> bool:
    """Return whether a word says by which design something was studied: "cross-sectional"."""
    return _DESIGN_WORD.fullmatch(word) is not None


def split_title(title: str) -> list[str]:
    """Return the parts of a title between colons, dashes and marks of a sentence, without those of article kind.

    Of a title that says nothing else, the whole.
    """
    parts = [part.strip() for part in _PARTS.split(" ".join(title.split())) if part.strip()]
    kept = [stripped for part in parts if not is_article_kind(part) and (stripped := _strip(part))]
    return kept or [" ".join(title.split())]


def _strip(part: str) -> str:
    lead = _LEAD.match(part)
    told = part[lead.end() :] if lead else part
    tail = _TAIL.search(told)
    if tail and not _LEANING.search(told[: tail.end("before")]):
        told = told[: tail.end("before")]
    return told.strip(" ,;")
