"""Where in its argument a sentence of an abstract stands: what was known, what was done, what came of it.

Argumentative zoning (Teufel and Moens 2002) by rules: labels of structured abstracts first, then the order in which
unlabelled abstracts argue (Swales 1990: the scene, the study, its results), then grammar. A result has a finite verb
and says what came out; who was enrolled, what was measured, where a threshold lay and what a term means does not.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.analysts.extractive.bare_acts import tells_bare_act
from tasks.analysts.extractive.claims import names_members, proposes, states_claim, tells_act
from tasks.analysts.extractive.discourse_cues import (
    any_of,
    describes_conduct,
    opens_dangling,
    part_played,
    points_back,
    polarity,
    states_aim,
    states_outcome,
)
from tasks.analysts.extractive.finite_verbs import is_bare_aim
from tasks.analysts.extractive.listings import names_counted
from tasks.analysts.extractive.main_results import states_main_result, states_pooled
from tasks.analysts.extractive.no_findings import (
    announces,
    is_fragment,
    names_tools,
    names_unknown,
    reports_others,
    states_meaning,
    tells_no_result,
)
from tasks.analysts.extractive.reported_views import reports_view
from tasks.analysts.extractive.sentences import Sentence
from tasks.evidence.harms import has_figures, states_harm
from tasks.text.antecedents import lacks_antecedent
from tasks.text.lone_sentences import needs_neighbours

_OWN = any_of(
    r"\b(?:we|our)\b", r"(?<![\w.-])I(?:['\u2019]ll|['\u2019]d)?(?= [a-z]+\b)", r"\b(?:this|the present|the current) (?:[\w-]+,? ){0,5}?(?:study|paper|article|chapter|review|meta-analysis|analysis|report|essay|survey|book|research|trial|work|investigation|commentary|editorial|contribution|overview)\b",
    r"\b(?:participants|patients|subjects|respondents|volunteers|(?:male|female) \w+|samples?|data|animals|adults|children|women|men|students) (?:\([^)]*\) )?(?:were|was|completed|provided|received|underwent)\b",
    r"\b(?:results|findings|analys[ei]s|regressions?|models?) (?:of [^,;]{3,60} )?(?:show|reveal|indicat|suggest|demonstrat|confirm)",
)  # fmt: skip
_REPORTS_OWN = any_of(
    r"\bwe (?:\w+ )?(?:find|found|show|showed|report|reported|demonstrate[ds]?|identif(?:y|ied)|conclude[ds]?|observed?|argue[ds]?)\b",
    r"\b(?:results|findings|analys[ei]s|regressions?) (?:\w+ )?(?:show|reveal|indicat|suggest|demonstrat|confirm)",
    r"\bp\s?[<=>]\s?0?\.\d",
)  # fmt: skip
_EARLIER = any_of(
    r"\bearlier (?:work|paper|article|book)s?\b",
    r"\b(?:previously|recently|earlier),? (?:we|our)\b",
    r"\bwe (?:have )?(?:previously|recently|earlier)\b",
)
_DEFINES = re.compile(
    r"^[^;:]{2,90}?(?:\([^)]*\))?,? (?:is|are|represents?|refers? to|means?)(?: \w+ly)? (?:an?|the|one of|considered|defined|known|characteri[sz]ed|thought|called|regarded|believed|used|prescribed)\b",
    re.IGNORECASE,
)
_KNOWN = any_of(
    r"\b(?:has|have) (?:\w+ ){0,2}been (?:\w+ )?(?:shown|associated|reported|linked|suggested|used|found|demonstrated|proposed|developed|studied|introduced|implicated|established|recogni[sz]ed|identified|described|investigated|applied|advocated|recommended)\b",
    r"\b(?:previous|earlier|prior|past|recent|existing|many|several|numerous|most) (?:\w+ ){0,2}(?:research|stud(?:y|ies)|work|evidence|literature|reports|investigations|authors)\b",
    r"\b(?:in|over|during|within) (?:the )?(?:past|last|recent) (?:\w+ )?(?:years?|decades?)\b", r"\brecently\b", r"\b(?:decades?|years) ago\b",
    r"\b(?:is|are) (?:\w+ )?(?:increasingly|widely|commonly|frequently|often|well) \w+ed\b", r"\blittle is known\b", r"\bfew studies\b", r"\bthere is (?:a |an )?(?:growing|increasing|urgent|great|little|limited|need)\b", r"\b(?:has|have) received (?:\w+ ){0,2}attention\b", r"\bhas increased\b", r"\bhave increased\b",
)  # fmt: skip
_CALLS_FOR = any_of(
    r"\b(?:stud(?:y|ies)|trials?|research|investigations?|data|evidence|work|comparisons?)\b[^.;]{0,200}\b(?:is|are) (?:\w+ )?(?:needed|required|warranted|necessary)\b", r"\b(?:much|more|further) (?:work|research) (?:remains|is needed)\b",
)  # fmt: skip
# What was done and, in the same sentence, what came of it; what was reckoned.
_CAME_OF_IT = re.compile(
    r"\b(?:[Ww]e|I|[Tt]he authors|(?:[Tt]his|[Oo]ur|[Tt]he present) (?:[\w-]+ ){0,2}?(?:paper|article|study|chapter|review|analysis))\b[^.;]*,? and (?:\w+ly |then |thus |also )?(?:argue|show|find|found|conclude|demonstrate|suggest)(?:s|d|ed)? that\b"
    r"|\b[Ww]e (?:\w+ )?(?:estimate|calculate|reckon)d? that\b"
    r"|\b[Ww]e (?:\w+ )?estimated? [^.;]{3,120}? (?:at|to be) [^\s\w]?\d"
    r"|\b(?:[Aa]nalys[ei]s|[Rr]eview|[Ss]urvey|[Ss]imulations?|[Cc]omparison|[Ii]nterviews) (?:(?:of|with) [^.;]{3,120}? )?(?:reveal|show|found|find|indicat|demonstrat)(?:s|ed|es)? that\b"
)
_HALF = 0.5
_NO_RESULTS = frozenset({"background", "aim", "method"})
_OPEN = frozenset({"limitation", "future_work"})
_IN_PAST = re.compile(
    r"\b(?:was|were|had|did|found|showed|rose|fell)\b|(?<![\w(])\d(?!\d{3}\b)|^(?!.*\b(?:is|are|has|have|can|may|will)\b).*\b\w{3,}ed\b"
)


def read_parts(sentences: Sequence[Sentence]) -> list[str]:
    """Return for each sentence of a text the part it plays: background, method, finding, limitation or future_work.

    A text that would have no finding that may be told alone has what it proposes, or else what it says
    before it speaks of itself.
    """
    opening, premises = _find_opening(sentences), _find_premises(sentences)
    parts = [
        _read_part(sentence, in_scene=place < opening or (place < premises and not _came_out(sentence.text)))
        for place, sentence in enumerate(sentences)
    ]
    parts = [_read_counted(sentences, parts, place) for place in range(len(parts))]
    if not any(map(_stands, sentences, parts)):
        parts = list(map(_read_proposal, sentences, parts))
    if premises and not any(map(_stands, sentences, parts)):
        before = [_read_part(sentence, in_scene=place < opening) for place, sentence in enumerate(sentences)]
        parts = [one if one == "finding" else other for one, other in zip(before, parts, strict=True)]
    return parts


def _read_counted(sentences: Sequence[Sentence], parts: Sequence[str], place: int) -> str:
    """Return the part of a sentence; an act of the text whose things the next sentence names is a finding with it."""
    here, later = sentences[place].text, place + 1
    if parts[place] != "method" or later == len(parts) or parts[later] != "finding" or not tells_bare_act(here):
        return parts[place]
    return "finding" if names_counted(sentences[later].text, here) else "method"


def _read_proposal(sentence: Sentence, part: str) -> str:
    tells = proposes(sentence.text) or tells_act(sentence.text)
    is_none = sentence.section in _NO_RESULTS or tells_no_result(sentence.text) or announces(sentence.text)
    is_none = is_none or tells_bare_act(sentence.text)
    return "finding" if tells and not is_none else part


def _stands(sentence: Sentence, part: str) -> bool:
    text = sentence.text
    points = opens_dangling(text) or points_back(text) or lacks_antecedent(text) or needs_neighbours(text)
    return part == "finding" and not points


def _find_opening(sentences: Sequence[Sentence]) -> int:
    """Return how many sentences of an unlabelled text set the scene: those before it first speaks of its own study."""
    first = _find_own(sentences)
    # What speaks of itself at its end alone begins with its matter, unless it states an aim there and what came of it.
    is_late = first > _HALF * len(sentences)
    return 0 if is_late and not _states_aim_and_result(sentences[first:]) else first


def _find_premises(sentences: Sequence[Sentence]) -> int:
    """Return how many sentences of an unlabelled text stand before that in which it says what it holds or does."""
    first = _find_own(sentences)
    text = sentences[first].text if sentences else ""
    acts = states_claim(text) or states_aim(text) or tells_act(text)
    return first if acts else 0


def _find_own(sentences: Sequence[Sentence]) -> int:
    if any(sentence.section for sentence in sentences):
        return 0
    return next((place for place, sentence in enumerate(sentences) if _is_own(sentence.text)), 0)


def _states_aim_and_result(sentences: Sequence[Sentence]) -> bool:
    aim, *later = (sentence.text for sentence in sentences)
    return states_aim(aim) and any(_REPORTS_OWN.search(text) or polarity(text) > 0 for text in later)


def _is_own(text: str) -> bool:
    own = (
        states_aim(text)
        or tells_act(text)
        or bool(_OWN.search(text))
        or (describes_conduct(text) and not _KNOWN.search(text))
    )
    return own and not _EARLIER.search(text)


def _read_part(sentence: Sentence, *, in_scene: bool) -> str:
    text = sentence.text
    calls = sentence.place > _HALF and sentence.section not in {"background", "aim"} and _CALLS_FOR.search(text)
    part = "future_work" if calls else part_played(sentence)
    claims = states_claim(text) or names_members(text) or bool(_CAME_OF_IT.search(text))
    if claims and not in_scene and part not in _OPEN and sentence.section not in _NO_RESULTS and not _is_others(text):
        return "finding"
    elsewhere = _place_elsewhere(sentence, part)
    if elsewhere:
        return elsewhere
    if not in_scene and sentence.section not in _NO_RESULTS and (states_main_result(text) or states_pooled(text)):
        return "background" if reports_others(text) or _EARLIER.search(text) else "finding"
    if in_scene or (part == "finding" and _EARLIER.search(text)):
        return "background"
    if part == "method" and sentence.section not in _NO_RESULTS and _counts_harm(text):
        return "finding"
    return _read_result(sentence) if part == "finding" else part


def _place_elsewhere(sentence: Sentence, part: str) -> str:
    """Return what a sentence is that is no result wherever it stands; empty of others."""
    if part in {"limitation", "future_work"}:
        return part
    if is_bare_aim(sentence.text):
        return "method"
    if part == "finding" and tells_bare_act(sentence.text):
        return "method"
    if part == "finding" and names_unknown(sentence.text):
        return "future_work" if sentence.place > _HALF else "background"
    return "background" if part == "finding" and tells_no_result(sentence.text) else ""


def _is_others(text: str) -> bool:
    return reports_others(text) or reports_view(text) or bool(_EARLIER.search(text))


def _came_out(text: str) -> bool:
    """Return whether a sentence has what came out in it: a figure, the past tense, a relation."""
    return bool(_IN_PAST.search(text) or polarity(text))


def _counts_harm(text: str) -> bool:
    """Return whether a sentence says how many were harmed, which is a result though it is told as conduct is."""
    return states_harm(text) and has_figures(text) and not states_aim(text)


def _read_result(sentence: Sentence) -> str:
    """Return what a sentence is that stands where results stand."""
    text = sentence.text
    if _counts_harm(text) and not reports_others(text):
        return "finding"
    if describes_conduct(text) or (names_tools(text) and not polarity(text)):
        return "method"
    if reports_others(text) or announces(text) or is_fragment(text) or (states_meaning(text) and not polarity(text)):
        return "background"
    if reports_view(text):
        return "background"
    return "finding" if _REPORTS_OWN.search(text) else _weigh_result(sentence)


def _weigh_result(sentence: Sentence) -> str:
    """Return what a sentence is that nothing but its place says to be a result."""
    text = sentence.text
    if states_aim(text):
        return "method"
    known = not sentence.section and sentence.place < _HALF and _KNOWN.search(text)
    means = _DEFINES.search(text) and not states_outcome(text) and not polarity(text)
    return "background" if known or means else "finding"
