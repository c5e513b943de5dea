"""The deployments of prefect.yaml can be run: entrypoints load, parameters are the flow's own, schedules are right."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from prefect.flows import load_flow_from_entrypoint

from flows.cli.deployments import OUR_SHEET, read_deployments
from flows.context.scope import QUALITIES
from flows.review import review
from storage.core.errors import InputError

pytestmark = pytest.mark.slow

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


def test_the_check_is_nightly_and_names_its_timezone() -> None:
    """Nothing else is scheduled before somebody does."""
    served = {one.name: one.schedules for one in read_deployments(OUR_SHEET) if one.schedules}
    ((name, (nightly,)),) = served.items()
    assert (name, nightly.schedule.cron, nightly.schedule.timezone, nightly.active) == (
        "nightly",
        "0 3 * * *",
        "Europe/Berlin",
        True,
    )


def test_the_example_in_the_sheet_is_a_schedule_that_has_what_it_needs(tmp_path: Path) -> None:
    """The lines that a comment shows, taken into a copy, are a deployment with a schedule."""
    text = OUR_SHEET.read_text("utf-8")
    example = re.findall(r"^#(?:   (.*))?$", text.partition("\nname: litreview")[0], re.MULTILINE)
    sheet = tmp_path / "mine.yaml"
    sheet.write_text(
        text.replace("deployments:\n", "deployments:\n" + "".join(f"  {each}\n" for each in example if each), 1)
    )
    added = read_deployments(sheet)[0]
    (schedule,) = added.schedules or ()
    assert (added.full_name, schedule.slug, schedule.active) == ("review/bees", "bees", True)
    assert {"topic", "catalogue", "name"} < set(added.parameters)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"entrypoint": "flows.nowhere.review"}, "the deployment 'quick'"),
        ({"parameters": {"tier": "quick"}}, "has the parameter 'tier', which its flow does not"),
        ({"schedules": [{"cron": "every day"}]}, "the deployment 'quick'"),
        ({"schedules": [{"weekly": True}]}, "the deployment 'quick'"),
        ({"name": None}, "the deployment 'None'"),
        ({"parameters": {"quality": "superb"}}, "'superb' is not one of"),
        ({"schedules": [{"cron": "0 6 * * 1"}]}, "a schedule of the deployment 'quick'"),
        ({"schedules": [{"cron": "0 6 * * 1", "parameters": {"topic": "bees"}}]}, "gives no catalogue; put it under"),
        ({"schedules": [{"interval": 3600, "parameters": {"catalogue": "demo"}}]}, "gives no topic; put it under"),
        ({"schedules": [{"cron": "0 6 * * 1", "parameters": {"topics": "bees"}}]}, "has the parameter 'topics'"),
        (
            {"schedules": [{"cron": "0 6 * * 1", "parameters": {"topic": "bees", "catalogue": "demo", "ask": ["no"]}}]},
            "'no' is not one of",
        ),
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
    with pytest.raises(InputError, match=r"mine\.yaml' is not a prefect\.yaml"):
        read_deployments(sheet)
