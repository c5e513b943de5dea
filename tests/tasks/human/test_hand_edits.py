"""What a person changed in a section: which paragraphs are theirs, and when one is the program's again."""

from __future__ import annotations

from storage.records.writing import Claim
from storage.writing.hand_edits import LatestSection
from storage.writing.merging import HandParagraph
from tasks.human.hand_edits import Shown, find_edits, make_version

_BEFORE = ["### Overview", "Hair grows by a centimetre a month [@a2015].", "It is cut [@b2016].", "All is said."]
_CLAIMS = (
    Claim("Hair grows by a centimetre a month [@a2015].", "a2015", "f1"),
    Claim("It is cut [@b2016].", "b2016", "f2"),
)
_LATEST = LatestSection("s", 3, "S", "\n\n".join(_BEFORE), _CLAIMS)


def _find(after, held=(), before=_BEFORE):
    return find_edits("s", before, after, held)


def _told(found):
    return [(edit.kind, edit.before, edit.after) for edit in found.edits]


def test_nothing_changed_is_no_edit() -> None:
    """White space and forms of Unicode aside."""
    assert _find([f"{one} " for one in _BEFORE]) is None


def test_changed_added_and_removed() -> None:
    """Each is told once, and what was changed keeps what it stands for, though the paragraph before it is another."""
    changed = "Hair grows by two centimetres a month [@a2015]."
    found = _find(["### Overview", "All is said.", changed, "A word of mine."])
    assert sorted(_told(found)) == [
        ("added", "", "A word of mine."),
        ("changed", _BEFORE[1], changed),
        ("removed", "It is cut [@b2016].", ""),
    ]
    kinds = {one.kind: one for one in found.mine}
    assert kinds["changed"] == HandParagraph("changed", changed, _BEFORE[1])
    assert kinds["removed"] == HandParagraph("removed", "", "It is cut [@b2016].")


def test_a_paragraph_moved_is_the_persons_in_its_new_place() -> None:
    """Told once, and not as removed."""
    found = _find([_BEFORE[0], _BEFORE[3], *_BEFORE[1:3]])
    assert _told(found) == [("moved", "", "All is said.")]
    assert found.mine == (HandParagraph("moved", "All is said.", "All is said."),)


def test_a_second_edit_still_stands_for_the_programs_text() -> None:
    """Not for the person's first one."""
    first = HandParagraph("changed", "Mine at first.", _BEFORE[2])
    before = [*_BEFORE[:2], first.text, _BEFORE[3]]
    found = _find([*_BEFORE[:2], "Mine at last.", _BEFORE[3]], [first], before)
    assert found.mine == (HandParagraph("changed", "Mine at last.", _BEFORE[2]),)


def test_what_is_undone_by_hand_is_the_programs_again() -> None:
    """A change, an addition and a removal, each taken back."""
    changed = HandParagraph("changed", "Mine.", _BEFORE[2])
    added = HandParagraph("added", "A word of mine.")
    removed = HandParagraph("removed", "", _BEFORE[3])
    found = _find(_BEFORE, [changed, added, removed], [*_BEFORE[:2], "Mine.", "A word of mine."])
    assert found.mine == ()
    assert {edit.kind for edit in found.edits} <= {"undone", "removed"}
    assert make_version(found, [*_BEFORE[:2], "Mine.", "A word of mine."], _LATEST, ()).paragraphs == ()


def test_a_version_has_claims_of_what_stands_and_of_what_the_person_cites() -> None:
    """A sentence that stayed keeps its finding, also in a paragraph changed; one that is new has none."""
    after = [_BEFORE[0], f"{_BEFORE[1]} I doubt it [@c2017; @b2016].", *_BEFORE[2:]]
    version = make_version(_find(after), _BEFORE, _LATEST, _CLAIMS)
    assert version.draft.markdown.strip() == "\n\n".join(after)
    assert set(version.draft.claims) == {
        *_CLAIMS,
        Claim("I doubt it [@c2017; @b2016].", "c2017", None),
        Claim("I doubt it [@c2017; @b2016].", "b2016", None),
    }


def test_a_sentence_turned_round_loses_its_finding() -> None:
    """Though the program's sentence stands in it word for word."""
    turned = "It is not true that: It is cut [@b2016]."
    version = make_version(_find([*_BEFORE[:2], turned, _BEFORE[3]]), _BEFORE, _LATEST, _CLAIMS)
    assert [claim.finding_id for claim in version.draft.claims if claim.citekey == "b2016"] == [None]


