"""The design that a title names, with the words of the text that bear it out: neither alone says as much."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.evidence.data import Datum
from tasks.evidence.designs import speaks_of_others

_HYPHEN = r"[- \u2010-\u2013]"


def _read(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


# By design: what the title has, then what a sentence of the text has. In order: a review of trials is a review.
_CUES: tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...] = (
    (
        "systematic review",
        _read(r"\b(?:(?:systematic|multivocal) (?:literature |scoping )?review|meta-?analys[ie]s)\b(?! of individual)"),
        _read(
            r"\b(?:systematic(?:ally)?|multivocal)\b|\bmeta-?analy\w+|\b(?:databases|MEDLINE|PubMed|Embase|Cochrane)\b|\b(?:studies|trials|articles) (?:were|was|met|included|that met|evaluated)\b|\b\w+ (?:studies|trials|articles) (?:evaluated|involving|with)\b"
        ),
    ),
    (
        "review",
        _read(r"\bnarrative (?:literature )?review\b"),
        _read(
            r"\b(?:reviews?|reviewed|overview|narrative|literature|trials?|studies|summari[sz]e[sd]?|discuss(?:es|ed)?)\b"
        ),
    ),
    (
        "non-randomised trial",
        _read(rf"\bnon{_HYPHEN}?randomi[sz]ed\b(?!.*\b(?:trials|studies|protocol)\b)"),
        _read(r"\b(?:trial|study|patients|participants|subjects|women|men|children|adults|groups?)\b"),
    ),
    (
        "randomised trial",
        _read(
            rf"\b(?<!non-)(?<!non )(?:randomi[sz]ed|double{_HYPHEN}blind)\b(?!.*\b(?:trials|studies|protocol|pilot|follow-?up|analys[ie]s of)\b)"
        ),
        _read(
            r"\b(?:were|was|then|patients|participants|subjects|women|men|children|adults) (?:randomly (?:assigned|allocated)|randomi[sz]ed)\b|\brandomi[sz]ed to\b"
        ),
    ),
    (
        "case-control study",
        _read(rf"\bcase{_HYPHEN}control\b"),
        _read(rf"\bcase{_HYPHEN}control\b|\b(?:cases|patients) and (?:\w+ )?controls\b"),
    ),
    ("cross-sectional study", _read(rf"\bcross{_HYPHEN}sectional\b"), _read(rf"\bcross{_HYPHEN}sectional")),
    (
        "cohort study",
        _read(
            r"\b(?:cohort(?! of)|longitudinal study|prospective (?:observational |follow-?up )?study|follow-?up study)\b"
        ),
        _read(r"\b(?:cohort|longitudinal(?:ly)?|prospective(?:ly)?|followed(?: up)?)\b"),
    ),
    (
        "case report or series",
        _read(r"\bcase (?:report|series)\b|\breport of (?:an?|one|two|three|four|\d+) cases?\b"),
        _read(
            r"\b(?:an?|the|this) (?:[\w-]+ ){0,4}?(?:patient|man|woman|boy|girl|infant|case)\b|\b(?:cases|patients)\b"
        ),
    ),
    (
        "review",
        _read(
            r"(?:\b(?:narrative|literature|critical|clinical|brief|short|comprehensive|scoping|concise|mini)[- ]review\b|:\s(?:an? )?(?:\w+ )?(?:review|overview)\b|^(?:an? )?(?:review|overview) of\b|\ba review\b)"
        ),
        _read(r"\b(?:reviews?|reviewed|overview|summari[sz]e[sd]?|discuss(?:es|ed)?)\b"),
    ),
)


def find_titled_design(title: str, sentences: Sequence[str]) -> tuple[int, Datum] | None:
    """Return the design that a title names and a sentence bears out, with which does; None where not both do."""
    for design, in_title, in_text in _CUES:
        if not in_title.search(title):
            continue
        for place, sentence in enumerate(sentences):
            match = None if speaks_of_others(sentence) and design != "systematic review" else in_text.search(sentence)
            if match:
                return place, Datum("design", design, *match.span())
        return None
    return None
