"""Effects with their intervals, and p values, as abstracts print them."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tasks.evidence.data import NUMBER, Datum, read_value

_NAMES = {
    "OR": r"(?:[acm]?ORs?\b|(?i:odds ratios?))",
    "IRR": r"(?:a?IRRs?\b|(?i:incidence rate ratios?))",
    "RR": r"(?:a?RRs?\b|(?i:relative risks?|risk ratios?|rate ratios?))",
    "HR": r"(?:[as]?HRs?\b|(?i:hazards? ratios?))",
    "PR": r"(?:a?PRs?\b|(?i:prevalence ratios?))",
    "SMD": r"(?:SMDs?\b|(?i:standardi[sz]ed mean differences?))",
    "MD": r"(?:W?MDs?\b|(?i:(?:weighted )?mean differences?))",
    "g": r"(?:(?i:hedges['\u2019]?s?\s?)?\bg\b)",
    "d": r"(?:(?i:cohen['\u2019]?s?\s?)?\bd\b)",
    "r": r"(?:\br(?:s|ho|\(s\))?\b|\u03c1|(?i:(?<!intraclass )correlation coefficients?))",
    "effect size": r"(?i:effect sizes?)",
    "beta": r"(?:\u03b2|\u00df|(?i:\bbeta\b)|\b[Bb](?=\s?=))",
    "RD": r"(?:RDs?\b|(?i:risk differences?))",
    "AUC": r"(?:AUCs?\b|AUROC\b|(?i:area under the (?:\w+ ){0,5}curve))",
}
_RATIOS = frozenset({"OR", "IRR", "RR", "HR", "PR"})
_DIFFERENCES = frozenset({"SMD", "MD", "g", "d", "r", "beta", "RD"})
_LARGEST_RATIO = 10  # without the word interval: a heart rate (HR) is more
_MEASURE = "|".join(f"(?P<m{place}>{pattern})" for place, pattern in enumerate(_NAMES.values()))
_SHORT = r"(?:\s?[(\[]\s?[A-Za-z]{1,4}\s?[)\]])?"
_IS = r"\s?(?:(?:=|:|,|\bof\b|\bwas\b|\bwere\b|\bis\b|\bare\b)\s?)?"
_LEVEL = r"9[0579](?:[.,\u00b7]\d)?\s?%"
_INTERVAL_WORD = (
    r"(?:C\.?I\.?s?\b|CrI\b|(?i:confidence (?:intervals?|limits?)|credib(?:le|ility) intervals?)|(?:IC|KI|BI)(?=\d|\b)"
    r"|(?i:konfidenzintervall|intervall?[eo] d[ei] (?:confianza|confiance|confidenza|confian\u00e7a)"
    r"|betrouwbaarheidsinterval))"
)
_LABEL = (
    rf"(?:{_LEVEL}[\s-]?{_INTERVAL_WORD}|{_INTERVAL_WORD}[\s:,(-]{{0,2}}{_LEVEL}\)?|{_INTERVAL_WORD})"
    r"(?:\s?[(\[]\s?CI\s?[)\]])?"
)
_TO = r"\s?%?\s?(?:(?i:to|and|bis|al?|\u00e0|until)\b|[-\u2013\u2014\u2212,;:/])\s?"
_MONEY = r"(?:[$\u20ac\u00a3]\s?)?"
_ENDS = rf"{_MONEY}(?P<low>{NUMBER}){_TO}{_MONEY}(?P<high>{NUMBER})\s?%?"
_PER = r"(?:\s?/\s?|\sper\s)[A-Za-z\d,\u00b2\u00b3-]{1,12}(?:\s(?:hair|years?|person-years|women|men|patients))?"
_UNIT = (
    r"(?:%|(?i:per ?cent|percentage points?|points?|units?|events?|cases|deaths|mmHg|kg(?:/m[2\u00b2])?|m?g(?:/d?l)?|[cm]?m|ha|days?|weeks?|months?|years?|"
    rf"hours?|min(?:utes)?|(?:million|billion|trillion)(?: \w+)?|(?:fewer|more|lower|higher) \w+)\b(?:{_PER})?|[A-Za-z\u00b5\u03bc]{{1,6}}{_PER})"
)
_P = r"(?<![A-Za-z0-9])[pP](?:[\s-]?(?:values?|s))?(?:\s(?:was|is|of))?\s?"
_SIGN = r"(?P<sign><\s?or\s?=|<=|<|>|=|\u2264|\u2265|\u2a7d|&lt;\s?or\s?=|&lt;|&gt;|less than(?: or equal to)?)"
_BETWEEN = rf"(?:[,;]?\s?(?:[pP]|SEM?|SD|t|z)\s?(?:[<>=\u2264:]|&[lg]t;)\s?{NUMBER}){{0,2}}"
# The end of a range is no effect.
_EFFECT = rf"(?<![\w.,\u00b7])(?<!\d[-\u2013\u2014\u2212])(?<!\d to )(?<!S[ED]\s=\s)(?<!S[ED]=)(?!{_LEVEL}[\s-]?{_INTERVAL_WORD})(?P<effect>{NUMBER})\s?(?P<unit>{_UNIT})?"
_WITH_INTERVAL = re.compile(
    rf"(?:(?:{_MEASURE}){_SHORT}{_IS})?{_EFFECT}{_BETWEEN}"
    rf"[\s,;:(\[]{{0,3}}{_LABEL}\s?(?:[=:,;]|\bof\b|\bfrom\b|\bwas\b)?\s?[(\[]?\s?{_ENDS}"
)
_IN_BRACKETS = re.compile(rf"(?:{_MEASURE}){_SHORT}{_IS}(?P<effect>{NUMBER})\s?[(\[]\s?{_ENDS}\s?(?=[)\];,])")
# "RR 0.78, 0.45 to 1.35": a measure makes the label of its interval needless, and so does another interval before it.
_UNLABELLED = re.compile(
    rf"(?:{_MEASURE}){_SHORT}{_IS}(?P<effect>{NUMBER})[,;]\s?(?P<low>{NUMBER})\s?(?:to|[-\u2013\u2014])\s?(?P<high>{NUMBER})(?=[)\];,])"
)
_IN_SERIES = re.compile(rf"{_EFFECT}[,;]?\s?[(\[]\s?{_ENDS}\s?(?=[)\]])")
_OF_VALUES = re.compile(
    r"\b(?:ranges?|ranging|IQR|interquartile|quartiles?|medians?|SDs?|min(?:imum)?|max(?:imum)?)\b", re.IGNORECASE
)
_ALONE = re.compile(
    rf"(?<![A-Za-z-])(?:{_MEASURE}){_SHORT}(?:\s?=\s?|[:,]?\s(?=[-\u2212\u2013]?\d?[.\u00b7]\d+\s?[,;]\s?[pP]))(?P<effect>{NUMBER})(?!\s?[%\u00b1]|{_TO}\d)"
)
_ANY_INTERVAL = re.compile(_LABEL)
_OF_LEVEL = re.compile(_LEVEL)
_P_VALUE = re.compile(rf"{_P}{_SIGN}\s?(?P<figure>{NUMBER})(?!\s?(?:[x\u00d7*\u22c5]\s?10|e[-\u2212]\d|\^))")
# One p of several that follow each other is that of nothing that is named: "P values = 0.001, 0.04 and 0.2".
_MORE_OF_THEM = re.compile(r"(?:,\s|\s?(?:,\s)?(?:and|or|to)\s)[<>=]?\s?0?[.\u00b7]\d+(?!\d)(?!\s?%)")


def find_measures(text: str) -> frozenset[str]:
    """Return the names of the known measures that a text speaks of, in words or by their abbreviation."""
    return frozenset(name for name, pattern in _NAMES.items() if re.search(rf"(?<![A-Za-z-]){pattern}", text))


def name_measure(measure: str) -> str | None:
    """Return the short name of a measure, such as OR for an adjusted odds ratio; None of one not known."""
    stated = re.sub(r"(?i)^adjusted\s+", "", measure.strip())
    return next((name for name, pattern in _NAMES.items() if re.fullmatch(pattern, stated)), None)


def find_null(name: str) -> float | None:
    """Return the value of a measure, by its short name, that says no effect: 1 of ratios, 0 of differences, or None."""
    return 1.0 if name in _RATIOS else 0.0 if name in _DIFFERENCES else None


def is_ratio(name: str) -> bool:
    """Return whether a measure, by its short name, is a ratio."""
    return name in _RATIOS


def has_other_level(text: str) -> bool:
    """Return whether a text states the level of intervals, and 95% is none of those stated."""
    said = [level[0] for label in _ANY_INTERVAL.finditer(text) if (level := _OF_LEVEL.search(label[0]))]
    return bool(said) and not any(re.match(r"95(?![.,\u00b7][1-9])", level) for level in said)


@dataclass(frozen=True, slots=True)
class Printed:
    """An effect as printed, with the place of its words; without data where these could not be read with certainty."""

    start: int
    end: int
    data: tuple[Datum, ...] = ()


def find_effects(text: str) -> list[Printed]:
    """Return measure, effect and interval of each effect that a sentence states, in the order of the text.

    What looks like an effect and lies outside its interval, and an interval whose effect was not found, is there
    without data. Measures that are known have their abbreviation.
    """
    found = [*_WITH_INTERVAL.finditer(text)]
    patterns = [_IN_BRACKETS, _UNLABELLED]
    if found and not _OF_VALUES.search(text):
        patterns.append(_IN_SERIES)
    for pattern in (*patterns, _ALONE):
        found += [match for match in pattern.finditer(text) if not _touches(match.span(), found)]
    printed = [Printed(*match.span(), tuple(data)) for match in found if (data := _read(match)) or _is_labelled(match)]
    printed += [Printed(*label.span()) for label in _ANY_INTERVAL.finditer(text) if not _touches(label.span(), found)]
    return sorted(printed, key=lambda one: one.start)


def states_effect(text: str) -> bool:
    """Return whether a text states an effect in figures, one or several: a known measure, or a number with interval."""
    return any(pattern.search(text) for pattern in (_WITH_INTERVAL, _IN_BRACKETS, _ALONE))


def find_p_values(text: str) -> list[Datum]:
    """Return the p values that a sentence states, in the order of the text; one of a list ("P = 0.1 and 0.2") is none."""
    return [
        Datum("p", value, *match.span())
        for match in _P_VALUE.finditer(text)
        if (value := read_value("p", _write_sign(match["sign"]) + match["figure"]))
        and not _MORE_OF_THEM.match(text, match.end())
    ]


def _write_sign(said: str) -> str:
    least = re.sub(r"\s", "", said.replace("&lt;", "<"))
    if least in {"<or=", "<=", "lessthanorequalto", "\u2a7d"}:
        return "\u2264"
    return "<" if least == "lessthan" else least


def _touches(span: tuple[int, int], found: Iterable[re.Match[str]]) -> bool:
    return any(span[0] < match.end() and match.start() < span[1] for match in found)


def _read(match: re.Match[str]) -> list[Datum]:
    groups = match.groupdict()
    named = next((name for place, name in enumerate(_NAMES) if groups.get(f"m{place}")), "")
    measure = named or ("%" if (groups.get("unit") or "").lower() in {"%", "percent", "per cent"} else "")
    values = {"effect": groups["effect"], "ci_low": groups.get("low"), "ci_high": groups.get("high")}
    read = {name: read_value(name, said) for name, said in values.items() if said}
    effect = float(read["effect"])
    if "ci_low" in read and not float(read["ci_low"]) <= effect <= float(read["ci_high"]):
        return []
    if "ci_low" in read and not _is_labelled(match) and not float(read["ci_low"]) < effect < float(read["ci_high"]):
        return []
    if measure in _RATIOS and (effect < 0 or (not _is_labelled(match) and effect > _LARGEST_RATIO)):
        return []
    if measure == "r" and abs(effect) > 1:
        return []
    return [Datum(name, value, *match.span()) for name, value in {"measure": measure, **read}.items() if value]


def _is_labelled(match: re.Match[str]) -> bool:
    return bool(_ANY_INTERVAL.search(match[0]))
