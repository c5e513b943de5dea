"""A person's paragraphs in a section that is written anew: to the letter, and where they stood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.writing.merging import HandParagraph, keep_paragraphs, read_key, split_paragraphs

_CHANGED = HandParagraph("changed", "I say that hair grows, and nothing else.", "Hair grows by a centimetre a month.")
_ADDED = HandParagraph("added", "A thought of mine.")
_BEFORE = f"### Overview\n\nFirst of all.\n\n{_CHANGED.text}\n\n{_ADDED.text}\n\nLast of all."


def test_without_hand_paragraphs_the_new_text_stands_byte_for_byte() -> None:
    """White space included."""
    fresh = "\nOne.\n\n\n\nTwo. \n"
    assert keep_paragraphs("Old.", fresh, ()).markdown == fresh


def test_what_the_program_wrote_around_is_taken_and_the_persons_stays() -> None:
    """A changed paragraph stands for the program's, also in its newest wording; an added one keeps its neighbours."""
    fresh = "### Overview\n\nFirst, anew.\n\nHair grows by a centimetre a month.\n\nLast, anew.\n"
    made = keep_paragraphs(_BEFORE, fresh, [_CHANGED, _ADDED])
    assert made.markdown == f"### Overview\n\nFirst, anew.\n\n{_CHANGED.text}\n\n{_ADDED.text}\n\nLast, anew.\n"
    assert made.conflicts == ()


def test_a_new_wording_of_the_program_is_a_conflict() -> None:
    """It is told with the person's text, which stands; the same program's text as before is none."""
    newer = "Hair grows by two centimetres a month."
    made = keep_paragraphs(_BEFORE, f"First of all.\n\n{newer}\n\nLast of all.", [_CHANGED, _ADDED])
    assert made.markdown == f"First of all.\n\n{_CHANGED.text}\n\n{_ADDED.text}\n\nLast of all."
    assert made.conflicts == ((_CHANGED.text, newer),)


def test_a_pass_that_rewords_the_persons_own_text_is_undone() -> None:
    """As when counts are restated: the person's number stands, and the program's is told."""
    own = HandParagraph("added", "We read 24 works, all of them in English, and found them good.")
    before = f"Start.\n\n{own.text}\n\nEnd."
    fresh = before.replace("24", "28")
    made = keep_paragraphs(before, fresh, [own])
    assert made.markdown == before
    assert made.conflicts == ((own.text, own.text.replace("24", "28")),)


def test_a_text_with_nothing_in_common_gets_them_at_the_end() -> None:
    """In their order."""
    made = keep_paragraphs(_BEFORE, "Quite another matter.\n", [_CHANGED, _ADDED])
    assert made.markdown == f"Quite another matter.\n\n{_CHANGED.text}\n\n{_ADDED.text}\n"


def test_what_a_person_removed_does_not_come_back_and_what_they_moved_stays_moved() -> None:
    """Also in almost the same words, which is then told."""
    removed = HandParagraph("removed", "", "The works were found in one catalogue and in nothing else at all.")
    moved = HandParagraph("moved", "Much has been said.", "Much has been said.")
    before = "One here.\n\nTwo here.\n\nMuch has been said."
    again = removed.replaced.replace("one", "two")
    made = keep_paragraphs(before, f"Much has been said.\n\n{again}\n\nOne here.\n\nTwo here.", [removed, moved])
    assert made.markdown == before
    assert made.conflicts == (("", again),)


def test_a_persons_paragraph_of_another_section_is_not_repeated() -> None:
    """As when a pass moves paragraphs between sections."""
    assert keep_paragraphs("A.", "A.\n\nMine.\n\nB.", (), ["Mine."]).markdown == "A.\n\nB."
    assert keep_paragraphs("", "Mine.", (), ["Mine."]).markdown == ""


def test_code_is_one_paragraph_and_an_open_fence_fences_nothing() -> None:
    """Blank lines in code part nothing; forms of Unicode and white space at line ends make no difference."""
    assert split_paragraphs("a\n\n```\nx\n\n\ny\n```\n\n \t\nb") == ["a", "```\nx\n\n\ny\n```", "b"]
    assert split_paragraphs("~~~\nopen\n\nb") == ["~~~\nopen", "b"]
    assert read_key("Cafe\u0301 \nau lait") == read_key("Caf\u00e9\nau lait  ")


_WORDS = st.lists(st.sampled_from(["hair", "cortisol", "stress", "works", "months", "anew"]), min_size=1, max_size=8)
_TEXT = st.lists(_WORDS.map(" ".join), min_size=1, max_size=6, unique=True)


@given(before=_TEXT, fresh=_TEXT, data=st.data())
def test_whatever_is_written_every_persons_paragraph_is_there_once(
    before: list[str], fresh: list[str], data: st.DataObject
) -> None:
    """To the letter, and nothing but paragraphs of the two texts is there."""
    places = data.draw(st.sets(st.integers(0, len(before) - 1)))
    mine = []
    for place in sorted(places):
        before[place] = f"Mine, {place}: {before[place]}"
        mine.append(HandParagraph("added", before[place]))
    made = keep_paragraphs("\n\n".join(before), "\n\n".join(fresh), mine)
    after = split_paragraphs(made.markdown)
    assert [after.count(one.text) for one in mine] == [1] * len(mine)
    assert set(after) <= {*fresh, *(one.text for one in mine)}
    assert keep_paragraphs(made.markdown, made.markdown, mine).markdown == made.markdown


@pytest.mark.parametrize("empty", ["", "\n\n"])
def test_an_empty_text_gets_the_persons_paragraphs(empty: str) -> None:
    """Nothing of a person's is lost with the rest."""
    assert keep_paragraphs(_ADDED.text, empty, [_ADDED]).markdown.strip() == _ADDED.text
