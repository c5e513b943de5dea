"""How strongly a sentence speaks: causes for associations, "all" for some, proof for hints."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

_STRONG = {
    "proof": r"prov(?:e[sdn]?|ing|en)|proofs?|definitive\w*|conclusive\w*|undoubted\w*|certain(?:ly|ty)?|unequivocal\w*|unambiguous\w*|"
    r"beyond (?:any |all )?doubt|clearly|firmly|establish(?:es|ed)?|confirm(?:s|ed)?|demonstrat(?:es?|ed|ing)|undeniabl\w+|decisive\w*|settle[sd]?|irrefutabl\w+|no doubt|doubt(?:less)?|known|obsolete|superfluous|unnecessary|needless|solves?|solved",
    "all": r"all|every|everyone|everybody|everywhere|anywhere|always|never|nowhere|none|any|anyone|anybody|entire(?:ly)?|exclusive(?:ly)?|invariabl[ey]|universal(?:ly)?|"
    r"wholly|regardless|irrespective|whatever|wherever|whenever|without exception|throughout|worldwide|nationwide|purely|perfect(?:ly)?|absolute(?:ly)?|exactly|virtually|fully|reliably|infallibl[ey]",
    "must": r"must|guarante\w+|ensures?|ensured|inevitabl\w+|necessar(?:y|ily)|impossible|cannot|indispensabl\w+|essential|should|put(?:s|ting)? an end|renders?|rendered|ought",
    "cause": r"caus(?:es?|ed|ing|al|ally)|leads? to|led to|leading to|results? in|resulted in|resulting in|produc(?:es?|ed|ing)|induc(?:es?|ed|ing)|trigger\w*|driv(?:es?|en|ing)|drove|"
    r"owing to|responsible|determin(?:es?|ed)|prevent(?:s|ed|ing)?|eliminat\w+|eradicat\w+|cur(?:es?|ed|ing)|protects?|protected|brings?|gives? rise|forces?|abolish\w*",
}


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)


_CUES = tuple(_words(pattern) for pattern in _STRONG.values())
_ROOT = 5  # letters that words of one root share


def compare_strength(claim: str, nearest: str) -> list[str]:
    """Return the strong words of a sentence of whose root none stands in the passages of a work `nearest` to it."""
    known = {match[0].lower()[:_ROOT] for cue in _CUES for match in cue.finditer(nearest)}
    said = sorted((match.start(), match[0].lower()) for cue in _CUES for match in cue.finditer(claim))
    return list(dict.fromkeys(word for _, word in said if word[:_ROOT] not in known))
