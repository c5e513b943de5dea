"""What a review will cost, before anything is spent: calls and tokens of every step, from the tier and the price list.

The lengths are those that this project's prompts and forms lead to; `litreview bench cost` holds the result against a
whole review.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from storage.records import Tier as QualityTier
from tasks.analysts.dialogue import Effort, Tier
from tasks.language_models.price import Usage, price
from tasks.language_models.table import Model
from tasks.prompts import read_prompt

_BYTES_PER_TOKEN = 4
_WORKS_PER_CALL = 25
_TOKENS_PER_WORD = 1.45  # English words with their citations
_THEMES = 10
_FEWEST_SCREENED, _MOST_SCREENED = 4, 8  # works screened for each work of the corpus
# Tokens thought for each token of the answer, and the fewest.
_THINKING: dict[Effort, tuple[float, int]] = {"low": (0.1, 20), "medium": (0.6, 150), "high": (1.5, 400)}
# A phase may cost so many times less, or more, than the middle: both together no more than twofold.
_SPREAD = math.sqrt(2)


@dataclass(frozen=True, slots=True)
class PhaseCost:
    """A phase of the review: how many calls at most, and between how many dollars it will cost."""

    phase: str
    calls: int
    least_usd: float
    most_usd: float


@dataclass(frozen=True, slots=True)
class _Step:
    """Like calls: how many, the tokens of data each reads beside its prompt, and the tokens each writes."""

    phase: str
    prompt: str
    tier: Tier
    effort: Effort
    calls: float
    reads: float
    writes: float


def estimate_cost(quality: QualityTier, models: Mapping[Tier, Model], *, batch: bool) -> list[PhaseCost]:
    """Return what each phase will cost for a corpus of the tier's full size, in the order of the phases.

    The most is at most twice the least; a corpus that turns out smaller costs less.
    """
    costs: dict[str, PhaseCost] = {}
    for step in _list_steps(quality):
        middle = _price_step(step, models[step.tier], batch=batch)
        before = costs.get(step.phase, PhaseCost(step.phase, 0, 0.0, 0.0))
        costs[step.phase] = PhaseCost(
            step.phase,
            before.calls + math.ceil(step.calls),
            before.least_usd + middle / _SPREAD,
            before.most_usd + middle * _SPREAD,
        )
    return list(costs.values())


def _list_steps(quality: QualityTier) -> list[_Step]:
    works, words = quality.works, quality.words
    themes = max(1, min(_THEMES, works // 5))
    screened = works * math.sqrt(_FEWEST_SCREENED * _MOST_SCREENED)
    prose = words * _TOKENS_PER_WORD
    body, frame = 0.6 * prose, 0.4 * prose
    return [
        _Step("discovery", "queries", "opus", "medium", 1, 1_500, 350),
        _Step("screening", "relevance", "haiku", "low", screened / _WORKS_PER_CALL, 7_500, 900),
        _Step("summarization", "summary", "sonnet", "low", works, 450, 480),
        _Step("organization", "clustering", "sonnet", "medium", 1, 120 * works, 600 + 9 * works),
        _Step("organization", "merging", "opus", "medium", 1, 2_000 + 25 * works, 250 * themes),
        _Step("organization", "analysis", "sonnet", "low", themes, 240 * works / themes, 550),
        _Step("synthesis", "section", "sonnet", "low", themes, 260 * works / themes + 800, body / themes),
        _Step("synthesis", "introduction", "opus", "low", 5, body / 2 + 3_000, frame / 5),
        _Step("synthesis", "transitions", "sonnet", "low", 1, 350 * themes, 60 * themes),
    ]


def _price_step(step: _Step, model: Model, *, batch: bool) -> float:
    """Return the price of all calls of a step; the first writes the shared beginning to the cache, others read it."""
    prompt = len(read_prompt(step.prompt).text.encode()) / _BYTES_PER_TOKEN
    share, least = _THINKING[step.effort]
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
    return price(usage, model, batch=batch and step.prompt == "summary" and step.calls > _WORKS_PER_CALL)
