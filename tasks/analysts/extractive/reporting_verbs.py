"""The verbs that say who says a sentence: a call, a limit, a result, a conclusion at the end of a text, or a claim."""

from __future__ import annotations

import re

from storage.records.writing import Finding, ReadWork
from tasks.analysts.extractive.discourse_cues import is_procedural, polarity
from tasks.analysts.extractive.kinds_of_evidence import Basis

# A result was found, a claim made, a view held: the verb says which, and stays with its sentence.
_RESULT_VERBS = ("report", "find", "observe")
_CONDUCT_VERBS = ("report",)
_CLAIM_VERBS = ("state", "write", "note")
_CONCLUSION_VERBS = ("conclude", "report")
_PRESENT_VERBS = ("report", "find")
_TENTATIVE_VERBS = ("suggest",)
# Who reviews reports; who argues has found nothing.
_REVIEW_VERBS = ("report", "write")
_END_VERBS = ("conclude", "write")
_VIEW_VERBS = ("argue", "hold", "write")
_NORM_VERBS = ("argue", "suggest")
_CALL_VERBS = ("argue", "note", "point out")
_LIMIT_VERBS = ("note", "point out", "caution")
_VERBS = {"limitation": _LIMIT_VERBS, "method": _CONDUCT_VERBS}
_FUTURE = re.compile(r"\b(?:will|would)\b", re.IGNORECASE)
_TENTATIVE = re.compile(r"\b(?:may|might|could|seems?|appears?|likely|possibly|probably|perhaps)\b", re.IGNORECASE)
_CALLS = re.compile(
    r"\b(?:stud(?:y|ies)|trials?|research|investigations?|data|evidence|work|guidelines?)\b[^.;]{0,120}"
    r"\b(?:(?:is|are) (?:\w+ )?(?:needed|required|warranted|necessary|called for)|remains? to)\b"
    r"|\bmuch (?:\w+ )?remains to\b|\b(?:there is|a) (?:\w+ )?need (?:for|to)\b",
    re.IGNORECASE,
)
_NORM = re.compile(r"\b(?:should|must|needs? (?:to|\w+ing)|needed to|ought|could help)\b", re.IGNORECASE)
_PAST_TENSE = re.compile(
    r"\b(?:was|were|had|did|showed|found|rose|fell|increased|decreased|predicted|differed|reported|improved|reduced)\b",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"\b(?:was|were|had|did|showed|found|rose|fell|revealed|indicated|demonstrated|suggested|occurred|remained|resulted|correlated|developed|led)\b"
)
_PAST_EVENT = re.compile(r"\b(?!need|seed|weed|feed|breed|speed|hundred|shed|bed)[a-z]{2,}ed\b")
_PRESENT = re.compile(
    r"\b(?:is|are|has|have|can|cannot|may|might|could|should|must|will|would|does|do|remains?|seems?|shows?|suggests?|"
    r"indicates?|requires?|provides?|supports?|appears?|represents?|plays?|contributes?|affects?)\b"
)
_FIGURE = re.compile(r"\d")
_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")
_CONCLUDES = re.compile(
    r"\b(?:Conclusions?|CONCLUSIONS?|Interpretation|Discussion|DISCUSSION)\b ?(?:[:.\u2013-]|(?=[A-Z]))"
)
_LAST_PART = 0.7


def choose_verbs(kind: str, body: str, *, ends: bool, basis: Basis = "data") -> tuple[str, ...]:
    """Return the verbs that fit a sentence of a kind; `ends` says that it stands where its text concludes.

    `basis` says what the statements of its work rest on: found is what data show.
    """
    if _CALLS.search(body):
        return _CALL_VERBS
    if states_norm(body) or (kind == "future_work" and not body.startswith("A limitation")):
        return _NORM_VERBS
    if kind != "finding" or is_procedural(body):
        return _CONDUCT_VERBS if is_procedural(body) and kind != "limitation" else _VERBS.get(kind, _CLAIM_VERBS)
    return _choose_for_result(body, ends=ends, basis=basis)


def _choose_for_result(body: str, *, ends: bool, basis: Basis) -> tuple[str, ...]:
    may, past = _TENTATIVE.search(body) or _FUTURE.search(body), _PAST_TENSE.search(body)
    if may and not (past and past.start() < may.start()):
        return _TENTATIVE_VERBS
    happened = past or (_PAST_EVENT.search(body) and not _PRESENT.search(body))
    bare = _BRACKETS.sub("", body)  # years of what is cited are no figures
    if basis != "data" and not (_SHOWN.search(bare) or _FIGURE.search(bare)):
        return _END_VERBS if ends else _VIEW_VERBS if basis == "argument" else _REVIEW_VERBS
    if happened:
        return _RESULT_VERBS
    if ends:
        return _CONCLUSION_VERBS
    return _PRESENT_VERBS if polarity(body) or _FIGURE.search(body) else _CLAIM_VERBS


def states_norm(body: str) -> bool:
    """Return whether a sentence says what should be."""
    return bool(_NORM.search(body))


def ends_text(work: ReadWork, finding: Finding) -> bool:
    """Return whether a sentence stands where an abstract concludes: under that label, or in its last part."""
    before = (work.work.abstract or "")[: finding.quote.char_start]
    if finding.quote.page or not before:
        return False
    return bool(_CONCLUDES.search(before)) or len(before) > _LAST_PART * len(work.work.abstract or "")
