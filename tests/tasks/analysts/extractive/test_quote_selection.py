"""Which sentences are fit to be quoted."""

from __future__ import annotations

from storage.records.search import Work
from tasks.analysts.extractive.quote_selection import repeats_title
from tests.tasks.analysts.conftest import read_abstract

CITATION = (
    "Mason, A., and B. Carver. 2014. Toward shared use of quarries between masons and sculptors. Stone and Tool 3:5."
)


def test_a_citation_in_place_of_an_abstract_is_not_quoted():
    """The title is no statement of the work; what the work states in other words is."""
    title = "Toward shared use of quarries between masons and sculptors"
    assert repeats_title(title, f"{title}.")
    assert not repeats_title(title, "Quarries that masons shared with sculptors lasted longer than other quarries did.")
    assert not repeats_title("Quarries are shared by masons", "Quarries are shared by masons.")
    assert read_abstract(Work("W1", title, year=2014), CITATION).summary.findings == ()
