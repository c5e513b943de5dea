"""Other names of what a topic speaks of, as texts define them: "interleukin 6 (IL-6)", "AB123 (drugomab)".

Short forms by the algorithm of Schwartz and Hearst (2003), in both orders. Code names, as of substances under trial,
and trade names with their mark share no letters with the name they stand for and are known by where they stand.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from storage.records.synonyms import Synonym
from tasks.text.words import FUNCTION_WORDS, split_terms, tokenise

_BRACKET = re.compile(r"\s\(([^()]{2,80})\)")
_SHORT = re.compile(r"(?=.{2,10}$)(?=.*[A-Za-z])[A-Za-z\d][\w+/-]*(?: [\w+/-]+)?")
_LEAST_SHORT = 3  # letters and digits of a short form that rarely stands for anything else
_OFTEN, _MOSTLY = 3, 0.5
_CODE = re.compile(r"[A-Za-z]{1,6}[- ]?\d{2,7}[A-Za-z]{0,2}(?:-\d{1,4})?")
# What looks like a code and names a study, a date, an amount or a part of a text.
_NO_CODE = re.compile(
    r"(?:NCT|ISRCTN|EUDRACT|PMID|DOI|ACTRN|CHICTR|JAPIC\w*|UMIN|CRD|DRKS|CTRI|ref|refs|no|nr|n|p|pp|p\.|fig|figure|table|"
    r"eq|day|days|week|weeks|age|aged|vol|part|phase|group|grade|type|stage|level|class|since|until|from|in|"
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?|q|c|ca|about|over|under|up|to|mg|ml|kg)[- ]?\d.*",
    re.IGNORECASE,
)
_MARKED = re.compile(r"([A-Z][\w-]{2,20})\s?[\u00ae\u2122]")
_APART = re.compile(
    r"\s*(?:[;,/]|\bor\b|\bformerly\b|\bpreviously\b|\b(?:also )?known as\b|\balso called\b|\bhereafter\b)\s*"
)
_LEAST_WORKS = 2
_LEAST_SHARE = 0.2  # of the works that use a short form, those by which it stands for a name
_MOST = 4
_LONG_WORD = 5
_MOST_WORDS = 8


def harvest_synonyms(facets: Sequence[str], texts: Sequence[tuple[str, str]]) -> list[Synonym]:
    """Return the other names of what the facets of a topic name, from (work_id, text) of works.

    What has another name may be a part of a facet ("stem cell" of "stem cell therapy"). At least two works have to say
    so, and a fifth of those that define the short form; for two letters three, and half. One is enough for a whole
    facet where no other work defines the short form in another way, for a code name in the first sentence, and for a
    trade name with its mark. The names stand in the order of the topic, those of most works first, four at most each.
    """
    parts = list(dict.fromkeys(part for facet in facets for part in _list_parts(facet)))
    found: dict[tuple[str, str], dict[str, bool]] = defaultdict(dict)
    spelt: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for work_id, text in texts:
        first = text.partition(". ")[0]
        for name, alias, is_marked in _define(parts, text):
            key = (name, _key(alias))
            spelt[key][alias] += 1
            sure = is_marked or (is_code(alias) and alias in first)
            found[key][work_id] = found[key].get(work_id, False) or sure
    uses = Counter(key for _, text in texts for key in {_key(short) for short, _ in read_pairs(text)})
    told = [
        Synonym(name, min(spelt[name, key], key=lambda form: (-spelt[name, key][form], form)), len(works), min(works))
        for (name, key), works in found.items()
        if _is_common(key, len(works), uses[key])
        or (name in facets and len(key) >= _LEAST_SHORT and len(works) >= uses[key])
        or any(works.values())
    ]
    ranked = sorted(told, key=lambda one: (parts.index(one.name), -one.works, one.alias))
    return [one for name in parts for one in [each for each in ranked if each.name == name][:_MOST]]


def _is_common(alias: str, works: int, uses: int) -> bool:
    """Return whether enough works define an alias so; two letters stand for much, so they have to do it more often."""
    if len(alias) < _LEAST_SHORT:
        return works >= _OFTEN and works >= _MOSTLY * uses
    return works >= _LEAST_WORKS and works >= _LEAST_SHARE * uses


def _list_parts(facet: str) -> list[str]:
    """Return the runs of words of a facet that may have another name: longest first; single words are names or long."""
    words = facet.split()
    runs = (words[start : start + n] for n in range(len(words), 0, -1) for start in range(len(words) - n + 1))
    return [" ".join(run) for run in runs if len(run) > 1 or is_acronym(run[0]) or len(run[0]) >= _LONG_WORD]


def is_acronym(alias: str) -> bool:
    """Return whether a name is no code with digits, trade name or words, but letters that stand for words."""
    return " " not in alias and sum(letter.isupper() for letter in alias) > 1 and _CODE.fullmatch(alias) is None


def unfold(text: str, synonyms: Sequence[tuple[str, str]]) -> str:
    """Return a text with the names in place of their aliases, of those names that it does not use itself.

    A short form that the text defines otherwise stays.
    """
    for name, alias in synonyms:
        pattern = _spell(alias)
        if not pattern.search(text) or _holds(text, name):
            continue
        defined = () if is_code(alias) else {long for short, long in read_pairs(text) if _key(short) == _key(alias)}
        if not defined or any(_is_named(name, long) for long in defined):
            text = pattern.sub(name.replace("\\", r"\\"), text)
    return text


@lru_cache(maxsize=256)
def read_pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Return (short, long) of each short form that a text defines in brackets or by them (Schwartz and Hearst 2003)."""
    pairs: dict[tuple[str, str], None] = {}
    for match in _BRACKET.finditer(text):
        before = re.split(r"[.;:!?()]\s", text[max(0, match.start() - 200) : match.start()])[-1].split()
        inside = match[1].strip()
        for part in _APART.split(inside):
            if _SHORT.fullmatch(part) and (long := _find_long(part, " ".join(before[-_count_words(part) :]))):
                pairs[part, long] = None
        last = before[-1].strip("\"'\u201c") if before else ""
        if len(inside) > len(last) and _SHORT.fullmatch(last) and (long := _find_long(last, inside)) == inside:
            pairs[last, long] = None
    return tuple(pairs)


