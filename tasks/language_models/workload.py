"""What language models are asked for supervision: from a draft in which little is wrong to one full of gaps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from storage.records.search import Tier as QualityTier
from tasks.revision.fact_rules import SENTENCES_PER_QUESTION
from tasks.revision.structure_record import ITERATIONS

_TOKENS_PER_SHOWN_WORD = 1.45  # English words with their citations
_WORDS_PER_SENTENCE = 33  # of the whole text, for each sentence that cites
_FRAME_SECTIONS = 5
_GAP_ROUNDS = {"quick": 1, "standard": 2, "comprehensive": 3, "high_quality": 5}
_SECTIONS_PER_GAP, _SPANS_PER_ROUND = 2, 6
# Works judged, read and shown for a gap: for one of theory, and for one of the literature.
_EXPANSIONS = {"theory": (75, 10), "literature": (100, 15)}
_WORKS_PER_REQUEST = 25


@dataclass(frozen=True, slots=True)
class Chore:
    """Like calls of one prompt: how many, the tokens of data each reads beside its prompt, and the tokens it writes.

    `together` is how many requests wait at a time for the review to go on; enough of them are sent as a batch.
    """

    prompt: str
    calls: float
    reads: float
    writes: float
    together: float = 1.0


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The text that is supervised: that of a tier, with so many themes.

    With `full` every round that the tier allows is gone through and finds something to mend, else each loop reads the
    text once, and a few paragraphs are rewritten.
    """

    quality: QualityTier
    themes: int
    full: bool

    @property
    def prose(self) -> float:
        """Return its tokens."""
        return self.quality.words * _TOKENS_PER_SHOWN_WORD

    @property
    def sections(self) -> int:
        """Return how many sections it has."""
        return self.themes + _FRAME_SECTIONS


Workload: TypeAlias = Callable[[Reviewed], list[Chore]]
"""What a loop of supervision asks of a text."""


def theory(text: Reviewed) -> list[Chore]:
    """Return what the loop of theory asks: a gap a round, and what it takes to close each."""
    return _list_gaps("theory", text, _GAP_ROUNDS[text.quality.quality] if text.full else 1)


def literature(text: Reviewed) -> list[Chore]:
    """Return what the loop of literature asks: one gap, and what it takes to close it."""
    return _list_gaps("literature", text, 1)


def structure(text: Reviewed) -> list[Chore]:
    """Return what the loop of structure asks: a diagnosis and a judgement a round, and paragraphs written anew."""
    rounds = ITERATIONS[text.quality.quality] if text.full else 1
    return [
        Chore("structure", rounds, 1.55 * text.prose, 130 * (1 + 2 * text.full)),
        Chore("coherence", 1 + rounds, 1.5 * text.prose, 20),
        Chore("rewriting", _SPANS_PER_ROUND * rounds if text.full else 3, 1_800, 350),
    ]


def editing(text: Reviewed) -> list[Chore]:
    """Return what the loop of editing asks: every section once."""
    section = text.prose / text.sections
    return [Chore("editing", text.sections, 2 * section + 1_500, 0.65 * section)]


def facts(text: Reviewed) -> list[Chore]:
    """Return what the loop of facts asks: every sentence that cites, and corrections."""
    questions = text.quality.words / _WORDS_PER_SENTENCE / (0.65 * SENTENCES_PER_QUESTION)
    chores = [Chore("facts", questions * (1 + 0.3 * text.full), 7_000, 170)]
    if text.full:
        chores.append(Chore("correction", text.sections, 3_000 + text.prose / text.sections, 150))
    return chores


def _list_gaps(loop: str, text: Reviewed, rounds: int) -> list[Chore]:
    """Return what so many gaps cost: their diagnosis and, in a full text, works judged, read and worked in."""
    chores = [Chore(loop, rounds, 1.3 * text.prose, 200)]
    if text.full:
        judged, read = _EXPANSIONS[loop]
        section = text.prose / text.sections
        chores += [
            Chore("relevance", rounds * judged / _WORKS_PER_REQUEST, 7_500, 900),
            Chore("summary", rounds * read, 450, 480),
            Chore("integration", rounds * _SECTIONS_PER_GAP, section + 250 * read, 1.2 * section),
        ]
    return chores
