"""What a review will cost, before anything is spent: calls and tokens of every step, from the tier and the price list.

The lengths are those of two reviews, of 50 and of 100 works, whose every answer was written by language models that
had seen nothing but the requests; `litreview bench cost` compares the result with a whole review.

What language models are asked in supervision: from a draft in which little is wrong to one full of gaps.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import TypeAlias

from storage.records.search import Tier as QualityTier
from tasks.language_models.table import Model, Usage, price
from tasks.prompts import Effort, Tier, read_prompt
from tasks.revision.fact_rules import SENTENCES_PER_QUESTION
from tasks.revision.structure_record import ITERATIONS

_WORDS_PER_SENTENCE = 33  # of the whole text, for each sentence that cites
_FRAME = ("introduction", "methodology", "discussion", "conclusions", "abstract")
_GAP_ROUNDS = {"quick": 1, "standard": 2, "comprehensive": 3, "high_quality": 5}
_SECTIONS_PER_GAP, _SPANS_PER_ROUND = 2, 10
# Works judged, read and shown for a gap: a theory gap and a literature gap.
_EXPANSIONS = {"theory": (75, 10), "literature": (100, 15)}


@dataclass(frozen=True, slots=True)
class Chore:
    """Similar calls of one prompt: how many, the tokens of data each reads besides its prompt, and those it writes.

    `together` is how many requests are ready at the same time; enough of them are sent as a batch. `addition` is a
    prompt that goes on where the first ends.
    """

    prompt: str
    calls: float
    reads: float
    writes: float
    together: float = 1.0
    addition: str = ""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The text that is supervised: that of a tier, with so many themes.

    With `full` every round that the tier allows takes place and finds something to mend, else each loop reads the text
    once and a few paragraphs are rewritten.
    """

    quality: QualityTier
    themes: int
    full: bool

    @property
    def prose(self) -> float:
        """Return its tokens."""
        return self.quality.words * _TOKENS_PER_WORD

    @property
    def sections(self) -> int:
        """Return how many sections it has."""
        return self.themes + len(_FRAME)


Workload: TypeAlias = Callable[[Reviewed], list[Chore]]
"""What a loop of supervision asks of a text."""


def theory(text: Reviewed) -> list[Chore]:
    """Return what the theory loop asks: one gap per round, and what it takes to close each."""
    return _list_gaps("theory", text, _GAP_ROUNDS[text.quality.quality] if text.full else 1)


def literature(text: Reviewed) -> list[Chore]:
    """Return what the literature loop asks: one gap, and what it takes to close it."""
    return _list_gaps("literature", text, 1)


def structure(text: Reviewed) -> list[Chore]:
    """Return what the structure loop asks: a diagnosis and a judgement per round, and rewritten paragraphs."""
    rounds = ITERATIONS[text.quality.quality] if text.full else 1
    return [
        Chore("structure", rounds, 1.8 * text.prose, 400 * (1 + 2 * text.full)),
        Chore("coherence", 1 + rounds, 1.8 * text.prose, 170),
        Chore("rewriting", _SPANS_PER_ROUND * rounds if text.full else 3, 2_300, 430),
    ]


def editing(text: Reviewed) -> list[Chore]:
    """Return what the editing loop asks: every section once."""
    section = text.prose / text.sections
    return [Chore("editing", text.sections, 2 * section + 1_500, 0.95 * section)]


def facts(text: Reviewed) -> list[Chore]:
    """Return what the fact loop asks: every sentence that cites, and corrections."""
    questions = text.quality.words / _WORDS_PER_SENTENCE / (0.65 * SENTENCES_PER_QUESTION)
    chores = [Chore("facts", questions * (1 + 0.3 * text.full), 8_500, 160)]
    if text.full:
        chores.append(Chore("correction", text.sections, 3_000 + text.prose / text.sections, 150))
    return chores


