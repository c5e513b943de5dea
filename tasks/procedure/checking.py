"""Whether what a review says about how it was made agrees with its ledger, sentence by sentence.

Every sentence on how a review was made that its record supports, as the analysts and the report word it. Whether the
record bears out a statement worded differently: what it counts and what it asserts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import chain, product

from tasks.procedure.asserting import bears_out_assertion, object_to_assertions
from tasks.procedure.disclosures import object_to_names
from tasks.procedure.earlier_words import tell_as_before, word_as_before
from tasks.procedure.facts import Facts
from tasks.procedure.limits import (
    CHOSEN,
    RATIONALE,
    tell_approach,
    tell_averages,
    tell_basis,
    tell_limits,
    tell_pooling_in_brief,
    tell_unappraised,
)
from tasks.procedure.measuring import (
    Objection,
    bears_out_counts,
    object_to_counts,
    object_to_extents,
    object_to_shares,
    object_to_years,
)
from tasks.procedure.plain import mask_numbers, read_as_told
from tasks.procedure.search import tell_search
from tasks.procedure.selection import tell_selection
from tasks.procedure.sentences import LIMITS, METHODOLOGY, Statement
from tasks.procedure.synthesis import tell_grouping, tell_pooling, tell_reading, tell_reading_by_rule, tell_writing


def tell_all(facts: Facts) -> dict[str, str]:
    """Return the sentences that hold, in Markdown, by how they read; catalogues are named with and without digest."""
    bare = str(facts.numbers.get("catalogue", "")).partition("@")[0]
    told: dict[str, str] = {}
    for one in (facts, replace(facts, numbers={**facts.numbers, "catalogue": bare})):
        parts = [
            tell_search(one),
            tell_selection(one),
            tell_reading(one),
            tell_grouping(one),
            tell_writing(one),
            tell_limits(one),
            tell_basis(one),
            tell_pooling_in_brief(one),
            RATIONALE,
            CHOSEN,
            tell_as_before(one),
        ]
        parts += [] if one.by_model else [tell_reading_by_rule(one), tell_approach(one)]
        for sentence in (sentence for part in parts for sentence in one.tell(part)):
            for worded in word_as_before(sentence):
                told.setdefault(read_as_told(worded), sentence)
    return told


# By place, as the same words in another one give way to others.
_ON_DEEDS = {METHODOLOGY: (tell_pooling, tell_pooling_in_brief), LIMITS: (tell_unappraised, tell_averages)}
# What people did: the matter, and the reason where it was done since, or is done no longer.
_DEEDS = {
    "appraised": ("appraisal", "people appraised works", "nobody appraised a work"),
    "pooled": ("pooling", "effects were pooled at a person's request", "no effect was pooled"),
}
_COUNTS = (0, 1, 2)  # a sentence has a form for each


def _list_outdated(facts: Facts) -> dict[str, dict[str, tuple[str, str, str]]]:
    """Return what was told when people had appraised or pooled other than they have now.

    By place and by how it reads without its numbers: the matter, why it no longer holds, and what is told instead.
    """
    outdated: dict[str, dict[str, tuple[str, str, str]]] = {place: {} for place in _ON_DEEDS}
    for counts in product(*({facts.count(name): None, **dict.fromkeys(_COUNTS)} for name in _DEEDS)):
        changed = {name: n for name, n in zip(_DEEDS, counts, strict=True) if n != facts.count(name)}
        if not changed:
            continue
        matter, done, undone = _DEEDS[next(iter(changed))]
        reason = f"{done if facts.count(next(iter(changed))) else undone}, says the ledger"
        others = {"unappraised": changed["appraised"]} if "appraised" in changed else {}
        before = replace(facts, numbers={**facts.numbers, **changed, **others})
        for place, tell in ((place, tell) for place, tells in _ON_DEEDS.items() for tell in tells):
            for sentence, instead in _pair(before.tell(tell(before)), facts.tell(tell(facts))):
                outdated[place].setdefault(mask_numbers(read_as_told(sentence))[0], (matter, reason, instead))
    return outdated


def _pair(was: Sequence[str], now: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what is no longer told with what is told instead; the last takes all where there are not as many."""
    stale, fresh = ([one for one in told if one not in other] for told, other in ((was, now), (now, was)))
    instead = fresh if len(stale) == len(fresh) else [*[""] * (len(stale) - 1), " ".join(fresh)]
    yield from zip(stale, instead, strict=False)


