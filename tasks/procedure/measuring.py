"""Shares and years that a sentence states about a review: recall, coverage delta, what was eligible, when it searched.

Counts that a sentence states about a review, each checked against what it counts.

A count is recognised by the words around it (``counts.toml``). Of the matters that these words may name the most
specific comes first; a number that is right for another one they may name is accepted.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache

from tasks.procedure.facts import Facts
from tasks.procedure.plain import Number, compile_pattern, compile_words, mask_numbers, read_as_told, read_table

# Matters with large counts that may look like a year.
_MANY = frozenset({"discovered", "screened", "not_reached", "findings", "quotes"})
_REMEMBERED = 4_096
# What is so many years long is no number of works.
_TIME = re.compile(r"⟦(\d+)⟧(?: (?:full|more|further))? (?:years?|months?|weeks?|days?|hours?|minutes?)\b")
_LIMITS = frozenset({"tier_works", "tier_stages", "query_limit"})
_BROUGHT = re.compile(r"this theme brings together \S+ works?(?: published (?:between \d{4} and|in) \d{4})?")


@dataclass(frozen=True, slots=True)
class Matter:
    """Something counted: the name of the number, what readers call it, and the patterns that identify it."""

    name: str
    called: str
    patterns: tuple[re.Pattern[str], ...]
    given: re.Pattern[str]
    unless: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Objection:
    """What is untrue in a sentence: the matter, and what the record says about it."""

    matter: str
    reason: str


def object_to_counts(plain: str, facts: Facts) -> Iterator[Objection]:
    """Yield what is wrong with the counts of a sentence as it reads."""
    masked, numbers = mask_numbers(plain)
    for place, matters in sorted(_assign(masked, plain).items()) if numbers else ():
        number, first = numbers[place], matters[0]
        if number.is_share or any(_holds(number, matter, facts) for matter in matters):
            continue
        if not number.could_be_year or first.name in _MANY:
            yield Objection(first.name, f"the ledger counts {facts.count(first.name):,} {first.called}")


def bears_out_counts(plain: str, facts: Facts) -> bool:
    """Return whether a clause, as it reads, states counts and each is right for the first matter it may count."""
    masked, numbers = mask_numbers(plain)
    assigned = _assign(masked, plain)
    return bool(numbers) and all(
        not number.is_share and place in assigned and _holds(number, assigned[place][0], facts)
        for place, number in enumerate(numbers)
    )


def object_to_extents(plain: str, section: str, facts: Facts) -> Iterator[Objection]:
    """Yield what is wrong with a sentence's counts of works in themes, by theme name or in a theme's own section."""
    for theme in facts.procedure.themes:
        named = re.search(rf"{re.escape(read_as_told(theme.label))} \((\d+)", plain)
        if named and int(named[1]) != theme.works:
            yield Objection("themes", f"the theme has {theme.works} works, says the ledger")
        brought = _BROUGHT.search(plain) if theme.label == section else None
        if not brought:
            continue
        (count, *years) = mask_numbers(brought[0])[1]
        if not count.holds_for(theme.works) or {int(y.value) for y in years} - {theme.first_year, theme.last_year}:
            span = f"{theme.first_year} to {theme.last_year}"
            yield Objection("themes", f"the theme has {theme.works} works of {span}, says the ledger")


@lru_cache(_REMEMBERED)
def list_counted(plain: str) -> frozenset[str]:
    """Return the names of everything that a sentence may state a count of."""
    masked, _ = mask_numbers(plain)
    return frozenset(matter.name for matters in _assign(masked, plain).values() for matter in matters)


def _holds(number: Number, matter: Matter, facts: Facts) -> bool:
    """Return whether a count is right; "at most" states a limit itself, "at least" one more than a threshold."""
    true = facts.count(matter.name)
    if matter.name in _LIMITS:
        return number.value == true
    if matter.name == "cited_by_over":
        return number.value == true + (number.bound == "at least")
    return number.holds_for(true)


@lru_cache(_REMEMBERED)
def _assign(masked: str, plain: str) -> dict[int, list[Matter]]:
    """Return for the place of each number what it may count, the most specific first."""
    assigned: dict[int, list[Matter]] = {}
    times = set(_TIME.findall(masked))
    for matter in _read_matters():
        for place in _find(masked, plain, matter):
            if place not in times:
                assigned.setdefault(int(place), []).append(matter)
    return assigned


def _find(masked: str, plain: str, matter: Matter) -> Iterator[str]:
    if matter.given.search(plain) and not matter.unless.search(plain):
        yield from dict.fromkeys(match[1] for pattern in matter.patterns for match in pattern.finditer(masked))


@cache
def _read_matters() -> tuple[Matter, ...]:
    table = read_table("counts")
    fragments = table["fragments"]
    return tuple(
        Matter(
            row["name"],
            row["called"],
            tuple(compile_pattern(pattern, fragments) for pattern in row["patterns"]),
            compile_words(row.get("given", ""), fragments),
            compile_words(row.get("unless"), fragments),
        )
        for row in table["matter"]
    )


_RECALL = re.compile(
    r"\brecall\b|sensitivity|completeness|\bmet\b|\bmissed\b|estimated|(?:of|all) (?:the |what is )?(?:\w+ )?relevant|relevant literature"
)
_OF_CORPUS = re.compile(
    r"\bcorpus (?:\w+ ){0,2}(?:holds|contains|comprises|includes|covers|captures|has|represents)|(?:in|by) the corpus|\bit (?:thus )?(?:holds|contains|comprises)\b|(?:are|is) in it\b|recall of the (?:corpus|review)|"
    r"(?:review|selection|included works) (?:\w+ ){0,2}(?:holds|contains|covers|captures|represents)|were kept|retained|corpus, which"
)
_COVERAGE = re.compile(r"coverage delta|last stage|final (?:stage|round)|last round")
_ABSOLUTE = re.compile(
    r"(?:certain|sure|guarantee\w*|ensure\w*)\b.*\b(?:no|not|every|all)\b|no relevant works? (?:was|were|has been|could be|is) (?:missed|overlooked)|"
    r"(?:all|every) relevant works? (?:\w+ ){0,3}(?:was|were|has been|have been) (?:found|met|identified|retrieved|captured)|complete coverage"
)
_ESTIMATED = re.compile(r"\bnot\b.*(?:certain|guarantee|sure)|cannot|no guarantee|does not (?:mean|show|guarantee)")
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_MONTH = "|".join(_MONTHS)
_RUN = re.compile(
    r"(?:search(?:es)?|quer(?:y|ies)|catalogue|database|snowballing|screening)\b.*\b(?:run|ran|conducted|performed|carried out|executed|"
    r"updated|searched|done|made|sent|queried|asked|last time|completed|finished|concluded|accessed|consulted|date[ds]?)\b|last searched|date of (?:the )?search|retrieved on|accessed on"
)
_DATED = re.compile(
    rf"(?:(?P<day>\d{{1,2}}) (?:of )?)?(?P<month>{_MONTH})(?: (?P<after>\d{{1,2}}),?)? (?P<year>\d{{4}})|(?P<iso>\d{{4}}-\d{{2}}-\d{{2}})"
)
_STOOD = re.compile(r"as it stood|as of|state of|status of")
_ELIGIBLE = re.compile(
    r"eligible|admitted|admissible|considered|restricted|limited to|confined|accepted|since|from \S+ (?:to|until|on)|up to|until|cover(?:ed|s|ing)|"
    r"only works|of any year|inclusion"
)
_ANY_YEAR = re.compile(
    r"\b(?:any|all|every) (?:publication )?years?\b|regardless of (?:the )?(?:publication )?(?:year|date)|no (?:restriction|limit)\w*(?: \w+){0,3} (?:years?|dates?)|years? (?:was|were) not restricted"
)
_EXCEPTED = re.compile(r"\bcited\b.*(?:excepted|exempt|or later|before)|exempt|apart from works")
_CORPUS_YEARS = re.compile(
    r"corpus|appeared|published between|literature|works published|rests on|reaches|begins|oldest|newest|earliest|latest"
)


def object_to_shares(plain: str, facts: Facts) -> Iterator[Objection]:
    """Yield what is wrong with the shares that a sentence states: of recall, of what was kept, of the last stage."""
    missed = "recall" in facts.numbers and float(facts.numbers["recall"]) < 1
    if missed and _ABSOLUTE.search(plain) and not _ESTIMATED.search(plain):
        yield Objection("recall", f"the search met an estimated {_percent(facts, 'recall')} of them, says the ledger")
    shares = [number for number in mask_numbers(plain)[1] if number.is_share]
    if not shares:
        return
    if _COVERAGE.search(plain) and not re.search(r"\brecall\b|estimated", plain):
        yield from _hold(shares, facts, ("coverage_delta",), "coverage delta", "in the last stage")
    elif _OF_CORPUS.search(plain):
        told = ("recall_kept", "recall_kept_low", "recall_kept_high", "kept_share")
        yield from _hold(shares, facts, told, "recall of the corpus", "of the relevant works in the corpus")
    elif _RECALL.search(plain):
        yield from _hold(
            shares, facts, ("recall", "recall_low", "recall_high"), "recall", "of the relevant works met by the search"
        )


def _hold(shares: list[Number], facts: Facts, names: tuple[str, ...], matter: str, called: str) -> Iterator[Objection]:
    known = [float(facts.numbers[name]) for name in names if name in facts.numbers]
    # What was missed is the complement.
    rests = [1 - value for value in known] if matter.startswith("recall") else []
    for share in shares:
        # 95% names an interval, and 5% a level.
        if share.value in {0.95, 0.05} or any(share.holds_for(value) for value in (*known, *rests)):
            continue
        said = _percent(facts, names[0]) if known else "nothing"
        yield Objection(matter, f"the ledger says {said} {called}")


def _percent(facts: Facts, name: str) -> str:
    return f"{100 * float(facts.numbers[name]):.1f}%"


def object_to_years(plain: str, facts: Facts, *, strict: bool) -> Iterator[Objection]:
    """Yield what is wrong with the years and dates that a sentence states; in a `strict` place all years count."""
    made = facts.procedure
    if _ANY_YEAR.search(plain) and (made.from_year or made.to_year):
        yield Objection("years", f"works {_say_years(facts)} were eligible, says the ledger")
    if _RUN.search(plain) and (dates := list(_DATED.finditer(plain))):
        yield from (objection for match in dates if (objection := _object_to_date(match, facts)))
        return
    years = [int(number.value) for number in mask_numbers(plain)[1] if number.could_be_year]
    if not years:
        return
    allowed, called = _expect_years(plain, facts, strict=strict)
    for year in years:
        if allowed is not None and year not in allowed:
            said = ", ".join(map(str, sorted(allowed))) or "any"
            yield Objection("years", f"{called} {said}, says the ledger")


def _expect_years(plain: str, facts: Facts, *, strict: bool) -> tuple[set[int] | None, str]:
    """Return the years that a sentence may state for its subject, and a name for them; None if any year is allowed."""
    known = _known_years(facts)
    of_corpus = bool(re.search(r"\bcorpus\b|appeared|rests on|literature", plain))
    eligible = bool(_ELIGIBLE.search(plain))
    if _STOOD.search(plain) and not _CORPUS_YEARS.search(plain.replace("as it stood", "")):
        return known["as_of"], "the catalogue was searched as of"
    if _EXCEPTED.search(plain):
        return known["exempt"] | (
            known["as_of"] if _STOOD.search(plain) else set()
        ), "works excepted from the filter are of"
    if _RUN.search(plain) and not eligible and not _CORPUS_YEARS.search(plain):
        return known["searched"] | known["as_of"], "the search was made in"
    if of_corpus or ("published between" in plain and not re.search("eligible|restricted|limited|admitted", plain)):
        return known["corpus"] | known["as_of"], "the works of the corpus are of"
    if eligible:
        return known["eligible"] | known["as_of"], "the years set for works to be eligible, and that of the review, are"
    return (set().union(*known.values()) if strict else None), "the years on record are"


def _known_years(facts: Facts) -> dict[str, set[int]]:
    made, numbers = facts.procedure, facts.numbers

    def read(*names: str) -> set[int]:
        return {int(value) for name in names if isinstance(value := numbers.get(name), int)}

    return {
        "as_of": read("as_of"),
        "exempt": read("cited_by_exempt_from"),
        "corpus": read("first_year", "last_year", "median_year"),
        "eligible": {year for year in (made.from_year, made.to_year) if year},
        "searched": {day.year for day in (made.searched_from, made.searched_to) if day},
    }


def _say_years(facts: Facts) -> str:
    return f"of {facts.procedure.from_year or 'any year'} to {facts.procedure.to_year or 'any year'}"


def _object_to_date(match: re.Match[str], facts: Facts) -> Objection | None:
    first, last = facts.procedure.searched_from, facts.procedure.searched_to
    if first is None or last is None:
        return None
    if match["iso"]:
        told = date.fromisoformat(match["iso"]) if _is_date(match["iso"]) else None
        holds = told is not None and first <= told <= last
    else:
        year, month = int(match["year"]), _MONTHS.index(match["month"]) + 1
        day = match["day"] or match["after"]
        holds = (first.year, first.month) <= (year, month) <= (last.year, last.month)
        if holds and day and _is_date(f"{year}-{month:02}-{int(day):02}"):
            holds = first <= date(year, month, int(day)) <= last
    return None if holds else Objection("dates", f"the search was made from {first} to {last}, says the ledger")


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
