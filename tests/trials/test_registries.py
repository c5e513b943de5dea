"""An entry made up in each registry is found wherever entries are offered, asked, priced or told."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from flows.context.loops import LOOPS
from tasks.analysts.registry import list_analysts
from tasks.catalogues.registry import CATALOGUES
from tasks.citation_indexes.registry import CITATION_INDEXES
from tasks.reporting.formats import FORMATS

pytestmark = pytest.mark.slow

_ROOT = Path(__file__).resolve().parents[2]
_NAMES = {
    "options of a review": "pace",
    "catalogues": "bookshelf",
    "analysts": "third",
    "formats": "odt",
    "loops": "style",
    "services of full texts": "reading room",
    "services of provenance": "card index",
    "second indexes of citations": "second sight",
}
# The made-up catalogue is one that everybody may ask, and with such a one the public indexes would be asked.
_OFFLINE = {f"LITREVIEW_{name}_URL": "" for name in ("CROSSREF", "SEMANTIC_SCHOLAR", "ARXIV")} | {
    "PREFECT_LOGGING_LEVEL": "ERROR"
}


def _play(*what: str) -> Any:
    """Return what a process says in which every registry has a made-up entry."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.trials.registered", *what],
        cwd=_ROOT, env=os.environ | _OFFLINE, capture_output=True, text=True, check=False,
        timeout=1800,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def places() -> dict[str, dict[str, str]]:
    """Return what is said in each place, by registry."""
    return dict(_play("places"))


@pytest.mark.parametrize("registry", _NAMES)
def test_what_is_registered_is_known_everywhere(places: dict[str, dict[str, str]], registry: str) -> None:
    """Command line, form, messages, doctor, estimate, notices, what is asked, and what texts are held against."""
    unknown = [place for place, said in places[registry].items() if _NAMES[registry] not in said.lower()]
    assert unknown == []


def test_made_up_parts_write_a_review(tmp_path: Path) -> None:
    """A catalogue, an analyst, a loop and a format, one line each in its registry, work from query to document."""
    told = _play("run", str(tmp_path))
    assert told["edited"] > 0
    assert told["supervised"] == 1
    assert "| style |" in told["appendix"]
    assert "The present review" in told["review"]
    assert "A third analyst." in told["review"]
    assert "third" in told["signed"]
    # Every field that the records state is read from them, so that none is without its source.
    assert told["stated"] > 5
    assert told["gaps"] == 0
    assert "bookshelf" in told["appendix"]
    assert "opendocument" in told["odt"]


def test_the_pages_name_all_there_is() -> None:
    """What is registered stands by name on the page of its subject, and every registry in docs/architecture.md."""
    for page, registered in (
        ("searching", {*CATALOGUES, *CITATION_INDEXES}), ("analysts", {*list_analysts()}), ("exports", {*FORMATS}),
        ("supervision", {*LOOPS}),
    ):  # fmt: skip
        named = set(re.findall(r"[\w.-]+", (_ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")))
        assert registered <= named, page
    architecture = (_ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for registry in (
        "tasks/catalogues/registry.py", "tasks/analysts/registry.py", "tasks/reporting/formats.py",
        "flows/context/loops.py", "tasks/services/registry.py", "tasks/provenance/registry.py",
        "tasks/citation_indexes/registry.py",
    ):  # fmt: skip
        assert f"`{registry}`" in architecture
        assert (_ROOT / registry).is_file()