def _list_gaps(loop: str, text: Reviewed, rounds: int) -> list[Chore]:
    """Return what so many gaps cost: their diagnosis and, in a full text, judging, reading and integrating works."""
    chores = [Chore(loop, rounds, 1.5 * text.prose, 500)]
    if text.full:
        judged, read = _EXPANSIONS[loop]
        section = text.prose / text.sections
        chores += [
            Chore("relevance", rounds * judged / _WORKS_PER_CALL, _READ_TO_JUDGE, _WRITTEN_TO_JUDGE),
            Chore("summary", rounds * read, _ABSTRACT, _SUMMARY, addition=_DATA),
            Chore("integration", rounds * _SECTIONS_PER_GAP, section + 600 * read, 2.4 * section),
            Chore("methodology", rounds, 3_500, 1.5 * section),
            Chore("abstract", rounds, 6_000, 0.6 * section),
        ]
    return chores


_BYTES_PER_TOKEN = 3.3  # of English, as current models count: 3.0 to 3.6
_WORKS_PER_CALL = 25
# Tokens of 25 abstracts with their counts, and of what is said of them, by six criteria too; of one abstract, and of
# its summary with what is extracted, as one in thirty is asked again (62 answers: 1,319 tokens each).
_READ_TO_JUDGE, _WRITTEN_TO_JUDGE = 11_100, 2_000
_ABSTRACT, _SUMMARY = 650, 1_360
_FULL_SUMMARY = 1_580  # of a full text
_RESULTS = 2.5  # with a direction and an outcome, of a work
_QUESTIONS = 2
_DATA = "extraction"  # what is asked with every summary
# What is written for a section of a theme and for one of the frame, outline and more words than asked for included.
_SECTION, _FRAMED = 1.2, 1.5
_BATCH_FROM = 21  # requests
# Of text translated: characters of an English word with its citations, characters in one question, and tokens that most
# languages take for one of English.
_LETTERS_PER_WORD, _TRANSLATED_TOGETHER, _TRANSLATED = 7.5, 5_000, 1.5
_TOKENS_PER_WORD = 1.75  # English words with their citations
# Words of running text in short and in long articles: means of the PubMed and the arXiv
# articles of Cohan et al. (2018, doi:10.18653/v1/N18-2097). Either is read in one question.
_ARTICLES = (3_016, 4_938)
_TOKENS_PER_SHOWN_WORD = 2.1  # of running text with its headings and page numbers, as measured on five articles
# Share of works with a full text: open copies after Piwowar et al. (2018, doi:10.7717/peerj.4375), who found 47% of
# what readers look for; if all may be fetched, all, so that the cost is no surprise.
_FULL_TEXTS = {"never": 0.0, "oa": 0.47, "all": 1.0}
_THEMES = 10
_FEWEST_SCREENED, _MOST_SCREENED = 4, 8  # works screened for each work of the corpus
# Thinking tokens per token of the answer, and the minimum.
_THINKING: dict[Effort, tuple[float, int]] = {"low": (0.1, 20), "medium": (0.6, 150), "high": (1.5, 400)}
# Factors by which a phase may cost less, or more, than the middle: together at most twofold.
_SPREAD = math.sqrt(2)


@dataclass(frozen=True, slots=True)
class PhaseCost:
    """A phase of the review: its maximum number of calls, and the range of its cost in dollars."""

    phase: str
    calls: int
    least_usd: float
    most_usd: float


def estimate_cost(
    quality: QualityTier,
    models: Mapping[Tier, Model],
    *,
    batch: bool,
    fulltext: str = "never",
    loops: Sequence[Workload] = (),
    translated: bool = False,
) -> list[PhaseCost]:
    """Return what each phase will cost for a corpus of the tier's full size, in the order of the phases.

    The most is at most twice the least; a corpus that turns out smaller costs less. `fulltext` (never, oa, all) says
    for how many works the full text is read, `loops` are what the supervising loops ask: there the least is for a text
    in which little is wrong, the most for one with something to mend in every round, which may be many times as much.
    With `translated` the text is translated as well.
    """
    costs: dict[str, PhaseCost] = {}
    for step in _list_steps(quality, quality.works * _FULL_TEXTS[fulltext], translated=translated):
        middle = _price_step(step, models, batch=batch)
        phase = read_prompt(step.prompt).phase
        before = costs.get(phase, PhaseCost(phase, 0, 0.0, 0.0))
        costs[phase] = PhaseCost(
            phase,
            before.calls + math.ceil(step.calls),
            before.least_usd + middle / _SPREAD,
            before.most_usd + middle * _SPREAD,
        )
    return [*costs.values(), *(_price_supervision(quality, models, loops, batch=batch) if loops else ())]


