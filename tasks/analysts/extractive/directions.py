"""Which way a result points, where its words are plain: more of the outcome, less of it, or no difference."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.analysts.extractive.asides import leave_out_asides
from tasks.analysts.extractive.comparisons import read_comparisons
from tasks.analysts.extractive.discourse_cues import is_procedural, states_aim
from tasks.analysts.extractive.idle_ways import is_idle
from tasks.analysts.extractive.null_results import cut_null, find_null, is_mixed, is_negated, tells_no_result
from tasks.evidence.data import Datum
from tasks.evidence.effects import find_effects
from tasks.evidence.effects import find_null as find_null_value

_VERB = (
    r"(?<!\A)(?<!\ban )(?<!\bthe )(?<!\bof )(?<!\bwith )(?<!\bto )(?<!\bin )(?<!\bfor )(?<!\bby )(?<!\band )(?<!, )\b"
)


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


_RISEN = r"(?:higher|greater|increased?s?|increasing|elevated|larger|longer|raised|rose|rises?|enhance[sd]?)"
_FALLEN = r"(?:lower(?:ed|s)?|fewer|decreased?s?|decreasing|reduced?s?|reducing|smaller|shorter|declined?s?|fell(?! (?:into|within|in|under|between|outside))|dropped|diminish(?:ed|es))"
_AMOUNT = r"(?:(?:by )?(?:about |approximately |nearly |almost |over )?(?:\d[\d.,\u00b7]*(?:[-\u2013]\d[\d.,\u00b7]*)? ?(?:%|per ?cent|percentage points|points?|times|-?folds?)|(?:two|three|four|five)-?fold|twice) )?"
_LINKED = r"(?:associat(?:ed|ions?)|correlat(?:ed|es?|ions?)|relat(?:ed|ions?|ionships?)|linked|predict(?:s|ed|ors?))"
_LEADS = r"\b(?:led to|leads to|resulted in|results in|caused) (?:an? |the )?(?:(?!of )\w+ ){0,2}?"
# Of what is no more and no less, more of the other thing says nothing.
_NEITHER = (
    r".{0,30}\b(?:chang\w+|differen\w+|variation\w*|alter\w+|deficit\w*|impair\w+|poor\w*|dys\w+|failure|non-?\w+)\b"
)
_BE = r"\b(?:was|were|is|are|be|been|remained)"
_OFTEN = r"(?:frequent(?:ly)?|common(?:ly)?|prevalent|severe|pronounced|abundant|intense)"
_SHOWED = r"\b(?:had|has|have|showed?|shows|demonstrate[sd]|produce[sd]|yielded|provided|achieved|experienced|caused|exhibited|reported)"
_NOTED = r"(?:observed|seen|found|noted|reported|detected|recorded|measured)"
_HAPPENED = r"(?:occurred|occurs?|was|were|received|used|reported|had|experienced|developed)"
_FEW_WORDS = r"(?:(?!of\b|in\b|no\b|to\b)[\w%.-]+ ){0,3}?"
_WHO = r"(?:patients|participants|subjects|people|adults|children|women|men|individuals|students|infants|cases)"
_PLUS = _any(
    rf"\bpositive(?:ly)?(?: and \w+ly| \w+ly)? {_LINKED}", r"\bdirectly (?:correlated|associated|proportional)",
    rf"\b(?:(?:associated|correlated|linked|coincid(?:es|ed)) with|predict(?:s|ed)) (?:an? |significant(?:ly)? |the ){{0,2}}(?:\w+ly )?{_AMOUNT}(?:{_RISEN}|more)\b",
    rf"{_BE} (?:significantly |markedly |substantially |also |\w+ly ){{0,2}}{_AMOUNT}{_RISEN}\b", rf"\b{_RISEN} (?:[\w-]+ ){{1,8}}?(?:than|compared (?:to|with)|relative to|versus)\b",
    rf"{_BE} (?:\w+ly ){{0,2}}more {_OFTEN}\b", rf"{_SHOWED} (?:an? )?{_FEW_WORDS}(?:increases?|rises?) (?:of [^,;]{{1,20}} )?(?:in|of)\b", rf"\A(?:significantly )?more (?:[\w-]+ ){{0,4}}?{_WHO}\b[^,;]{{0,60}}? (?:had|experienced|developed|reported|died|showed|achieved)\b",
    r"\bincreases? (?:of [^,;]{1,20} )?in [^,;]{2,80} (?:(?:was|were|is|are) (?:\w+ly |also )?(?:observed|seen|found|noted|reported)|took place|occurred)\b",
    r"\b(?:correlate[sd]?|associated|related) (?:\w+ly (?:and )?)?positively\b", rf"\A(?:higher|greater|increased|elevated) [^,;]{{3,80}}? (?:was|were|is|are) (?:\w+ly ){{0,2}}(?:associated|correlated|linked) with (?!{_NEITHER})", rf"{_LEADS}{_AMOUNT}(?:increases?|rises?|{_RISEN})\b",
    rf"{_VERB}(?:increase[sd]|rose|enhance[sd])\b(?! (?:risk|need)|(?<=s) (?:in|and|or|of)\b)", rf"{_SHOWED} (?:an? |the )?(?:\w+ly |also ){{0,2}}(?:higher|greater|increased|elevated|larger|longer|more)\b(?! than \d)",
    rf"{_BE} (?:\w+ly |also |\d[\d.]* times |\w+ times |\w+-?fold ){{0,2}}more likely (?:than [^,;]{{2,60}}? )?to\b", rf"{_BE} at (?:an? )?(?:\w+ly )?(?:higher|increased|greater|elevated) risk\b", rf"{_BE} (?:an? |the )?(?:(?!no\b|not\b)[\w-]+ ){{0,3}}?risk factors? for\b",
    rf"\A(?:[\w ]{{3,40}}, )?(?:an? )?(?:significantly )?(?:higher|greater|increased|elevated) [^,;]{{3,80}}? (?:was|were) (?:\w+ly |also )?{_NOTED} (?:in|among|for|with)\b", r"\bthere (?:was|were|is|has been) (?:an? )?(?:(?!no\b|not\b|little\b)[\w-]+ ){0,4}?(?:increases?|rises?) (?:of [^,;]{1,20} )?in\b",
    rf"\b{_HAPPENED}\b[^.;,]{{0,40}}? more (?:often|frequently|commonly) (?:in|among|with|than|by|for|at|on)\b", rf"{_VERB}(?:doubled|tripled|quadrupled)\b",
)  # fmt: skip
_MINUS = _any(
    rf"\b(?:negative(?:ly)?|inverse(?:ly)?)(?: and \w+ly| \w+ly)? {_LINKED}",
    rf"\b(?:(?:associated|correlated|linked|coincid(?:es|ed)) with|predict(?:s|ed)) (?:an? |significant(?:ly)? |the ){{0,2}}(?:\w+ly )?{_AMOUNT}(?:{_FALLEN}|less|reductions?|declines?)\b",
    rf"{_BE} (?:significantly |markedly |substantially |also |\w+ly ){{0,2}}{_AMOUNT}{_FALLEN}\b", rf"\b{_FALLEN} (?:[\w-]+ ){{1,8}}?(?:than|compared (?:to|with)|relative to|versus)\b",
    rf"{_BE} (?:\w+ly ){{0,2}}less {_OFTEN}\b", rf"{_SHOWED} (?:an? )?{_FEW_WORDS}(?:reductions?|decreases?|declines?) (?:of [^,;]{{1,20}} )?(?:in|of)\b", rf"\A(?:significantly )?fewer (?:[\w-]+ ){{0,4}}?{_WHO}\b[^,;]{{0,60}}? (?:had|experienced|developed|reported|died|showed|achieved)\b",
    r"\b(?:reductions?|decreases?) (?:of [^,;]{1,20} )?in [^,;]{2,80} (?:(?:was|were|is|are) (?:\w+ly |also )?(?:observed|seen|found|noted|reported)|took place|occurred)\b",
    r"\b(?:correlate[sd]?|associated|related) (?:\w+ly (?:and )?)?(?:negatively|inversely)\b", rf"{_LEADS}{_AMOUNT}(?:decreases?|reductions?|declines?|{_FALLEN})\b",
    rf"{_VERB}(?:decrease[sd]|reduce[sd]|lower(?:s|ed)|fell(?! (?:into|within|in|under|between|outside))|decline[sd]|diminish(?:es|ed))\b(?! of\b|(?<=s) (?:in|and|or|of)\b)", rf"{_SHOWED} (?:an? |the )?(?:\w+ly |also ){{0,2}}(?:lower|fewer|reduced|decreased|smaller|shorter|less)\b(?! than \d)",
    rf"{_BE} (?:\w+ly |also |\d[\d.]* times |\w+ times ){{0,2}}less likely (?:than [^,;]{{2,60}}? )?to\b", rf"{_BE} at (?:an? )?(?:\w+ly )?(?:lower|decreased|reduced) risk\b", rf"{_BE} (?:an? |the )?(?:(?!no\b|not\b)[\w-]+ ){{0,3}}?protective (?:factors? )?(?:against|for)\b",
    rf"\A(?:[\w ]{{3,40}}, )?(?:an? )?(?:significantly )?(?:lower|reduced|decreased|fewer) [^,;]{{3,80}}? (?:was|were) (?:\w+ly |also )?{_NOTED} (?:in|among|for|with)\b", r"\bthere (?:was|were|is|has been) (?:an? )?(?:(?!no\b|not\b|little\b)[\w-]+ ){0,4}?(?:reductions?|decreases?|declines?) (?:of [^,;]{1,20} )?in\b",
    rf"\b{_HAPPENED}\b[^.;,]{{0,40}}? less (?:often|frequently|commonly) (?:in|among|with|than|by|for|at|on)\b", rf"{_VERB}halved\b",
)  # fmt: skip
_ANY_WAY = re.compile(
    rf"\b(?:(?P<up>{_RISEN}|more|longer|increases?|gains?|stronger)|(?P<down>{_FALLEN}|less|shorter|decreases?|re-?ductions?|declines?|loss(?:es)?|weaker|poorer))\b(?! than \d| of the variance)",
    re.IGNORECASE,
)
# What leaves open whether it is so, or which of the things compared is the one that the outcome goes with.
_OPEN_WORDS = (
    r"whether|if|may|might|could|would|should|can|will|expected|hypothesi[sz]\w+|predicted that|unlikely|(?<!more )(?<!less )likely|(?<=more )likely (?!to)|potential(?:ly)?|aim\w*|but|whereas|although|though|however|except(?:ions?)?|while|"
    r"only (?:in|among|for|when|if|at|after|found|seen|observed|with|during|by)|"
    r"(?:reduced|smaller|larger|increased|decreased|lower|higher|greater) (?:sub-?)?samples?|increasingly|respectively|depend\w* on|moderated|interaction|mixed|varie[sd]|both directions|than expected|nonlinear|previously|previous(?= (?:\w+ )?(?:stud|research|work|report|finding|result|evidence|literature))|in contrast|unless|positively\b.*\b(?:negatively|inversely)|(?:negatively|inversely)\b.*\bpositively|(?:not|never) (?:simply|just|merely|necessarily|always|fully|entirely|solely)|the (?:least|most)(?=[.,;]|$)|trend\w*|tend\w*|similarly(?!,)|equally|minimal|negligible|little|small|discussed"
)
_UNCLEAR = re.compile(rf"\b(?:{_OPEN_WORDS}|improve\w*|better|worse|worsen\w*)\b", re.IGNORECASE)
_UNCLEAR_PART = re.compile(rf"\b(?:{_OPEN_WORDS})\b", re.IGNORECASE)
# That more was seen in longer time, or that changes were smaller, says nothing of what goes with an outcome.
_NO_CAUSE = re.compile(
    rf"\b{_LINKED}[^.;,]{{0,20}}? with (?:the |an? )?(?:\w+ )?(?:length|duration|time) (?:of|on|in) (?:[\w-]+ ){{0,4}}?(?:follow-?ups?|treatments?|therapy|prophylaxis|observation|exposure|study|use)\b"
    rf"|\b(?:follow-?up|treatment) (?:length|duration|time)\b|\bchanges?\b[^.;,]{{0,60}}\b(?:less|smaller|greater|larger|lower|more)\b|\b(?:less|smaller|greater|larger|fewer|more) (?:\w+ ){{0,2}}changes?\b|\beffect sizes?\b[^.;,]{{0,40}}\b(?:larger|greater|higher|smaller|lower)\b|\bthan (?:zero|expected|chance)\b",
    re.IGNORECASE,
)
# What ought to be, what experts hold, how much is written on a matter, how something was given: none was measured.
_NO_FINDING = re.compile(
    r"\b(?:needs?|needed|should|must|ought|ha(?:s|ve) to|hypothes[ie]\w+|agree[sd]?|controvers\w+)\b"
    r"|\b(?:(?:increas|grow|ris|expand)ing|increased|growing|more|greater|renewed) (?:[\w-]+ )?(?:attention|interest|concern|awareness|number of (?:studies|trials|publications|papers))\b|\b(?:attention|interest|concern|awareness) (?:has|have) (?:\w+ )?(?:increased|grown|risen|declined|decreased)\b"
    r"|\b(?:dos(?:es?|ages?)|titrat\w+)\b[^.;,]{0,40}?\b(?:was|were) (?:then |\w+ly )?(?:increased|decreased|reduced|lowered|raised|titrated)\b|\b(?:increas|decreas|reduc|lower|rais|titrat)(?:ed|ing) the (?:\w+ )?dos(?:es?|ages?)\b|\buntil (?:an? [^.;,]{1,30} )?no\b|\b(?:dos(?:es?|ages?)|titrat\w+)\b[^.;,]{0,40}?\b(?:gradually|slowly|stepwise|subsequently|then) (?:\w+ly )?(?:increased|decreased|reduced|raised)\b|\b(?:sought|seeks?|tries|tried|attempt(?:s|ed)?|strives?|intend(?:s|ed)?) to\b"
    r"|\b(?:curvilinear|[UJ]-shaped|non-?linear|quadratic|biphasic)\b"
    r"|\bwait(?:ing)?[- ]?list\w*\b[^.;]{0,40}?\b(?:not|no|un)\b[^.;]{0,30}?chang\w*|\bwait(?:ing)?[- ]?list\w*\b[^.;]{0,40}?\bunchang\w*"
    r"|\b(?:we|I|article|paper|authors?) (?:\w+ )?(?:call|argue|plead|advocate)s? for\b|\bcalls? (?:for|up)\b"
    r"|\bno (?:(?!differences?\b|increases?\b|changes?\b|effects?\b|more\b|in\b|of\b|on\b)[\w-]+ ){0,3}?(?:adverse|side|untoward|toxic|harmful) (?:[\w-]+ )?(?:effects?|events?|reactions?)\b"
    r"|\b(?:deaths?|(?:adverse )?events?|complications?|reactions?)\b[^.;]{0,40}?\bunrelated to\b",
    re.IGNORECASE,
)
# What predicts an outcome is told of by its kind: less of it is not less of the outcome.
_PREDICTORS = re.compile(
    r"\b(?:predictors?|determinants?|correlates?|factors) (?:of|for)\b[^.;]{0,80}? (?:was|were|is|are|included?) ",
    re.IGNORECASE,
)
_ALIKE = re.compile(r"\b(?:similar|equal|comparable)\b", re.IGNORECASE)
# Said of a null result, these make it another: "no longer", "whether no difference".
_UNCLEAR_NULL = re.compile(
    r"\b(?:whether|if|may|might|could|would|expected|hypothesi[sz]\w+|but|whereas|although|though|however|except(?:ions?)?|while|respectively|depend\w* on|interaction|mixed|in contrast|unless|only|(?:not|never) (?:simply|just|merely|necessarily|always|fully|entirely|solely)|no longer)\b",
    re.IGNORECASE,
)
_REFERENCE_FIRST = re.compile(
    r"^(?:(?!\b(?:than|compared|versus|vs|relative|over|to|from)\b)[^,;]){0,60}\b(?:controls?|placebo|comparison (?:group|arm|condition|women|men|subjects|patients)|untreated|healthy|baseline)\b",
    re.IGNORECASE,
)
_ASSOCIATED = re.compile(r"associat|correlat", re.IGNORECASE)


def find_direction(sentence: str) -> list[Datum]:
    """Return the direction of the outcome that a result states, nothing where it is not plain.

    "+" and "-" are literal: fewer deaths are "-". Plain is what says one thing, without condition or contrast, and of
    things compared names the reference last.
    """
    text, places = leave_out_asides(sentence)
    null = find_null(text)
    rest = cut_null(text, null) if null else text
    if tells_no_way(text) or (null and _excludes_null(sentence)) or _UNCLEAR.search(rest):
        return []
    if null:
        is_alone = not _PLUS.search(rest) and not _MINUS.search(rest)
        return [_place("0", null, places)] if is_alone and not _UNCLEAR_NULL.search(text) else []
    if _NO_CAUSE.search(text) or _ALIKE.search(text) or _PREDICTORS.search(text):
        return []
    told = {way for way in ("up", "down") if any(match[way] for match in _ANY_WAY.finditer(text))}
    found = [(sign, match) for sign, cue in (("+", _PLUS), ("-", _MINUS)) for match in cue.finditer(text)]
    compared = {one.way for one in read_comparisons(text)}
    if len({sign for sign, _ in found}) != 1 or len(told) > 1 or 0 in compared:
        return []
    sign, match = found[0]
    if is_negated(text, match.end()) or (_REFERENCE_FIRST.search(text) and not _ASSOCIATED.search(match[0])):
        return []
    return [_place(sign, match.span(), places)] if told <= {"up" if sign == "+" else "down"} else []


def tells_no_way(sentence: str) -> bool:
    """Return whether a sentence, whatever its words, says of no outcome which way a result points."""
    is_none = _NO_FINDING.search(sentence) or is_procedural(sentence) or states_aim(sentence)
    return bool(is_none) or is_idle(sentence) or is_mixed(sentence) or tells_no_result(sentence)


def leaves_open(part: str, sign: str) -> bool:
    """Return whether a part of a sentence leaves open what its form says, or says it of something else."""
    if tells_no_way(part) or _REFERENCE_FIRST.search(part):
        return True
    if sign == "0":
        return bool(_UNCLEAR_NULL.search(part))
    return bool(_UNCLEAR_PART.search(part) or _NO_CAUSE.search(part) or _ALIKE.search(part))


def _place(sign: str, span: tuple[int, int], places: Sequence[int]) -> Datum:
    return Datum("direction", sign, places[span[0]], places[span[1] - 1] + 1)


def _excludes_null(sentence: str) -> bool:
    """Return whether the interval of the one effect that a sentence states leaves out what says no effect."""
    effects = find_effects(sentence)
    read = {one.field: one.value for one in effects[0].data} if len(effects) == 1 else {}
    nothing = find_null_value(read.get("measure", ""))
    if nothing is None or not {"ci_low", "ci_high"} <= set(read):
        return False
    return not float(read["ci_low"]) <= nothing <= float(read["ci_high"])
