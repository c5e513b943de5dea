"""What litreview needs of the machine it runs on: packages, programs, disk, keys and services, each with a remedy."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import httpx
from packaging.requirements import Requirement
from pydantic import SecretStr

State = Literal["ok", "absent", "wrong"]

_LEAST_GB = 5
_SECONDS = 5.0
_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing checked: `ok`, `absent` if one can do without, or `wrong`; then the remedy says what to do."""

    subject: str
    state: State
    detail: str
    remedy: str = ""


def check_packages(package: str, dispensable: Collection[str]) -> list[Finding]:
    """Return what is wrong with the installed versions of a package's requirements, or one finding that all is fine.

    Those that are `dispensable` may be absent, but not of another version.
    """
    wrong = []
    for line in requires(package) or ():
        requirement = Requirement(line)
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        try:
            installed = version(requirement.name)
        except PackageNotFoundError:
            if requirement.name in dispensable:
                continue
            installed = ""
        if not installed or installed not in requirement.specifier:
            wrong.append(
                Finding(
                    requirement.name,
                    "wrong",
                    f"{installed or 'not installed'}, {requirement.specifier} is needed",
                    "install the requirements again: make review, or the package with pip",
                )
            )
    return wrong or [Finding("packages", "ok", f"{package} {version(package)} and all it needs")]


def check_folder(subject: str, folder: Path) -> Finding:
    """Return whether a folder can be written to, and whether its disk has room."""
    present = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    try:
        with tempfile.TemporaryFile(dir=present):
            free = shutil.disk_usage(present).free / 1e9
    except OSError as error:
        return Finding(subject, "wrong", f"{folder}: {error.strerror}", "choose another folder in the settings")
    if free < _LEAST_GB:
        return Finding(subject, "wrong", f"{folder}: {free:.1f} GB free", f"make room: {_LEAST_GB} GB at least")
    return Finding(subject, "ok", f"{folder}: {free:.0f} GB free")


def check_modules(modules: Mapping[str, tuple[str, str]]) -> list[Finding]:
    """Return for each module, by subject, whether it is installed, given its name and what to do without it."""
    return [
        Finding(subject, "ok", name) if find_spec(name) else Finding(subject, "absent", f"no {name}", remedy)
        for subject, (name, remedy) in modules.items()
    ]


def check_keys(keys: Mapping[str, tuple[SecretStr | None, str]], kept: Mapping[str, str]) -> list[Finding]:
    """Return for each key whether it is set, never its value, given the key and what is missing without it.

    `kept` says where keys are that are not in the environment.
    """
    return [
        Finding(name, "ok", "set")
        if key is not None and key.get_secret_value().strip()
        else Finding(name, "ok", kept[name])
        if name in kept
        else Finding(name, "absent", "not set", remedy)
        for name, (key, remedy) in keys.items()
    ]


def check_services(addresses: Mapping[str, str]) -> list[Finding]:
    """Return for each service, by name, whether anything answers at its address; no request costs money."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return list(pool.map(_reach, addresses, addresses.values()))


def _reach(name: str, address: str) -> Finding:
    try:
        answer = httpx.get(address, timeout=_SECONDS)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        remedy = "see whether this machine has a network, a proxy, or the right address in the settings"
        return Finding(name, "absent", f"{address}: {type(error).__name__}", remedy)
    return Finding(name, "ok", f"{address} answers ({answer.status_code})")


def tell_findings(findings: Sequence[Finding]) -> str:
    """Return the findings as lines for a terminal, each remedy below its finding."""
    signs: dict[State, str] = {"ok": "ok    ", "absent": "absent", "wrong": "WRONG "}
    lines = []
    for finding in findings:
        lines.append(f"{signs[finding.state]}  {finding.subject}: {finding.detail}")
        if finding.remedy:
            lines.append(f"        {finding.remedy}")
    wrong = sum(finding.state == "wrong" for finding in findings)
    lines.append(f"{wrong} to put right" if wrong else "nothing to put right")
    return "\n".join(lines)
