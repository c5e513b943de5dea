"""The terms of a list, as a relation may have several on either side: "weight, waist and hip circumference"."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from itertools import takewhile

from tasks.analysts.extractive.terms import (
    LESS,
    MORE,
    PREPOSITION,
    Span,
    is_noun,
    is_of_what,
    may_begin,
    strip_marks,
    trim_term,
)

# Participles that begin terms; of others in a list it is not sure that they are no verbs.
_PARTICIPLE = re.compile(
    r"\s*(?!(?:perceived|reported|impaired|combined|delayed|altered|depressed|sustained|glyc\w+|oxidi[sz]ed|unmet|limited|improved|disturbed|disordered|advanced|related|shared|mixed|cumulated|stimulated)\b)[a-z]{2,}ed\s",
    re.IGNORECASE,
)
# After words that belong to no term ("in girls and …") a list goes on only where it says so.
_ANEW = re.compile(rf"\s*(?:(?:with|to|in|on) )?(?:an? )?(?:{MORE}|{LESS})\s", re.IGNORECASE)
_BETWEEN_ITEMS = re.compile(
    r",?\s(?:(?P<last>and/or|and also|as well as|and|or(?! (?:more|fewer|less|older|younger|higher|greater|above|over|lower|below)\b)|nor)\s)|,\s",
    re.IGNORECASE,
)
# Nouns that a list of single words before them shares: "neck, waist and hip circumference".
_SHARED = re.compile(
    r"(?:circumferences?|cortisol|cortisone|glucocorticoids|diversity|richness|abundance|scores?|symptoms?|levels?|rates?|pressures?|disorders?|groups?|status|sizes?|use|quality|density|production|cover|volumes?|mass|counts?|concentrations?|ratio|intake|consumption|services?|species|activity|function(?:ing)?|thresholds?|fluxes|accumulation|emissions?|contents?|yields?|biomass|health|abuse|problems?|stress|risk|outcomes?|areas?|communities|populations|changes?|therapy|treatment|tolerance|resistance|syndrome|fat|cholesterol)$",
    re.IGNORECASE,
)
# What tells which of a kind are meant may be told of both: "children and adolescents with obesity".
_OF_GROUP = re.compile(r"\s(?:with|without|who|that|of|from|in|receiving|having|treated|exposed|on)\s", re.IGNORECASE)
_ALONE = frozenset("age sex gender weight height obesity smoking income education mortality bmi".split())  # noqa: SIM905
_APPOSITION = re.compile(
    r"\b(?:two|three|four|five|six|seven|several|many|most|all) [^,]*,|,\s(?:an?|the|which|who|\w+ed (?:as|by|from|in|with))\s",
    re.IGNORECASE,
)
_AFTER_HEAD = re.compile(r"\s(?:in|at|on|by|to|for|from|with|after|during|among|than|when|as)\s", re.IGNORECASE)
# "Mice that received", but not "authors found that mice".
_WHO = re.compile(r"\s(?:who|that (?=\w+ed|are|were|was|had|have|did|do|underwent))\s?", re.IGNORECASE)
_ADVERBS = re.compile(
    r"(?:,?\s(?:also|then|all|both|alone|together|further|each|in turn|not|\w+ly|\d[\d.,]*))+\s*$", re.IGNORECASE
)
_NO_SUBJECT = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|does|do|did|can|will|which|where|by|as|while|when|because|but|that)\b|[;:]",
    re.IGNORECASE,
)
_COMPLEMENT = re.compile(r"\s(?:of|to|for|from|with|between)\s", re.IGNORECASE)
_BEGINS_TERM = re.compile(rf"\s*(?:(?:an?|the|{MORE}|{LESS})\s|\S+(?:\s\S+)?\sof\s)", re.IGNORECASE)
_ARTICLE = re.compile(rf"^(?:(?:an?|the|both|either|{MORE}|{LESS})\s)+", re.IGNORECASE)
_CLOSED = re.compile(
    r"\b(?:quality of life|length of (?:hospital )?stay|duration of \w+|number of \w+|activities of daily living|time of \w+|use of \w+|proportion of \w+|body of \w+|loss of \w+)$",
    re.IGNORECASE,
)


def read_terms(text: str, start: int, end: int, *, is_outcome: bool = False, is_whole: bool = False) -> list[Span]:
    """Return the places of the terms of a list of one or more, empty where the first of them may be none.

    A list ends before what may be no term; of a list that has to be one as a whole there are none then. Words that share a noun stay together ("waist and hip circumference"). In
    whom something was measured is left out, and so is "higher" or, of an outcome, "lower".
    """
    found: list[Span] = []
    last = start
    for begin, stop in _join(text, _split(text, start, end)):
        goes_on = not found or text[:begin].endswith((" and ", " or ", " nor "))
        ended = (found and found[-1][1] < last) or (not goes_on and PREPOSITION.match(text, begin, stop))
        is_verb = found and not is_whole and _PARTICIPLE.match(text, begin, stop) and not _ANEW.match(text, begin, stop)
        is_next = not is_verb and (not ended or _ANEW.match(text, begin, stop))
        term = trim_term(text, begin, stop, is_outcome=is_outcome) if is_next else None
        if term is None:
            return [] if is_whole else found
        found.append(term)
        last = strip_marks(text, begin, stop)[1]
    return found


def read_groups(text: str, start: int, end: int, *, is_one: bool) -> list[Span]:
    """Return the places of the groups that a list names, or of the list (`is_one`) where it is one group."""
    pieces = _split(text, start, end)
    whole = trim_term(text, start, end, is_group=True)
    who = _WHO.search(text, start, end)
    if who and pieces[0][1] > who.start() and len(pieces) > 1 and not is_one:
        return []  # "firms that face owners and pressure": where the clause ends is not sure
    if is_one or (whole and any(_OF_GROUP.search(text, *piece) for piece in pieces)):
        return [whole] if whole else []
    terms = (trim_term(text, *piece, is_group=True) for piece in pieces)
    return list(filter(None, takewhile(bool, terms)))


def read_term(text: str, start: int, end: int) -> Span | None:
    """Return the place of the one term, a group or a thing compared, that a text names; None where it may be none."""
    comma = text.find(", ", start, end)
    return trim_term(text, start, comma if comma > 0 else end, is_group=True) if start < end else None


def is_list(text: str, start: int, end: int) -> bool:
    """Return whether what stands between commas are terms of one list: its last has "and" or "or" before it."""
    marks = [is_last for *_, is_last in _find_marks(text, start, end) if is_last is not None]
    return all(marks) or (marks[-1] and sum(marks) == 1 and not _APPOSITION.search(text, start, end))


def is_subject(words: str) -> bool:
    """Return whether words before a verb can be its subject: without a verb or a clause of their own, a noun at the end."""
    who = _WHO.search(words)
    plain = _ADVERBS.sub("", words[: who.start()] if who else words).rstrip(" ,")
    return bool(plain) and not PREPOSITION.match(plain) and not _NO_SUBJECT.search(plain) and is_noun(plain)


def _find_marks(text: str, start: int, end: int) -> list[tuple[int, int, bool | None]]:
    """Return where the marks between the terms of a list are, and whether one is the "and" before its last.

    None is within a term: "systolic and diastolic pressure".
    """
    marks: list[tuple[int, int, bool | None]] = []
    begin = start
    for mark in _BETWEEN_ITEMS.finditer(text, start, end):
        piece = text[begin : mark.start()].strip()
        marks.append((*mark.span(), mark["last"] is not None if not piece or is_noun(piece) else None))
        begin = mark.end()
    return marks


def _split(text: str, start: int, end: int) -> list[Span]:
    """Return the pieces of a list; a comma after its "and" ends it, and so does one in a list without "and"."""
    pieces: list[Span] = []
    begin, was_last = start, False
    marks = _find_marks(text, start, end)
    has_last = any(is_last for *_, is_last in marks)
    for stop, after, is_last in marks:
        pieces.append((begin, stop))
        begin = after
        if is_last is False and (was_last or not has_last):
            rest = not _PARTICIPLE.match(text, begin, end) and may_begin(text, begin, end)
            return pieces[:-1] if rest and _is_open(text[slice(*pieces[-1])].strip()) else pieces
        was_last = was_last or bool(is_last)
    return [*pieces, (begin, end)]


def _join(text: str, pieces: list[Span]) -> list[Span]:
    """Return the pieces of a list with those put together again that are one term."""
    joined: list[Span] = []
    for piece in reversed(pieces):
        if joined and _leans(text[slice(*piece)].strip(), text[slice(*joined[-1])].strip()):
            joined[-1] = (piece[0], joined[-1][1])
        else:
            joined.append(piece)
    whole: list[Span] = []
    for piece in reversed(joined):
        if whole and _is_open(text[slice(*whole[-1])].strip()) and not _BEGINS_TERM.match(text, *piece):
            whole[-1] = (whole[-1][0], piece[1])
        else:
            whole.append(piece)
    return whole


def _leans(piece: str, rest: str) -> bool:
    """Return whether a piece of a list needs the noun of the one after it: "systolic and diastolic pressure"."""
    words = _ARTICLE.sub("", piece).split()
    if not words:
        return False
    if not is_noun(piece):
        return True
    last = rest[list(_BETWEEN_ITEMS.finditer(rest))[-1].end() :] if _BETWEEN_ITEMS.search(rest) else rest
    head = _AFTER_HEAD.split(last, maxsplit=1)[0].strip()
    alone = len(words) == 1 and words[0].lower() not in _ALONE
    if alone and "-" in words[0] and " " in head:
        return True
    return alone and bool((_SHARED.search(head) and " " in head) or (" of " in head and not _CLOSED.search(head)))


def _is_open(piece: str) -> bool:
    """Return whether what follows in a list may belong to the complement of a piece: "risk of stroke and diabetes"."""
    return bool(_COMPLEMENT.search(piece) or is_of_what(piece)) and not _CLOSED.search(piece)
