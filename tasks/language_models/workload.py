"""What language models are asked for supervision: from a draft in which little is wrong to one full of gaps."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from storage.records.search import Tier as QualityTier
from tasks.revision.assertions import SENTENCES_PER_QUESTION
from tasks.revision.structure_record import ITERATIONS

_TOKENS_PER_WORD = 1.45  # English words with their citations
_WORDS_PER_SENTENCE = 33  # of the whole text, for each sentence that cites
_FRAME_SECTIONS = 5
_GAP_ROUNDS = {"quick": 1, "standard": 2, "comprehensive": 3, "high_quality": 5}
_SECTIONS_PER_GAP, _SPANS_PER_ROUND = 2, 6
# Works judged, read and shown for a gap: for one of theory, and for one of the literature.
_EXPANSIONS = {"theory": (75, 10), "literature": (100, 15)}
_WORKS_PER_CALL = 25


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


def list_chores(quality: QualityTier, themes: int, loops: Collection[str], *, full: bool) -> list[Chore]:
    """Return what loops of supervision ask of a text of the tier's length.

    With `full` every round that the tier allows is gone through and finds something to mend, else each loop reads the
    text once, and a few paragraphs are rewritten.
    """
    prose = quality.words * _TOKENS_PER_WORD
    sections = themes + _FRAME_SECTIONS
    chores: list[Chore] = []
    for loop in ("theory", "literature"):
        rounds = _GAP_ROUNDS[quality.quality] if full and loop == "theory" else 1
        if loop in loops:
            chores.append(Chore(loop, rounds, 1.3 * prose, 200))
            chores += _list_expansions(loop, rounds, prose / sections) if full else ()
    if "structure" in loops:
        rounds = ITERATIONS[quality.quality] if full else 1
        chores += [
            Chore("structure", rounds, 1.55 * prose, 130 * (1 + 2 * full)),
            Chore("coherence", 1 + rounds, 1.5 * prose, 20),
            Chore("rewriting", _SPANS_PER_ROUND * rounds if full else 3, 1_800, 350),
        ]
    if "editing" in loops:
        chores.append(Chore("editing", sections, 2 * prose / sections + 1_500, 0.65 * prose / sections))
    if "facts" in loops:
        questions = quality.words / _WORDS_PER_SENTENCE / (0.65 * SENTENCES_PER_QUESTION)
        chores.append(Chore("facts", questions * (1 + 0.3 * full), 7_000, 170))
        chores += [Chore("correction", sections, 3_000 + prose / sections, 150)] if full else []
    return chores


def _list_expansions(loop: str, rounds: int, section: float) -> list[Chore]:
    """Return what so many gaps cost beyond their diagnosis: works judged, read and worked in."""
    judged, read = _EXPANSIONS[loop]
    return [
        Chore("relevance", rounds * judged / _WORKS_PER_CALL, 7_500, 900),
        Chore("summary", rounds * read, 450, 480),
        Chore("integration", rounds * _SECTIONS_PER_GAP, section + 250 * read, 1.2 * section),
    ]
