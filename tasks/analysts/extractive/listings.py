"""Things that a sentence counts and does not name, and the sentence behind it that names them: "They are", "First"."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

_NUMBER = r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|several|a (?:\w+ )?(?:set|range|number|variety|series) of|1?\d)"
_THINGS = r"(?:outcomes|challenges|factors|frames|themes|categories|principles|pathways|barriers|types|issues|conditions|elements|components|dimensions|features|characteristics|strategies|approaches|mechanisms|lessons|priorities|areas|domains|actions|ways|reasons|clusters|recommendations|patterns|drivers|points|levers|interventions|stages|steps|perspectives|discourses|narratives|roles|functions|trends|gaps|aspects|problems|arguments|claims|kinds|forms|layers)"
_COUNTS = re.compile(rf"\b{_NUMBER} (?:\([^)]*\) )?(?:[\w-]+,? ){{0,3}}?(?P<things>{_THINGS})\b", re.IGNORECASE)
_NAMED = re.compile(r"[:(]|, [^,]+,? and |\b(?:such as|including|namely|from)\b")
_NAMES = re.compile(
    rf"^(?:(?:They|These)|(?:The|These) (?:[\w-]+ ){{0,4}}?(?P<things>{_THINGS})\b[^.:;]{{0,60}}?) (?:\w+ )?(?:include|are|were|comprise|concern|consist)\b(?=[^.]*(?:[,:;]| and ))|^\W*\(?(?:1|i|a)\) .*\b(?:2|ii|b)\) ",
    re.IGNORECASE,
)
_IN_TURN = re.compile(r"^(?:First(?:ly)?|One)\b(?! of\b)|^The first (?!two|three)", re.IGNORECASE)


def names_counted(text: str, before: str) -> bool:
    """Return whether a sentence names, in one list, the things that the one before it only counts."""
    counted, names = _find_counted(before), _NAMES.match(text)
    if counted is None or names is None:
        return False
    return names["things"] is None or names["things"].lower() == counted["things"].lower()


def begins_counted(text: str, before: str) -> bool:
    """Return whether a sentence is the first of several that tell, each for one, the things counted before it."""
    return _find_counted(before) is not None and bool(_IN_TURN.match(text))


def _find_counted(text: str) -> re.Match[str] | None:
    found = list(_COUNTS.finditer(text))
    return found[0] if found and not _NAMED.search(text, found[0].end()) else None
