"""What answers cost, to the hand-computed cent, and what a request can cost at most."""

from __future__ import annotations

import pytest

from tasks.language_models.anthropic.wire import build_request
from tasks.language_models.table import Usage, most_usd, price, read_table
from tests.tasks.language_models.questions import LONG_TOPIC, put

MODELS = read_table()
MIXED = Usage(input=1_000, output=2_000, cache_read=10_000, cache_write_5m=4_000, cache_write_1h=500)


@pytest.mark.parametrize(
    ("model", "usage", "dollars"),
    [
        # 1000*4 + 2000*20 + 10000*0.2 + 4000*5 + 500*8 = 4000 + 40000 + 2000 + 20000 + 4000
        ("claude-opus-5-5", MIXED, 0.070),
        # 1000*2 + 2000*10 + 10000*0.1 + 4000*2.5 + 500*4 = 2000 + 20000 + 1000 + 10000 + 2000
        ("claude-sonnet-5-5", MIXED, 0.035),
        # 1000*0.1 + 2000*0.5 + 10000*0.01 + 4000*0.125 + 500*0.2 = 100 + 1000 + 100 + 500 + 100
        ("claude-haiku-5-5", MIXED, 0.0018),
        # 1000*1 + 2000*5 + 10000*0.1 + 4000*1.25 + 500*2 = 1000 + 10000 + 1000 + 5000 + 1000
        ("claude-haiku-4-5", MIXED, 0.018),
        # 100000*0.1 + 1000*0.5: the step is above, not at, 100,000 tokens
        ("claude-haiku-5-5", Usage(input=100_000, output=1_000), 0.0105),
        # 100001*0.5 + 1000*2.5
        ("claude-haiku-5-5", Usage(input=100_001, output=1_000), 0.0525005),
        # 60000*0.5 + 60000*0.01*5 + 1000*2.5: what is read from the cache is part of the prompt
        ("claude-haiku-5-5", Usage(input=60_000, output=1_000, cache_read=60_000), 0.0355),
        # 200000*2: other models have no step
        ("claude-sonnet-5-5", Usage(input=200_000), 0.4),
    ],
)
def test_an_answer_costs_what_the_price_list_says(model: str, usage: Usage, dollars: float):
    """Per million tokens, each kind at its own price; half of all in a batch."""
    assert price(usage, MODELS[model]) == pytest.approx(dollars, rel=1e-12)
    assert price(usage, MODELS[model], batch=True) == pytest.approx(dollars / 2, rel=1e-12)


def test_usage_is_read_as_the_service_states_it():
    """From a message of the real API (claude-opus-5, recorded) with a cache write added."""
    usage = {
        "cache_creation": {"ephemeral_1h_input_tokens": 7, "ephemeral_5m_input_tokens": 5},
        "cache_creation_input_tokens": 12,
        "cache_read_input_tokens": 9,
        "inference_geo": "global",
        "input_tokens": 13,
        "output_tokens": 44,
        "output_tokens_details": {"thinking_tokens": 33},
        "service_tier": "standard",
    }
    assert Usage.read(usage) == Usage(13, 44, 9, 5, 7, 33)
    assert Usage.read(usage).prompt == 34


@pytest.mark.parametrize("usage", [None, {}, {"input_tokens": None}, {"input_tokens": -4, "output_tokens": "x"}, []])
def test_what_a_compatible_service_leaves_out_counts_nothing(usage: object):
    """Local servers state less; nothing fails for it."""
    assert Usage.read(usage) == Usage()


def test_a_cache_write_without_lifetime_counts_as_the_dearer():
    """A ceiling is kept by rounding up."""
    assert Usage.read({"cache_creation_input_tokens": 12}) == Usage(cache_write_1h=12)


@pytest.mark.parametrize("model", MODELS.values(), ids=lambda model: model.id)
@pytest.mark.parametrize("batch", [False, True])
def test_the_most_is_all_tokens_at_their_dearest(model, batch):
    """Every token of the prompt written to the cache, every token of the answer used, at one token per two bytes."""
    body = build_request(put(shared=LONG_TOPIC), model, batch=batch)
    written = {False: Usage(cache_write_5m=11_000), True: Usage(cache_write_1h=11_000)}[batch]
    full = Usage(output=body["max_tokens"])
    least = price(written, model, batch=batch) + price(full, model, batch=batch)
    assert least < most_usd(body, model, batch=batch) < 2 * least


def test_the_most_of_a_prompt_that_may_pass_the_step_is_above_it():
    """Haiku costs five times as much from 100,000 tokens on, and a prompt of 60,000 may be one of 100,000."""
    haiku = MODELS["claude-haiku-5-5"]
    body = build_request(put(shared="sleep " * 40_000), haiku)
    assert most_usd(body, haiku) > price(Usage(cache_write_5m=100_001, output=body["max_tokens"]), haiku)