ALIKE = 0.75
_SHARED = 0.5
_SHORT = 12
_PARTS = re.compile(r"[,;:]\s+")
_WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*|⟦\d+⟧")
# Words that a sentence may have in addition to the one it is compared with, and still say the same.
_EMPTY = frozenset(
    """
    a an and are as at be been by did does for from had has have here in is it its of on or out so that the their them
    then there these they this those thus to up was were which with works work review altogether total also
    """.split()  # noqa: SIM905 - read best as text
)


def bears_out(plain: str, facts: Facts, truths: Mapping[str, str]) -> bool:
    """Return whether a statement, as it reads, says what a sentence on record says, or only what the record bears out.

    Each part between commas must be short, and state only correct counts or assert what is true.
    """
    words = split_words(plain)
    if any(not _adds(split_words(other), words) for other in truths):
        return True
    return all(
        len(split_words(part)) <= _SHORT and _says_what_is_so(part, plain, facts) for part in _PARTS.split(plain)
    )


def _says_what_is_so(part: str, plain: str, facts: Facts) -> bool:
    return bears_out_counts(part, facts) if mask_numbers(part)[1] else bears_out_assertion(part, plain, facts)


@lru_cache(1_024)
def split_words(plain: str) -> tuple[str, ...]:
    """Return the words and numbers of a sentence as it reads."""
    return tuple(_WORD.findall(plain))


@lru_cache(65_536)
def measure_likeness(words: tuple[str, ...], others: tuple[str, ...]) -> float:
    """Return the share of words that two sentences have in common, in order; 0.0 if it is bound to be small."""
    shared, longest = len(set(words) & set(others)), max(len(set(words)), len(set(others)))
    if shared < _SHARED * longest:
        return 0.0
    return SequenceMatcher(None, words, others, autojunk=False).ratio()


