"""What an English question or sentence is about, as a noun phrase: "Does X reduce Y?" is about the effect of X on Y.

Rules of grammar: where the subject ends is known by auxiliaries and by verbs that titles of any field use; an
adjective or participle after "is" names the relation. What cannot be told apart by them has no noun phrase.
"""

# ruff: noqa: E501, ISC004 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

_BE = r"(?:is|are|was|were)"
_AUXILIARY = r"(?:do|does|did|can|could|will|would|should|shall|may|might|must|has|have|had)"
# What X does to Y; all by their base form. Others relate X and Y without an effect of one on the other.
_ACTING = frozenset(
    """affect influence impact improve reduce increase decrease lower raise prevent promote enhance worsen alter change
    modify shape strengthen weaken accelerate delay slow boost hinder foster inhibit stimulate impair restore mitigate
    ameliorate alleviate attenuate diminish suppress limit facilitate protect harm benefit treat cure""".split()  # noqa: SIM905
)
_RELATING = frozenset(
    """predict cause lead contribute result relate correlate depend differ vary matter work help explain mediate moderate
    determine drive play make become remain provide offer support enable allow need require use reflect indicate reveal
    show induce trigger respond adapt cope perceive experience adopt choose understand measure define report evolve
    emerge interact compare outperform exceed occur exist persist last save involve include represent serve act function
    shift grow develop arise spread move learn think feel see manage assess address link connect translate pay know
    account belong follow deserve want believe perform exhibit""".split()  # noqa: SIM905 -- a word list reads best as text
)
_HAVING = re.compile(
    r"(?:have|has|had|play|plays|played|exert|exerts|exerted)\s+(?:an?\s+|any\s+|the\s+)?(?:\w+\s+)??"
    r"(?P<noun>effects?|impacts?|influences?|roles?|benefits?|consequences?|implications?)\s+(?P<on>on|in|for|upon|of)\s+",
    re.IGNORECASE,
)
_QUALITIES = {
    "effective": "effectiveness",
    "efficacious": "efficacy",
    "efficient": "efficiency",
    "safe": "safety",
    "common": "frequency",
    "frequent": "frequency",
    "prevalent": "prevalence",
    "accurate": "accuracy",
    "reliable": "reliability",
    "valid": "validity",
    "useful": "usefulness",
    "feasible": "feasibility",
    "acceptable": "acceptability",
    "important": "importance",
    "sustainable": "sustainability",
    "stable": "stability",
    "cost-effective": "cost-effectiveness",
}
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
_PREPOSITION = r"(?:with|to|for|in|from|by|of|on|than|as|among|at|against)"
_LEANING = re.compile(
    rf"(?:\b(?:an?|the|and|or|its|their|his|her|our|your|this|these|such|any|no|that|which|who|not|to|both|{_PREPOSITION})|[-,])$",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"\s+(?:really|actually|still|ever|also|even|not|always|alone|too|up|best|directly|significantly|generally)$",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(r"(?<=\s)makes? (?:an?|any|the) (?:\w+ )?difference\b", re.IGNORECASE)
_NO_MATTER = re.compile(r"(?:it|this|that|they|these|those|there|we|you|he|she|i|one|people)", re.IGNORECASE)
_AS_WORD = re.compile(r"[^\W_]+(?:[-'\u2019\u2010\u2011][^\W_]+)*")
_INDIRECT = re.compile(r"(?:how|why|whether|if|when|where)\s+", re.IGNORECASE)
_FINITE = re.compile(rf"\s(?:{_BE}|{_AUXILIARY})\s", re.IGNORECASE)
_ANY_WH = r"(?:how|why|when|where|to what extent|in what ways?|under what conditions|how (?:much|far|well|often|many))"


@dataclass(frozen=True, slots=True)
class _Verb:
    start: int
    end: int
    base: str


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
    return _FINITE.search(text) is not None or _find_verb(text, finite=True) is not None


def name_asked(text: str) -> str:
    """Return what a question or a sentence is about as a noun phrase, empty where rules do not tell.

    A text that neither asks nor states anything is returned as it is.
    """
    plain = _DIFFERENCE.sub("matter", text.strip(" ?\uff1f\u00bf.!\"'\u201c\u201d"))
    for pattern, read in _FORMS:
        if match := pattern.fullmatch(plain):
            return read(match)
    return "" if is_question(plain) else _name_stated(plain)


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
    quality = _QUALITIES.get(match["quality"].lower())
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
    verb = None if be else _find_verb(what)
    return f"{what[: verb.start].rstrip()} that {what[verb.start :]}" if verb else ""


def _name_done(match: re.Match[str]) -> str:
    """Return what "(how) does X VERB Y" is about."""
    return _relate(match["what"])


def _name_being(match: re.Match[str]) -> str:
    """Return what "(why) is X PREDICATE" is about."""
    return _name_predicate(match["what"])


def _name_indirect(match: re.Match[str]) -> str:
    return _name_stated(match["what"]) if _FINITE.search(match["what"]) or _find_verb(match["what"]) else ""


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


def _relate(clause: str) -> str:
    """Return X and Y of a clause "X VERB Y" as one noun phrase."""
    if had := _HAVING.search(clause):
        who = _clean(clause[: had.start()])
        return f"the {had['noun'].lower()} of {who} {had['on'].lower()} {clause[had.end() :]}" if who else ""
    if passive := re.search(r"\s(?:be|been)\s", clause):
        return _name_predicate(clause[: passive.start()] + " " + clause[passive.end() :])
    verb = _find_verb(clause)
    return _join(clause, verb) if verb else ""


def _join(clause: str, verb: _Verb) -> str:
    who, rest = _clean(clause[: verb.start]), clause[verb.end :].strip()
    rest = re.sub(r"^(?:better|more|less|only|also|their|its|it|them)\s+", "", rest, flags=re.IGNORECASE)
    if not who:
        return rest if re.match(r"(?:an?|the)\s", rest, re.IGNORECASE) else ""
    if verb.base in _ACTING and rest and not re.match(rf"{_PREPOSITION}\s", rest, re.IGNORECASE):
        return f"the effect of {who} on {rest}"
    if match := re.match(rf"{_PREPOSITION}\s(?P<what>.+)", rest, re.IGNORECASE):
        preposition = rest.split()[0].lower()
        return f"{who} {rest}" if preposition in {"in", "among", "for", "at"} else _set_side_by_side(who, match["what"])
    if not rest:
        return who if " " in who else ""
    return _set_side_by_side(who, rest)


def _set_side_by_side(one: str, other: str) -> str:
    return f"{one} in relation to {other}" if " and " in f"{one} {other}" else f"{one} and {other}"


def _name_predicate(clause: str) -> str:
    """Return what "X PREDICATE" is about, in which a form of "to be" has been left out."""
    if match := re.fullmatch(r"(?P<who>.+?)\s(?P<what>an?\s.+)", clause, re.IGNORECASE):
        who = match["who"]
        return f"{who} as {match['what']}" if not _LEANING.search(who) else ""
    words = list(_AS_WORD.finditer(clause))
    for before, word in pairwise(words):
        text = word.group().lower()
        rest = clause[word.end() :].strip()
        if _LEANING.search(clause[: before.end()]):
            continue
        who = clause[: word.start()].strip()
        if text in _QUALITIES:
            if _NO_MATTER.fullmatch(who):
                return ""  # "is it safe to fast": nothing there has a safety
            return f"the {_QUALITIES[text]} of {who}" + (f" {rest}" if rest else "")
        participle = re.match(rf"(?:{_PREPOSITION})\s(?P<what>.+)", rest, re.IGNORECASE)
        if text.endswith("ed") and participle:
            preposition = rest.split()[0].lower()
            joined = preposition in {"with", "to", "by"}
            return _set_side_by_side(who, participle["what"]) if joined else f"{who} {rest}"
        if text.endswith("ed") and not rest:
            return who
    return ""


def _name_stated(plain: str) -> str:
    """Return what a clause "X VERB Y" or "X is PREDICATE" is about; a noun phrase as it is, empty where unclear."""
    head = re.match(
        r"(?P<who>[^,:]+?)\s(?P<verb>is|are|was|were|can|could|may|might|should|will|has|have|had|does|do)\s(?P<rest>.+)",
        plain,
    )
    if head and not re.search(r"\b(?:that|which|who|what|how|where|when)\b", head["who"]):
        be = head["verb"] in {"is", "are", "was", "were"}
        if be and _find_verb(head["who"], finite=True) is None:
            return _name_predicate(f"{head['who']} {head['rest']}") or ""
        if head["verb"] in {"has", "have", "had"}:
            return _relate(plain) or ""
        if not be:
            return _relate(f"{head['who']} {head['rest']}") or ""
    verb = _find_verb(plain, finite=True)
    if verb is None:
        return plain
    return _join(plain, verb)


def _find_verb(clause: str, *, finite: bool = False) -> _Verb | None:
    """Return the first word that must be the verb of a clause: "X reduce Y" after an auxiliary, "X reduces Y" without."""
    words = list(_AS_WORD.finditer(clause))
    nouns: list[_Verb] = []
    for before, word in pairwise(words):
        text = word.group().lower()
        base = _base(text)
        known = base in _ACTING or base in _RELATING
        if not known or (finite and text == base) or (finite and text.endswith("ing")):
            continue
        follows = clause[word.end() :].lstrip()
        if _LEANING.search(clause[: before.end()]) or re.match(r"(?:of|and|or)\b|[,;:]", follows, re.IGNORECASE):
            continue
        if finite and (not follows or text.endswith("ed")):
            continue  # "health benefits", "hair cortisol measured in infants": a noun, or a participle
        if finite and not re.match(r"(?:an?|the|its|their|to|with|on|in|by|from|\w+)\s", f"{follows} ", re.IGNORECASE):
            continue
        if finite and base in _NOUNS_TOO and re.match(rf"{_PREPOSITION}\s", follows, re.IGNORECASE):
            continue
        verb = _Verb(word.start(), word.end(), base)
        if base not in _NOUNS_TOO:
            return verb
        nouns.append(verb)  # "does remote work affect …"
    return nouns[0] if nouns else None


_NOUNS_TOO = frozenset(
    """influence impact change benefit harm shape limit cause result work help play need use show support experience
    report measure function act account shift link drive increase decrease delay address follow learn see treat cure
    offer move spread grow""".split()  # noqa: SIM905 -- a word list reads best as text
)


def _base(word: str) -> str:
    for ending, instead in (("ies", "y"), ("es", ""), ("es", "e"), ("s", ""), ("ed", ""), ("ed", "e"), ("d", "")):
        if word.endswith(ending) and (base := word.removesuffix(ending) + instead) in _ACTING | _RELATING:
            return base
    return word


def _clean(subject: str) -> str:
    subject = subject.strip(" ,")
    while match := _TRAILING.search(subject):
        subject = subject[: match.start()]
    return "" if _NO_MATTER.fullmatch(subject) else subject


def _split_first(text: str, prepositions: str) -> tuple[str, str, str]:
    match = re.search(rf"\s({prepositions})\s", text)
    return (text[: match.start()], match[1], text[match.end() :]) if match else (text, "", "")