def _price_supervision(
    quality: QualityTier, models: Mapping[Tier, Model], loops: Sequence[Workload], *, batch: bool
) -> list[PhaseCost]:
    priced = []
    for full in (False, True):
        text = Reviewed(quality, _count_themes(quality), full)
        steps = [chore for workload in loops for chore in workload(text)]
        usd = math.fsum(_price_step(step, models, batch=batch) for step in steps)
        priced.append((sum(math.ceil(step.calls) for step in steps), usd))
    (_, least), (calls, most) = priced
    return [PhaseCost("supervision", calls, least / _SPREAD, most * _SPREAD)]


def _count_themes(quality: QualityTier) -> int:
    return max(1, min(_THEMES, quality.works // 5))


def _list_steps(quality: QualityTier, texts: float, *, translated: bool = False) -> list[Chore]:
    """Return the steps for a corpus of the tier's full size with so many full texts."""
    works, words = quality.works, quality.words
    themes = _count_themes(quality)
    screened = works * math.sqrt(_FEWEST_SCREENED * _MOST_SCREENED)
    prose = words * _TOKENS_PER_WORD
    body, frame = 0.6 * prose, 0.4 * prose
    steps = [
        Chore("criteria", 1, 120, 300),
        Chore("queries", 1, 500, 250),
        Chore("relevance", screened / _WORKS_PER_CALL, _READ_TO_JUDGE, _WRITTEN_TO_JUDGE),
        Chore("summary", works - texts, _ABSTRACT, _SUMMARY, works, _DATA),
        Chore("summary_full_text", texts, _TOKENS_PER_SHOWN_WORD * mean(_ARTICLES) + 150, _FULL_SUMMARY, works, _DATA),
        Chore("eligibility", texts, 6_200, 150, works),
        Chore("clustering", 1, 200 * works, 850 + 2 * works),
        Chore("merging", 1, 3_300 + 110 * works, 375 * themes),
        Chore("comparisons", math.ceil(_RESULTS * works / 300), 55 * min(300, _RESULTS * works), 900),
        Chore("analysis", themes, 430 * works / themes, 820),
        Chore("section", themes, 575 * works / themes, _SECTION * body / themes),
        *(Chore(section, 1, 5_000 + 66 * works, _FRAMED * frame / len(_FRAME)) for section in _FRAME),
        Chore("answers", 1, 1.1 * body + 45 * works, 700 * _QUESTIONS),
        Chore("transitions", 1, 780 * themes, 78 * themes),
    ]
    if translated:
        pieces = words * _LETTERS_PER_WORD / _TRANSLATED_TOGETHER
        steps.append(Chore("translation", pieces, prose / pieces + 300, _TRANSLATED * prose / pieces, pieces))
    return [step for step in steps if step.calls]


def _price_step(step: Chore, models: Mapping[Tier, Model], *, batch: bool) -> float:
    """Return the price of all calls of a step; the first writes the shared beginning to the cache, others read it."""
    asked = read_prompt(step.prompt, step.addition)
    model, prompt = models[asked.tier], len(asked.text.encode()) / _BYTES_PER_TOKEN
    share, least = _THINKING[asked.effort]
    written = step.writes + max(least, share * step.writes)
    shared = prompt if prompt >= model.cacheable_tokens and step.calls > 1 else 0.0
    usage = Usage(
        input=round(step.calls * (step.reads + prompt - shared)),
        output=round(step.calls * written),
        cache_read=round(max(0.0, step.calls - 1) * shared),
        cache_write_5m=round(shared),
    )
    large = model.large_prompt_tokens
    if large and step.reads + prompt <= large < usage.prompt:
        model = model.model_copy(update={"large_prompt_tokens": None})
    return price(usage, model, batch=batch and step.together >= _BATCH_FROM)
