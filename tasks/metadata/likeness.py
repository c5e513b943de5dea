"""How alike the titles of two records are: one and the same, but for errors, or one left off at its subtitle."""

from __future__ import annotations

import re

from rapidfuzz import fuzz
from rapidfuzz.utils import default_process

from storage.records.search import Work
from tasks.metadata.titles import SAME_TITLE, normalise_title

_NOTICE = re.compile(
    r"\b(?:errat(?:um|a)|corrigend(?:um|a)|addend(?:um|a)|corrections?|retract(?:ed|ion)|withdrawn|"
    r"expression of concern|repl(?:y|ies)|rejoinder|respon(?:se|ds?)|comments?|commentary|letter|"
    r"supplement(?:ary|al)?|peer review|(?:book )?reviews?|recommendation|decision|abstract)\b",
    re.IGNORECASE,
)
_COUNTING = re.compile(r"\d+(?:\.\d+)*|\b[ivx]+\b", re.IGNORECASE)
# A number that says which of several works one is: at either end, before a colon, after what is counted.
_NAMING = re.compile(
    r"(?:(?:\b(?:parts?|vol(?:ume)?s?|chapter|book|phase|report|no|number|series|wave|version|edition|stage|section|study|"
    r"paper|update|round|year)\b\W*|^\W*)(?:\d+(?:\.\d+)*|[ivx]+)\b)|\b(?:\d+(?:\.\d+)*|[ivx]+)(?=\W*$|[:.])",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^(?:chapter|section) \d+[.:]? (?=\w)", re.IGNORECASE)
# What databases add to titles: languages, kinds and counts of references in brackets, the marks of a register.
_ADDED = re.compile(
    r"(?:[\s.,;]*(?:\[(?:(?:systematic )?review|(?:meeting |conference )?abstract(?: no[.:]* ?\w+)?|\d+ refs?|"
    r"see comments?|(?:erratum|comments?) (?:appears )?in[^]]*|"
    r"corrected[^]]*|(?:article in )?(?:english|german|french|spanish|italian|portuguese|dutch|russian|polish|chinese|"
    r"japanese|korean|turkish|danish|swedish|norwegian|finnish|czech|hungarian|hebrew|arabic|persian))\]"
    r"|\((?:provisional|structured) abstract\)))+[\s.]*$",
    re.IGNORECASE,
)
_FOOTNOTE = re.compile(r"(?<=[a-z]{3})\d$", re.IGNORECASE)
_LIKE, _NEARLY = 70.0, 85.0  # likeness of two translations of a title in percent: of their words, of all letters
_SHORTEST_PART = 20  # letters and digits of a title that stands in a longer one


def drop_added(title: str) -> str:
    """Return a title without what databases add at its end, such as ``[Review] [45 refs]``."""
    return _ADDED.sub("", title)


def compare_titles(one: Work, other: Work) -> str | None:
    """Return whether titles are the "same", "alike", or one a "part" of the other; None of works that differ."""
    ours, theirs = (drop_added(_LABEL.sub("", work.title)) for work in (one, other))
    first, second = sorted((normalise_title(ours), normalise_title(theirs)), key=len)
    if first == second:
        return "same" if first else None
    if len(first) < _SHORTEST_PART:
        return None
    is_alike = fuzz.ratio(first, second, score_cutoff=SAME_TITLE) > 0
    if not is_alike and not second.startswith(first) and not second.endswith(first):
        return None
    numbers = _COUNTING if is_alike else _NAMING
    if _list_marks(_NOTICE, ours) != _list_marks(_NOTICE, theirs):
        return None
    if _list_marks(numbers, ours) != _list_marks(numbers, theirs):
        # A reference list puts the year at the end; that both have one tells two reports of a series apart.
        bare = [_list_marks(numbers, _drop_year(title, work)) for title, work in ((ours, one), (theirs, other))]
        if bare[0] != _list_marks(numbers, theirs) and bare[1] != _list_marks(numbers, ours):
            return None
    return "alike" if is_alike else "part"


def is_like(one: Work, other: Work, *, nearly: bool = False) -> bool:
    """Return whether titles have most of their words in common, as two translations do, or nearly all their letters."""
    ours, theirs = (drop_added(work.title) for work in (one, other))
    if any(_list_marks(marks, ours) != _list_marks(marks, theirs) for marks in (_NOTICE, _NAMING)):
        return False
    if nearly:
        return fuzz.ratio(normalise_title(ours), normalise_title(theirs)) >= _NEARLY
    return fuzz.token_set_ratio(ours, theirs, processor=default_process) >= _LIKE


def _list_marks(marks: re.Pattern[str], title: str) -> list[str]:
    return sorted(found.lower() for found in marks.findall(_FOOTNOTE.sub("", title)))


def _drop_year(title: str, work: Work) -> str:
    return re.sub(rf"\b{work.year}\W*$", "", title)
