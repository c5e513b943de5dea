"""Which sentences are fit to be quoted."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize(
    "text",
    [
        "Overall, 54/57 (94.7%) bakers had no burns.",
        "Burns fell from 38.6 \u00b1 25.8 to 1.1 \u00b1 0.8, a decrease of 97%.",
        "The median rates of burns in shops 1, 2, and 3 decreased from 32.5 to 4.4, 18.3 to 0.0, and 15.2 to 0.0.",
        "23 of 41 reported no burns and 37 (90%; 76.9-97.3) reported none to three burns.",
    ],
)
def test_a_result_in_figures_is_no_table(text: str):
    """A number with its share, range or deviation is one figure to a reader."""
    assert is_usable(text)


@pytest.mark.parametrize(
    "text",
    ["Loaves 12 14 18 22 were 3.2 4.5 6.1 in 1 2 3 4.", "Rye 2.1 (0.3) 4.4 (0.1) 5.5 (0.9) and 7.1 (1.2) had 4 5 6 7."],
)
def test_a_line_of_a_table_is_not_quoted(text: str):
    """Figures without words between them say nothing."""
    assert not is_usable(text)


@pytest.mark.parametrize(
    "text",
    [
        "This trial confirms the safety of naps at work.",
        "Rye stimulates yeast without any sugar in it.",
        "Bakers distinguish between four modes of folding: quick, slow, wet, and dry folding.",
        "In bakers with burns an association exists between haste and heat.",
    ],
)
def test_a_sentence_may_have_any_verb(text: str):
    """Headings are what has none."""
    assert is_usable(text)
    assert not is_usable("Operational challenges for organisations of bakers.")
    assert not is_usable("Burns, cuts and pain of hands measured with the old scale and a ruler.")
