"""Planted flaws of structure: where they are said to be, of the kinds said, and the cure of all is the clean review."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from flows.supervision.structure import read_standing
from storage.core.errors import InputError
from tasks.citations.pandoc import find_citekeys
from tasks.revision.issues import MOVES, IssueKind
from tasks.revision.paragraphs import StandingSection, split_section
from tests.benchmarks.structural_flaws import plant_flaws
from tests.flows.planted_review import set_bench
from tests.flows.structured_review import write_review
from tests.new_ledger import open_new_ledger


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[StandingSection, ...]]:
    """Yield the sections of a clean review."""
    folder: Path = tmp_path_factory.mktemp("clean")
    with open_new_ledger(folder) as ledger:
        write_review(ledger)
        yield read_standing(set_bench(ledger))


def test_every_flaw_stands_where_it_is_said_to(clean: tuple[StandingSection, ...]) -> None:
    """Three of each kind, no paragraph in two of them; all else is that of the clean review, the same every time."""
    flawed, flaws = plant_flaws(clean, 3)
    assert plant_flaws(clean, 3) == (flawed, flaws)
    assert Counter(flaw.kind for flaw in flaws) == dict.fromkeys(get_args(IssueKind), 3)
    blocks = {section.section_id: split_section(section.markdown)[1] for section in flawed}
    for flaw in flaws:
        assert tuple(blocks[name][place] for name, place in flaw.paragraphs) == flaw.texts
        assert (flaw.anchor is not None) == (flaw.kind in MOVES)
    places = [place for flaw in flaws for place in flaw.paragraphs]
    assert len(set(places)) == len(places)
    affected = Counter(text for flaw in flaws for text in flaw.texts)
    cured = Counter(text for flaw in flaws for cure in flaw.cures for text in cure)
    cured += Counter(text for flaw in flaws if flaw.kind in MOVES for text in flaw.texts)
    before = Counter(block for section in clean for block in split_section(section.markdown)[1])
    after = Counter(block for section in flawed for block in split_section(section.markdown)[1])
    assert after - affected == before - cured
    assert {key for one in flawed for key in find_citekeys(one.markdown)} == {
        key for one in clean for key in find_citekeys(one.markdown)
    }


def test_a_review_too_short_for_its_flaws_is_refused(clean: tuple[StandingSection, ...]) -> None:
    """The sentence names the kind there is no room for."""
    with pytest.raises(InputError, match="too short to plant 30 flaws"):
        plant_flaws(clean, 30)
