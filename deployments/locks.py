"""Whether the locks are what the public index gives: complete, without a line too many, on every Python we name.

Called as ``python deployments/locks.py``; uv resolves, which takes none of the settings that pip has on this machine.
Exit 1 with a line for each thing wrong. `requirements.lock` is what a review needs, `requirements-torch.lock` what an
index gives beside it and a review does without, `requirements-EXTRA.lock` what an extra needs beside the first.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PYTHONS = ("3.11", "3.12", "3.13")
NO_WHEEL = ("bibtexparser",)
"""What is built from source, as it has no wheel."""

UNNEEDED = "sentence-transformers"
"""What BERTopic and the package of the model name and do without: with it PyTorch and the rest of its lock go."""

_CUDA = ("nvidia-", "cuda-", "triton")
"""What the plain torch for Linux brings along and pins itself; the CPU build, under the same version, does without."""


def read_lock(path: Path, python: str) -> dict[str, str]:
    """Return the versions of a lock by name, as far as its lines are meant for a Python on Linux.

    Raises:
        ValueError: a line is no plain ``name==version``, or names a version that only one machine has.
    """
    versions: dict[str, str] = {}
    for line in filter(None, path.read_text("utf-8").splitlines()):
        pin = Requirement(line)
        operator, version = next(((each.operator, each.version) for each in pin.specifier), ("", ""))
        if operator != "==" or "+" in version or "*" in version or pin.url or pin.extras:
            raise ValueError(f"{path.name}: '{line}' is no plain name==version")
        here = {"python_version": python, "python_full_version": f"{python}.0", "sys_platform": "linux", "extra": ""}
        if pin.marker is None or pin.marker.evaluate(here):
            versions[canonicalize_name(pin.name)] = version
    return versions


def resolve(python: str, extras: Iterable[str], *, offline: bool, whole: bool) -> dict[str, str]:
    """Return what uv resolves the project with some extras to, the locks being constraints; without CUDA.

    Unless `whole`, without what a review does without.

    Raises:
        RuntimeError: there is no solution; with uv's own words.
    """
    command = ["uv", "pip", "compile", "pyproject.toml", "--quiet", "--no-header", "--no-annotate"]
    command += ["--python-version", f"{python}.0", "--python-platform", "linux", "--only-binary", ":all:"]
    command += [word for name in NO_WHEEL for word in ("--no-binary", name)]
    command += [word for lock in sorted(ROOT.glob("requirements*.lock")) for word in ("--constraints", lock.name)]
    command += [word for extra in extras for word in ("--extra", extra)]
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-m", *command, *(["--offline"] if offline else []), *([] if whole else ["--excludes", "-"])],
        cwd=ROOT,
        input=UNNEEDED,
        env={name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "UV_INDEX", "UV_FIND"))},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"Python {python}: {done.stderr.strip()}")
    pins = (line.split("==") for line in done.stdout.splitlines())
    return {canonicalize_name(name): version for name, version in pins if not name.startswith(_CUDA)}


def compare(python: str, extras: tuple[str, ...], *, offline: bool, whole: bool = False) -> list[str]:
    """Return what is wrong with the locks of some extras beside that of the review, and that of torch if `whole`."""
    resolved = resolve(python, extras, offline=offline, whole=whole)
    locked = read_lock(ROOT / "requirements.lock", python)
    beside = (*extras, "torch") if whole else extras
    for name in beside:
        locked |= read_lock(ROOT / f"requirements-{name}.lock", python)
    where = f"Python {python}, {' and '.join(('the review', *beside))}"
    missing = [f"{where}: {name}=={resolved[name]} is in no lock" for name in sorted(resolved.keys() - locked.keys())]
    stale = [f"{where}: {name} is locked, and nothing needs it" for name in sorted(locked.keys() - resolved.keys())]
    return missing + stale


def main() -> None:
    """Print what is wrong; exit 1 if anything is."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = tuple(project["optional-dependencies"])
    try:
        wrong = [line for python in PYTHONS for line in compare(python, extras, offline=False, whole=True)]
        # Whatever these ask about has just been asked.
        alone = [(), *((extra,) for extra in extras)]
        with ThreadPoolExecutor(2) as pool:
            wrong += [
                line
                for told in pool.map(lambda chosen: compare(PYTHONS[0], chosen, offline=True), alone)
                for line in told
            ]
    except (RuntimeError, ValueError) as error:
        wrong = [str(error)]
    print("\n".join(wrong) or f"the locks resolve on Python {', '.join(PYTHONS)}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