def _count_words(short: str) -> int:
    letters = sum(sign.isalnum() for sign in short)
    return min(letters + 5, letters * 2)


def _find_long(short: str, candidate: str) -> str:
    """Return the end of a text whose letters hold those of a short form in order, the first at the start of a word."""
    place = len(candidate) - 1
    letters = [sign.lower() for sign in short.removesuffix("s") if sign.isalnum()] or [sign.lower() for sign in short]
    for number, letter in enumerate(reversed(letters), 1):
        is_first = number == len(letters)
        while place >= 0 and (
            candidate[place].lower() != letter or (is_first and place > 0 and candidate[place - 1].isalnum())
        ):
            place -= 1
        if place < 0:
            return ""
        place -= 1
    start = candidate.rfind(" ", 0, place + 1) + 1
    long = candidate[start:].strip(" \"'\u201c")
    words = long.split()
    is_longer = len(long) > len(short) and _key(short) not in _key(long).split()
    return long if is_longer and len(words) <= _MOST_WORDS and words[0].lower() not in FUNCTION_WORDS else ""


def _define(parts: Sequence[str], text: str) -> Iterator[tuple[str, str, bool]]:
    """Yield (name, alias, whether it is a trade name with its mark) as a text defines other names of the parts."""
    pairs = read_pairs(text)
    for name in parts:
        for short, long in pairs:
            if _is_short_form(short) and _is_named(name, long):
                yield name, short, False
            if is_acronym(name) and _key(short) == _key(name) and len(split_terms(long)) > 1:
                yield name, long if any(sign.isupper() for sign in long[1:]) else long.lower(), False
        yield from _find_codes(name, text)


def _is_short_form(short: str) -> bool:
    return is_acronym(short) or is_code(short)


def _find_codes(name: str, text: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the codes and trade names that stand in brackets right after a name, or before one in brackets."""
    told = re.escape(name)
    for match in re.finditer(rf"(?<![\w-]){told}s?\s\(([^()]{{2,80}})\)", text, re.IGNORECASE):
        for part in _APART.split(match[1]):
            marked = _MARKED.search(part)
            if marked or is_code(part.strip()):
                yield name, marked[1] if marked else part.strip(), marked is not None
    before = rf"(?<![\w-])({_CODE.pattern})\s?\((?:[^()]{{0,40}}\b)?{told}\b[^()]{{0,40}}\)"
    yield from ((name, match[1], False) for match in re.finditer(before, text, re.IGNORECASE) if is_code(match[1]))


def is_code(text: str) -> bool:
    """Return whether a text is a code of letters and digits, as of a substance under trial, and no date or amount."""
    return _CODE.fullmatch(text) is not None and _NO_CODE.fullmatch(text) is None and text[:1].isupper()


def _is_named(name: str, long: str) -> bool:
    """Return whether a name is what a long form says, but for endings."""
    return bool(split_terms(long)) and split_terms(name) == split_terms(long)


def _holds(text: str, name: str) -> bool:
    """Return whether a text has all words of a name, whatever their endings."""
    return set(split_terms(name)) <= set(split_terms(text))


def _key(alias: str) -> str:
    """Return what the ways to write an alias have in common: "AB 123" and "AB-123", "MSCs" and "MSC", words by stem."""
    if " " in alias and not is_code(alias):
        return " ".join(split_terms(alias))
    bare = "".join(tokenise(alias)).replace("-", "")
    return bare.removesuffix("s") if is_acronym(alias.removesuffix("s")) else bare


@lru_cache(maxsize=256)
def _spell(alias: str) -> re.Pattern[str]:
    """Return the pattern of an alias: codes with or without space or hyphen, short forms also in the plural."""
    if is_code(alias):
        letters, digits = re.fullmatch(r"([A-Za-z]+)[- ]?(.*)", alias).groups()  # type: ignore[union-attr]
        return re.compile(rf"(?<![\w-]){letters}[-\u2010\u2011 ]?{re.escape(digits)}(?!\w)")
    flags = re.IGNORECASE if not is_acronym(alias) else 0
    return re.compile(rf"(?<![\w-]){re.escape(alias)}s?(?![\w-])", flags)
