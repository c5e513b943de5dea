"""The forms of the deployments: every parameter has a title, an explanation and, where few are right, choices."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from prefect import Flow
from prefect.flows import load_flow_from_entrypoint
from prefect.utilities.callables import parameter_schema

from flows.context.loops import LOOPS
from flows.context.order import read_order
from flows.context.scope import QUALITIES
from flows.review import review
from storage.core.errors import InputError
from tasks.human.points import POINTS

REPOSITORY = Path(__file__).resolve().parents[2]
ENTRYPOINTS = ("flows.review.review", "flows.update.update", "flows.verify.all.verify", "flows.export.flow.export")


@pytest.fixture(params=ENTRYPOINTS)
def flow(request: pytest.FixtureRequest) -> Flow[..., Any]:
    """Return each deployed flow."""
    return load_flow_from_entrypoint(request.param)


def test_every_parameter_is_explained(flow: Flow[..., Any]) -> None:
    """In the schema that a deployment takes to the server, in the order of the form; examples are told, too."""
    fields = parameter_schema(flow).properties
    assert [field["position"] for field in fields.values()] == list(range(len(fields)))
    for name, field in fields.items():
        assert field["title"] not in {"", name}, name
        assert field["description"].endswith((".", "?")) or "For example: " in field["description"], name
        assert all(
            str(example) in field["description"] for example in field.get("examples", ()) if str(example) == example
        )


def test_choices_are_offered() -> None:
    """Tiers and full texts are chosen from a list, of which several where several may be; two things must be given."""
    fields = parameter_schema(review)
    assert fields.required == ["topic", "catalogue"]
    assert fields.properties["quality"]["enum"] == list(QUALITIES)
    assert fields.properties["fulltext"]["enum"] == ["never", "oa", "all"]
    for name, choices in (("ask", POINTS), ("supervision", ("all", "none", *LOOPS))):
        field = fields.properties[name]
        assert (field["type"], field["uniqueItems"], field["default"]) == ("array", True, [])
        assert set(field["items"]["enum"]) == set(choices)


@pytest.mark.parametrize("chosen", [["plan", "themes"], "plan,themes", ("plan", "themes")])
def test_choices_of_several_are_taken_as_a_list_or_with_commas(chosen: Any) -> None:
    """As the form sends them, as the command line does, as Python has them."""
    given = review.validate_parameters({"topic": "bees", "catalogue": "demo", "ask": chosen})
    assert read_order(given).ask == ("plan", "themes")


def test_a_catalogue_is_asked_for_where_no_setting_names_one() -> None:
    """With LITREVIEW_CATALOGUE it may be left out; a flow that lacks what its form asks for says so in a sentence."""
    code = "from flows.review import review; print(review.parameters.required)"
    environment = os.environ | {"LITREVIEW_CATALOGUE": "openalex", "PYTHONPATH": str(REPOSITORY)}
    told = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "['topic']"
    with pytest.raises(InputError, match="the topic is empty"):
        review.fn()
    with pytest.raises(InputError, match="no catalogue is named"):
        review.fn(topic="bees")


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"topic": "bees", "from_year": "soon"}, "'from_year' is not valid"),
        ({"topic": "bees", "questions": 5}, "'questions' is not valid"),
        ({"topic": "bees", "speed": "high"}, "'speed' is not valid"),
    ],
)
def test_a_parameter_of_another_type_is_refused_in_one_sentence(given: dict[str, Any], named: str) -> None:
    """Whoever calls the flow, the sentence names the parameter."""
    with pytest.raises(InputError) as caught:
        review.validate_parameters(given)
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)


def test_parameters_are_taken_as_their_types_want_them() -> None:
    """What a form or a command line gives as text becomes a number, a path becomes text; defaults stay."""
    given = review.validate_parameters(
        {"topic": "bees", "from_year": "2010", "reviews": Path("/data"), "language": "EN"}
    )
    assert (given["from_year"], given["reviews"], given["language"]) == (2010, "/data", ("en",))
    assert (given["quality"], given["budget"], given["questions"]) == ("standard", None, ())


def test_a_call_is_held_against_every_check_of_an_order() -> None:
    """What is left out is there at its default when Python calls, and right; what is given, as the order has it."""
    call = inspect.signature(review.fn).bind("bees", "demo")
    call.apply_defaults()
    given = review.validate_parameters(dict(call.arguments))
    assert read_order(given) == read_order({"topic": "bees", "catalogue": "demo"})
    wrong = {"analyst": "oracle", "ask_timeout": -1, "budget": 0, "on_timeout": "wait", "seeds": ["a book"], "as_of": 3}
    for name, value in wrong.items():
        with pytest.raises(InputError, match="a book" if name == "seeds" else str(value)):
            review.validate_parameters({**given, name: value})
