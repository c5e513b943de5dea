"""The forms of the deployments: every parameter has a title, an explanation and, where few are right, choices."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from prefect import Flow
from prefect.flows import load_flow_from_entrypoint
from prefect.utilities.callables import parameter_schema

from flows.ordering import QUALITIES
from flows.review import review
from storage.errors import InputError

ENTRYPOINTS = ("flows.review.review", "flows.living.update", "flows.nightly.verify", "flows.exporting.export")


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
    """Tiers and full texts are chosen from a list; only the topic must be given."""
    fields = parameter_schema(review)
    assert fields.required == ["topic"]
    assert fields.properties["quality"]["enum"] == list(QUALITIES)
    assert fields.properties["fulltext"]["enum"] == ["never", "oa", "all"]


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({}, "'topic' is wrong (field required)"),
        ({"topic": "bees", "from_year": "soon"}, "'from_year' is wrong"),
        ({"topic": "bees", "questions": 5}, "'questions' is wrong"),
        ({"topic": "bees", "speed": "high"}, "'speed' is wrong"),
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
    given = review.validate_parameters({"topic": "bees", "from_year": "2010", "reviews": Path("/data"), "seeds": ["a"]})
    assert (given["from_year"], given["reviews"], given["seeds"]) == (2010, "/data", ["a"])
    assert (given["quality"], given["budget"], given["questions"]) == ("standard", None, ())
