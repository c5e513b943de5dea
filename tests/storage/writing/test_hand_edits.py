"""What a person wrote stays through every writer of sections, and is marked as theirs in claims and checks."""

from __future__ import annotations

import pytest

from storage.core.canonical import canonical_hash
from storage.records.writing import Claim, Draft
from storage.runs.reviews import add_citekeys, finish_run, start_run
from storage.updates.carry_over import OldSection, Treatment, carry_over
from storage.updates.updates import Update
from storage.writing.citation_checks import add_verdicts, read_unsupported
from storage.writing.hand_edits import (
    HandEdit,
    HandVersion,
    read_conflicts,
    read_hand_paragraphs,
    read_hand_texts,
    read_latest_section,
    read_untouchable,
)
from storage.writing.manuscripts import Manuscript, append_manuscript, read_manuscripts
from storage.writing.merging import HandParagraph
from storage.writing.sections import (
    add_section,
    append_hand_versions,
    append_version,
    integrate_section,
    written_sections,
)
from storage.writing.themes import current_edition
from storage.writing.translations import add_translations, read_translations
from storage.writing.versions import read_typed, read_version_sections, read_versions

_MINE = "My sentence on hair [@smith2015hair]. Another one [@nobody2099]."
_TEXT = "Hair grows [@wong2015hair].\n\nIt is cut [@wong2015hair]."
_OWN = f"Hair grows [@wong2015hair].\n\n{_MINE}\n\nIt is cut [@wong2015hair]."
_PARAGRAPH = HandParagraph("added", _MINE)
_PROGRAM = (
    Claim("Hair grows [@wong2015hair].", "wong2015hair", "f1"),
    Claim("It is cut [@wong2015hair].", "wong2015hair", "f2"),
)
_PERSONS = (
    Claim("My sentence on hair [@smith2015hair].", "smith2015hair", None),
    Claim("Another one [@nobody2099].", "nobody2099", None),
)


def _edit(ledger, markdown=_OWN, paragraphs=(_PARAGRAPH,), claims=(*_PROGRAM, *_PERSONS)):
    section = read_latest_section(ledger, "discussion")
    with ledger.transaction():
        version = HandVersion(section, Draft(markdown, claims), tuple(paragraphs))
        append_hand_versions(ledger, "review.md", [version], [HandEdit("discussion", "added", "", _MINE)])


@pytest.fixture
def edited(ledger, make_work, find_works, screen_works):
    """Return a review whose discussion a person has edited; its corpus holds smith2015hair and wong2015hair."""
    find_works(ledger, [make_work(1), make_work(2)])
    screen_works(ledger, {"W1": "include", "W2": "include"})
    add_citekeys(ledger, {"W1": "smith2015hair", "W2": "wong2015hair"})
    add_section(ledger, "discussion", 90, "Discussion", Draft(_TEXT, _PROGRAM, "extractive"))
    add_section(ledger, "abstract", 0, "Abstract", Draft("All of it.", (), "extractive"))
    _edit(ledger)
    return ledger


def _stand(ledger):
    return written_sections(ledger)["discussion"][1]


def test_an_edit_is_a_version_of_a_person_and_a_text_to_export(edited):
    """Version 2 is by human, each change is a row, and the text before can still be had."""
    rows = edited.select("SELECT version, produced_by FROM section WHERE section_id = 'discussion' ORDER BY version")
    assert rows.rows() == [(1, "extractive"), (2, "human")]
    edits = edited.select("SELECT reading, file, section_id, version, kind, after FROM hand_edit").rows()
    assert edits == [(1, "review.md", "discussion", 2, "added", _MINE)]
    versions = read_versions(edited)
    assert [{row[0]: row[2] for row in read_version_sections(edited, one)}["discussion"] for one in versions] == [
        _TEXT,
        _OWN,
    ]
    assert read_hand_paragraphs(edited) == {"discussion": (_PARAGRAPH,)}


def test_a_persons_sentence_is_told_apart_and_only_its_citekeys_count(edited):
    """Nothing traced is no fault of theirs; a citekey that no work has is."""
    add_verdicts(edited, [])
    rows = edited.select(
        "SELECT citekey, said_by, verdict_rule FROM claim JOIN current_section USING (section_id, version) "
        "WHERE said_by IS NOT NULL ORDER BY citekey"
    )
    assert rows.rows() == [("nobody2099", "human", "unsupported"), ("smith2015hair", "human", "said by a person")]
    reasons = {(citekey, reason) for _, _, citekey, reason in read_unsupported(edited)}
    assert ("nobody2099", "no work of the corpus has this citekey") in reasons
    assert "smith2015hair" not in {citekey for citekey, _ in reasons}
    faults = dict(edited.frame("claim_evidence").filter("is_persons").select("citekey", "fault").iter_rows())
    assert faults == {"nobody2099": "no work of the corpus has this citekey", "smith2015hair": None}
    assert read_hand_texts(edited) == [_MINE]