def _adds(truth: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether a sentence is unlike one that holds, or has a word that this one lacks."""
    return measure_likeness(tuple(truth), tuple(words)) < ALIKE or bool(set(words) - set(truth) - _EMPTY)


_FEW = 3
# Smaller numbers count what a sentence itself enumerates.
_FEWEST = 2
# Words that reverse a sentence when one replaces another, and words that do so when inserted.
_OPPOSED = tuple(
    frozenset(group.split())
    for group in (
        "verbatim paraphrased shortened", "backward forward", "before after", "first last", "best worst random",
        "lowest highest", "fewest most", "fewer more", "above below under over", "included excluded kept",
        "relevant irrelevant", "never always sometimes often", "person people human model program rule user reviewer",
        "title full titles text texts", "abstract text", "keyword citation author book",
        "all some most half none every few",
        "works authors journals", "admitted excluded eligible", "left kept", "low high", "words links",
    )
)  # fmt: skip
_TURNING = frozenset("no not never none neither nor without nobody only all every most half always".split())  # noqa: SIM905 - read best as text
_MOVABLE = frozenset({"every", "all"})


@dataclass(frozen=True, slots=True)
class Fault:
    """A statement that the record contradicts, on which matter and why, and what holds instead where that is known."""

    statement: Statement
    matter: str
    reason: str
    instead: str = ""


class Checker:
    """Holds statements against the record of a review; `told` are further sentences that hold, as they read."""

    def __init__(self, facts: Facts, told: Sequence[str] = ()) -> None:
        """Work out which sentences hold."""
        self._facts = facts
        self._truths = tell_all(facts) | {sentence: sentence for sentence in told}
        self._outdated = _list_outdated(facts)
        self._numbers = _list_known(facts, self._truths)
        self._skeletons = {mask_numbers(plain)[0]: plain for plain in self._truths}

    def confirms(self, statement: Statement) -> bool:
        """Return whether a statement is a sentence that holds, or says in other words what the record bears out."""
        return statement.plain in self._truths or bears_out(statement.plain, self._facts, self._truths)

    def find_faults(self, statements: Sequence[Statement]) -> list[Fault]:
        """Return the statements that the record contradicts, one fault each."""
        return [fault for statement in statements if (fault := self.find_fault(statement))]

    def _object_to_strays(self, statement: Statement) -> Iterator[Objection]:
        """Yield the counts in a statement on how the review was made that match no number on record."""
        for number in mask_numbers(statement.plain)[1] if statement.strict else ():
            stray = number.value > _FEWEST and not number.is_share and not number.could_be_year
            if stray and number.bound == "exactly" and number.value not in self._numbers:
                yield Objection("numbers", f"no number on record is {number.value:,.0f}")

    def find_fault(self, statement: Statement) -> Fault | None:
        """Return what is wrong with a statement, None if the record has nothing against it."""
        if statement.plain in self._truths:
            return None
        skeleton = mask_numbers(statement.plain)[0]
        truth = self._skeletons.get(skeleton)
        if truth is not None:
            return Fault(statement, "numbers", f"the ledger says: {self._truths[truth]}", self._truths[truth])
        own = self._outdated.get(statement.section, {})
        for outdated in (own, *self._outdated.values()):
            if skeleton in outdated:
                return Fault(statement, *outdated[skeleton])
        objections = object_to_extents(statement.plain, statement.section, self._facts)
        if statement.is_about_review:
            objections = chain(objections, _object(statement, self._facts), self._object_to_strays(statement))
        if objection := next(objections, None):
            return Fault(statement, objection.matter, objection.reason)
        return _compare(statement, self._truths) if statement.is_about_review else None


def _list_known(facts: Facts, truths: Iterable[str]) -> frozenset[float]:
    """Return the numbers that may occur in a text on how the review was made: those on record, and those asked for."""
    asked = [
        read_as_told(text) for text in (*facts.procedure.asked_for, *(one.label for one in facts.procedure.themes))
    ]
    told = {number.value for plain in (*truths, *asked) for number in mask_numbers(plain)[1]}
    counted = {float(value) for value in facts.fields().values() if isinstance(value, int | float)}
    return frozenset(told | counted | {float(one.works) for one in facts.procedure.themes})


def _object(statement: Statement, facts: Facts) -> Iterator[Objection]:
    yield from object_to_counts(statement.plain, facts)
    yield from object_to_shares(statement.plain, facts)
    yield from object_to_years(statement.plain, facts, strict=statement.strict)
    yield from object_to_names(statement.plain, facts)
    yield from object_to_assertions(statement.plain, facts)


def _compare(statement: Statement, truths: Mapping[str, str]) -> Fault | None:
    """Return a fault if the statement is a sentence that holds, except for its numbers or words that reverse it."""
    words = split_words(statement.plain)
    for plain, sentence in truths.items():
        other = split_words(plain)
        if measure_likeness(other, words) < ALIKE:
            continue
        changes = SequenceMatcher(None, other, words, autojunk=False).get_opcodes()
        moved = _MOVABLE & set(other) & set(words)
        if any(_turns(other[a:b], words[c:d], moved) for kind, a, b, c, d in changes if kind != "equal"):
            return Fault(statement, "wording", f"the ledger says: {sentence}", sentence)
    return None


def _turns(was: Sequence[str], now: Sequence[str], moved: AbstractSet[str]) -> bool:
    """Return whether replaced words or numbers reverse a sentence; an added or missing clause does not.

    Nor do words that say of how many and stand elsewhere in the other sentence: they have been `moved`.
    """
    before, after = set(was), set(now)
    if max(len(was), len(now)) <= _FEW and ((before ^ after) - moved) & _TURNING:
        return True
    if any(before & group and after & group and not before & after & group for group in _OPPOSED):
        return True
    numbers = [{word for word in words if word[0].isdigit()} for words in (before, after)]
    return all(numbers) and not numbers[0] & numbers[1]
