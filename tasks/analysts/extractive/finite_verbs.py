"""Whether a text has a finite verb, and is a sentence; an aim alone ("To compare A with B.") is none."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|can|may|might|will|would|should|must|could|do|does|did|cannot|remains?|"
    r"[a-z]{2,}ed|(?:show|find|suggest|argue|indicate|reveal|highlight|provide|require|include|involve|contribute|affect|lead|play|depend|make|"
    r"need|help|explore|examine|investigate|analyse|analyze|describe|discuss|propose|offer|present|develop|seek|aim|explain|increase|reduce|"
    r"improve|support|become|emerge|identify|occur|vary|represent|reflect|allow|enable|tend|differ|take|give|use|assesse|address|consider|"
    r"demonstrate|introduce|conclude|compare|contain|cover|draw|bring|raise|focuse|fail|serve|result|"
    r"reject|deny|defend|contend|entail|limit|restrict|preclude|hamper|warrant|merit|deserve|await|call|point|produce|underline|underscore|stresse)s?|justif(?:y|ies)|identifies|varies|denies|found|rose|fell|led|became|"
    r"grew|made|held|drew|gave|took|[a-z]+ifies|[a-z]+izes|[a-z]+ises)\b",
)  # fmt: skip
# Verbs that are no nouns, so that a heading has none of them.
_MORE = (
    "confirm exist appear seem stimulate protect sell illustrate distinguish suffer belong arise persist continue achieve exceed outweigh dominate predict "
    "mediate generate create threaten undermine acknowledge believe think know happen feel receive respond determine conserve restore maintain encourage "
    "promote facilitate prevent strengthen weaken deteriorate worsen elicit induce activate inhibit constitute comprise consist encompasse pose ensure prove "
    "derive follow obtain attain hinder inform engage adopt recommend evolve interact coincide agree disagree tell say speak write teache learn spend "
    "preserve sustain minimi[sz]e maximi[sz]e recogni[sz]e emphasi[sz]e optimi[sz]e utili[sz]e integrate coordinate collaborate participate operate regulate negotiate perceive prefer "
    "expect hope wish choose decide assume infer observe notice detect retain lose gain win vanishe disappear diminishe enhance exacerbate alleviate "
    "mitigate enrich erode outperform underperform overlap correspond relate conflict compete coexist cooperate endure survive thrive flourishe"
)
_PAST = "got went came saw knew felt kept lost won met stood told said arose began chose drove wrote spoke brought sought taught understood overcame withdrew underwent spent meant dealt sent built"
_FURTHER = re.compile(
    rf"\b(?:(?:{'|'.join(_MORE.split())})s?|(?:rel|impl|appl|compl|accompan|suppl|repl)(?:y|ies)|correlates? with|assess|possess(?:es)?|discusses|tackles?|revolves?|advocates? (?:for|that)|pay (?:for|the|an?)|{'|'.join(_PAST.split())})\b"
)
_NOT_FINITE = re.compile(
    r"\bto (?:\w+ly )?[a-z]+\b|\b(?:an?|the|of|with|by|in|for|this|these|their|its|all|no|any|each)(?: \w+ly)? [a-z]+ed\b"
    r"|\b(?:measured|assessed|evaluated|rated|scored|determined|recorded|quantified) (?:with|by|using|on|via)\b",
    re.IGNORECASE,
)
# "To compare A with B, patients were …" is a sentence, "To compare A with B." is an aim alone.
_BEGINS_WITH_INFINITIVE = re.compile(
    r"(?:\W*\d+[.)]\s*)?to (?:\w+ly )?(?!date\b|our\b|the\b|this\b|some\b|a\b)[a-z]+\b", re.IGNORECASE
)
_AFTER_PURPOSE = re.compile(
    r",[^,].*?\b(?:we|is|are|was|were|has|have|had|can|could|may|might|will|would|should|must|did|does|do|used|conducted|examined)\b"
)


def lacks_verb(text: str) -> bool:
    """Return whether no word of a text looks like a finite verb, as in a heading or a title.

    Infinitives are none, nor are participles before their noun ("a predetermined score") or of how a thing was
    measured ("pain rated on a scale").
    """
    return is_bare_aim(text) or not _has_verb(_NOT_FINITE.sub(" ", text))


def is_bare_aim(text: str) -> bool:
    """Return whether a text is an aim without a subject: "To compare A with B."."""
    return bool(_BEGINS_WITH_INFINITIVE.match(text)) and not _AFTER_PURPOSE.search(text)


def _has_verb(text: str) -> bool:
    return bool(_VERB.search(text) or _FURTHER.search(text))
