"""Sentences that say only with the one before them what they mean: what follows from it, is set against it, goes on."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.text.words import find_stems

FOLLOWS = re.compile(r"\W*(?P<link>as a (?:direct )?(?:result|consequence)|consequently)\b,\s+", re.IGNORECASE)
_AS_A_RESULT = re.compile(r"\bas a (?:direct )?(?:result|consequence)\W*$", re.IGNORECASE)
_NORM = re.compile(
    r"\b(?:should|must|needs?|ought|may|might|could|recommend\w*|we|our|this (?:paper|study|article|review|work|chapter))\b",
    re.IGNORECASE,
)
_RESULT = r"(?:effects?|associations?|relations?(?:hips?)?|correlations?|differences?|improvements?|reductions?|increases?|decreases?|declines?|changes?|gains?|benefits?|trends?|responses?)"
_AGAINST = re.compile(
    rf"\b(?:(?:as )?compared (?:with|to)|in comparison (?:with|to)|relative to|than|beyond|over and above|independent(?:ly)? of) (?:this|these|that|those|such an?|the latter) (?:[\w-]+ ){{0,2}}?{_RESULT}\b",
    re.IGNORECASE,
)
# That groups differ has been said where it is said what explains it.
_EXPLAINED = re.compile(
    rf"^\W*(?:(?:further(?:more)?|moreover|also|in addition|additionally|finally), )?(?:the |these |those |such )?(?:[\w-]+ ){{0,4}}?{_RESULT} (?:[\w-]+ ){{0,8}}?(?:was|were|is|are|could be|can be) (?:not |only |partly |partially |largely |fully |also |neither )*(?:explained|accounted for|mediated|attributable|due|driven)\b",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    r"^\W*(?:the |our |these |all )?(?:findings|results|effects|outcomes|impacts|evidence|benefits|relationships|patterns) (?:is|are|was|were|remain\w*|seem|appear)(?: to be)? (?:\w+ly )?(?:context|case|site|setting|situation|place|species|region)[- \u2010-\u2013]?(?:specific|dependent|sensitive)\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\W*(?:in (?:this|that|these) (?:context|respect|regard|sense|way|period|cases?)|as such)\b"
    r"|(?:[\w'\u2019-]+ ){0,3}?of (?:these|those|them)\b"
    r"|(?:these|those|such|they|this|their|its)\b(?! (?:study|paper|article|review|work|research|chapter|thesis|book|report)\b)"
    r"|(?:through|by|with|from|via|using|in) [^.;,]{3,80}, (?:this|these|such)\b"
    r"|[^.;]*\bin (?:that|this|the same) (?:period|time|year|region|area)\b",
    re.IGNORECASE,
)
_ADDS = re.compile(r"^[^,;]{0,160}?\b(?:also|further|as well|likewise|in addition|moreover)\b", re.IGNORECASE)
# Set against all that was said so far: "However, this article provides counter evidence".
_OF_ALL = re.compile(
    r"(?:this (?:study|paper|article|review|work|research|chapter)|our|these|overall|all|some|(?:a )?(?:critical|closer|deeper|detailed))\b",
    re.IGNORECASE,
)


def hangs_on(sentence: str, before: str) -> bool:
    """Return whether a sentence is understood with the one before it only, whose consequence or measure it is."""
    if FOLLOWS.match(sentence) or _AS_A_RESULT.search(sentence):
        return not _NORM.search(sentence)
    return bool(_AGAINST.search(sentence)) or explains_known(sentence, before)


def explains_known(sentence: str, before: str) -> bool:
    """Return whether a sentence says what explains, or does not, that which the one before it states."""
    return bool(_EXPLAINED.match(sentence) and find_stems(sentence) & find_stems(before))


def bounds_all(sentence: str) -> bool:
    """Return whether a sentence says of all results before it that they hold in their place: "are context-specific"."""
    return bool(_CONTEXT.match(sentence))


def goes_on(sentence: str) -> bool:
    """Return whether a sentence goes on about what the one before it is about, by a word that means that."""
    return bool(_GOES_ON.match(sentence))


def adds(sentence: str) -> bool:
    """Return whether a sentence adds a thing of the same kind to that before it."""
    return goes_on(sentence) or bool(_ADDS.match(sentence))


def is_of_all(rest: str) -> bool:
    """Return whether a turn, read behind its "However, ", is set against more than the sentence before it."""
    return bool(_OF_ALL.match(rest))
