"""What is locked can be had anywhere, and holds what is required; `make locks` asks the public index itself."""

from __future__ import annotations

import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


@pytest.fixture(scope="module")
def locks() -> Any:
    """Return the script that `make locks` runs as a module."""
    spec = spec_from_file_location("locks", ROOT / "deployments" / "locks.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_is_a_lock_for_each_extra_and_for_what_a_review_does_without() -> None:
    """Whoever adds an extra locks what it pulls in."""
    named = {path.name for path in ROOT.glob("requirements*.lock")}
    beside = (*EXTRAS, "torch")
    assert named == {"requirements.lock", *(f"requirements-{name}.lock" for name in beside)}


@pytest.mark.parametrize("name", sorted(path.name for path in ROOT.glob("requirements*.lock")))
def test_every_line_names_a_version_that_any_index_can_have(locks: Any, name: str) -> None:
    """No build of one machine (`+cpu`), no address, no range; on each Python that the project names."""
    for python in locks.PYTHONS:
        assert locks.read_lock(ROOT / name, python)


@pytest.mark.parametrize("line", ["torch==2.13.0+cpu", "numpy>=2", "numpy==2.*", "a @ https://example.org/a.whl"])
def test_a_line_that_only_one_machine_can_follow_is_refused(locks: Any, tmp_path: Path, line: str) -> None:
    """The lock that held a build of one machine installed nowhere else."""
    (lock := tmp_path / "requirements.lock").write_text(f"idna==3.20\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"requirements\.lock: .* is no plain name==version"):
        locks.read_lock(lock, "3.12")


@pytest.mark.parametrize("extra", ["", *EXTRAS])
def test_what_is_required_is_locked_within_its_bounds(locks: Any, extra: str) -> None:
    """On each Python, at a version that the requirement allows, in the lock of the review or of its extra."""
    for python in locks.PYTHONS:
        locked = locks.read_lock(ROOT / "requirements.lock", python)
        unneeded = locks.read_lock(ROOT / "requirements-torch.lock", python)
        assert not locked.keys() & unneeded.keys()
        locked[locks.UNNEEDED] = unneeded[locks.UNNEEDED]
        if extra:
            locked |= locks.read_lock(ROOT / f"requirements-{extra}.lock", python)
        for line in EXTRAS[extra] if extra else PROJECT["dependencies"]:
            asked = Requirement(line)
            assert locked[canonicalize_name(asked.name)] in asked.specifier, (python, line)


def test_the_tools_of_the_tests_are_not_installed_for_a_review() -> None:
    """A browser's driver, linters and the type checker are in the lock of the development alone."""
    locked = (ROOT / "requirements.lock").read_text("utf-8")
    assert not [line for line in EXTRAS["dev"] if f"\n{Requirement(line).name}==" in locked]
