"""Which result of a work is its main one: that of the outcome it declared first, or the effect it pooled.

A trial that missed its primary outcome is told by that, whatever else improved; a meta-analysis by what its studies
come to together, and not by what moderates that, or by how its funnel looks.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass

from tasks.analysts.extractive.discourse_cues import describes_conduct, polarity, states_aim, states_outcome
from tasks.analysts.extractive.null_results import find_null
from tasks.analysts.extractive.sentences import split_sentences
from tasks.evidence.effects import states_effect
from tasks.text.words import content_stems

_NAME = r"\b(?:co-?)?primary (?:(?!outcome|end)[\w-]+ ){0,2}?(?:outcomes?|end-?\s?points?|(?:outcome |efficacy )?(?:measures?|variables?|parameters?|criteri(?:on|a)))\b"
_MAIN_NAME = rf"(?:{_NAME}|\b(?:main|principal) (?:[\w-]+ )?(?:outcome(?: measures?| variables?)?|end-?\s?points?)\b)"
_NAMES = re.compile(_MAIN_NAME, re.IGNORECASE)
_BE = r"(?:was|were|is|are)"
_CAME_OUT = r"(?:not|no|neither|similar\w*|comparable|lower|higher|less|more|fewer|greater|reduced|improved|increased|decreased|better|worse|superior|inferior|met|achieved|reached|attained|observed|seen|reported in|recorded in|documented in|significant\w*|statistically|clinically|equivalent|unchanged|found (?:to be|in))"
_RESULT_AFTER = re.compile(
    rf"{_MAIN_NAME}[^.;:]{{0,120}}?(?:\b(?:did|does|do) not\b|\b(?:occurred|differed|improved|decreased|increased|favou?red|showed|reached|met|failed)\b|\b{_BE} (?:\w+ly |also |both ){{0,2}}{_CAME_OUT}\b|\bhad (?:a |an |no )?(?:\w+ )?(?:significant|better|lower|higher|greater))",
    re.IGNORECASE,
)
_RESULT_BEFORE = re.compile(
    rf"\b(?:no|not|neither|nor|differences?|differ\w*|superior\w*|inferior\w*|higher|lower|better|worse|greater|significan\w+|improve[ds]?|improvements?|effects?|benefits?|met|meet|achieved|reached|failed|efficacy)\b[^.;]{{0,200}}?(?<!\bwas )(?<!\bwere )(?<!\bis )(?<!\bare )(?<!\bas )(?<!\bas the )(?<!\bwas the )(?<!\bwere the )(?<!\bis the )(?<!\bare the ){_MAIN_NAME}",
    re.IGNORECASE,
)
# "No differences in any outcome": that of the primary one is among them.
_IN_ALL = re.compile(
    r"\b(?:no|not|similar|comparable)\b[^.;]{0,80}\b(?:any|all|either)(?: of)?(?: the| these)? (?:[\w-]+ )?(?:outcomes?|measures?|end-?\s?points?|variables?|scales)\b",
    re.IGNORECASE,
)
_SUBSET = re.compile(
    r"\b(?:components? of (?:the )?(?:primary|main|composite)|sub-?anal\w+|sub-?groups?|post[- ]hoc|secondary (?:end|outcome|anal|meas))",
    re.IGNORECASE,
)
# What was declared: "The primary outcome was X", "Primary outcome: X", "X was the primary outcome".
_IS = rf"(?:\s?\([^)]*\))?(?: measures?)?(?: (?:of|in|for) (?:this|the|our) [\w-]+(?: \w+)?)?(?:\s?[:=]\s?|,? (?:{_BE}|included|comprised|consisted of|will be) )"
_DECLARED_AFTER = re.compile(rf"{_MAIN_NAME}{_IS}(?P<what>(?:[^.;]|\bvs\.|\.(?=\d))+)", re.IGNORECASE)
_DECLARED_BEFORE = re.compile(
    rf"(?P<what>[^.;,]{{6,160}}?),? (?:{_BE}|{_BE} (?:used|chosen|selected|defined|considered) as|served as|as) (?:the |our |its |a )?{_MAIN_NAME}",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"\b(?:primary|main) outcomes?(?: and measures?| measures?)?\s*[:.]?\s*$", re.IGNORECASE)
_SECONDARY = re.compile(
    r"(?:,|\band\b|;)?\s(?:while |whereas |and )?(?:the |other )?(?:key )?secondary\b.*$", re.IGNORECASE
)
# By what it was measured is no part of it, where what it is was said before.
_MEASURED = re.compile(
    r"(?<=\w{4}),?\s(?:as )?(?:assessed|measured|evaluated|determined|quantified|rated|recorded|obtained|calculated) (?:with|by|using|on|via|from|through|at)\b.*$",
    re.IGNORECASE,
)
_MOST_DECLARED = 3  # outcomes: who lists more as the main ones has none
_LABEL_REACH = 45
# Words of a declaration that are no outcome: how it was measured and set against what.
_FRAME = frozenset(content_stems(
    "change changes baseline double-blind vs week weeks month months year years day days difference differences between group groups treatment placebo control "
    "compared measured assessed proportion number mean percentage patients participants subjects studies study defined end follow-up time score scores scale rate rates reduction improvement from after during least using"
))  # fmt: skip

_POOLS = re.compile(
    r"\b(?:this|our|the present|we (?:\w+ )?(?:conduct|perform|present|report|undert[ao]+k|carr)\w*(?: out)?(?: here)?|conducted|performed|undertook|carried out|random[- ]effects?|multi-?level|bayesian|updated|present|results (?:of|from)|data (?:of|from)|included in (?:the|this|our)) (?:an? |the )?(?:[\w-]+,? ){0,5}?meta[- ]?analy|\bmeta-analy[sz]ed\b|\bmeta[- ]?analys[ie]s (?:was|were|included|showed|shows|revealed|found|indicated|suggest)|\bpooled (?:using|with|by|in)\b",
    re.IGNORECASE,
)
_IN_TITLE = re.compile(r"\bmeta[- ]?(?:analy|regress)", re.IGNORECASE)
_REVIEWS = re.compile(
    r"\b(?:systematic|umbrella|scoping)(?: \w+)? (?:review|overview)|\breview of (?:reviews|meta)", re.IGNORECASE
)
# A review of studies that its title does not call one: it searched where studies are listed, and pooled or counted them.
_LISTS = r"(?:(?:bibliographic |electronic |literature )?databases?|MEDLINE|PubMed|EMBASE|Psyc(?:INFO|LIT)|CINAHL|Cochrane (?:Library|Central)|Scopus|Web of Science|Google Scholar)"
_SEARCHED = re.compile(
    rf"\bsearch(?:ed|ing|es)?\b[^;]{{0,90}}?\b{_LISTS}\b|\b{_LISTS}\b[^;]{{0,90}}?\bsearch(?:ed|es)?\b", re.IGNORECASE
)
_COMBINED = re.compile(
    r"\bpooled\b|\b(?:random|fixed)[- ]effects?(?: \w+)? models?\b|\b(?:SMD|WMD)\b|\bmeta-?analy", re.IGNORECASE
)
_COUNTED = re.compile(
    r"\b(?:\d+|(?:[a-z]+-)?(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|[a-z]+ty)) (?!patients|participants)(?:[\w-]+,? ){0,4}?(?:studies|trials|RCTs|articles|papers|reviews|publications)\b[^.;]{0,60}?\b(?:(?:was|were|are) (?:\w+ )?(?:identified|included|retrieved|found|reviewed|selected|eligible|analy[sz]ed)|met)\b|\bwe (?:identified|included|retrieved|found|reviewed) (?:\d+|\w+) (?:[\w-]+ ){0,4}?(?:studies|trials|RCTs|articles|papers)\b",
    re.IGNORECASE,
)
_NOT_POOLED = re.compile(
    r"\bmeta[- ]?analys[ie]s (?:(?:of \w+ )?(?:was|were|is|could|can) ?(?:therefore |thus )?(?:not|impossible|precluded|inappropriate)|not)|\b(?:no|precluded|prevented|preclude|prevent|impossible|rather than|instead of|without|unable to \w+|not (?:be )?(?:feasible|possible|appropriate) (?:to \w+|for)?) ?(?:an? |any )?(?:\w+ )?(?:meta[- ]?analys|pooling)|\bneed for\b[^.]*meta[- ]?analys",
    re.IGNORECASE,
)
_TOGETHER = re.compile(
    r"\b(?:pooled|overall|global|combined|summary|aggregated?|weighted|mean|average|random[- ]effects?|meta-analytic(?:al)?) (?:[\w'\u2019-]+ ){0,4}?(?:effects?|estimates?|odds|risks?|ratios?|prevalence|incidence|correlations?|associations?|differences?|relations?|relationships?|sizes?|results?|rates?|analys[ei]s|mean|accuracy|sensitivity|SMD|WMD|MD|ORs?|RRs?|HRs?|r|g|d)\b"
    r"|\b(?:meta[- ]?analys[ie]s|meta-analytic (?:results|findings)|pooling|pooled (?:data|results|analysis)) (?:of [^.;]{3,90} )?(?:also |further |thus )?(?:show|reveal|indicat|suggest|demonstrat|found|find|confirm|yield|result|provid|support)\w*|\b(?:across|when (?:all )?) ?(?:all )?(?:the )?(?:\d+|\w+) (?:included |eligible )?(?:studies|trials|samples|RCTs|cohorts)\b|\b(?:average|mean|pooled|overall) [\w-]+ (?:was|were|is|of|=) [-\u2212]?\d|\bk\s?=\s?\d|\beffect sizes?\b|\b(?:on (?:the|a) whole|taken together)\b",
    re.IGNORECASE,
)
_HETEROGENEITY = r"(?:(?:between[- ]study|statistical|substantial|considerable|high|moderate|low|significant|large|much|little|no|extreme|marked|clinical|methodological|of|for|the|study|explain\w*) heterogene\w+|heterogene\w+ (?:between|among|across|in) (?:the )?(?:\w+ )?(?:studies|trials|results|effects?)|heterogene\w+ (?:was|were|is)\b|(?:studies|trials|results|effects|estimates) (?:was|were|are) (?:\w+ )?heterogene\w+)"
_SIDE = re.compile(
    rf"\b(?:moderat(?:ed|ion|ing)\b|moderator (?:anal|effect|variable)|(?:influence|effects?|role) of (?:other |potential )?moderators|(?:significant |as a |explore\w* (?:possible |potential )?)moderators?|meta-?regress|sub-?groups?\b|sub-?samples?\b|sub-?anal|sensitivity anal|stratif\w+|mixture model|distinct (?:classes|subgroups)|publication bias|reporting bias|small[- ]study|funnel|Egger|Begg|trim[- ]and[- ]fill|fail-?safe|file[- ]drawer|{_HETEROGENEITY}|between[- ]study variance|I\s?(?:2|\u00b2)\b|risk of bias|methodological quality|quality of (?:the )?(?:\w+ )?(?:studies|evidence|trials)|(?:low|moderate|high|poor)[- ](?:quality|certainty)|GRADE\b|(?:effects?|associations?|results?|estimates?|relationships?) (?:was |were )?(?:varied|differed|depended|dependent) (?:by|on|across|according|with|as a function))|\bdid not (?:\w+ )?moderate\b",
    re.IGNORECASE,
)
_CAVEAT = re.compile(
    rf"\b(?:{_HETEROGENEITY}|between[- ]study variance|publication bias|reporting bias|small[- ]study|funnel|Egger|Begg|trim[- ]and[- ]fill|I\s?(?:2|\u00b2)\b|risk of bias|methodological (?:quality|limitations|weaknesses)|quality of (?:the )?(?:\w+ )?(?:studies|evidence|trials)|(?:low|poor|very low)[- ](?:quality|certainty)|(?:certainty|quality) of (?:the )?(?:\w+ )?evidence|interpreted (?:with caution|cautiously))",
    re.IGNORECASE,
)
_NO_CAVEAT = re.compile(r"\b(?:no|not|nor|without|little|low) (?!quality|certainty)", re.IGNORECASE)
_EXPLAINS = re.compile(r"\b(?:expla\w+|account\w*|moderat(?:or|ed|ion)\w*|influence of|sub-?group\w*)\b", re.IGNORECASE)
_SIZED = re.compile(
    r"\b(?:small|modest|moderate|medium|large|negligible|non-?significant|significant) (?:[\w-]+ ){0,2}(?:effects?|associations?|relationships?|correlations?|differences?|benefits?|reductions?|improvements?|increases?)\b|\bnet (?:benefits?|harms?)\b",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
_HOPES = re.compile(r"\b(?:may|might|could|should)\b", re.IGNORECASE)
_LEAST_SHARE, _TIE = 0.45, 0.05
MAIN = 2
"""The weight from which a result is a main one."""


@dataclass(frozen=True, slots=True)
class Aims:
    """What a work set out to tell first: `pools` where it pools studies, `reviews` where it reviews them one by one.

    `names` is whether it speaks of a primary outcome, and `declared` has the stems of what it declared as that and speaks
    of again, with their weight in the text.
    """

    pools: bool
    reviews: bool
    names: bool
    declared: tuple[tuple[str, float], ...]


def read_aims(title: str, *texts: str) -> Aims:
    """Return what a work of this title set out to tell first, by its abstract or other parts of its text."""
    told = [each.text for text in texts for each in split_sentences(text)]
    able = not any(map(_NOT_POOLED.search, told))
    searched = any(map(_SEARCHED.search, texts))
    combined = searched and any(map(_COMBINED.search, told))
    pools = able and bool(_IN_TITLE.search(title) or combined or any(map(_POOLS.search, told)))
    counted = searched and any(map(_COUNTED.search, told))
    reviews = not pools and bool(_REVIEWS.search(title) or _IN_TITLE.search(title) or combined or counted)
    names = any(map(_NAMES.search, told))
    held = Counter(stem for each in told for stem in set(content_stems(each)))
    stems = {stem for text in texts for said in _read_declared(text) for stem in content_stems(said)} - _FRAME
    weighed = {stem: round(math.log((1 + len(told)) / held[stem]), 6) for stem in stems if held[stem] > 1}
    return Aims(pools, reviews, names, tuple(sorted(weighed.items())))


def _read_declared(text: str) -> list[str]:
    """Return the words that name what was declared as the primary outcome, empty where too many things were."""
    found: list[str] = []
    for sentence in split_sentences(text):
        if states_main_result(sentence.text):
            continue
        match = _read_declaration(sentence.text)
        if match:
            found.append(match["what"])
        elif not describes_conduct(sentence.text) and _LABELLED.search(
            text, max(0, sentence.start - _LABEL_REACH), sentence.start
        ):
            found.append(sentence.text)
    found = [_MEASURED.sub("", _SECONDARY.sub("", each)) for each in found]
    return [each for each in found if len(re.split(r",\s|\sand\s", each)) <= _MOST_DECLARED][:2]


def _read_declaration(text: str) -> re.Match[str] | None:
    return _DECLARED_AFTER.search(text) or _DECLARED_BEFORE.search(text)


def states_main_result(text: str) -> bool:
    """Return whether a sentence says how the primary outcome came out, calling it that."""
    if states_aim(text) or _SUBSET.search(text):
        return False
    return bool(_RESULT_AFTER.search(text) or _RESULT_BEFORE.search(text))


def states_pooled(text: str) -> bool:
    """Return whether a sentence says what studies come to together, with a figure or in so many words."""
    if not _TOGETHER.search(text) or _is_side(text) or states_aim(text) or describes_conduct(text):
        return False
    return states_effect(text) or bool(polarity(text) or _SIZED.search(text))


def _is_side(text: str) -> bool:
    """Return whether a sentence only qualifies results; that studies differ may be said behind a result as well."""
    plain = _BRACKETS.sub("", text)
    side = _SIDE.search(plain)
    if side is None:
        return False
    said = plain[: side.start()] if _CAVEAT.match(plain, side.start()) else ""
    return not (said and (find_null(said) or polarity(said) or _SIZED.search(said)))


def rank_caveat(text: str) -> int | None:
    """Return how plainly a sentence says how far pooled studies agree or can be trusted, 0 most; None if it does not.

    That there is a bias or a difference between studies says more than that there is none, or what explains it.
    """
    if not _CAVEAT.search(text):
        return None
    return bool(_NO_CAVEAT.search(text)) + 2 * bool(_EXPLAINS.search(text))


def weigh_result(aims: Aims, text: str) -> float:
    """Return how far a result is a work's main one: from `MAIN` on it is, below 0 it only qualifies others."""
    weight = _weigh_pooled(text) if aims.pools else 0
    if weight < 0 or weight >= MAIN:
        return weight
    if aims.reviews and (_is_side(text) or _only_counts(text)):
        return -1
    if states_main_result(text):
        return MAIN + 2 + bool(find_null(text))
    if aims.names and _IN_ALL.search(text) and not _SUBSET.search(text):
        return MAIN + 1
    share = _share(aims, text)
    if share >= _LEAST_SHARE and _came_out(text):
        return MAIN + round(share, 1) + _TIE * bool(find_null(text))
    return weight


def _only_counts(text: str) -> bool:
    """Return whether a sentence says how many studies there were, and nothing of what they found."""
    return bool(_COUNTED.search(text)) and not (polarity(text) or find_null(text) or states_effect(text))


def _weigh_pooled(text: str) -> float:
    if _is_side(text) or _only_counts(text):
        return -1
    weight = 2 * states_effect(text) + 2 * states_pooled(text)
    hoped = states_aim(text) or describes_conduct(text) or _HOPES.search(text)
    return weight or bool(not hoped and (find_null(text) or polarity(text) or _SIZED.search(text)))


def _share(aims: Aims, text: str) -> float:
    """Return how much of what was declared a sentence names, by weight, in [0, 1]."""
    total = math.fsum(weight for _, weight in aims.declared)
    stems = set(content_stems(text))
    return math.fsum(weight for stem, weight in aims.declared if stem in stems) / total if total else 0.0


def _came_out(text: str) -> bool:
    subset = states_aim(text) or _SUBSET.search(text) or _read_declaration(text)
    return not subset and (states_outcome(text) or states_effect(text))