def test_edits_of_an_older_state_meet_what_the_program_wrote_since() -> None:
    """The person's paragraphs go into the newest text; a paragraph that both changed is a conflict."""
    newest = ["### Overview", "Hair grows by a centimetre a month [@a2015].", "It was cut [@b2016].", "New at the end."]
    latest = LatestSection("s", 5, "S", "\n\n".join(newest), _CLAIMS)
    found = _find([*_BEFORE[:2], "It is cut by me [@b2016].", "All is said."])
    version = make_version(found, _BEFORE, latest, _CLAIMS)
    assert version.draft.markdown.split("\n\n") == [*newest[:2], "It is cut by me [@b2016].", newest[3]]
    assert version.conflicts == (("It is cut by me [@b2016].", "It was cut [@b2016]."),)


_GERMAN = [
    "### Überblick",
    "Haar wächst einen Zentimeter im Monat [@a2015].",
    "Es wird geschnitten [@b2016].",
    "Das ist alles.",
]
_SAID = dict(zip(_BEFORE, _GERMAN, strict=True))


def _find_shown(after, held=(), before=_GERMAN, stored=_BEFORE):
    return find_edits("s", before, after, held, Shown(stored, lambda text: _SAID.get(text, text)))


def test_in_another_language_what_stayed_is_the_english_and_what_was_changed_is_as_typed() -> None:
    """One sentence of a paragraph makes the whole of it the person's, said by a person, for the English one."""
    changed = _GERMAN[1].replace("einen Zentimeter", "zwei Zentimeter")
    found = _find_shown([_GERMAN[0], changed, "Mein Wort.", *_GERMAN[2:]])
    assert found.paragraphs == (_BEFORE[0], changed, "Mein Wort.", *_BEFORE[2:])
    assert found.mine == (HandParagraph("changed", changed, _BEFORE[1]), HandParagraph("added", "Mein Wort."))
    assert _told(found) == [("changed", _GERMAN[1], changed), ("added", "", "Mein Wort.")]
    version = make_version(found, _BEFORE, _LATEST, _CLAIMS)
    assert set(version.draft.claims) == {Claim(changed, "a2015", None), _CLAIMS[1]}
    assert _find_shown([f"{one} " for one in _GERMAN]) is None


def test_in_another_language_edits_are_taken_back_to_what_was_shown() -> None:
    """A change, an addition and a removal: all is the program's again, in English."""
    held = [
        HandParagraph("changed", "Meines.", _BEFORE[2]),
        HandParagraph("added", "Mein Wort."),
        HandParagraph("removed", "", _BEFORE[3]),
    ]
    before, stored = [*_GERMAN[:2], "Meines.", "Mein Wort."], [*_BEFORE[:2], "Meines.", "Mein Wort."]
    found = _find_shown(_GERMAN, held, before, stored)
    assert found.mine == ()
    assert found.paragraphs == tuple(_BEFORE)
    moved = _find_shown([_GERMAN[0], _GERMAN[3], *_GERMAN[1:3]])
    assert moved.paragraphs == (_BEFORE[0], _BEFORE[3], *_BEFORE[1:3])
    assert moved.mine == (HandParagraph("moved", _BEFORE[3], _BEFORE[3]),)
    back = _find_shown(_GERMAN, moved.mine, [_GERMAN[0], _GERMAN[3], *_GERMAN[1:3]], list(moved.paragraphs))
    assert back.paragraphs == tuple(_BEFORE)


def test_a_copy_and_the_english_typed_in_place_of_the_translation_are_the_persons() -> None:
    """Each stays as it was typed: the copy in German, the English in English, and that can be undone, too."""
    found = _find_shown([_GERMAN[0], _GERMAN[1], _BEFORE[2], _GERMAN[3], _GERMAN[1]])
    assert found.paragraphs == (*_BEFORE, _GERMAN[1])
    assert set(found.mine) == {HandParagraph("changed", _BEFORE[2], _BEFORE[2]), HandParagraph("added", _GERMAN[1])}
    before, stored = [*_GERMAN[:2], _BEFORE[2], _GERMAN[3]], _BEFORE
    undone = _find_shown(_GERMAN, found.mine[:1], before, stored)
    assert _told(undone) == [("undone", _BEFORE[2], _GERMAN[2])]
    assert undone.mine == ()


def test_what_is_the_programs_again_rests_on_what_it_rested_on() -> None:
    """A sentence that a person had changed and changed back has its finding once more."""
    mine = "Hair grows as I say [@a2015]."
    before = [_BEFORE[0], mine, *_BEFORE[2:]]
    own = (Claim(mine, "a2015", None), _CLAIMS[1])
    latest = LatestSection("s", 4, "S", "\n\n".join(before), own, _CLAIMS)
    found = _find(_BEFORE, [HandParagraph("changed", mine, _BEFORE[1])], before)
    assert set(make_version(found, before, latest, own).draft.claims) == set(_CLAIMS)
