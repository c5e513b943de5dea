"""Sentences of a work turned into statements about it.

A statement is the sentence lightly trimmed: openings such as "Moreover," and brackets with test statistics go, nothing
is reworded. The remainder is marked with the place where the authors can be named: "We found that X" is X, reported.

The verbs with which authors describe their own work, and their third-person forms.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from tasks.analysts.extractive.finite_verbs import is_bare_aim
from tasks.text.lone_sentences import drop_marks, loses_signs

_REPORTING = frozenset(
    """show find suggest argue conclude indicate demonstrate reveal report propose highlight note observe
    illustrate confirm contend claim hypothesize hypothesise posit caution emphasize emphasise stress recommend
    infer imply estimate predict discover establish document hold state maintain assert underline underscore
    acknowledge believe assume warn speculate expect advise affirm""".split(),  # noqa: SIM905 -- a word list reads best as text
)
_ACTING = _REPORTING | frozenset(
    """examine explore investigate analyse analyze assess review present develop study compare discuss describe
    introduce use test apply evaluate identify provide offer build draw consider focus address outline survey
    measure quantify model synthesize synthesise map conduct employ combine collect aim seek ask adopt call
    characterize characterise distinguish determine extend integrate trace track define conceptualize
    conceptualise derive discern simulate calculate compute construct contribute critique debate detail design
    elaborate examine formulate investigate question reconsider reflect revisit sketch summarize summarise
    critically undertake unpack advance add look take give make set bring begin start turn perform follow raise
    carry point""".split(),  # noqa: SIM905 -- a word list reads best as text
)
_PAST = {
    "found": "find", "showed": "show", "shown": "show", "held": "hold", "drew": "draw", "built": "build",
    "sought": "seek", "took": "take", "gave": "give", "made": "make", "undertook": "undertake", "chose": "choose",
    "set": "set", "began": "begin", "brought": "bring", "put": "put", "ran": "run", "saw": "see", "had": "have",
}  # fmt: skip
# A participle of "it is shown that" and its past tense.
_FINITE = {"shown": "showed"}


def is_reporting(verb: str) -> bool:
    """Return whether a verb, in any form, can introduce a that-clause by the authors."""
    return _base(verb) in _REPORTING


def is_acting(verb: str) -> bool:
    """Return whether a verb, in any form, can say what authors did in a work."""
    return _base(verb) in _ACTING or verb in _PAST or bool(re.fullmatch(r"[a-z]{3,}ed", verb))


def is_past(verb: str) -> bool:
    """Return whether a verb has the same form for one author and for several."""
    return verb in _PAST or verb.endswith("ed")


def agree(verb: str, *, plural: bool) -> str:
    """Return the verb in the form that fits one author or several; past forms stay as they are."""
    if is_past(verb):
        return _FINITE.get(verb, verb)
    base = _base(verb) or verb
    return base if plural else _third_person(base)


def _third_person(base: str) -> str:
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return base + "es"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def _base(verb: str) -> str:
    """Return the dictionary form if it is one of the known verbs, else an empty string."""
    endings = (("", ""), ("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("d", ""), ("ied", "y"))
    for ending, replacement in endings:
        base = verb[: len(verb) - len(ending)] + replacement if verb.endswith(ending) else ""
        if base in _ACTING:
            return base
    return _PAST.get(verb, "")


_OPENING = re.compile(
    r"(?:however|moreover|furthermore|in addition|additionally|finally|lastly|thus|therefore|hence|in conclusion|"
    r"to conclude|in summary|in sum|to sum up|in short|overall|taken together|importantly|interestingly|notably|"
    r"consequently|as a result|accordingly|nevertheless|nonetheless|specifically|in particular|more specifically|"
    r"surprisingly|as expected|(?:first|second|third)(?:ly)?|(?:four|fif|six|seven)th|also|yet|indeed|conversely|"
    r"(?:in|by) contrast|on the (?:one|other) hand|for (?:example|instance)|similarly|likewise|at the same time|"
    r"further|besides|meanwhile|subsequently|afterwards|in general|generally|in fact|of note|crucially|ultimately|"
    r"altogether|based on (?:these|our) (?:results|findings)|instead|as such|in turn|still|then|"
    r"(?:drawing|building|based|moving|added) (?:up)?\w+ (?:this|these|that|critique)(?: \w+)?|in parallel|"
    r"against this background|to this end|to that end|in this (?:paper|study|article|chapter|review|work)|"
    r"in the (?:present|current) (?:paper|study|article|review|work)|here),?\s*[,:—\u2013]\s*"
    r"|(?:here|finally|therefore|thus|hence)\s+(?=we\b)"
    r"|in this (?:paper|study|article|chapter|review|work)\s+(?=we\b|I\b)"
    r"|(?:and|but|so|yet)\s+(?!far\b|that\b|called\b|another\b|to\b|long\b|much\b|many\b)"
    r"|so far,\s+",
    re.IGNORECASE,
)
_WITHIN = r"(?:[^()\[\]]|[(\[][^()\[\]]*[)\]])"
_STATISTICS = re.compile(
    rf"\s*[(\[]{_WITHIN}*?(?:\b[pP]\s*[<>=≤≥]|\b[pP] ?[54] ?0?\.\d|"
    rf"\bCIs?\b|\b(?:confidence|credible) interval|[βχη]|\b[Ff]\s*[=(]|\bt\s*[=(]|\br\s*=|\bOR\s*=?\s*\d|\bHR\b|"
    rf"\bSE\s*=|\bSD\b|R2|\brho\b|\bQ\s*=){_WITHIN}*[)\]]",
)
_LEVEL = re.compile(r"\b[Pp](?:[- ]values?)?\s?[<=\u2264]")
# Without "(P > 0.05)" a change that chance explains would be told as one.
_BY_CHANCE = re.compile(
    r"\b[pP](?:[- ]?values?)?\s*(?:[>≥]\s*0?\.0[5-9]|[=>≥~≈]\s*0?[.·](?:0[6-9]|05[1-9]|[1-9]))"
    r"|\b[Nn]\.?[Ss]\b\.?|\bnot significant\b"
)
_DENIES = re.compile(
    r"\b(?:not?|neither|nor|without|similar\w*|comparable|fail\w*|unchanged|insignificant\w*)\b", re.IGNORECASE
)
_REFERENCE = re.compile(r"\s*\[\d+(?:\s*[,\u2013-]\s*\d+)*\]")
_FIRST_PERSON = re.compile(r"\b(?:[Ww]e|[Oo]urs?|us|[Mm]y|[Oo]urselves)\b|(?<![\w.-])I(?= [a-z]|['\u2019][a-z])")
_ADVERB = (
    r"(?:(?:also|further|here|therefore|thus|then|hereby|first|finally|now|additionally|specifically|subsequently)\s+)?"
)
_OWN_RESULTS = re.compile(
    r"(?P<noun>(?:our|the|these|the study|overall|study|main|key|further)?\s*(?:\w+\s+){0,2}?"
    rf"(?:results?|findings|analys[ei]s|data))(?:\s+(?:of|from) (?:this|the|our) \w+)?\s+{_ADVERB}(?:\w+ly\s+)?"
    r"(?P<verb>[a-z]+)\s+that\s+",
    re.IGNORECASE,
)
# What bounds results stays with them: "Preliminary results suggest that" is no mere "suggest that".
_BOUNDED = re.compile(
    r"\b(?:preliminary|interim|initial|pilot|exploratory|sub-?groups?|post|ad|hoc|secondary|stratified|completers?|early|"
    r"unadjusted|adjusted|univaria\w+|bivaria\w+|multivaria\w+|cross|sectional|longitudinal|follow|term|limited|indirect)\b",
    re.IGNORECASE,
)
_SAYING = re.compile(
    rf"(?:we|i|the (?:authors?|researchers)|this (?:paper|study|article|chapter|review|essay|work)|it)\s+{_ADVERB}"
    r"(?:\w+ly\s+)?(?:(?:is|was|has been)\s+)?(?P<verb>[a-z]+)\s+that\s+",
    re.IGNORECASE,
)
# Some journals have abstracts without a subject: "Argues that reports ...".
_BARE_SAYING = re.compile(r"(?P<verb>[A-Z][a-z]+s)\s+that\s+")
_DOING = re.compile(
    r"(?P<before>(?:(?:Using|By|Drawing|Based|From|To|Through|With|For|After|Building|Applying|Combining|Adopting|Taking|"
    r"Following|In)\b[^,;]{3,120},(?:[^,;]{3,60},)?\s+)?)(?P<subject>[Ww]e|I|[Tt]he authors?|[Tt]he researchers)\s+"
    rf"(?P<adverb>{_ADVERB})(?P<verb>[a-z]+)\b(?P<after>.*)",
)
_STUDY = re.compile(
    r"\b(?:this|the (?:present|current)|our)\s+"
    r"(?P<noun>(?:(?!(?:was|were|is|are|has|had|to|of|in|on|for|and|that|the|by|from|with)\b)[\w'\u2019-]+\s+){0,3}?"
    r"(?:study|paper|article|chapter|review|meta-analysis|analysis|case report|report|essay|survey|book|research|"
    r"trial|work|thesis|dissertation|investigation|"
    r"commentary|editorial|case study|contribution|overview|synthesis|volume|project))\b"
    r"(?!\s+(?:results?|findings?|data|populations?|groups?|samples?|periods?|sites?|areas?|designs?|protocols?|drugs?|"
    r"participants?|patients?|questions?|model|team|evidence)\b)",
    re.IGNORECASE,
)
_BARE_STUDY = re.compile(
    r"^The (?P<noun>study|paper|article|chapter|review|authors' analysis|book|essay|report)"
    r"(?= (?:[a-z]+(?:s|ed)|found|drew|took|built|gave)\b)"
    r"|(?<=^According to )the (?P<source>study|paper|article|chapter|review|report)(?=,)"
)
_ONE_STUDY = re.compile(
    r"(?P<noun>An? (?:[\w'\u2019-]+ ){0,4}?(?:study|review|meta-analysis|analysis|report|survey|trial))"
    r"(?= [a-z]+(?:s|ed)\b| found\b)",
)
_BARE_RESULTS = re.compile(
    r"(?:(?:The|Our|These)\s+)?(?P<noun>(?:main |key |overall |empirical )?(?:[Rr]esults|[Ff]indings|[Ee]stimates))"
    r"(?:\s+(?:of|from)\s+(?:this|the|our)\s+(?:study|review|analysis|survey|paper|article))?"
    r"(?=\s+(?!(?:of|from|and|or|in|on|for|with|to|at|by|as|after|during|between|among|regarding|concerning|obtained|"
    r"presented|reported|were|was|are|is)\b)[a-z]+\b)",
)
_LATER_STUDY = re.compile(r"(?<=, )the (?P<noun>study|paper|article|chapter|review)(?= [a-z]+(?:s|ed)\b)")
# What came before "we therefore" is not told.
_LEADS_ON = re.compile(r"(?:therefore|thus|then|hereby)\s+")
_COORDINATED = re.compile(r"\b(?:and|then|or)\s+(?:also\s+|then\s+)?([a-z]+)\b")


@dataclass(frozen=True, slots=True)
class Statement:
    """A trimmed sentence and where its authors may be named.

    `text` stands alone: capital at the start, full stop at the end, its words in the order of the source. `kind` says
    how it can be reported: *plain* as it is; *reported* as what the authors `verb` that; *acted* as `before` AUTHORS
    `verb` `after`; *study* as `before` the `noun` by AUTHORS `after`; *aim* as what
    AUTHORS set out to do; *quoted* only between quotation marks, since it
    speaks in the first person.
    """

    kind: Literal["plain", "reported", "acted", "study", "aim", "quoted"]
    text: str
    verb: str = ""
    before: str = ""
    noun: str = ""
    after: str = ""


def read_statement(sentence: str, *, with_figures: bool = False) -> Statement:
    """Return the statement a cleaned sentence makes; `with_figures` where its brackets with statistics stay."""
    body = _trim(sentence, with_figures=with_figures)
    reported = _reported(body)
    if reported is not None:
        return reported
    text = finish(body)
    if is_bare_aim(text) and not _FIRST_PERSON.search(text) and not _STUDY.search(text):
        return Statement("aim", text)
    acted = _acted(text)
    if acted is not None:
        return acted
    if not _FIRST_PERSON.search(_BARE_RESULTS.sub("", _STUDY.sub("", text), count=1)):
        study = (
            _BARE_RESULTS.match(text)
            or _STUDY.search(text)
            or _BARE_STUDY.search(text)
            or _ONE_STUDY.match(text)
            or _LATER_STUDY.search(text)
        )
        if study is None:
            return Statement("plain", text)
        if not _STUDY.search(text, study.end()):
            return Statement(
                "study", text, before=text[: study.start()], noun=_noun_of(study), after=text[study.end() :]
            )
    return Statement("quoted", text)


def _noun_of(study: re.Match[str]) -> str:
    found = study.groupdict()
    return found["noun"] or found["source"]


def finish(body: str) -> str:
    """Return words as a sentence: first letter capital, full stop at the end."""
    body = body.strip().rstrip(" .,;:")
    if body.endswith(("”", '"', "\u2019")) and body[-2:-1] in {".", ",", ";"}:
        body = body[:-2] + body[-1]
    return f"{body[:1].upper()}{body[1:]}." if body else ""


def drop_statistics(sentence: str) -> str:
    """Return a sentence without brackets that hold test statistics or the numbers of references."""
    return _REFERENCE.sub("", _STATISTICS.sub("", sentence)).strip()


def _trim(sentence: str, *, with_figures: bool) -> str:
    keeps = with_figures and not loses_signs(sentence)
    body = _REFERENCE.sub("", sentence).strip() if keeps else _keep_chance(sentence)
    body = drop_marks(body)
    while match := _OPENING.match(body):
        body = body[match.end() :]
    return body


def _keep_chance(sentence: str) -> str:
    """Return a sentence without its statistics, except those that take back what it says.

    Where only some of several do, all stay: one alone would be read as that of everything before it.
    """
    bare = drop_statistics(sentence)
    if _DENIES.search(bare) or not _BY_CHANCE.search(sentence):
        return bare
    given = [found[0] for found in _STATISTICS.finditer(sentence)]
    mixed = any(_LEVEL.search(one) and not _BY_CHANCE.search(one) for one in given)
    kept = _STATISTICS.sub(lambda found: found[0] if mixed or _BY_CHANCE.search(found[0]) else "", sentence)
    return _REFERENCE.sub("", kept).strip()


def _reported(body: str) -> Statement | None:
    match = _SAYING.match(body) or _OWN_RESULTS.match(body) or _BARE_SAYING.match(body)
    if match is None or not is_reporting(match["verb"].lower()) or _BOUNDED.search(match[0]):
        return None
    rest = body[match.end() :]
    while again := _SAYING.match(rest) or _OWN_RESULTS.match(rest):  # "we show that our results indicate that"
        if not is_reporting(again["verb"].lower()):
            break
        rest = rest[again.end() :]
    text = finish(rest)
    if _FIRST_PERSON.search(text) or _STUDY.search(text) or len(text.split()) < 5:  # noqa: PLR2004 -- no fragments
        return None
    return Statement("reported", text, verb=match["verb"].lower())


def _acted(text: str) -> Statement | None:
    match = _DOING.fullmatch(text)
    if match is None or not is_acting(match["verb"]) or _FIRST_PERSON.search(match["before"] + match["after"]):
        return None
    if _STUDY.search(match["before"] + match["after"]):
        return None
    return Statement(
        "acted",
        text,
        verb=match["verb"],
        before=match["before"],
        noun=_LEADS_ON.sub("", match["adverb"]),
        after=match["after"],
    )


def has_second_verb(statement: Statement) -> bool:
    """Return whether a present-tense action goes on with a second verb, which would not agree with one author."""
    if is_past(statement.verb):
        return False
    return any(is_acting(verb) and not verb.endswith("s") for verb in _COORDINATED.findall(statement.after))
