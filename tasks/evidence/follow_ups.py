"""For how long a study followed, treated or watched what it studied, where its text says so of the study itself."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tasks.evidence.data import Datum
from tasks.evidence.designs import pools_studies, speaks_of_others
from tasks.text.numbers import NUMERALS

_ROUGHLY = r"(?:(?:at least|up to|about|approximately|around|over|more than|nearly|almost|an? (?:mean|median|average|maximum|minimum|total) of|(?:mean|median|average|maximum)(?: of)?) )"
_UNIT = r"(?:years?|months?|weeks?|days?|wks?|yrs?)"
_FIGURE = rf"(?:\d+(?:[.\u00b7]\d+)?(?:\s?(?:[-\u2013]|to|or)\s?\d+(?:[.\u00b7]\d+)?)?|{'|'.join(NUMERALS)})"
_LENGTH = rf"{_ROUGHLY}?{_FIGURE}[\s\u2010-\u2011-]{_UNIT}\b(?![- ]old\b|s?['\u2019]? of age| of life| intervals?\b)(?: or (?:more|longer))?"
_FOR = rf"(?P<for>{_LENGTH})"
_WORDS = r"(?:\s[\w\u2019'()-]+,?)"
_PERIOD = r"(?:an? |the |this |their )?(?:period of |total of |duration of |course of |mean of |median of |maximum of |mean period of )?"
_STUDY = r"(?:trial|study|phase|follow-?up|period|investigation|comparison|experiment|intervention|program(?:me)?|treatment|course)"
_TREATED = r"(?:treat(?:ed|ment)|received?|receiving|given|administered|randomi[sz]ed|assigned|prophylaxis|therapy|dosed|injections?|monitored|observed|tracked|exposed|trained|training|fed|supplemented|studied|watched|visited|sampled|recorded)"
# By how surely they tell the length of the whole: how long people were followed, then how long the study or its treatment took.
_TOLD: tuple[tuple[re.Pattern[str], ...], ...] = tuple(
    tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)
    for patterns in (
        (
            rf"\bfollow[- \u2010\u2011]?up(?: (?:period|time|duration|interval|assessments?|data|visits?|interviews?|took place|conducted|obtained|were|was|of|for|over|ranged|ranging|from|lasted|lasting|at|after))*,? {_PERIOD}{_FOR}",
            rf"{_FOR}['\u2019]?(?: of)?[- ](?:(?:post-?\w+|clinical|naturalistic|long-term|prospective|longitudinal|median|mean) ){{0,3}}follow[- \u2010\u2011]?up\b",
            rf"\bfollowed(?: up)?{_WORDS}{{0,5}}? (?:for|over|during|until|up to|through) {_PERIOD}{_FOR}",
            rf"\bfollowed(?: up)? {_FOR}",
            rf"{_FOR} (?:later|after (?:entry|randomi[sz]ation|baseline|discharge|(?:the )?end of|its end\w*|discontinuation|cessation|completion|treatment|therapy|withdrawal|inclusion|dosing))\b",
        ),
        (
            rf"\b(?:treatment|study|trial|intervention|therapy|maintenance|observation|monitoring|experiment|program(?:me)?)(?: period| phase| duration| time)? (?:was|lasted|lasting|took|ran|continued|extended|of)(?: for| over)? {_PERIOD}{_FOR}",
            rf"\b(?:an?|this|our|in|the)\s(?:subsequent |following |double-blind |open-label |randomi[sz]ed )?{_FOR},?{_WORDS}{{0,7}}? {_STUDY}\b",
            rf"^{_FOR},{_WORDS}{{0,7}}? {_STUDY}\b",
            rf"\b(?:duration of (?:the )?(?:study|trial|treatment|intervention)|(?:study|treatment|trial) duration)\W{{1,3}}(?:was )?{_FOR}",
            rf"{_FOR} of{_WORDS}{{0,3}}? (?:treatment|therapy|intervention|training|prophylaxis|exposure|psychotherapy|observation|monitoring|supplementation|data|fieldwork|study)\b",
            rf"\b{_TREATED}\b[^.;]{{0,110}}? (?:for|over|during|throughout) {_PERIOD}{_FOR}",
            rf"(?<!were )(?<!are )(?<!was )\b(?:over|during|throughout|across|lasted|lasting) {_PERIOD}(?:entire |full |whole )?{_FOR}(?: period)?",
            rf"\b(?:assess(?:ed|ments?)|measure(?:d|ments?)|evaluat(?:ed|ions?)|outcomes?|end-?points?|re-?assessed|retested|interviewed|tested|complet(?:ed|ion)|examined)\b[^.;]{{0,80}}? (?:after|by|at(?! [\w.-]+[\s-]years?\b)) (?:the end of )?{_FOR}(?! before| prior| earlier)",
        ),
    )
)
_AND = re.compile(rf",?\s(?:and|or)\s(?:at |after |again at )?{_FOR}", re.IGNORECASE)
_MONTH = r"(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? (?:\d{1,2},? )?)"
_YEARS = re.compile(
    rf"\b(?:(?P<span>between|from|in|during|over|for|period|years)(?: the)?(?: period| years| time span)?(?: of| from| between)?:? )?(?P<for>{_MONTH}?(?:19|20)\d\d\s?(?:to|and|until|through|[-\u2013/])\s?{_MONTH}?(?:19|20)\d\d)\b",
)
_DATA = re.compile(
    r"\b(?:data(?:set|base)?|survey(?:ed|s)?|sampl(?:e|es|ed|ing)|collected|monitor(?:ed|ing)|panel|records?|recorded|observ(?:ed|ations?)|conducted|carried out|studied|measured|using|analy[sz]ed?|followed|counted|examined?|companies|firms|countries|plots|sites|years)\b",
    re.IGNORECASE,
)
_ACCRUED = re.compile(
    r"\b(?:published|literature|search\w*|recruit\w+|enrol\w+|born|diagnosed|admitted|hospitali[sz]ed|treated|referred|presented|visited)\b",
    re.IGNORECASE,
)
_OTHERWISE = re.compile(
    r"\b(?:past|last|previous|preceding|prior|recent|next|coming|aged?|half-life|every|history|older than|younger than|retrospective window|run-in|wash-?out|baseline|titration|pre-?randomi[sz]ation|duration of (?:illness|disease|symptoms)|illness duration|before|earlier|experience|old|representing|represents|reflect\w*|window|hair|intervals?|decades|projected|would|expected|secretion|concentrations? over|long-?term exposure|final|first|initial|remaining|versus|vs|fewer than|less than|excluded|titrated|separated by|born)\b\W*(?:[\w-]+\W+){0,4}$",
    re.IGNORECASE,
)
_OTHERWISE_AFTER = re.compile(
    r"^\W*(?:ago|since|of pregnancy|dry season|wet season|rainy season|of prior|of previous|postpartum|post-?natal|gestation|after birth|,? followed by|,? and then|,? then|earlier|before|prior|previously|old|of age|apart|intervals?|(?:[\w-]+ ){0,2}?(?:run-in|wash-?out|baseline|titration|survival|mortality|risk|history|recall|retrospective|hair|segment|prerandomi[sz]ation|incidence|window)\b)",
    re.IGNORECASE,
)
_OF_SOME = re.compile(rf"\b(?:\d+|{'|'.join(NUMERALS)}) of (?:the|these|those|\d+)\b[^.;]*$", re.IGNORECASE)
_ONE_PATIENT = re.compile(
    r"\b\d+[- ](?:year|yr|month|week|day)s?[- ]old (?:[\w-]+ ){0,3}?(?:man|woman|boy|girl|male|female|patient|infant|child)\b",
    re.IGNORECASE,
)
_BY_NAME, _BY_STUDY = 4, 6  # forms that say "followed", or name a treatment or a study
_SHORTEST = 5  # days
_DAYS = {"y": 365, "m": 30, "w": 7, "d": 1}
_NEVER = frozenset(
    {
        "cross-sectional study",
        "case-control study",
        "theory or argument",
        "review",
        "systematic review",
        "protocol",
        "method or tool",
        "data set or benchmark",
    }
)
_BY_YEARS = frozenset({"cohort study", "field observation", "before-after study", "experiment", "economic analysis"})


def find_follow_up(sentences: Sequence[str], design: str) -> tuple[int, Datum] | None:
    """Return for how long a study of a design went on, with which sentence says so: the longest that is told in one way.

    None of a study at one time. Years from which data are count where a design goes on through them, not those in which
    people were recruited.
    """
    if design in _NEVER or pools_studies(sentences):
        return None
    own = [(place, text) for place, text in enumerate(sentences) if not speaks_of_others(text)]
    if design == "case report or series" or any(map(_ONE_PATIENT.search, sentences)):
        told = [each for place, text in own for each in _find(place, text, _TOLD[0][:_BY_NAME])]
        return _choose(told) if told else None
    # Of a text that does not say what it is, only what is called follow-up, treatment or study counts.
    lengths = _TOLD[1] if design else _TOLD[1][:_BY_STUDY]
    followed, lasted = (
        [each for place, text in own for each in _find(place, text, cues)] for cues in (_TOLD[0], lengths)
    )
    if followed:
        return _choose(followed)
    years = _find_years(own) if design in _BY_YEARS else None
    return years or (_choose(lasted) if lasted else None)


def _choose(found: Sequence[tuple[int, Datum]]) -> tuple[int, Datum]:
    return max(found, key=lambda each: (_measure(each[1].value), -each[0], -each[1].start))


def _find_years(own: Sequence[tuple[int, str]]) -> tuple[int, Datum] | None:
    for place, text in own:
        match = _YEARS.search(text)
        if match and _DATA.search(text) and not _ACCRUED.search(text):
            start = match.start("span") if match["span"] in {"between", "from"} else match.start("for")
            return place, Datum("follow_up", " ".join(text[start : match.end()].split()), start, match.end())
    return None


def _find(place: int, text: str, cues: Sequence[re.Pattern[str]]) -> Iterator[tuple[int, Datum]]:
    for cue in cues:
        for match in cue.finditer(text):
            start, end = match.span("for")
            if not (
                _OF_SOME.search(text[:start])
                or _OTHERWISE.search(text[max(0, match.start() - 40) : start])
                or _OTHERWISE_AFTER.match(text[end:])
            ):
                if _measure(text[start:end]) >= _SHORTEST:
                    yield place, Datum("follow_up", " ".join(text[start:end].split()), start, end)
                if more := _AND.match(text, end):
                    yield place, Datum("follow_up", " ".join(more["for"].split()), *more.span("for"))


def _measure(told: str) -> float:
    """Return the number of days that words say, of a range its end."""
    figures = re.findall(r"\d+(?:[.\u00b7]\d+)?", told)
    words = [NUMERALS[word] for word in re.findall(r"[a-z]+", told.lower()) if word in NUMERALS]
    unit = re.findall(r"(year|yr|month|week|wk|day)", told.lower())[-1]
    return float(figures[-1].replace("\u00b7", ".") if figures else max(words, default=0)) * _DAYS[unit[0]]
