"""The design that a title names, with the words of the text that bear it out: neither alone says as much."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.evidence.data import Datum
from tasks.evidence.designs import find_intention, speaks_of_others

_HYPHEN = r"[- \u2010-\u2013]"


def _read(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


# Of a title that leaves no doubt: words of a text on what its own study did, or on what is known.
_DID = _read(
    r"\b(?:(?:this|the present|our|the current) (?:study|trial|analysis|survey|research)|we|the authors|(?:aims?|aimed|objectives?|purpose|goal|to (?:assess|determine|examine|evaluate|investigate|test|compare|explore|study|describe|estimate)))\b|\b(?:patients|participants|subjects|adults|children|women|men|respondents|students|data|interviews|questionnaires?)\b[^.;]{0,80}\b(?:were|was|completed|received|participated|underwent)\b"
)
_KNOWN = _read(
    r"\b(?:reviews?|reviewed|overview|summari[sz]e[sd]?|discuss(?:es|ed)?|literature|studies|trials|evidence|advances|current(?:ly)?|recent(?:ly)?)\b"
)
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

# Those whose name at the end of a title, behind a colon or a dash, or at its start is the title's own of the work.
_SURE: tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (design, _read(rf"(?:[:?.\u2013\u2014]|\s-)\s(?:an?\s|the\s|results (?:of|from) an?\s|findings from an?\s)?(?:[\w\u2010-\u2013,-]+\s){{0,8}}?{name}|^(?:an?\s|the\s)?(?:[\w\u2010-\u2013,-]+\s){{0,5}}?{name}\s(?:of|on|in|with|among|to|for|comparing)\b"), told)
    for design, name, told in (
        ("systematic review", r"(?:systematic (?:[\w-]+ ){0,3}?reviews?|meta-?analysis)\b(?! of individual)", _KNOWN),
        ("protocol", r"(?:(?:study|trial) protocol|protocol for an?|(?:rationale and |study )?design (?:and (?:rationale|methods) )?of an?|proposed trial)\b", _DID),
        ("randomised trial", rf"(?<!non-)(?<!non\u2010)(?:randomi[sz]ed|double{_HYPHEN}blind)\b(?!.*\b(?:trials|studies|protocol|pilot|follow-?up|analys[ie]s)\b)[\w\s,\u2010-\u2013-]{{0,60}}(?:trial|study)\b(?! (?:paradigm|methodology|data|evidence))", _DID),
        ("non-randomised trial", rf"(?:open{_HYPHEN}label|single{_HYPHEN}arm|uncontrolled)\b(?!.*\b(?:trials|studies|randomi[sz]ed|protocol|pooled|extension)\b)[\w\s,\u2010-\u2013-]{{0,60}}(?:trial|study)\b(?! (?:paradigm|methodology|data|evidence))", _DID),
        ("cohort study", r"(?:cohort|retrospective|prospective|longitudinal|follow-?up) (?:[\w-]+ ){0,2}?study\b", _DID),
        ("case-control study", rf"case{_HYPHEN}control study\b", _DID),
        ("cross-sectional study", rf"cross{_HYPHEN}sectional (?:[\w-]+ ){{0,2}}?(?:study|survey|analysis)\b", _DID),
        ("qualitative study", r"(?:qualitative (?:[\w-]+ ){0,2}?(?:study|analysis|inquiry|investigation|exploration|interview study)|interview study(?! of \d{3})|focus group study|phenomenological (?:study|analysis)|grounded theory study|ethnograph(?:y|ic (?:study|account)))\b", _DID),
        ("mixed-methods study", rf"mixed{_HYPHEN}methods? (?:[\w-]+ ){{0,2}}?(?:study|analysis|evaluation|approach)\b", _DID),
        ("before-after study", rf"(?:before{_HYPHEN}(?:and{_HYPHEN})?after|pre{_HYPHEN}post|interrupted time{_HYPHEN}series) (?:study|analysis|design|evaluation)\b", _DID),
        ("economic analysis", r"(?:cost[- ]effectiveness|cost[- ]utility|cost[- ]benefit|cost|economic) (?:analysis|evaluation|study|model)\b", _read(rf"{_DID.pattern}|\bcosts?\b")),
        ("modelling or simulation", r"(?:(?:model(?:l?ing)?|simulation) (?:study|approach|analysis)|simulation)\b(?! of (?:patients))", _read(r"\b(?:models?|model(?:l?ed|l?ing)|simulat\w+|scenarios?)\b")),
        ("review", r"(?:(?:narrative|literature|critical|clinical|brief|short|comprehensive|scoping|concise|topical|integrative|state-of-the-art|historical) review|mini-?review|review of (?:the )?(?:[\w-]+ ){0,3}?(?:literature|evidence|research)|(?:a|an) (?:[\w-]+ )?(?:review|overview))\b(?!.*\b(?:systematic|charts?|records|meta-analysis|reporting|disclosures?|cases|patients|practices?|reports)\b)", _KNOWN),
    )
)  # fmt: skip
_PLANNED = _read(
    r"(?:^|[:.]\s)(?:an? |the )?(?:(?:rationale and |study )?design (?:and (?:rationale|methods) )?of an? |proposed trial\b|(?:study|trial) protocol\b)"
)
_UNSURE = _read(r"\b(?:pilot study for|feasibility|secondary|post[- ]hoc|re-?analysis|(?:follow-?up|extension) of)\b")
_NAMES = {
    "randomised trial": _read(rf"\brandom(?:ly|i[sz]ed)\b|\bdouble{_HYPHEN}blind"),
    "non-randomised trial": _read(rf"\bopen{_HYPHEN}label|\bsingle{_HYPHEN}arm|\buncontrolled\b"),
    "cohort study": _read(
        r"\b(?:cohort|retrospective(?:ly)?|prospective(?:ly)?|longitudinal(?:ly)?|follow(?:ed)?[- ]?up)\b"
    ),
    "case-control study": _read(r"\b(?:cases|controls?)\b"),
    "qualitative study": _read(
        r"\b(?:interview(?:s|ed)?|focus groups?|qualitative\w*|ethnograph\w+|themes|thematic)\b"
    ),
    "mixed-methods study": _read(r"\b(?:interviews?|surveys?|mixed|qualitative\w*)\b"),
    "economic analysis": _read(r"\bcosts?\b"),
    "review": _read(r"\b(?:reviews?|reviewed|overview)\b"),
    "systematic review": _read(r"\b(?:reviews?|reviewed|studies|trials|articles)\b"),
}
_SYSTEMATIC = _read(
    r"\b(?:we|through|based (?:up)?on|using|conduct(?:ed|s)?|perform(?:ed|s)?|used?|this|our|adopt(?:ed|s)?|present(?:ed|s)?) (?:[\w-]+ ){0,3}?systematic (?:literature |scoping |evidence )?(?:review|map)\b|\bwe systematically review"
)
_ONE_PATIENT = _read(r"\bin an? (?:[\w-]+ ){0,4}?(?:patient|man|woman|boy|girl|infant|child|neonate) with\b")
_OF_ONE = _read(
    r"\b(?:the|this|our) patient (?:was|had|received|underwent|presented|is)\b|\b\d+-(?:year|month|week|day)-old\b"
)


def find_titled_design(title: str, sentences: Sequence[str]) -> tuple[int, Datum] | None:
    """Return the design that a title names and a sentence bears out, with which does; None where not both do.

    A trial whose text says that people will be recruited is planned, whatever its title calls it.
    """
    found = _find_titled(title, sentences)
    return (find_intention(sentences) or found) if found and "trial" in found[1].value else found


def _find_titled(title: str, sentences: Sequence[str]) -> tuple[int, Datum] | None:
    if _PLANNED.search(title):
        return _find_sure(title, sentences)
    for design, in_title, in_text in _CUES:
        if not in_title.search(title):
            continue
        for place, sentence in enumerate(sentences):
            match = None if speaks_of_others(sentence) and design != "systematic review" else in_text.search(sentence)
            if match:
                return _widen(sentences, (place, Datum("design", design, *match.span())))
        break
    return None if _UNSURE.search(title) else _find_sure(title, sentences)


def _find_sure(title: str, sentences: Sequence[str]) -> tuple[int, Datum] | None:
    for design, in_title, in_text in (*_SURE, ("case report or series", _ONE_PATIENT, _OF_ONE)):
        if not in_title.search(title):
            continue
        for cue in filter(None, (_NAMES.get(design), in_text, _DID if design == "systematic review" else None)):
            for place, text in enumerate(sentences):
                match = None if speaks_of_others(text) and "review" not in design else cue.search(text)
                if match:
                    return _widen(sentences, (place, Datum("design", design, *match.span())))
        return None
    return None


def _widen(sentences: Sequence[str], found: tuple[int, Datum]) -> tuple[int, Datum]:
    """Return a review as a systematic one where its text says that it is."""
    if found[1].value == "review":
        for place, text in enumerate(sentences):
            if match := _SYSTEMATIC.search(text):
                return place, Datum("design", "systematic review", *match.span())
    return found
