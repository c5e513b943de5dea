"""Only who has data finds; who reviews reports; who argues argues."""

from __future__ import annotations

import pytest

from storage.records.search import Work
from tasks.analysts.extractive.kinds_of_evidence import read_basis
from tasks.analysts.extractive.reporting_verbs import choose_verbs


@pytest.mark.parametrize(
    ("abstract", "basis"),
    [
        ("We counted sheep in 40 meadows; 12% were lame.", "data"),
        ("Interviews with growers show that hay is dear.", "data"),
        ("A pilot study of mowing late.", "data"),
        ("This review tells what is known of hay.", "literature"),
        ("Hay is a gift. To sell it is to misread the meadow.", "argument"),
    ],
)
def test_what_a_work_rests_on_is_read_from_its_words(abstract, basis):
    """Of title and abstract."""
    assert read_basis(Work("W1", "On hay", abstract=abstract)) == basis


@pytest.mark.parametrize("ends", [True, False])
def test_who_argues_finds_nothing(ends):
    """Nor observes; what is in the past or in figures may rest on more than the abstract says."""
    text = "Wet meadows are associated with rich hay."
    assert "find" in choose_verbs("finding", text, ends=False)
    assert not {"find", "observe", "note"} & set(choose_verbs("finding", text, ends=ends, basis="argument"))
    assert "argue" in choose_verbs("finding", text, ends=False, basis="argument")
    assert "argue" not in choose_verbs("finding", text, ends=False, basis="literature")
    assert "find" in choose_verbs("finding", "Meadows were richer than fields.", ends=ends, basis="argument")
    cites = "Meadows are associated with hay (Lind, 1999; Okafor, 2001)."
    assert "find" not in choose_verbs("finding", cites, ends=False, basis="argument")


def test_what_will_be_is_at_most_suggested():
    """Nobody has found it."""
    assert choose_verbs("finding", "Mowing late will have a large effect on hay.", ends=False) == ("suggest",)
