"""Which sentences are fit to be quoted."""

from __future__ import annotations

from storage.records.search import Work
from tasks.analysts.extractive.quote_selection import is_usable, repeats_title
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


def test_a_line_of_a_table_of_contents_is_not_quoted():
    """It ends in a name and the number of the next chapter."""
    assert not is_usable("Trying to better understand the carving of stone, by Ann O. Mason and Bob P. Carver 2.")
    assert is_usable("Stones were better carved by Mason and Carver than by others in 1902.")
