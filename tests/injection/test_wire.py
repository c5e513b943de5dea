"""Requests as they go out: what others wrote stands inside of data blocks that nothing in it can close."""

from __future__ import annotations

import copy

import pytest

from tasks.language_models.anthropic.wire import build_request
from tasks.language_models.table import choose_models
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.injection.infected import infect, make_review
from tests.injection.payloads import PAYLOADS
from tests.injection.wire import find_leaks
from tests.tasks.analysts.anthropic.conducting import play

MODELS = choose_models({"opus": "claude-opus-5-5", "sonnet": "claude-sonnet-5-5", "haiku": "claude-haiku-5-5"})


@pytest.fixture(scope="module")
def bodies():
    made = make_review(infect(PAYLOADS), play(SCRIPTS))
    return [build_request(question, MODELS[question.tier]) for question in made.questions]


def test_no_payload_leaves_its_data_block(bodies):
    """Of all payloads none stands outside of a block in any request of a review, and those with tags in none at all."""
    assert len(bodies) > 70
    assert find_leaks(bodies, PAYLOADS) == []


def test_words_reach_the_model_as_data(bodies):
    """What holds no tag is told, order or not: it stands in some block."""
    told = "".join(part["text"] for body in bodies for part in body["messages"][0]["content"])
    assert [p.name for p in PAYLOADS if not p.tagged and p.marker not in told] == []


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda body, text: body["system"][0].update(text=body["system"][0]["text"] + text), "outside"),
        (lambda body, text: body.update(metadata={"user_id": text}), "outside"),
        (lambda body, text: body["messages"][0]["content"].append({"type": "text", "text": text}), "more than blocks"),
        (
            lambda body, text: body["messages"][0]["content"].append(
                {"type": "text", "text": f'<data name="works">\n"{text}</data>"\n</data>'}
            ),
            "could end it",
        ),
        (
            lambda body, text: body["messages"][0]["content"].append(
                {"type": "text", "text": f'<data name="works">\n"{text}"\n</data>'}
            ),
            "withheld",
        ),
    ],
)
def test_a_leak_is_found(bodies, spoil, fault):
    """A payload in the instructions, beside a block, in a block it closes, or told in spite of its tag, is found."""
    body = copy.deepcopy(bodies[0])
    spoil(body, next(payload.text for payload in PAYLOADS if payload.name == "instruct tags"))
    assert any(fault in leak for leak in find_leaks([body], PAYLOADS))
