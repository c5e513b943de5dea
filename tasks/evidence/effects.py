"""Effects with their intervals, and p values, as abstracts print them."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

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
    "r": r"(?:\br\b|(?i:(?<!intraclass )correlation coefficients?))",
    "effect size": r"(?i:effect sizes?)",
    "beta": r"(?:\u03b2|\u00df|(?i:\bbeta\b))",
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
_ENDS = rf"(?P<low>{NUMBER}){_TO}(?P<high>{NUMBER})\s?%?"
_UNIT = r"(?:%|(?i:per ?cent|percentage points?|points?|mmHg|kg(?:/m[2\u00b2])?|m?g(?:/d?l)?|[cm]?m|days?|weeks?|months?|years?|hours?|min(?:utes)?)\b)"
_P_BETWEEN = rf"(?:[,;]?\s?[pP]\s?(?:[<>=]|&[lg]t;)\s?{NUMBER})?"
_WITH_INTERVAL = re.compile(
    rf"(?:(?:{_MEASURE}){_SHORT}{_IS})?(?<![\w.,\u00b7])(?P<effect>{NUMBER})\s?(?P<unit>{_UNIT})?{_P_BETWEEN}"
    rf"[\s,;:(\[]{{0,3}}{_LABEL}\s?(?:[=:,;]|\bof\b|\bfrom\b|\bwas\b)?\s?[(\[]?\s?{_ENDS}"
)
_IN_BRACKETS = re.compile(rf"(?:{_MEASURE}){_SHORT}{_IS}(?P<effect>{NUMBER})\s?[(\[]\s?{_ENDS}\s?(?=[)\];,])")
_ALONE = re.compile(rf"(?<![A-Za-z-])(?:{_MEASURE}){_SHORT}\s?=\s?(?P<effect>{NUMBER})(?!\s?[%\u00b1]|{_TO}\d)")
_ANY_INTERVAL = re.compile(_LABEL)
_OF_LEVEL = re.compile(_LEVEL)
_P_VALUE = re.compile(
    rf"(?<![A-Za-z0-9])[pP](?:[\s-]?values?)?\s?(?P<sign><|>|=|\u2264|\u2265|&lt;|&gt;)\s?(?P<figure>{NUMBER})"
)


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


def find_effect(text: str) -> list[Datum]:
    """Return measure, effect and interval of the one effect that a sentence states, as far as it states them.

    Nothing where there are several, since a finding has one, or where an effect would lie outside its interval.
    Measures that are known have their abbreviation.
    """
    found = [*_WITH_INTERVAL.finditer(text)]
    taken = [match.span() for match in found]
    for pattern in (_IN_BRACKETS, _ALONE):
        more = [match for match in pattern.finditer(text) if not any(_touch(match.span(), span) for span in taken)]
        found += more
        taken += [match.span() for match in more]
    intervals = sum("low" in match.groupdict() for match in found)
    if len(found) != 1 or len(_ANY_INTERVAL.findall(text)) > intervals:
        return []
    return _read(found[0])


def states_effect(text: str) -> bool:
    """Return whether a text states an effect in figures, one or several: a known measure, or a number with interval."""
    return any(pattern.search(text) for pattern in (_WITH_INTERVAL, _IN_BRACKETS, _ALONE))


def find_p_value(text: str) -> list[Datum]:
    """Return the one p value that a sentence states, nothing where it states several."""
    found = [
        Datum("p", value, *match.span())
        for match in _P_VALUE.finditer(text)
        if (value := read_value("p", match["sign"] + match["figure"]))
    ]
    return found[:1] if len({datum.value for datum in found}) == 1 else []


def _touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _read(match: re.Match[str]) -> list[Datum]:
    groups = match.groupdict()
    named = next((name for place, name in enumerate(_NAMES) if groups.get(f"m{place}")), "")
    measure = named or ("%" if (groups.get("unit") or "").lower() in {"%", "percent", "per cent"} else "")
    values = {"effect": groups["effect"], "ci_low": groups.get("low"), "ci_high": groups.get("high")}
    read = {name: read_value(name, said) for name, said in values.items() if said}
    effect = float(read["effect"])
    if "ci_low" in read and not float(read["ci_low"]) <= effect <= float(read["ci_high"]):
        return []
    if measure in _RATIOS and (effect < 0 or ("interval" not in _kind(match) and effect > _LARGEST_RATIO)):
        return []
    if measure == "r" and abs(effect) > 1:
        return []
    return [Datum(name, value, *match.span()) for name, value in {"measure": measure, **read}.items() if value]


def _kind(match: re.Match[str]) -> str:
    return "interval" if _ANY_INTERVAL.search(match[0]) else "bare"
