"""The design of a study, where its text names it in so many words.

What no text calls by its name (a method, a model, an argument, an observation in the field) is left to readers.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.evidence.data import Datum
from tasks.evidence.design_forms import OWN_WORDS

_WE = r"\b(?:we|the authors?|i)\b(?: \w+ly| also| then| here| further)?"
_OWN = r"\b(?:this|the present|the current|our|present|in an?|was an?|conducted an?|performed an?|using an?|used an?|through an?|a total of|from an?|via an?|report(?:s|ed)? an?|data from an?|results of an?|^an?)"
_ADJECTIVES = r"(?: [\w\u2010-\u2013-]+,?){0,8}?"
_TRIAL = r"(?:trial|study|design)"
_PEOPLE = r"(?:patients?|participants?|subjects?|adults?|children|adolescents?|women|men|volunteers?|individuals?|students?|people|persons|veterans?|users?|infants?|couples?|inpatients?|outpatients?|mothers?|families|schools?|practices|hospitals?|clinics|villages|nurses|employees|workers)"

_NARRATIVE = r"\b(?:this|our|the present|present an?|provide an?|conducted an?|performed an?|in an?|is an?) (?:[\w-]+ ){0,2}?(?:narrative|non-systematic) (?:literature )?review\b"


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


_CUES: dict[str, re.Pattern[str]] = {
    "protocol": _any(
        r"\bstudy protocol\b",
        r"\b(?:this|the) (?:paper|article|protocol) describes the (?:protocol|design) (?:of|for)\b",
        r"\b(?:will|would) be (?:\w+ly )?(?:assessed and )?(?:randomly|randomi[sz]ed|recruited|enrolled|invited|allocated)\b",
    ),
    "systematic review": _any(
        r"\b(?:this|our|present|current|performed an?|conducted an?|undertook an?|did an?|carried out an?|is an?|was an?|were included in (?:the|this|our)|for (?:the|this|our)|in this|report an?|presents? an?|through an?|using an?|by an?|updated) (?:[\w-]+,? ){0,3}?(?:systematic(?:ally)? (?:[\w-]+ ){0,2}?reviews?\b|(?:network )?meta[- ]?analys[ie]s\b)",
        rf"{_WE} (?:performed|conducted|undertook|did|carried out|present|report|used) (?:[\w-]+,? ){{0,3}}?(?:systematic (?:[\w-]+ ){{0,2}}?reviews?|meta[- ]?analys[ie]s)\b",
        rf"{_WE} (?:systematically review(?:ed)?|meta-analy[sz]ed)",
        r"^(?:a )?systematic (?:literature )?review(?: and meta-analysis)? (?:of|was|with|following|according|identified|using)\b",
        r"^(?:a )?meta-analysis (?:of|was|using|with)\b",
        r"\b(?:systematic review|meta-analysis) (?:and meta-analysis )?(?:was|were) (?:conducted|performed|undertaken|carried out)\b",
        r"\b(?:PubMed|MEDLINE|Embase|Scopus|Web of Science)\b[^.]{0,160}\bsearched\b",
        r"\bsearche[sd]\b[^.]{0,60}\b(?:PubMed|MEDLINE|Embase|Scopus|Web of Science)\b[^.]{0,120}\b(?:trials|studies)\b",
    ),
    "randomised trial": _any(
        rf"\b{_PEOPLE}\b[^.;]{{0,80}} (?:were|was) (?:then |also |centrally )?(?:randomly (?:assigned|allocated|divided|distributed)|randomi[sz]ed|allocated randomly|assigned randomly)\b",
        rf"{_WE} (?:randomly (?:assigned|allocated)|randomi[sz]ed)\b[^.;]{{0,60}}\b{_PEOPLE}\b",
        rf"{_OWN}{_ADJECTIVES} (?:cluster[- ])?randomi[sz]ed,?(?! (?:complete )?block){_ADJECTIVES} {_TRIAL}\b",
        rf"\bin this{_ADJECTIVES} randomi[sz]ed,?{_ADJECTIVES} {_TRIAL}\b",
        r"^(?:(?:an?|this|the) )?(?:(?:double|single|triple)[- ]blind(?:ed)?,? |prospective,? |multi-?cent\w+,? |pragmatic,? |parallel(?:-group)?,? |open[- ]label,? |placebo[- ]controlled,? |cluster[- ]|phase \w+,? |[\d\w]+-(?:week|month|arm),? ){0,5}randomi[sz]ed,?(?! (?:complete )?block) (?:[\w-]+,? ){0,6}?(?:trial|study|design)\b(?! (?:have|has|are|is|show|suggest|support|of))",
    ),
    "non-randomised trial": _any(
        r"\bnon-?randomi[sz]ed,?(?: [\w-]+,?){0,4}? (?:trial|study)\b",
        r"\bquasi-experimental (?:study|design|trial)\b",
        r"\bopen[- ]label,? (?:[\w-]+,? ){0,3}?(?:single[- ]arm|single[- ]group|non-?comparative|uncontrolled)\b",
        r"\b(?:single[- ]arm|uncontrolled),? (?:[\w-]+,? ){0,3}?(?:trial|study)\b",
        r"\bphase (?:1|i|one)\b,?(?: [\w/-]+,?){0,4}? (?:study|trial)\b",
    ),
    "before-after study": _any(
        r"\bbefore[-\u2013/ ](?:and[- ])?after (?:study|design|trial)\b",
        r"\bpre[-\u2013/ ](?:and )?post(?:[- ]?test)? (?:study|design)\b",
        r"\binterrupted time[- ]series\b",
    ),
    "case-control study": _any(r"\bcase[-\u2010-\u2013 ]control (?:study|studies|design|analysis|sample)\b"),
    "cohort study": _any(
        r"\b(?:prospective|retrospective|population[- ]based|birth|longitudinal|historical|nationwide|multicent(?:er|re)|observational|matched)(?:[ ,-]+[\w-]+,?){0,3}? cohort\b(?! stud(?:y|ies) (?:have|are|is))",
        r"\b(?:this|our|present|the) (?:[\w-]+ ){0,3}?cohort study\b",
        r"\b(?:prospective|retrospective) longitudinal study\b",
        r"\blongitudinal (?:study|survey|design|data from)\b",
        r"\bparticipants (?:of|in|from) the [^.]{0,60}\bcohort\b",
        r"\b(?:of|in|from) the [^.]{0,40} cohort study\b",
        r"\bpanel data (?:of|from|on|for|set)\b",
    ),
    "cross-sectional study": _any(
        r"\bcross[- \u2010-\u2013]sectional(?:,? [\w-]+){0,2}? (?:study|survey|design|analysis|data|questionnaire|sample|investigation)\b"
    ),
    "case report or series": _any(
        r"\b(?:this|our|the present|we (?:report|present|describe) an?|is an?|was an?|retrospective|prospective|consecutive|^(?:an? )?) ?case (?:report|series)\b",
        rf"{_WE} (?:report|describe|present) (?:on )?(?:a|an|the|two|three|four|\d) (?:[\w-]+ ){{0,3}}?(?:cases?|patients?) (?:of|with|who|in)\b",
        r"\bthis (?:paper|article|report) (?:describes|reports|presents) (?:a|the) case of\b",
    ),
    "mixed-methods study": _any(r"(?<!linear )(?<!effects )\bmixed[- ]methods?\b"),
    "qualitative study": _any(
        r"\bqualitative (?:[\w-]+ ){0,2}?(?:study|research|design|interviews?|case stud(?:y|ies)|inquiry|content analysis)(?! (?:literature|studies))\b",
        r"\b(?:semi-?structured|in-?depth|unstructured)(?!(?:,? [\w-]+){0,3}? (?:diagnostic|clinical|psychiatric)\b)(?:,? [\w-]+){0,3}? interviews (?:were|with)\b(?![^.;]*\b(?:diagnos|DSM|SCID|rate|severity|symptoms))",
        r"\bfocus groups? (?:discussions? |interviews? )?(?:were|was|with)\b",
        r"\bgrounded theory\b",
        r"\binterpretative phenomenological\b",
        r"\bethnograph(?:y|ic) (?:study|fieldwork|research|methods|data)\b",
    ),
    "economic analysis": _any(
        r"\bcost[-\u2010-\u2013 ](?:effectiveness|utility|benefit) (?:analys[ie]s|study|model|evaluation) (?:was|were|of|to|from|is|that|using|based|comparing|alongside)\b",
        r"\b(?:provide|conduct|perform|present)(?:s|ed)? (?:a|an|the) (?:[\w-]+ ){0,2}?(?:economic (?:evaluation|analysis|valuation)|cost[- ]benefit analysis)\b",
    ),
    "review": _any(
        r"\b(?:this|our|the present) (?:[\w-]+ ){0,3}?(?:narrative |literature |critical |integrative |mini-?)?review (?:examines?|discusse[sd]|summari[sz]e[sd]|describe[sd]|focuse[sd]|highlights?|outlines?|explores?|covers?|considers?|addresse[sd]|provides?|presents?|aims?|synthesi[sz]es|evaluates?|surveys|brings)\b",
        r"\b(?:this|the present) (?:paper|article|chapter|essay) reviews\b",
        rf"(?:{_WE}|\bhere,? we) (?:review(?! and reflect)|summari[sz]e(?! the (?:specific |main |key )?(?:conditions|results|lessons))) (?:the |recent |current |existing |what |how |prior |available |evidence|research|studies|literature|key|our |some )",
        r"\b(?:narrative|integrative|critical literature|non-systematic) (?:literature )?review (?:of|on|was|is)\b",
        _NARRATIVE,
        r"\bthe authors review (?:prior|the|recent|existing)\b",
    ),
    "experiment": _any(
        rf"{_WE} (?:conducted|performed|carried out|ran|set up|established) (?:a|an|one|two|three|four) (?:[\w-]+,? ){{0,4}}?experiments?\b",
        r"\bin (?:a|an|two|three) (?:[\w-]+,? ){0,3}?(?:greenhouse|pot|field|laboratory|factorial|common garden|exclusion|microcosm|mesocosm|growth chamber|cage) experiments?\b",
        r"\b(?:in this study|here), (?:[\w-]+ ){0,3}?experiments\b",
    ),
}
# What a design is taken before, where a text names both: a review speaks of trials, a trial of its follow-up.
_BEFORE: dict[str, frozenset[str]] = {
    "protocol": frozenset(_CUES),
    "systematic review": frozenset(_CUES) - {"protocol"},
    "economic analysis": frozenset({"randomised trial", "cohort study"}),
    "randomised trial": frozenset({"cohort study", "before-after study", "experiment"}),
    "non-randomised trial": frozenset({"randomised trial", "cohort study", "before-after study"}),
    "mixed-methods study": frozenset({"qualitative study", "cross-sectional study"}),
    "case-control study": frozenset({"cross-sectional study", "cohort study"}),
}
_OTHERS = re.compile(
    r"\b(?:an? )?(?:initial|first) (?:[\w-]+ ){0,3}?(?:trial|study) (?:has |had )?(?:shown|showed|demonstrated|found|suggested)\b|\b(?:has|have) been (?:shown|proven|demonstrated|found|reported|established|compared|tested)\b[^.;]{0,90}?\b(?:in|by) (?:an?|two|three|several|the) (?:[\w-]+,? ){0,4}?(?:trials?|study|studies)\b|\b(?:previous(?:ly)?|prior|earlier|past|recent|future|other|further|existing|additional|larger(?:-scale)?|well-designed|few|most|more|several|many)(?: [\w-]+,?){0,6}? (?:trials?|stud(?:y|ies)|reviews?|meta-analyses|research|work|surveys?)\b|\b(?:are|is) (?:needed|warranted|required|ongoing|under ?way)\b|\bongoing\b(?=,? (?:[\w-]+,? ){0,5}?(?:trials?|stud(?:y|ies)|research|work|phase|investigations?|evaluation)\b)|\b(?:is|are|still|remains?) (?:currently |now |still )?ongoing\b|\bunder ?way\b|\b(?:trials?|stud(?:y|ies))\b[^.;]{0,80}?\b(?:is|are|has been|have been) (?:\w+ly |now |being )?planned\b|\bwe (?:are planning|plan|intend)\b|\bto (?:our|the authors') knowledge\b|\bwho (?:were|had been) (?:treated|enrolled|randomi[sz]ed) in\b|\bshould\b|\bet al\b|\b(?:studies|trials|articles|papers|reports) (?:that|which) (?:used|employed|were|had|applied)\b",
    re.IGNORECASE,
)


# "A systematic review of all medical records" is none of studies.
_OF_RECORDS = re.compile(
    r" of (?:[\w'\u2019-]+ ){0,5}?(?:medical |clinical |patient )?(?:records|charts|files)\b", re.IGNORECASE
)
_POOLED = re.compile(
    r"\bmeta-?analy|\bsystematic(?:ally)? review|\b(?:eligible|included) (?:studies|trials)\b", re.IGNORECASE
)
# Trials that were sought are not those of the work itself.
_SOUGHT = re.compile(
    r"\b(?:search(?:ed|es|ing)?|literature|databases?|review(?:ed|s)?)\b[^.;]{0,80}\b(?:trials|studies|RCTs)\b|\b(?:focus(?:ed)?|restricted|limited)\b[^.;]{0,20}\b(?:trials|studies|RCTs)\b|\b(?:trials|studies|RCTs) (?:[\w-]+ ){0,6}?(?:were|was) (?:\w+ly )?(?:searched|sought|identified|reviewed|selected|located|retrieved)\b",
    re.IGNORECASE,
)
_PHASE = re.compile(r"phase ", re.IGNORECASE)
_INTENDS = re.compile(
    r"\b(?:will|would) be (?:\w+ly )?(?:assessed and )?(?:randomly|randomi[sz]ed|recruited|enrolled|invited|allocated)\b",
    re.IGNORECASE,
)
_TELLS = re.compile(r"\b(?:narrative|non-systematic) (?:literature )?review\b", re.IGNORECASE)


def pools_studies(sentences: Sequence[str]) -> bool:
    """Return whether a text speaks of studies put together, so that those whom it counts may be of these."""
    return any(_POOLED.search(sentence) for sentence in sentences)


def find_intention(sentences: Sequence[str]) -> tuple[int, Datum] | None:
    """Return that a text is a protocol where it says that people will be recruited or randomised, with which does."""
    for place, sentence in enumerate(sentences):
        if (match := _INTENDS.search(sentence)) and not speaks_of_others(sentence):
            return place, Datum("design", "protocol", *match.span())
    return None


def speaks_of_others(sentence: str) -> bool:
    """Return whether a sentence is on earlier or future studies."""
    return bool(_OTHERS.search(sentence))


def _allocates(sentences: Sequence[str]) -> bool:
    """Return whether a text says that people were allocated at random."""
    cue = re.compile(rf"\b{_PEOPLE}\b[^.;]{{0,80}}\b(?:randomly|randomi[sz]ed to|were randomi[sz]ed)\b", re.IGNORECASE)
    return any(cue.search(text) for text in sentences if not speaks_of_others(text))


def find_design(sentences: Sequence[str]) -> tuple[int, Datum] | None:
    """Return the design that the sentences of a text name as their own, with which of them does; None where none does.

    Where they name several, the one that holds the other counts (a review of trials is a review); else none does.
    Sentences on earlier and future studies are left out. A text that pools studies without saying what it is has none.
    """
    named: dict[str, tuple[int, Datum]] = {}
    for place, sentence in enumerate(sentences):
        if speaks_of_others(sentence):
            continue
        for design, cue in _CUES.items():
            if design not in named and (match := cue.search(sentence)) and not _OF_RECORDS.match(sentence, match.end()):
                named[design] = place, Datum("design", design, *match.span())
    if "systematic review" not in named and pools_studies(sentences):
        return None
    phase = named.get("non-randomised trial")
    if phase and _PHASE.match(sentences[phase[0]], phase[1].start) and not any(map(OWN_WORDS.search, sentences)):
        named.pop("non-randomised trial")  # one that an overview of a product tells of
    if "review" in named and _TELLS.search(sentences[named["review"][0]]):
        named.pop("randomised trial", None)  # one that it tells of
    sought = [(place, match) for place, text in enumerate(sentences) if (match := _SOUGHT.search(text))]
    if "randomised trial" in named and sought and not _allocates(sentences):
        named.pop("randomised trial")
        place, match = sought[0]
        named.setdefault("review", (place, Datum("design", "review", *match.span())))
    over = [design for design in named if all(other in _BEFORE.get(design, ()) for other in named if other != design)]
    return named[over[0]] if over else None
