"""What an English question or sentence is about, as a noun phrase: "Does X reduce Y?" is about the effect of X on Y.

Rules of grammar: where the subject ends is known by auxiliaries and by verbs that titles of any field use; an
adjective or participle after "is" names the relation. What cannot be told apart by them has no noun phrase.
"""

# ruff: noqa: E501, ISC004 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.text.clauses import QUALITIES, find_verb, name_predicate, name_stated, relate

_BE = r"(?:is|are|was|were)"
_AUXILIARY = r"(?:do|does|did|can|could|will|would|should|shall|may|might|must|has|have|had)"
_AGENTS = {
    "causes": "causes of",
    "drives": "drivers of",
    "predicts": "predictors of",
    "determines": "determinants of",
    "influences": "influences on",
    "affects": "influences on",
    "explains": "explanations of",
    "prevents": "prevention of",
    "motivates": "motives of",
}
_DIFFERENCE = re.compile(r"(?<=\s)makes? (?:an?|any|the) (?:\w+ )?difference\b", re.IGNORECASE)
_FINITE = re.compile(rf"\s(?:{_BE}|{_AUXILIARY})\s", re.IGNORECASE)
_ANY_WH = r"(?:how|why|when|where|to what extent|in what ways?|under what conditions|how (?:much|far|well|often|many))"


def is_question(text: str) -> bool:
    """Return whether a text asks: by its mark, or as English by its first words ("Does …", "What are …")."""
    if text.rstrip(" \"'\u201d\u2019)").endswith(("?", "\uff1f", "\u061f", "\u037e")):
        return True
    if re.match(r"(?:do|does|did|is|are|was|were)\s+\w+\s+\w+\s+\w", text, re.IGNORECASE):
        return True
    return bool(re.match(rf"(?:what|which|who|whose|{_ANY_WH})\s+(?:{_BE}|{_AUXILIARY})\s", text, re.IGNORECASE))


def opens_as_question(text: str) -> bool:
    """Return whether the first word of a text is one by which English asks: "Does", "Is", "How"."""
    return re.match(rf"(?:what|which|who|whose|{_ANY_WH}|{_BE}|{_AUXILIARY})\s", text, re.IGNORECASE) is not None


def is_statement(text: str) -> bool:
    """Return whether a title says what was found, as a sentence with a finite verb does, and not only about what."""
    return _FINITE.search(text) is not None or find_verb(text, finite=True) is not None


def name_asked(text: str) -> str:
    """Return what a question or a sentence is about as a noun phrase, empty where rules do not tell.

    A text that neither asks nor states anything is returned as it is.
    """
    plain = _DIFFERENCE.sub("matter", text.strip(" ?\uff1f\u00bf.!\"'\u201c\u201d"))
    for pattern, read in _FORMS:
        if match := pattern.fullmatch(plain):
            return read(match)
    return "" if is_question(plain) else name_stated(plain)


def _name_there(match: re.Match[str]) -> str:
    return match["what"]


def _name_what_is(match: re.Match[str]) -> str:
    what = re.sub(r"^(?:known|there to know|new)\s+(?:about|of|on)\s+", "", match["what"], flags=re.IGNORECASE)
    return "" if _FINITE.search(f" {what} ") else what


def _tell_nothing(_match: re.Match[str]) -> str:
    return ""


def _name_effect_had(match: re.Match[str]) -> str:
    return f"the {match['noun']} of {match['who']} {match['on']} {match['what']}"


def _name_agent(match: re.Match[str]) -> str:
    return f"the {_AGENTS[match['verb'].lower()]} {match['what']}"


def _name_quality(match: re.Match[str]) -> str:
    quality = QUALITIES.get(match["quality"].lower())
    if quality is None:
        return ""
    subject, preposition, rest = _split_first(match["what"], r"for|in|among|as|at|against|during|with")
    return f"the {quality} of {subject}" + (f" {preposition} {rest}" if rest else "")


def _name_which(match: re.Match[str]) -> str:
    what = match["what"]
    if re.match(rf"{_AUXILIARY}\s", what, re.IGNORECASE):
        return ""
    be = re.match(rf"(?P<who>[^,]+?)\s(?P<be>{_BE}|{_AUXILIARY})\s(?P<rest>.+)", what, re.IGNORECASE)
    if be and not re.fullmatch(_AUXILIARY, be["be"], re.IGNORECASE):
        return f"{be['who']} that {be['be'].lower()} {be['rest']}"
    verb = None if be else find_verb(what)
    return f"{what[: verb.start].rstrip()} that {what[verb.start :]}" if verb else ""


def _name_done(match: re.Match[str]) -> str:
    """Return what "(how) does X VERB Y" is about."""
    return relate(match["what"])


def _name_being(match: re.Match[str]) -> str:
    """Return what "(why) is X PREDICATE" is about."""
    return name_predicate(match["what"])


def _name_indirect(match: re.Match[str]) -> str:
    return name_stated(match["what"]) if _FINITE.search(match["what"]) or find_verb(match["what"]) else ""


def _split_first(text: str, prepositions: str) -> tuple[str, str, str]:
    match = re.search(rf"\s({prepositions})\s", text)
    return (text[: match.start()], match[1], text[match.end() :]) if match else (text, "", "")


_FORMS = tuple(
    (re.compile(pattern, re.IGNORECASE), read)
    for pattern, read in (
        (rf"{_BE} there (?P<what>.+)", _name_there),
        (
            rf"(?:what|which)(?: kinds? of| sort of)?(?: (?!{_BE}\b)\w+)??\s(?P<noun>effects?|impacts?|influences?|roles?|"
            rf"consequences?|implications?)\s{_AUXILIARY}\s(?P<who>.+?)\s(?:have|play|exert)\s(?P<on>on|in|for|upon)\s"
            r"(?P<what>.+)",
            _name_effect_had,
        ),
        (
            r"what (?P<verb>causes|drives|predicts|determines|influences|affects|explains|prevents|motivates)\s(?P<what>.+)",
            _name_agent,
        ),
        (
            rf"what\s{_AUXILIARY}\s(?:\w+\s){{1,3}}?(?:know|say|tell|tell us|show|learn|think)\s(?:about|of|on|from)\s"
            r"(?P<what>.+)",
            _name_what_is,
        ),
        (rf"what\s{_BE}\s(?P<what>.+)", _name_what_is),
        (rf"(?:which|who)\s{_BE}\s.+", _tell_nothing),
        (rf"how (?P<quality>[\w-]+)\s{_BE}\s(?P<what>.+)", _name_quality),
        (rf"(?:{_ANY_WH} )?{_AUXILIARY}\s(?P<what>.+)", _name_done),
        (rf"(?:{_ANY_WH} )?{_BE}\s(?P<what>.+)", _name_being),
        (r"(?:which|what)\s(?P<what>.+)", _name_which),
        (rf"(?:{_ANY_WH}|whether|if)\s(?P<what>.+)", _name_indirect),
    )
)
