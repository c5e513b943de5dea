"""Scripts that read a draft for gaps and work in what was found for them.

A gap is planted by a sentence of a theme's description: what a cue of `CUES` names there, and no section mentions, is
missing. That is decided from the data blocks alone, so a draft without such a sentence passes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.revision.gaps import is_explored
from tests.benchmarks.servers.scripted.protocol import Asked, Script
from tests.benchmarks.servers.scripted.writing import shorten

THEORY_CUES = {
    "rests on the theory of": "underlying_theory",
    "takes its method from": "methodological_foundation",
    "is held together by": "unifying_threads",
    "turns on the concept of": "foundational_concepts",
}
LITERATURE_CUES = {
    "does not hear the argument of": "missing_argument",
    "leaves out the school of": "missing_school",
    "is disputed by": "counter_position",
}
_CONCEPT = r"\s+((?:[\w-]+\s?){1,6})"


def find_theory_gap(asked: Asked) -> dict[str, Any]:
    """Return the first planted gap of theory that was not explored, else that the draft may pass."""
    return _report(asked, THEORY_CUES, {})


def find_literature_gap(asked: Asked) -> dict[str, Any]:
    """Return the first planted absence that was not explored, with a theme of its own, else that the draft may pass."""
    found = _report(asked, LITERATURE_CUES, {"new_theme": ""})
    return found | ({"new_theme": found["topic"].title()} if found["verdict"] == "gap" else {})


def integrate_section(asked: Asked) -> dict[str, Any]:
    """Return the section as it is, with a paragraph of one finding of each new work that can be told at its end."""
    told = [_tell(work) for work in asked.blocks["works"]]
    sentences = [sentence for sentence in told if sentence]
    blocks = [*asked.blocks["section"]["blocks"], *([" ".join(sentences)] if sentences else [])]
    return {"blocks": blocks, "note": f"A paragraph on {asked.blocks['gap']['topic']} was added."}


def _report(asked: Asked, cues: Mapping[str, str], more: dict[str, str]) -> dict[str, Any]:
    sections = asked.blocks["sections"]
    text = " ".join(section["text"] for section in sections).lower()
    for theme, cue, concept in _find_concepts(asked.blocks["themes"], cues):
        if concept.lower() in text or is_explored(concept, asked.blocks["explored"]):
            continue
        own = [section["ref"] for section in sections if section["heading"] == theme["label"]]
        return more | {
            "verdict": "gap",
            "topic": concept,
            "issue_type": cues[cue],
            "rationale": f"The theme {theme['label']} {cue} {concept}, which no section mentions.",
            "queries": [concept],
            "guidance": f"Say what {concept} is and what it means for this theme.",
            "sections": own or [sections[-1]["ref"]],
        }
    return more | {
        "verdict": "pass_through",
        "topic": "",
        "issue_type": next(iter(cues.values())),
        "rationale": "Nothing that the themes name is without mention in the sections.",
        "queries": [],
        "guidance": "",
        "sections": [],
    }


def _find_concepts(themes: list[dict[str, Any]], cues: Mapping[str, str]) -> Iterator[tuple[dict[str, Any], str, str]]:
    for theme in themes:
        for cue in cues:
            for found in re.finditer(re.escape(cue) + _CONCEPT, theme.get("description", "")):
                yield theme, cue, found[1].strip()


def _tell(work: dict[str, Any]) -> str:
    for finding in work.get("findings", ()):
        said = f"{work.get('authors', 'Others')} report that {shorten(finding['text'])}"
        if "withheld" not in said and not find_foreign(said):
            return f"{said} [@{work['citekey']}:{finding['ref']}]."
    return ""


SCRIPTS: dict[str, Script] = {
    "TheoryGap": find_theory_gap,
    "LiteratureGap": find_literature_gap,
    "IntegratedSection": integrate_section,
}
