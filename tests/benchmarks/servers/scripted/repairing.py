"""A script that repairs: each sentence at fault on the finding that shares most words with it, else dropped."""

from __future__ import annotations

import re
from typing import Any

from tests.benchmarks.servers.scripted.protocol import Asked, Script
from tests.benchmarks.servers.scripted.writing import shorten

_CITATION = re.compile(r"\[[^\]]*\]")


def repair_sections(asked: Asked) -> dict[str, Any]:
    """Return a sentence made of the nearest finding for each sentence at fault; empty where no work was found."""
    return {"repairs": [_repair(fault, asked.blocks["works"]) for fault in asked.blocks["faults"]], "look_up": []}


def _repair(fault: dict[str, Any], works: list[dict[str, Any]]) -> dict[str, str]:
    words = set(_CITATION.sub("", fault["sentence"]).lower().split())
    told = [
        (work, finding) for work in works for finding in work.get("findings", ()) if "withheld" not in finding["text"]
    ]
    if not told:
        return {"ref": fault["ref"], "text": ""}
    work, finding = max(told, key=lambda pair: len(words & set(pair[1]["text"].lower().split())))
    said = f"{work.get('authors', 'Others')} report that {shorten(finding['text'])}"
    return {"ref": fault["ref"], "text": f"{said} [@{work['citekey']}:{finding['ref']}]."}


SCRIPTS: dict[str, Script] = {"SectionRepair": repair_sections}
