"""A real bibliography against the answers it came from, and the entries of it that a person looked up."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tasks.provenance.answer_folder import read_answers
from tasks.provenance.bibliography import BibEntry, read_bibliography
from tasks.provenance.checking import check_bibliography
from tasks.provenance.verdicts import EntryVerdict

Checked = tuple[tuple[BibEntry, ...], dict[str, EntryVerdict]]
_BY_HAND = tomllib.loads(Path(__file__).with_name("hand_checked.toml").read_text("utf-8"))


@pytest.fixture(scope="session")
def checked(shared_data: Path) -> Checked:
    folder = shared_data / "provenance" / "extended-mind-cognitive-offloading"
    entries = read_bibliography(folder / "literature-all.bib")
    verdicts = check_bibliography(entries, read_answers(folder / "json").records)
    return entries, {verdict.key: verdict for verdict in verdicts}


def test_every_entry_and_field_has_a_verdict(checked: Checked) -> None:
    """All 121 entries and each of their fields are judged."""
    entries, verdicts = checked
    assert len(entries) == len(verdicts) == 121
    assert all({name for name, _ in e.fields} <= {f.field for f in verdicts[e.key].fields} for e in entries)


def test_most_dois_are_traced_and_the_rest_called_absent_or_contradicted(checked: Checked) -> None:
    """101 of 110 DOIs occur in the answers and all are traced; a contradicted one shows the DOI the sources state."""
    dois = [field for verdict in checked[1].values() for field in verdict.fields if field.field == "doi"]
    untraced = [field for field in dois if field.verdict != "verified"]
    assert (len(dois), len(untraced)) == (110, 9)
    assert {field.verdict for field in untraced} == {"absent", "contradicted"}
    assert all(field.says for field in untraced if field.verdict == "contradicted")


def test_enough_entries_were_looked_at_by_hand() -> None:
    """At least thirty entries were looked up, each with its reason."""
    assert len(_BY_HAND) >= 30
    assert all(looked["reason"] for looked in _BY_HAND.values())


@pytest.mark.parametrize("key", _BY_HAND)
def test_verdicts_are_those_a_person_gives(checked: Checked, key: str) -> None:
    """Every checked field of the entry has the verdict found by reading the answers."""
    found = {field.field: field.verdict for field in checked[1][key].fields if field.verdict != "exempt"}
    wanted = {name: verdict for name, verdict in _BY_HAND[key].items() if name != "reason"}
    if "entry" in wanted:
        assert (checked[1][key].verdict, found["entry"]) == ("absent", "absent")
    else:
        assert found == {name: verdict for name, verdict in wanted.items() if verdict != "exempt"}