@pytest.mark.parametrize("writer", ["section", "version", "integration"])
def test_every_writer_keeps_it_with_its_claims(edited, writer):
    """A first draft anew, a loop's version and a transition: each has the paragraph in its place."""
    anew = "Hair grows fast [@wong2015hair].\n\nIt is cut [@wong2015hair]."
    draft = Draft(anew, (Claim("Hair grows fast [@wong2015hair].", "wong2015hair", "f1"), _PROGRAM[1]), "extractive")
    if writer == "section":
        add_section(edited, "discussion", 90, "Discussion", draft)
    elif writer == "version":
        with edited.transaction():
            append_version(edited, "discussion", draft, "structure")
    else:
        integrate_section(edited, "discussion", f"An opening.\n\n{_TEXT}", [0])
    stands = {"integration": f"An opening.\n\n{_OWN}"}.get(writer, _OWN.replace("grows", "grows fast"))
    assert _stand(edited) == stands
    claims = edited.select(
        "SELECT sentence, finding_id, said_by FROM claim JOIN current_section USING (section_id, version) "
        "ORDER BY finding_id NULLS LAST, sentence"
    ).rows()
    assert claims[2:] == [(one.sentence, None, "human") for one in reversed(_PERSONS)]
    assert [row[2] for row in claims[:2]] == [None, None]
    assert read_untouchable(edited) == {"discussion": (_MINE,)}


def test_an_update_that_carries_a_section_over_carries_what_is_a_persons(edited, screen_works):
    """In the new edition too, a later rewriting keeps it."""
    edition = current_edition(edited)
    screen_works(edited, {"W2": "exclude"}, method="human", batch=1)
    update = Update(1, 101, 2019, edition, {}, is_static=False)
    old = OldSection("discussion", 2, "Discussion", _OWN, is_integrated=False, departed=())
    carry_over(edited, update, [], [Treatment(old, "carried", "nothing changed")], [])
    assert _stand(edited) == _OWN
    add_section(edited, "discussion", 90, "Discussion", Draft("Quite anew.", (), "extractive"))
    assert _stand(edited) == f"Quite anew.\n\n{_MINE}"


def test_a_conflict_is_on_record_while_the_persons_text_stands(edited):
    """Told with its section; gone once the person takes the paragraph back."""
    other = _MINE.replace("Another", "Quite another")
    with edited.transaction():
        append_version(edited, "discussion", Draft(_OWN.replace(_MINE, other), _PROGRAM), "editing")
    assert _stand(edited) == _OWN
    assert read_conflicts(edited) == [("Discussion", other, _MINE)]
    _edit(edited, _TEXT, (), _PROGRAM)
    assert _stand(edited) == _TEXT
    assert read_conflicts(edited) == []
    assert read_hand_paragraphs(edited) == {}
    with edited.transaction():
        append_version(edited, "discussion", Draft("Free again."), "editing")
    assert _stand(edited) == "Free again."


def test_a_run_that_may_touch_them_does_and_only_what_it_changed_is_given_up(edited):
    """The rest stays the person's for the runs after it."""
    second = HandParagraph("added", "A second thought.")
    _edit(edited, f"{_OWN}\n\n{second.text}", (_PARAGRAPH, second))
    run = start_run(edited, "1", {"touch_mine": "yes"}, None)
    assert read_untouchable(edited) == {}
    with edited.transaction():
        append_version(edited, "discussion", Draft(f"{_TEXT}\n\n{second.text}", _PROGRAM), "editing")
    assert _stand(edited) == f"{_TEXT}\n\n{second.text}"
    finish_run(edited, run, "finished", 0)
    assert read_hand_paragraphs(edited) == {"discussion": (second,)}
    assert read_untouchable(edited) == {"discussion": (second.text,)}
    rows = edited.select("SELECT kind, before FROM hand_edit ORDER BY reading DESC, place LIMIT 1").rows()
    assert rows == [("given up", _MINE)]


def test_a_review_without_edits_has_the_hash_it_had(ledger):
    """The column of claims that says who wrote a sentence changes nothing where it says nothing."""
    add_section(ledger, "discussion", 90, "Discussion", Draft(_TEXT, _PROGRAM, "extractive"))
    told = canonical_hash(ledger)
    ledger.change("ALTER TABLE claim DROP COLUMN said_by")
    assert canonical_hash(ledger) == told


def test_what_people_typed_is_known_by_version_and_what_they_moved_is_not(edited):
    """By heading; a later version that states it anew has no more than that."""
    first, second = read_versions(edited)
    assert read_typed(edited, first) == {}
    assert read_typed(edited, second) == read_typed(edited, None) == {"Discussion": frozenset({_MINE})}
    moved = HandParagraph("moved", "It is cut [@wong2015hair].", "It is cut [@wong2015hair].")
    _edit(edited, paragraphs=(moved,))
    assert read_typed(edited, None) == {}
    assert read_typed(edited, second) == {"Discussion": frozenset({_MINE})}


def test_translations_are_numbered_so_that_an_older_state_can_be_had(ledger):
    """In each language; one that is there already is not kept twice."""
    add_translations(ledger, "de", {"One.": "Eins.", "Two.": "Zwei."}, "anthropic")
    add_translations(ledger, "zh", {"One.": "\u4e00\u3002"}, "anthropic")
    add_translations(ledger, "de", {"Two.": "Zwo.", "Three.": "Drei."}, "anthropic")
    assert read_translations(ledger, "de") == {"One.": "Eins.", "Two.": "Zwei.", "Three.": "Drei."}
    assert read_translations(ledger, "de", 2) == {"One.": "Eins.", "Two.": "Zwei."}
    assert read_translations(ledger, "zh", 1) == {"One.": "\u4e00\u3002"}


def test_a_manuscript_in_another_language_comes_back_as_it_was_noted(ledger):
    """With what its sections have; one in English has none of it."""
    german = Manuscript("written", "a" * 64, "## A\n\nEins.\n", ("#a", "a"), "de", ("## A", "One."))
    english = Manuscript("written", "b" * 64, "## A\n\nOne.\n", ("#a", "a"))
    for made in (german, english):
        with ledger.transaction():
            append_manuscript(ledger, made, settled=True)
        assert read_manuscripts(ledger) == [made]
