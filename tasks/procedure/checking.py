"""Whether what a review says of how it was made is what its ledger holds, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain

from tasks.procedure.asserting import object_to_assertions
from tasks.procedure.confirming import ALIKE, bears_out, measure_likeness, split_words
from tasks.procedure.counting import Objection, object_to_counts, object_to_extents
from tasks.procedure.facts import Facts
from tasks.procedure.measuring import object_to_shares, object_to_years
from tasks.procedure.naming import object_to_names
from tasks.procedure.plain import mask_numbers, read_as_told
from tasks.procedure.sentences import Statement
from tasks.procedure.truths import tell_all

_FEW = 3
# Smaller numbers count what a sentence itself enumerates.
_FEWEST = 2
# Words of which one in the place of another turns a sentence round, and words that do so where they are put in.
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
        self._numbers = _list_known(facts, self._truths)
        self._skeletons = {mask_numbers(plain)[0]: plain for plain in self._truths}

    def confirms(self, statement: Statement) -> bool:
        """Return whether a statement is a sentence that holds, or says in other words what the record bears out."""
        return statement.plain in self._truths or bears_out(statement.plain, self._facts, self._truths)

    def find_faults(self, statements: Sequence[Statement]) -> list[Fault]:
        """Return the statements that the record contradicts, one fault to each."""
        return [fault for statement in statements if (fault := self.find_fault(statement))]

    def _object_to_strays(self, statement: Statement) -> Iterator[Objection]:
        """Yield the counts of a statement on how the review was made that are no number on record at all."""
        for number in mask_numbers(statement.plain)[1] if statement.strict else ():
            stray = number.value > _FEWEST and not number.is_share and not number.could_be_year
            if stray and number.bound == "exactly" and number.value not in self._numbers:
                yield Objection("numbers", f"no number on record is {number.value:,.0f}")

    def find_fault(self, statement: Statement) -> Fault | None:
        """Return what is wrong with a statement, None if nothing that the record decides."""
        if statement.plain in self._truths:
            return None
        truth = self._skeletons.get(mask_numbers(statement.plain)[0])
        if truth is not None:
            return Fault(statement, "numbers", f"the ledger says: {self._truths[truth]}", self._truths[truth])
        objections = object_to_extents(statement.plain, statement.section, self._facts)
        if statement.is_about_review:
            objections = chain(objections, _object(statement, self._facts), self._object_to_strays(statement))
        if objection := next(objections, None):
            return Fault(statement, objection.matter, objection.reason)
        return _compare(statement, self._truths) if statement.is_about_review else None


def _list_known(facts: Facts, truths: Iterable[str]) -> frozenset[float]:
    """Return the numbers that may stand in a text on how the review was made: those on record, and those asked for."""
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
    """Return a fault where the statement is a sentence that holds, but for words that turn it round or its numbers."""
    words = split_words(statement.plain)
    for plain, sentence in truths.items():
        other = split_words(plain)
        if measure_likeness(other, words) < ALIKE:
            continue
        changes = SequenceMatcher(None, other, words, autojunk=False).get_opcodes()
        if any(_turns(other[a:b], words[c:d]) for kind, a, b, c, d in changes if kind != "equal"):
            return Fault(statement, "wording", f"the ledger says: {sentence}", sentence)
    return None


def _turns(was: Sequence[str], now: Sequence[str]) -> bool:
    """Return whether words in the place of others turn a sentence round; a clause more or less does not."""
    before, after = set(was), set(now)
    if max(len(was), len(now)) <= _FEW and (before ^ after) & _TURNING:
        return True
    if any(before & group and after & group and not before & after & group for group in _OPPOSED):
        return True
    numbers = [{word for word in words if word[0].isdigit()} for words in (before, after)]
    return all(numbers) and not numbers[0] & numbers[1]
