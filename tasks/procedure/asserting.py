"""Assertions about a review without a number: who did it, by what, with which limits; checked against its record.

An assertion is a matter that a clause mentions (``assertions.toml``), affirmed or denied. One that the record cannot
decide is accepted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from tasks.procedure.facts import Facts
from tasks.procedure.measuring import Objection
from tasks.procedure.plain import compile_pattern, compile_words, read_table

_CLAUSES = re.compile(r"[;:]\s|,\s(?=(?:and|but|while|whereas|which|so that|although|though|or|since|because)\s)")
# What follows denies something else than what the clause says: "ties a finding to words, not to their truth".
_CONTRAST = re.compile(r",\s(?:but |and )?not (?:to|of|for) (?:their|its)\s[^,;:]*")
_CONDITIONAL = re.compile(r"^(?:where|when|if|whenever|unless|had|should)\b")

_HOLDS: dict[str, Callable[[Facts], bool | None]] = {
    "always": lambda _: True,
    "never": lambda _: False,
    "a person judged works": lambda facts: facts.count("judged_by_people") > 0,
    "nobody judged works": lambda facts: facts.count("judged_by_people") == 0,
    "a model judged": lambda facts: facts.judged_by_model,
    "no model judged": lambda facts: not facts.judged_by_model,
    "a model judged and wrote": lambda facts: facts.by_model,
    "a person changed themes": lambda facts: facts.procedure.themes_revised > 0,
    "nobody changed themes": lambda facts: facts.procedure.themes_revised == 0,
    "a model named themes": lambda facts: facts.procedure.themes_by_model,
    "titles named themes": lambda facts: (
        not facts.procedure.themes_by_model and facts.procedure.themes_renamed < max(1, facts.count("themes"))
    ),
    "queries asked for citations": lambda facts: facts.count("queries_by_citations") > 0,
    "all hits were taken": lambda facts: facts.count("queries_capped") == 0,
    "books were searched for": lambda facts: "book" in facts.procedure.strategies,
    "no books were searched for": lambda facts: "book" not in facts.procedure.strategies,
    "works were followed": lambda facts: facts.count("stages") > 0,
    "one stage was enough": lambda facts: facts.count("stages") == 1,
    "all found was screened": lambda facts: not any(map(facts.count, ("not_reached", "rule_excluded", "duplicates"))),
    "all relevant works were kept": lambda facts: (
        facts.count("relevant") <= facts.count("corpus") and not facts.count("beyond_tier")
    ),
    "the tier left works out": lambda facts: facts.count("beyond_tier") > 0,
    "retracted works were kept": lambda facts: facts.procedure.retracted_kept > 0,
    "full texts were read": lambda facts: facts.count("with_full_text") > 0,
    "no full text was read": lambda facts: facts.count("with_full_text") == 0,
    "every full text was read": lambda facts: facts.count("with_full_text") >= facts.count("corpus") > 0,
    "every work had a text": lambda facts: facts.count("without_abstract") == 0,
    "there are quotations": lambda facts: facts.count("quotes") > 0,
    "there are questions": lambda facts: facts.procedure.questions > 0,
    "works were appraised": lambda facts: facts.count("appraised") > 0,
    "effects were pooled": lambda facts: facts.count("pooled") > 0,
    "it was updated": lambda facts: facts.count("updates") > 0,
    "it was supervised": lambda facts: facts.procedure.loops > 0 or None,
}


@dataclass(frozen=True, slots=True)
class Assertion:
    """A matter that a clause mentions, whether it is true (None if the record is silent), and what to say if not."""

    matter: str
    speaks: tuple[re.Pattern[str], ...]
    holds: Callable[[Facts], bool | None]
    if_affirmed: str
    if_denied: str
    unless: re.Pattern[str]
    denied_by: re.Pattern[str]


def object_to_assertions(plain: str, facts: Facts) -> Iterator[Objection]:
    """Yield what a sentence, as it reads, asserts against the record of the review."""
    for clause in split_clauses(plain):
        for one, affirms, holds in _find_asserted(clause, plain, facts):
            reason = one.if_affirmed if affirms else one.if_denied
            if reason and affirms != holds:
                yield Objection(one.matter, f"{reason}, says the ledger")


def bears_out_assertion(clause: str, plain: str, facts: Facts) -> bool:
    """Return whether a clause of a sentence asserts something, and nothing untrue."""
    asserted = [affirms == holds for _, affirms, holds in _find_asserted(clause, plain, facts)]
    return bool(asserted) and all(asserted)


def _find_asserted(clause: str, plain: str, facts: Facts) -> Iterator[tuple[Assertion, bool, bool]]:
    """Yield what a clause asserts that the record decides: the assertion, whether it is affirmed, whether it holds."""
    for one in () if _CONDITIONAL.match(clause) else _read_assertions():
        holds = one.holds(facts)
        if holds is None or one.unless.search(plain) or not all(pattern.search(clause) for pattern in one.speaks):
            continue
        yield one, not one.denied_by.search(clause), holds


def split_clauses(plain: str) -> list[str]:
    """Return the clauses of a sentence that can be true or false by themselves, without what they are set against."""
    return [clause.strip() for clause in _CLAUSES.split(_CONTRAST.sub("", plain)) if clause.strip()]


@cache
def _read_assertions() -> tuple[Assertion, ...]:
    table = read_table("assertions")
    fragments = read_table("counts")["fragments"] | table["fragments"]
    return tuple(
        Assertion(
            row["matter"],
            tuple(compile_pattern(pattern, fragments) for pattern in row["speaks"]),
            _HOLDS[row["holds"]],
            row.get("if_affirmed", ""),
            row.get("if_denied", ""),
            compile_words(row.get("unless"), fragments),
            compile_pattern(row.get("denied_by", "<denies>"), fragments),
        )
        for row in table["assertion"]
    )
