"""The page on settings has them all."""

from __future__ import annotations

import re

from tasks.environment.settings import Settings, name_variable
from tests.readme.commands import REPOSITORY

_KEPT_OF_ANOTHER = {"bucket"}  # made of LITREVIEW_REVIEWS where that is an address


def test_every_setting_stands_on_the_page() -> None:
    """By its variable, or by its ending after another of the same beginning; and no variable that is none."""
    text = (REPOSITORY / "docs" / "settings.md").read_text("utf-8")
    told = {each for row in text.splitlines() if row.startswith("| `") for each in _read_variables(row.split("|")[1])}
    known = {name_variable(name) for name in Settings.model_fields if name not in _KEPT_OF_ANOTHER}
    assert told - {"SURYA_INFERENCE_URL"} == known


def _read_variables(cell: str) -> list[str]:
    """Return the variables of a cell, those in full that are given by their ending: `A_B_ID`, `_KEY`."""
    found: list[str] = []
    for name in re.findall(r"`(\w+)`", cell):
        found.append(name if not name.startswith("_") else _complete(found[0], name))
    return found


def _complete(first: str, ending: str) -> str:
    known = {name_variable(name) for name in Settings.model_fields}
    parts = first.split("_")
    return next(
        (whole for cut in range(len(parts) - 1, 0, -1) if (whole := "_".join(parts[:cut]) + ending) in known), ending
    )
