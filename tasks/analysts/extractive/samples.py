"""Of which companies, or of whose, a result holds that speaks of such at large: "No companies reported" of the hundred read."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

from storage.records.search import Work
from tasks.analysts.extractive.sentences import split_sentences
from tasks.text.places import COUNTRY, PEOPLE_OF

_UNITS = r"(?:companies|firms|corporat(?:ion|e)s|businesses|enterprises|organi[sz]ations)"
# A list of companies is called by its name and its length: "the Fortune 100", "FTSE 350 firms".
_LISTED = re.compile(
    rf"\b(?P<list>the (?:(?:US|UK|EU|Global|top) )*[A-Z][A-Za-z&]+ [1-9]\d?0\b|(?:(?:US|UK|EU|Global|European) )?[A-Z][A-Za-z&]+ [1-9]\d?0 {_UNITS})(?![\d%])"
)
_STUDIED = re.compile(
    r"\b(?:assess|analy[sz]|examin|investigat|review|stud(?:y|ied)|sampl|survey|explor|read|cod)\w*", re.IGNORECASE
)
_AT_LARGE = re.compile(rf"\b{_UNITS}\b", re.IGNORECASE)
# What was counted or came to pass; what may or should be holds of others as well.
_CAME_TO_PASS = re.compile(
    r"\b(?:no|none|all|most|few|fewer|only|half|many|some|several|majority|\d+|was|were|did|had|(?!need)[a-z]{3,}ed)\b",
    re.IGNORECASE,
)
_MAY = re.compile(r"\b(?:can|could|may|might|should|must|will|would|needs?)\b", re.IGNORECASE)
_NAMES_SOME = re.compile(r"\b(?-i:[A-Z][A-Za-z&]+ [1-9]\d?0\b)")
_STOP = r"(?:and|of|in|with|by|from|for|to|after|under|on|using|during|at|as|or)"
# "by South African corporates", "in the Ecuadorian Amazon": whose it was, at the end of a title or before a colon.
_WHOSE = re.compile(
    rf"\b(?P<how>[Ii]n|[Aa]mong|[Bb]y|[Aa]cross|[Ww]ithin) (?P<whose>(?:the )?(?:{PEOPLE_OF})(?: (?!{_STOP}\b)[\w-]+){{1,3}}(?: and (?!{_STOP}\b)[\w-]+(?: (?!{_STOP}\b)[\w-]+)?)?)(?=\s*(?:$|[.:;?!(]|\s[\u2013\u2014-]\s)|\s(?:after|during|under|using)\b)"
)


def name_sample(work: Work, told: str) -> str:
    """Return "Among the Fortune 100" where a sentence speaks of companies, and only those of a list were studied."""
    if not _AT_LARGE.search(told) or _NAMES_SOME.search(told) or _MAY.search(told) or not _CAME_TO_PASS.search(told):
        return ""
    for sentence in split_sentences(work.abstract or ""):
        listed = _LISTED.search(sentence.text)
        if listed and _STUDIED.search(sentence.text):
            return f"Among {listed['list']}"
    return ""


def name_whose(work: Work, told: str) -> str:
    """Return "In Chilean forestry" or "Among Thai firms" where a title says whose, and a sentence no country."""
    found = _WHOSE.search(work.title)
    if not found or re.search(rf"{COUNTRY}|{PEOPLE_OF}", told):
        return ""
    among = found["how"].lower() in {"by", "among"} and found["whose"].endswith("s")
    return f"{'Among' if among else 'In'} {found['whose']}"
