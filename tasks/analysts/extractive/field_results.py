"""Which findings may stand for a field, where few of many are told: in the abstract, the discussion, the conclusions."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from storage.records.search import Work
from storage.records.writing import ReadWork
from tasks.analysts.extractive.brief_results import list_brief
from tasks.analysts.extractive.clear_results import has_figure, is_clear, is_weighty, sets_apart
from tasks.analysts.extractive.discourse_cues import polarity
from tasks.analysts.extractive.finding_allocation import Item
from tasks.analysts.extractive.stale_results import find_newest, is_outdated
from tasks.analysts.extractive.turns import head_of
from tasks.text.lone_sentences import needs_neighbours

_FEW = 10  # units studied, below which a result stands for nobody else
_ONE = r"(?:subjects?|patients?|participants?|respondents?|m[ae]n|wom[ae]n|boys?|girls?|infants?|child(?:ren)?|adults?|cases?)"
_NUMBER = r"(?:two|three|four|five|six|seven|eight|nine|[2-9])"
_OF_ONE = re.compile(
    r"\b(?:one|a single|another|our|(?:the|this)(?: \w+)?) (?:subject|patient|participant|respondent|case|man|woman|boy|girl|infant)\b(?!['\u2019-]| (?:of|perspective|group|population|sample|cohort|level|stud(?:y|ies)|reports?|series)\b)"
    r"|\b(?:an?|one|this) \d+[- ](?:year|month|week)s?[- ]old\b",
    re.IGNORECASE,
)
_CASES = re.compile(
    rf"\bcase (?:reports?|series|stud(?:y|ies) of (?:an?|one) {_ONE})\b|\breports? of (?:an?|one|{_NUMBER}) cases?\b|\b{_NUMBER} (?:[\w-]+ ){{0,3}}?{_ONE}\b|\bin an? (?:[\w-]+ ){{0,3}}?(?:patient|subject|man|woman|boy|girl|infant|child)\b",
    re.IGNORECASE,
)
_PATIENT = re.compile(
    r"\b(?:an?|the) \d+[- ](?:year|month|week)s?[- ]old\b|\bin the (?:first|second|third|index) (?:patient|case|subject)\b"
    rf"|\b(?:an?|one|{_NUMBER}) {_ONE} (?:with [\w ]{{1,60}} )?(?:is|are|was|were) (?:reported|described|presented)\b",
    re.IGNORECASE,
)
# What was done, or held, or laid out, and not what came of it.
_DONE = re.compile(
    r"\b(?:is|are|was|were|be|being|been) (?:then |also |therefore |thus )?(?:performed|conducted|carried out|undertaken|deducted|invited|convened|interviewed|surveyed|recruited|enrolled)\b|\bparticipated in\b"
    r"|\b(?:frameworks?|typolog(?:y|ies)|models?|methods?|tools?|criteria|protocols?|guidelines?) (?:[^,;.]{0,80} )?(?:is|are|was|were) (?:developed|proposed|presented|introduced|outlined|described|identified)\b"
    r"|\b(?:invited|convened|hosted|organi[sz]ed) (?:[\w-]+ ){0,6}?(?:to|an?|the)\b"
    rf"|\b(?:rests?|relies|rely|hinges?|draws?|(?:is|are) (?:based|built|articulated|organi[sz]ed|divided|grouped|structured)) (?:on|in|into|around) (?:{_NUMBER}|several|many)\b",
    re.IGNORECASE,
)
# What only may be, ought to be or is hoped for.
_OPINION = re.compile(
    r"\b(?:may|might|could|should|must|would|ought|let us|desirable|advisable|preferable|promising|hopefully|call(?:s|ed|ing)? for|recommend\w*|expected to|believed? to|supposed to|potentially|deserves?|we need|needs? to|"
    r"(?:is|are|remains?) (?:\w+ )?(?:needed|required|necessary|essential|warranted|indispensable))\b",
    re.IGNORECASE,
)

# Who stayed says how a study or a treatment went, and not what it did.
_STAYING = re.compile(
    r"\b(?:complet(?:ion|ers?)|drop-?\s?outs?|dropped out|retention|retained in|attrition|adheren(?:ce|t)|complian(?:ce|t)|attend(?:ance|ed)|discontinu(?:ed|ation)|withdr[ae]w(?:al|n)? (?:from|rates?)|response rates?|recruitment|feasib\w+|acceptab(?:le|ility)|left the study)\b",
    re.IGNORECASE,
)


def is_of_few(work: ReadWork) -> bool:
    """Return whether a work is on single cases or on less than about ten units."""
    said = {one.field: one.value for one in work.summary.extractions if one.field in {"design", "n"}}
    if said.get("design", "").startswith("case report") or _tells_of_patient(work.work):
        return True
    if "review" in said.get("design", ""):
        return False
    return said.get("n", "").isdigit() and int(said["n"]) < _FEW


def _tells_of_patient(work: Work) -> bool:
    return bool(_CASES.search(work.title) or _PATIENT.search(work.abstract or ""))


def read_standing(works: Sequence[ReadWork]) -> Callable[[Item], bool]:
    """Return what says whether a finding tells more than of a few cases, of a time that is over, or of what was done."""
    newest = find_newest(works)

    def may_stand(item: Item) -> bool:
        text = head_of(item.finding)
        return not (
            is_outdated(text, item.year, newest)
            or _OF_ONE.search(text)
            or _DONE.search(text)
            or needs_neighbours(text)
            or is_of_few(item.work)
        )

    return may_stand


def is_opinion(text: str) -> bool:
    """Return whether a sentence says what may, ought to or is hoped to be, and not what came out."""
    return bool(_OPINION.search(text))


def is_of_staying(topic: str, text: str) -> bool:
    """Return whether a result is on who stayed in a study or a treatment, which the topic does not name."""
    return bool(_STAYING.search(text)) and not _STAYING.search(topic)


def is_plain_main(item: Item) -> bool:
    """Return whether a finding is the main result of its work and sets apart what it names, and not "group A"."""
    text = head_of(item.finding)
    return item.is_main and item.grade <= 1 and sets_apart(text) and not _LETTERED.search(text)


_LETTERED = re.compile(r"\b(?:[Gg]roups?|[Aa]rms?|[Cc]ohorts?) (?:[A-Z]|\d|I+)\b|\(Fig|\bTable\b")


def concludes(item: Item, readable: set[str]) -> bool:
    """Return whether a finding is a result that a reader understands by itself: what was related, set apart or pooled."""
    text = head_of(item.finding)
    if is_opinion(text) or not is_clear(text):
        return False
    return item.is_main or item.finding.finding_id in readable or (sets_apart(text) and bool(polarity(text)))


def list_readable(works: Sequence[ReadWork]) -> set[str]:
    """Return the ids of findings of which exposure, outcome and direction could be read."""
    return {one.finding.finding_id for one in list_brief(works)}


def put_telling_first(items: Iterable[Item], readable: set[str], topic: str) -> list[Item]:
    """Return findings with those first that stand best for a field, then of works cited most, then in the order given.

    Pooled effects and main results come first, then what names exposure and outcome, then what sets apart or relates;
    what is an opinion or unclear by itself comes last, and before it who stayed in a study.
    """
    return sorted(items, key=lambda item: _weigh(item, readable, topic))


def _weigh(item: Item, readable: set[str], topic: str) -> tuple[bool | int, ...]:
    text = head_of(item.finding)
    result = is_weighty(text) and not is_opinion(text)
    return (
        not is_clear(text),
        not result,
        is_of_staying(topic, text),
        not (item.is_main and item.is_pooled),
        not (result and (item.is_main or item.finding.finding_id in readable)),
        not (result and sets_apart(text) and polarity(text)),
        not (result and (sets_apart(text) or has_figure(text))),
        -item.work.in_degree,
    )
