"""The deployments of prefect.yaml can be run: entrypoints load, parameters are the flow's own, schedules are right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from prefect.flows import load_flow_from_entrypoint

from flows.ordering import QUALITIES
from flows.review import review
from flows.serving import OUR_SHEET, read_deployments
from storage.errors import InputError

DEPLOYMENTS = yaml.safe_load(OUR_SHEET.read_text("utf-8"))["deployments"]
REVIEWS = [entry for entry in DEPLOYMENTS if entry["entrypoint"] == "flows.review.review"]


def test_there_is_a_deployment_for_each_tier() -> None:
    """Each quality tier can be started by name, and the flow it loads is the review flow itself."""
    assert {entry["parameters"]["quality"] for entry in REVIEWS} == set(QUALITIES)
    assert all(load_flow_from_entrypoint(entry["entrypoint"]) is review for entry in REVIEWS)


def test_serve_reads_what_deploy_reads() -> None:
    """One file serves both: each deployment by its flow's name and its own, with tags, parameters and schedules."""
    served = read_deployments(OUR_SHEET)
    assert [f"{one.flow_name}/{one.name}" for one in served] == [
        *(f"review/{name}" for name in ("quick", "standard", "comprehensive", "high-quality")),
        "update/living-review",
        "verify/nightly",
        "export/on-demand",
    ]
    for one, entry in zip(served, DEPLOYMENTS, strict=True):
        assert one.entrypoint == entry["entrypoint"]
        assert one.parameters == entry.get("parameters", {})
        assert one.tags == entry["tags"]
        assert one.work_pool_name is None


def test_schedules_name_their_timezone_and_parameters_the_flow_has() -> None:
    """The living review is weekly and waits to be switched on for a review; the check is nightly."""
    served = {one.name: one for one in read_deployments(OUR_SHEET)}
    (weekly,), (nightly,) = served["living-review"].schedules, served["nightly"].schedules
    assert (weekly.schedule.cron, weekly.schedule.timezone, weekly.active) == ("0 6 * * 1", "Europe/Berlin", False)
    assert (nightly.schedule.cron, nightly.schedule.timezone, nightly.active) == ("0 3 * * *", "Europe/Berlin", True)
    form = load_flow_from_entrypoint("flows.living.update").parameters
    assert set(weekly.parameters) == set(form.required)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"entrypoint": "flows.nowhere.review"}, "the deployment 'quick'"),
        ({"parameters": {"tier": "quick"}}, "has the parameter 'tier', which its flow does not"),
        ({"schedules": [{"cron": "every day"}]}, "the deployment 'quick'"),
        ({"schedules": [{"weekly": True}]}, "the deployment 'quick'"),
        ({"name": None}, "the deployment 'None'"),
    ],
)
def test_a_sheet_that_cannot_be_right_is_refused_in_one_sentence(
    tmp_path: Path, change: dict[str, Any], sentence: str
) -> None:
    """The sentence names the deployment, and nothing is registered."""
    sheet = tmp_path / "mine.yaml"
    sheet.write_text(yaml.safe_dump({"deployments": [DEPLOYMENTS[0] | change]}), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_deployments(sheet)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["deployments: [", "- a\n", "name: x\n", ""])
def test_a_file_that_is_no_sheet_is_named(tmp_path: Path, text: str) -> None:
    """Broken YAML, and YAML without deployments."""
    sheet = tmp_path / "mine.yaml"
    with pytest.raises(InputError, match="cannot be read"):
        read_deployments(sheet)
    sheet.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"mine\.yaml' is no prefect\.yaml"):
        read_deployments(sheet)
