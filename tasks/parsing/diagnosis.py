"""What scans need to be read, for `litreview doctor`: the weights of RapidOCR, and what Marker wants around it."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping
from importlib.metadata import version

import httpx

from tasks.environment.checks import Finding
from tasks.parsing.marker_surroundings import find_server
from tasks.parsing.weights import find_weights

_SECONDS = 5.0
_REMEDIES = {
    "llama-server": "install llama.cpp, or name a server that runs in SURYA_INFERENCE_URL; without it nothing is read",
    "docker": "install Docker with NVIDIA's runtime, or name a server that runs in SURYA_INFERENCE_URL",
}


def check_recognition() -> Finding:
    """Return whether the letters of scans can be recognised; nothing is loaded."""
    try:
        find_weights()
    except FileNotFoundError as error:
        return Finding("scans", "wrong", str(error), "install the requirements again: make review")
    return Finding("scans", "ok", f"rapidocr {version('rapidocr')}, with its weights")


def check_marker(command: str, given: Mapping[str, str] | None = None) -> list[Finding]:
    """Return whether Marker can be started, and whether what serves its model is there; nothing is started."""
    given = os.environ if given is None else given
    parts = shlex.split(command)
    if not parts:
        return [
            Finding("Marker", "absent", "not set", "pages that RapidOCR cannot read stay unread; see 'make marker'")
        ]
    program = shutil.which(parts[0])
    if program is None:
        return [Finding("Marker", "wrong", command, "LITREVIEW_MARKER_COMMAND cannot be run; see 'make marker'")]
    return [Finding("Marker", "ok", program), _check_server(given)]


def _check_server(given: Mapping[str, str]) -> Finding:
    subject, (name, place) = "Marker's model server", find_server(given)
    if place is None:
        remedy = _REMEDIES.get(name, "LLAMA_CPP_BINARY names no program; correct or unset it")
        return Finding(subject, "wrong", f"no {name}", remedy)
    if name != "SURYA_INFERENCE_URL":
        return Finding(subject, "ok", place)
    try:
        answer = httpx.get(f"{place.rstrip('/').removesuffix('/v1')}/health", timeout=_SECONDS)
        state = "" if answer.is_success else f"answers {answer.status_code}"
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        state = type(error).__name__
    if state:
        return Finding(subject, "wrong", f"SURYA_INFERENCE_URL: {state}", "start that server, or unset the variable")
    return Finding(subject, "ok", "SURYA_INFERENCE_URL answers")
