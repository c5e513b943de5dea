"""How a study was conducted, where its text says so plainly: randomisation, blinding, attrition and adjustment.

What is returned is what the text says, in its words: a reader judges what it is worth.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from tasks.evidence.data import Datum
from tasks.evidence.designs import pools_studies, speaks_of_others

_GROUPS = r"(?:participants?|patients?|subjects?|individuals?|adults?|women|men|children|adolescents?|volunteers?|students?|veterans?|couples?|clinics|schools?|practices|villages|inpatients?|outpatients?|people|persons|infants?|mothers?|families|they)"
_RANDOMISED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # How the sequence was made or kept hidden; then the unit or ratio; then that there was one at all.
        r"\b(?:computer|software|centrally|web)[- ](?:generated|based|assisted)[ -](?:(?:block|stratified|simple|permuted)[ -])?(?:randomi[sz]ation(?: (?:list|schedule|sequence|code|scheme|procedure|system|table|numbers?))?|random (?:(?:number|allocation|assignment)s? ?)?(?:list|table|sequence|numbers?|code|schedule|generator)?)\b",
        r"\brandom[- ]numbers? (?:table|generator|list)s?\b",
        r"\b(?:sequentially numbered,? |opaque,? |sealed,? ){1,3}envelopes?\b",
        r"\b(?:stratified|permuted|variable|simple|minimi[sz]ed|adaptive)(?:[- ]block(?:ed)?)?[- ](?:randomi[sz]ation|random (?:allocation|assignment|permuted blocks))\b",
        r"\b(?:permuted|randomi[sz]ed|random) blocks of (?:\d+|two|four|six|eight)\b",
        r"\bblock(?:ed)? randomi[sz]ation\b",
        r"\brandom(?:ly|i[sz]ed) (?:(?:assigned|allocated|divided) )?(?:in a |\()?\d ?: ?\d(?: ?: ?\d){0,2}(?: ratio\b|\))?",
        r"\bcluster[- ]randomi[sz](?:ed|ation)\b",
        r"\brandomi[sz]ed,? (?:[\w-]+,? ){0,3}?cross[- ]?over\b",
        rf"\b{_GROUPS}\b[^.;]{{0,80}} (?:were|was) (?:then |also |centrally )?(?P<kept>randomly (?:assigned|allocated|divided)|randomi[sz]ed|allocated randomly|assigned randomly)\b",
        rf"\b(?P<kept>randomly (?:assigned|allocated)|randomi[sz]ed) (?:(?!trial|stud|controlled|clinical|design|intervention|to\b|into\b)\w+ ){{0,4}}?{_GROUPS}\b",
        rf"\b{_GROUPS},? (?:[\w-]+ ){{0,8}}?(?P<kept>randomi[sz]ed|randomly (?:assigned|allocated)) (?:to|into|between)\b",
        r"\b(?:in|was|conducted|performed) an? (?:[\w-]+,? ){0,6}?(?P<kept>randomi[sz]ed),? (?:[\w-]+,? ){0,6}?(?:trial|study|design)\b",
        r"^(?:(?:design:?|prospective|multi-?cent\w+|pragmatic|parallel(?:-group)?|open[- ]label|placebo[- ]controlled|controlled|pilot|phase \w+|(?:double|single|triple)[- ]blind(?:ed)?|\w+-(?:week|month|arm|cent\w+|day)),? ){0,5}(?P<kept>randomi[sz]ed),? (?:[\w-]+,? ){0,6}?(?:trial|study)\b(?! (?:\([^()]*\) )?(?:found|showed|reported|demonstrated|has|have))",
    )
)
_NOT_RANDOM = re.compile(
    r"\b(?P<kept>(?:non-?|quasi-)randomi[sz]ed),? (?:[\w-]+,? ){0,5}?(?:trial|study|design|experiment|comparison)\b|\bwere (?P<not>not randomi[sz]ed)\b",
    re.IGNORECASE,
)
_ASSESSORS = r"(?:outcome |study |independent |clinical )?(?:assessors?|raters?|evaluators?|interviewers?|observers?|investigators?|researchers?|examiners?|clinicians?|therapists?|analysts?|radiologists?|pathologists?|technicians?|staff|personnel|participants?|patients?|subjects?|statisticians?)"
_TO_WHAT = r"(?:to|of|for|as to|regarding) (?:\w+[- ]){0,4}?(?:treatment|group|allocation|assignment|condition|intervention|status|diagnos[ei]s|exposure|outcome|randomi[sz]ation|arm)s?(?: (?:group|allocation|assignment|status|condition)s?)?"
_BLINDED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:double|triple|quadruple|single)[- \u2010-\u2013](?:blind(?:ed)?|mask(?:ed)?)\b(?![- ](?:peer|review))",
        rf"\b(?:(?:all|both|the) )?{_ASSESSORS}(?: and {_ASSESSORS})?,? (?:who )?(?:were|was|remained|being) (?:kept )?(?:(?:not |un)?(?:blind(?:ed)?|masked)(?: {_TO_WHAT})?|unaware {_TO_WHAT})",
        r"\b(?:assessor|rater|evaluator|observer|investigator|examiner|participant|patient|subject|outcome|analyst)[- ](?:blind(?:ed)?|mask(?:ed)?)\b",
        rf"\bby (?:an? |two |three )?(?P<kept>(?:blind(?:ed)?|mask(?:ed)) {_ASSESSORS})\b",
        r"\b(?:blind(?:ed)?|masked) (?:outcome |clinical |rater |observer )?(?:assessments?|evaluations?|ratings?)\b",
        r"\b(?P<kept>open[- ]label(?:led)?),?(?: [\w-]+,?){0,6}? (?:trial|study|design|investigation|experiment)\b",
        r"\bunblinded\b|\bnot (?:blinded|masked)\b",
    )
)
_NO_BLINDING = re.compile(
    r"\b(?:trials|studies|RCTs|reports|articles|literature|controlled data)\b|\bvisual(?:ly)? impair|\bblind (?:people|persons|children|patients|individuals|adults)\b|\bextension\b|\bcolou?r[- ]blind|\bresearch has\b|\bhas not been\b|\bour (?:previous|earlier)\b|\bnon-?(?:blind|mask)",
    re.IGNORECASE,
)
_UNBLINDED = re.compile(r"\b(?:un|not )(?:blind|mask)", re.IGNORECASE)
_BLIND = re.compile(r"(?<!un)(?<!not )blind(?:ed)?\b(?!:)", re.IGNORECASE)
_SHARE = r"\d+(?:[.\u00b7]\d+)?\s?%"
_HOW_MANY = rf"(?:(?:\d{{1,3}}(?:,\d{{3}})+|\d+)\s?[(\[]\s?{_SHARE}\s?[)\]]|{_SHARE}(?:\s?[(\[]\s?(?:n\s?=\s?)?\d+(?:/\d+)?\s?[)\]])?)"
_OF = r"(?: (?:additional |more |further |other )?(?:of (?:the |these |those |all )?(?:\d+ |[\w-]+ ){0,3}?)?(?:participants?|patients?|subjects?|individuals?|women|men|children|adolescents?|students?|people|respondents?|sample|cohort|cases|adults|families|mothers|infants|them))?"
_LOST = r"(?:were|was|had been) lost (?:to|during|at|for) follow[- ]?up|lost to follow[- ]?up|(?:had )?dropped out|drop-?outs?|(?:had )?withdr(?:ew|awn)|were withdrawn|prematurely (?:discontinued|terminated)|discontinued(?: (?:the )?(?:study|trial|treatment|participation|prematurely|early))|did not complete(?: (?:the )?(?:study|trial|treatment|follow[- ]?up|\d+[- ]\w+ follow[- ]?up))"
_ATTRITION = (
    re.compile(rf"(?<![\w.,/-])(?P<kept>{_HOW_MANY}{_OF} (?:{_LOST}))\b"),
    re.compile(
        rf"(?<!social )\b(?P<kept>(?:[Oo]verall |[Tt]otal |[Ss]tudy )?(?:(?:[Dd]rop-?out|[Aa]ttrition|[Ll]oss(?:es)? to follow[- ]?up)(?: rates?)?|(?:[Ww]ithdrawal|[Rr]etention|[Dd]iscontinuation) rates?)(?: (?:was|were|of|at [\w-]+(?: [\w-]+)?(?: follow[- ]?up)? was)|:)\s?(?:only |about |approximately |low, )?{_SHARE})"
    ),
    re.compile(
        rf"(?<![\w.,/-])(?P<kept>{_HOW_MANY}{_OF} completed (?:the |all |both )?(?:(?:entire |full |whole |\d+[- ]\w+ )?(?:study|trial|treatment|follow[- ]?up|protocol|intervention|program(?:me)?)|\d+ (?:weeks|months) of (?:treatment|follow-up)))\b"
    ),
)
_ANOTHER_FIGURE = re.compile(
    r"\d+(?:[.\u00b7]\d+)?\s?%|\| ?(?:,|and) \d|\b(?:versus|vs\.?|respectively|compared (?:with|to))\b|\| (?:due|owing|because|for|in|from|as a|after|with|during)\b"
)
_ITEM = r"(?!(?:and|or|in|by|at|on|between|with|for|of|to|from|among|when|while|using|but|which|that|the (?:association|relation|effect|difference|risk|results?)|we|there|no|higher|lower|this|these|all the)\b)[A-Za-z\u00c0-\u024f][\w\u2019'/\u2010-\u2013()-]*(?: (?!(?:and|or|was|were|is|are|had|has|have|did|does|do|remained|showed|revealed|we|which|that|there|our|their|his|its|after|before|found|as|in|using|when|with|but|did|became|no|at|by|to|on|from|than|among|between|increased|decreased|predicted|were|increases?|suggest\w*|indicat\w*|could|may|can|will|would|yielded|attenuated)\b)[\w\u2019'/%\u2010-\u2013()-]+){0,6}"
_LIST = rf"(?:{_ITEM}(?:, {_ITEM})*,? (?:and|or|as well as) {_ITEM}|{_ITEM}(?:, {_ITEM})+(?=[)\]])|{_ITEM})"
_ADJUSTED = re.compile(
    rf"\b(?P<lead>adjust(?:ed|ing|ment|ments) for|controll(?:ed|ing) (?:statistically )?for|correct(?:ed|ing|ion) for) (?P<list>{_LIST})",
    re.IGNORECASE,
)
_ENDS_LIST = re.compile(r"\s?(?:[.,;:)\]]|$)")
_ENDS_AFTER_AND = re.compile(r"\s?(?:[.;:)\],]|$)(?!,? but not)")
_GOES_ON = re.compile(r"^,\s[^,.;:)]{1,80}(?:,|\s(?:and|or)\s)")
_MORE = re.compile(r"^(?:,\s[\w\s'\u2019()/-]{2,40}?){0,8},?\s(?:and|or)\s")
_NO_ADJUSTMENT = re.compile(
    r"\bmultiple (?:comparison|test|hypothes)|\binflation\b|\bmultiplicity\b|\bchance\b|\bprices?\b|\bBonferroni|\battenuation\b|\bunreliability\b|\bpublication bias\b|\bclustering\b|\bthe number of (?:tests|comparisons)\b|\btype I error\b|\blocal conditions\b",
    re.IGNORECASE,
)
_LONGEST_VALUE = 160
_MANY_STUDIES = re.compile(
    r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:were )?(?:[\w-]+ ){0,3}?(?:trials|RCTs|studies)\b|^\(\d+\) |\b(?:articles|papers) reviewed\b|\brandomi[sz]ed and non-?randomi[sz]ed\b",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\bwould\b|\brecommend|\bsupports? the\b|\b(?:demonstrated|shown|found) in an? \b|\bin the [\w ]{3,40} trial\b",
    re.IGNORECASE,
)

Found = tuple[int, Datum] | None


def find_randomisation(sentences: Sequence[str]) -> Found:
    """Return how a text says that its units were randomised, most specific first; that they were not, if it says so."""
    own = [(place, text) for place, text in _own(sentences) if not re.search(r"\b(?:trials|RCTs)\b", text)]
    denied = next(((place, match) for place, text in own if (match := _NOT_RANDOM.search(text))), None)
    if denied:
        place, match = denied
        return place, _tell("randomisation", sentences[place], *match.span("kept" if match["kept"] else "not"))
    random = [(place, text) for place, text in own if any(cue.search(text) for cue in _RANDOMISED[7:])]
    if not random:
        return None  # a random sample is none, nor is the random number of a laboratory
    return _first("randomisation", own, _RANDOMISED)


def find_blinding(sentences: Sequence[str]) -> Found:
    """Return who a text says was blind, or that nobody was."""
    own = [(place, text) for place, text in _own(sentences) if not _NO_BLINDING.search(text)]
    if any(_UNBLINDED.search(text) and _BLIND.search(text) for _, text in own):
        return None  # in part
    return _first("blinding", own, _BLINDED)


def find_attrition(sentences: Sequence[str]) -> Found:
    """Return how many a text says were lost, or stayed; None where it says so of several groups or times."""
    found = []
    for place, text in _own(sentences):
        for cue in _ATTRITION:
            found += [(place, match) for match in cue.finditer(text)]
    if len(found) != 1:
        return None
    place, match = found[0]
    text = sentences[place]
    if _ANOTHER_FIGURE.search(f"{text[: match.start()]} | {text[match.end() :]}"):
        return None
    return place, _tell("attrition", sentences[place], *match.span("kept"))


def find_adjustment(sentences: Sequence[str]) -> Found:
    """Return what a text says its results were adjusted for, where the end of the list is plain."""
    for place, text in _own(sentences):
        for match in _ADJUSTED.finditer(text):
            if _NO_ADJUSTMENT.search(match["list"]) or not _is_whole(match["list"], text[match.end() :]):
                continue
            if match.end() - match.start() <= _LONGEST_VALUE and match["list"].count("(") == match["list"].count(")"):
                return place, _tell("adjustment", text, *match.span())
    return None


FINDERS: tuple[Callable[[Sequence[str]], Found], ...] = (
    find_randomisation,
    find_blinding,
    find_attrition,
    find_adjustment,
)


def _own(sentences: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a study on itself; none of a text that pools studies, whose conduct it tells."""
    if not pools_studies(sentences) and not any(map(_MANY_STUDIES.search, sentences)):
        yield from ((place, text) for place, text in enumerate(sentences) if not _is_of_others(text))


def _is_of_others(text: str) -> bool:
    return speaks_of_others(text) or bool(_SUPPOSED.search(text))


def _first(field: str, own: Sequence[tuple[int, str]], cues: Sequence[re.Pattern[str]]) -> Found:
    for cue in cues:
        for place, text in own:
            if match := cue.search(text):
                kept = match.span("kept") if "kept" in cue.groupindex else match.span()
                return place, _tell(field, text, *kept)
    return None


def _is_whole(listed: str, after: str) -> bool:
    if re.search(r" (?:and|or|as well as) ", listed):
        return bool(_ENDS_AFTER_AND.match(after)) and not _MORE.match(after)
    return bool(_ENDS_LIST.match(after)) and not _GOES_ON.match(after)


def _tell(field: str, text: str, start: int, end: int) -> Datum:
    return Datum(field, " ".join(text[start:end].split()), start, end)
