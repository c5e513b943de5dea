"""What runs litreview on other machines fits together: the Compose file, the image, the Kubernetes job template."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import yaml

FOLDER = Path(__file__).resolve().parents[2] / "deployments"
COMPOSE = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))
IMAGE = (FOLDER / "Dockerfile").read_text("utf-8")
TEMPLATE = json.loads((FOLDER / "kubernetes-job-template.json").read_text("utf-8"))
SERVICE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["image", "restart"],
    "properties": {
        "image": {"type": "string"},
        "build": {"type": "object", "required": ["context", "dockerfile"]},
        "restart": {"enum": ["no", "always", "on-failure", "unless-stopped"]},
        "command": {"type": "array", "items": {"type": "string"}},
        "environment": {"type": "object", "additionalProperties": {"type": "string"}},
        "env_file": {"type": "array", "items": {"type": "string"}},
        "ports": {"type": "array", "items": {"type": "string", "pattern": r"^127\.0\.0\.1:\d+:\d+$"}},
        "volumes": {"type": "array", "items": {"type": "string", "pattern": "^[a-z]+:/"}},
        "depends_on": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "properties": {
                    "condition": {"enum": ["service_healthy", "service_started", "service_completed_successfully"]}
                },
            },
        },
        "healthcheck": {
            "type": "object",
            "properties": {"test": {"type": "array"}, "interval": {}, "timeout": {}, "retries": {"type": "integer"}},
            "additionalProperties": False,
        },
        "stop_grace_period": {"type": "string"},
    },
}


def test_every_service_has_the_keys_and_forms_that_compose_knows() -> None:
    """A subset of the Compose specification, with ports on this machine's loopback only."""
    assert set(COMPOSE) == {"x-litreview", "services", "volumes"}
    for service in COMPOSE["services"].values():
        jsonschema.validate(service, SERVICE)


def test_services_wait_for_services_that_there_are() -> None:
    """Who is waited for exists, says when it is healthy where that is asked, and shares the volumes declared."""
    services = COMPOSE["services"]
    for service in services.values():
        for other, how in service.get("depends_on", {}).items():
            assert how["condition"] != "service_healthy" or "healthcheck" in services[other]
        assert {volume.split(":")[0] for volume in service.get("volumes", ())} <= set(COMPOSE["volumes"])
    assert services["worker"]["volumes"] == ["data:/data"]


def test_the_server_keeps_its_database_in_postgresql() -> None:
    """The server is told user, database and host of the database service; the password stands nowhere."""
    database, server = COMPOSE["services"]["database"], COMPOSE["services"]["server"]
    address = server["environment"]["PREFECT_SERVER_DATABASE_CONNECTION_URL"]
    named = re.fullmatch(r"postgresql\+asyncpg://(\w+):(\$\{.+\})@(\w+):5432/(\w+)", address)
    assert named
    given = database["environment"]
    assert named.groups() == (given["POSTGRES_USER"], given["POSTGRES_PASSWORD"], "database", given["POSTGRES_DB"])


def test_pool_and_sheet_are_those_of_the_deployments() -> None:
    """What registers them makes the pool that they name, and workers take from it."""
    sheet = yaml.safe_load((FOLDER / "prefect.yaml").read_text("utf-8"))
    pools = {entry["work_pool"]["name"] for entry in sheet["deployments"]}
    register = " ".join(COMPOSE["services"]["register"]["command"])
    assert pools == {"litreview"}
    # A process worker runs what names no folder in a temporary one, which it removes with the reviews in it.
    assert all(entry["work_pool"]["job_variables"] == {"working_dir": "."} for entry in sheet["deployments"])
    assert "work-pool create litreview --type process" in register
    assert "--prefect-file deployments/prefect.yaml" in register
    assert COMPOSE["services"]["worker"]["command"][:5] == ["prefect", "worker", "start", "--pool", "litreview"]


def test_the_image_holds_what_it_runs() -> None:
    """Every folder copied exists, and reviews are written to the volume."""
    root = FOLDER.parent
    for line in re.findall(r"^COPY (.+) \S+$", IMAGE, re.MULTILINE):
        assert all((root / name).exists() for name in line.split())
    assert "LITREVIEW_REVIEWS=/data/reviews" in IMAGE
    assert "VOLUME /data" in IMAGE


def test_the_job_template_has_the_shape_of_the_kubernetes_worker() -> None:
    """All that the worker's own template configures is there, each variable is declared, defaults fit their types."""
    known = json.loads(
        files("prefect.server.api").joinpath("collections_data/views/aggregate-worker-metadata.json").read_text("utf-8")
    )["prefect-kubernetes"]["kubernetes"]["default_base_job_configuration"]
    ours, theirs = TEMPLATE["job_configuration"], known["job_configuration"]
    assert set(ours) == set(theirs)
    assert _paths(theirs["job_manifest"]) - _paths(ours["job_manifest"]) == {
        "spec.template.spec.containers.0.resources.limits.cpu"
    }
    declared = TEMPLATE["variables"]["properties"]
    assert set(re.findall(r"\{\{ (\w+) \}\}", json.dumps(ours))) == set(declared)
    jsonschema.Draft202012Validator.check_schema(TEMPLATE["variables"])
    defaults = {name: variable["default"] for name, variable in declared.items() if "default" in variable}
    jsonschema.validate(defaults, TEMPLATE["variables"])


def _paths(value: Any, prefix: str = "") -> set[str]:
    """Return the paths to all values of a tree."""
    if isinstance(value, dict):
        return {path for key, each in value.items() for path in _paths(each, f"{prefix}{key}.")}
    if isinstance(value, list):
        return {path for number, each in enumerate(value) for path in _paths(each, f"{prefix}{number}.")}
    return {prefix.rstrip(".")}
