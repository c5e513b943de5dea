"""Clauses of English read by rules of grammar: where the verb is, and what subject and predicate are together about."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

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
QUALITIES = {
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
_PREPOSITION = r"(?:with|to|for|in|from|by|of|on|than|as|among|at|against)"
_LEANING = re.compile(
    rf"(?:\b(?:an?|the|and|or|its|their|his|her|our|your|this|these|such|any|no|that|which|who|not|to|both|{_PREPOSITION})|[-,])$",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"\s+(?:really|actually|still|ever|also|even|not|always|alone|too|up|best|directly|significantly|generally)$",
    re.IGNORECASE,
)
_NO_MATTER = re.compile(r"(?:it|this|that|they|these|those|there|we|you|he|she|i|one|people)", re.IGNORECASE)
_AS_WORD = re.compile(r"[^\W_]+(?:[-'\u2019\u2010\u2011][^\W_]+)*")
_NOUNS_TOO = frozenset(
    """influence impact change benefit harm shape limit cause result work help play need use show support experience
    report measure function act account shift link drive increase decrease delay address follow learn see treat cure
    offer move spread grow""".split()  # noqa: SIM905 -- a word list reads best as text
)


@dataclass(frozen=True, slots=True)
class Verb:
    """The verb of a clause: where it stands, and its base form."""

    start: int
    end: int
    base: str


def name_stated(plain: str) -> str:
    """Return what a clause "X VERB Y" or "X is PREDICATE" is about; a noun phrase as it is, empty where unclear."""
    head = re.match(
        r"(?P<who>[^,:]+?)\s(?P<verb>is|are|was|were|can|could|may|might|should|will|has|have|had|does|do)\s(?P<rest>.+)",
        plain,
    )
    if head and not re.search(r"\b(?:that|which|who|what|how|where|when)\b", head["who"]):
        be = head["verb"] in {"is", "are", "was", "were"}
        if be and find_verb(head["who"], finite=True) is None:
            return name_predicate(f"{head['who']} {head['rest']}") or ""
        if head["verb"] in {"has", "have", "had"}:
            return relate(plain) or ""
        if not be:
            return relate(f"{head['who']} {head['rest']}") or ""
    verb = find_verb(plain, finite=True)
    if verb is None:
        return plain
    return _join(plain, verb)


def relate(clause: str) -> str:
    """Return X and Y of a clause "X VERB Y" as one noun phrase."""
    if had := _HAVING.search(clause):
        who = _clean(clause[: had.start()])
        return f"the {had['noun'].lower()} of {who} {had['on'].lower()} {clause[had.end() :]}" if who else ""
    if passive := re.search(r"\s(?:be|been)\s", clause):
        return name_predicate(clause[: passive.start()] + " " + clause[passive.end() :])
    verb = find_verb(clause)
    return _join(clause, verb) if verb else ""


def find_verb(clause: str, *, finite: bool = False) -> Verb | None:
    """Return the first word that must be the verb of a clause: "X reduce Y" after an auxiliary, "X reduces Y" without."""
    words = list(_AS_WORD.finditer(clause))
    nouns: list[Verb] = []
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
        verb = Verb(word.start(), word.end(), base)
        if base not in _NOUNS_TOO:
            return verb
        nouns.append(verb)  # "does remote work affect …"
    return nouns[0] if nouns else None


def _join(clause: str, verb: Verb) -> str:
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


def name_predicate(clause: str) -> str:
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
        if text in QUALITIES:
            if _NO_MATTER.fullmatch(who):
                return ""  # "is it safe to fast": nothing there has a safety
            return f"the {QUALITIES[text]} of {who}" + (f" {rest}" if rest else "")
        participle = re.match(rf"(?:{_PREPOSITION})\s(?P<what>.+)", rest, re.IGNORECASE)
        if text.endswith("ed") and participle:
            preposition = rest.split()[0].lower()
            joined = preposition in {"with", "to", "by"}
            return _set_side_by_side(who, participle["what"]) if joined else f"{who} {rest}"
        if text.endswith("ed") and not rest:
            return who
    return ""


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
