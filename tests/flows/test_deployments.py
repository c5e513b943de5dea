"""The deployments that prefect.yaml registers can be run: entrypoints load, parameters are the flow's own."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from prefect.flows import load_flow_from_entrypoint

from flows.planning import QUALITIES
from flows.review import review

SHEET = Path(__file__).resolve().parents[2] / "deployments" / "prefect.yaml"
DEPLOYMENTS = yaml.safe_load(SHEET.read_text("utf-8"))["deployments"]


@pytest.mark.parametrize("deployment", DEPLOYMENTS, ids=lambda deployment: deployment["name"])
def test_a_deployment_loads_the_review_flow(deployment: dict[str, object]) -> None:
    """The module entrypoint is the review flow itself, and its parameters are known to it."""
    assert load_flow_from_entrypoint(str(deployment["entrypoint"])) is review
    parameters = deployment["parameters"]
    assert isinstance(parameters, dict)
    assert set(parameters) <= set(review.parameters.properties)


def test_there_is_a_deployment_for_each_tier() -> None:
    """Each quality tier can be started by name."""
    assert {deployment["parameters"]["quality"] for deployment in DEPLOYMENTS} == set(QUALITIES)
