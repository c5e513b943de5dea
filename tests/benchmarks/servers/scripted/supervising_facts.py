"""Scripts that check and correct facts: by the numbers and words of each sentence beside those of what it cites."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tests.benchmarks.servers.scripted.protocol import Asked, Script
from tests.benchmarks.servers.scripted.writing import shorten

_CITATION = re.compile(r"\[(@[^\]]*)\]")
_KEY = re.compile(r"@([A-Za-z][\w]*)")
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
_NAMED = re.compile(r"\S+(?: et al\.| and \S+)? \(\d{4}\)|\S+ et al\.")
_WORD = re.compile(r"[a-z]{3,}")
_SMALL_WORDS = frozenset(
    """the and that this with for from was were are has have had not than which report state according describe account
    find note suggest while they""".split(),  # noqa: SIM905 - a word list reads best as text
)
# Shares of a sentence's words: what a work must have to say a sentence, and to say it better than the one cited.
_SAYS, _LACKS = 0.5, 0.35


def check_facts(asked: Asked) -> dict[str, Any]:
    """Return a verdict on each sentence: numbers that no cited work shows contradict it, strange words fail it."""
    works = {work["citekey"]: work for work in asked.blocks["works"]}
    return {"verdicts": [_judge(one, works) for one in asked.blocks["sentences"]]}


def correct_facts(asked: Asked) -> dict[str, Any]:
    """Return for each sentence the finding that shares most words with it, and a cut where none shares enough."""
    works = asked.blocks["works"]
    return {"corrections": [_correct(one, works) for one in asked.blocks["sentences"]]}


def _judge(one: dict[str, Any], works: dict[str, dict[str, Any]]) -> dict[str, str]:
    plain = _CITATION.sub("", one["sentence"])
    keys = _KEY.findall(" ".join(_CITATION.findall(one["sentence"])))
    shown = " ".join(_tell(works[key]) for key in keys if key in works)
    stray = [number for number in _list_numbers(_NAMED.sub("", plain)) if number not in _list_numbers(shown)]
    if stray and stray != [str(len(keys))]:
        return {"ref": one["ref"], "verdict": "contradicted", "reason": f"the works do not state {', '.join(stray)}"}
    if len(keys) == 1 and _share(plain, shown) < _LACKS:
        return {"ref": one["ref"], "verdict": "not supported", "reason": "the work says nothing of the kind"}
    return {"ref": one["ref"], "verdict": "supported", "reason": ""}


def _correct(one: dict[str, Any], works: Sequence[dict[str, Any]]) -> dict[str, str]:
    plain = _CITATION.sub("", one["sentence"])
    keys = _KEY.findall(" ".join(_CITATION.findall(one["sentence"])))
    told = [
        (_share(plain, f"{finding['text']} {finding.get('quote', '')}"), work, finding)
        for work in works
        for finding in work.get("findings", ())
        if "withheld" not in finding["text"]
    ]
    if not told:
        return {"ref": one["ref"], "way": "cut", "text": "", "reason": "no finding was shown"}
    share, work, finding = max(told, key=lambda entry: entry[0])
    if share < _SAYS:
        return {"ref": one["ref"], "way": "cut", "text": "", "reason": "no finding shown says anything like it"}
    way = "corrected" if work["citekey"] in keys else "re-sourced"
    text = (
        f"{work.get('authors', 'Others')} report that {shorten(finding['text'])} [@{work['citekey']}:{finding['ref']}]."
    )
    return {"ref": one["ref"], "way": way, "text": text, "reason": "told as the finding of the work tells it"}


def _tell(work: dict[str, Any]) -> str:
    parts = [str(work.get(name, "")) for name in ("title", "summary", "methodology", "limitations", "future_work")]
    return " ".join([*parts, *(f"{one['text']} {one.get('quote', '')}" for one in work.get("findings", ()))])


def _list_numbers(text: str) -> list[str]:
    return [number.replace(",", "").rstrip(".") for number in _NUMBER.findall(text)]


def _share(plain: str, text: str) -> float:
    """Return the share of a sentence's words that a text has."""
    own = set(_WORD.findall(_NAMED.sub("", plain).lower())) - _SMALL_WORDS
    return len(own & set(_WORD.findall(text.lower()))) / len(own) if own else 1.0


SCRIPTS: dict[str, Script] = {"FactVerdicts": check_facts, "FactCorrections": correct_facts}
