"""A question for a yes or a no: how much likelier a local model is to begin its answer with the one than the other."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from tasks.language_models.anthropic.refusals import PromptTooLong
from tasks.language_models.local.completions import LocalService
from tasks.metadata.fields import entries, entry

_LIKELIEST = 20  # first words whose probability is asked for, as many as chat completions give
# Where both together are less likely, as where a model thinks aloud first, its first word says nothing.
_LEAST_PROBABILITY = 0.02
_FLOOR = 1e-6


async def weigh_no(service: LocalService, model: str, instructions: str, question: str) -> float | None:
    """Return the log-odds of no against yes as the first word of the answer, at most 14 either way.

    None where the server tells no probabilities, the model would begin with neither, or the question is too long.

    Raises:
        InputError, AnswerLost, ServiceUnavailable, LitreviewError: as `LocalService.send` does.
    """
    asked = {
        "model": model,
        "max_tokens": 1,
        "temperature": 0,
        "logprobs": True,
        "top_logprobs": _LIKELIEST,
        "messages": [{"role": "system", "content": instructions}, {"role": "user", "content": question}],
    }
    try:
        return read_log_odds(await service.complete(asked))
    except PromptTooLong:
        return None


def read_log_odds(answer: Mapping[str, Any]) -> float | None:
    """Return what `weigh_no` returns, of a chat completion with the probabilities of its first word."""
    choice = entry(entries(answer.get("choices"))[0])
    tokens = entries(entry(choice.get("logprobs")).get("content"))
    said: dict[str, list[float]] = {"yes": [], "no": []}
    for likely in entries(entry(tokens[0]).get("top_logprobs")) if tokens else []:
        told = entry(likely)
        word = str(told.get("token")).strip(" \u2581\u0120").casefold()
        if word in said and isinstance(told.get("logprob"), int | float):
            said[word].append(math.exp(float(told["logprob"])))
    yes, no = (math.fsum(said[word]) for word in ("yes", "no"))
    return math.log((no + _FLOOR) / (yes + _FLOOR)) if yes + no >= _LEAST_PROBABILITY else None
