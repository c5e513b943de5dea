"""Section editing: every section once, each outcome kept as soon as it is there, nothing but language changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from flows.supervision.flow import editing
from flows.supervision.structure import read_standing
from storage.core.ledger import Ledger
from storage.records.writing import Claim, Draft
from storage.writing.sections import add_section
from storage.writing.supervision import Note, add_notes, read_steps
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.revision.issues import Editing, EditMaterial
from tests.benchmarks.servers.messages_server import serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.benchmarks.servers.scripted.protocol import Asked
from tests.flows.planted_review import NAMES, fill_ledger, set_bench, tell_findings, write_sections

pytestmark = pytest.mark.slow


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """Yield a ledger of sixteen works and five sections in order."""
    fill_ledger(tmp_path)
    with Ledger(tmp_path) as opened:
        write_sections(opened, {})
        yield opened


def _double(ledger: Ledger, name: str) -> str:
    """Write the section again with a doubled word in a citing sentence; return its text without it."""
    told = tell_findings()[2 * NAMES.index(name)]
    sentence = told.line.text.replace(" the ", " the the ", 1)
    assert sentence != told.line.text
    claim = Claim(sentence, told.work.citekey, told.finding.finding_id)
    add_section(ledger, name, NAMES.index(name), name.title(), Draft(f"### Known\n\n{sentence}\n", (claim,)))
    return f"### Known\n\n{told.line.text}\n"


def _rows(ledger: Ledger) -> list[tuple[Any, ...]]:
    return ledger.select(
        "SELECT section_id, from_version, to_version, paragraphs, note, citations_before = citations_after FROM edit "
        "WHERE loop = 'editing' ORDER BY section_id"
    ).rows()


def _list_unchanged(ledger: Ledger) -> list[str]:
    """Return the sections that are on record as read and left."""
    return sorted(one.state["section_id"] for one in read_steps(ledger, "editing"))


def _choose_section() -> str:
    return next(name for name in NAMES if " the " in tell_findings()[2 * NAMES.index(name)].line.text)


def test_a_doubled_word_goes_and_the_claim_follows(ledger: Ledger) -> None:
    """One section has a new version, four are on record as read; a second run finds nothing to do."""
    name = _choose_section()
    clean = _double(ledger, name)
    add_notes(ledger, [Note("theory", 1, "gap", "plain words")])
    editing.fn(set_bench(ledger))
    standing = {section.section_id: section for section in read_standing(set_bench(ledger))}
    assert standing[name].markdown == clean
    assert [claim.sentence in clean for claim in standing[name].claims] == [True]
    assert ledger.select("SELECT * FROM unsupported_claim").is_empty()
    assert _rows(ledger) == [(name, 2, 3, [1], "repeated words, signs or sentences dropped", True)]
    assert _list_unchanged(ledger) == sorted(set(NAMES) - {name})
    editing.fn(set_bench(ledger))
    assert (len(_rows(ledger)), len(_list_unchanged(ledger))) == (1, len(NAMES) - 1)


def test_a_model_that_returns_what_it_was_shown_changes_nothing(ledger: Ledger) -> None:
    """One question a section; paragraphs that come back as they were keep every byte, and no version is made."""
    before = read_standing(set_bench(ledger))
    with serve_anthropic(SCRIPTS) as server:
        editing.fn(set_bench(ledger, server))
        editing.fn(set_bench(ledger, server))
        assert len(server.requests) == len(NAMES)
    assert read_standing(set_bench(ledger)) == before
    assert (_rows(ledger), _list_unchanged(ledger)) == ([], sorted(NAMES))


def _reword(asked: Asked) -> dict[str, Any]:
    """Return the first paragraph with an opening of two words."""
    one = next(one for one in asked.blocks["paragraphs"] if one["kind"] == "paragraph")
    text = f"Here too, {one['text'][0].lower()}{one['text'][1:]}"
    return {"paragraphs": [{"number": one["number"], "text": text}], "note": "A link was added."}


def test_what_a_model_words_anew_keeps_its_claims(ledger: Ledger) -> None:
    """Every section has a next version, cites as before, and every citing sentence rests on its finding."""
    before = {one.section_id: one for one in read_standing(set_bench(ledger))}
    with serve_anthropic(SCRIPTS | {"SectionEditing": _reword}) as server:
        editing.fn(set_bench(ledger, server))
    after = {one.section_id: one for one in read_standing(set_bench(ledger))}
    assert {name: after[name].version for name in NAMES} == dict.fromkeys(NAMES, 2)
    for name in NAMES:
        assert "Here too, " in after[name].markdown
        pairs = [{(claim.citekey, claim.finding_id) for claim in one[name].claims} for one in (before, after)]
        assert pairs[0] == pairs[1]
    assert ledger.select("SELECT * FROM unsupported_claim").is_empty()
    assert {row[4] for row in _rows(ledger)} == {"A link was added."}


@dataclass(frozen=True)
class Careless(ExtractiveAnalyst):
    """Takes the citations out of the first paragraph of a section, and stops at the third."""

    edited: list[str] = field(default_factory=list)
    stop: int = 3

    def edit_section(self, material: EditMaterial) -> Editing:
        """Return a paragraph that says nothing."""
        if len(self.edited) + 1 == self.stop:
            raise KeyboardInterrupt
        self.edited.append(material.section_id)
        number = next(one.number for one in material.paragraphs if one.kind == "text")
        return Editing({number: "There is nothing to say."}, (), "shorter")


def test_what_breaks_a_constraint_is_rejected_and_no_section_is_edited_twice(ledger: Ledger) -> None:
    """Killed at the third section, the two before stay as they were, with the reason, and are not asked for again."""
    before = read_standing(set_bench(ledger))
    analyst = Careless()
    with pytest.raises(KeyboardInterrupt):
        editing.fn(set_bench(ledger, analyst=analyst))
    assert len(_rows(ledger)) == 2
    editing.fn(set_bench(ledger, analyst=replace(analyst, stop=0)))
    assert sorted(analyst.edited) == sorted(NAMES)
    assert read_standing(set_bench(ledger)) == before
    rows = _rows(ledger)
    assert all(row[1] == row[2] and row[4].startswith("rejected: paragraph 2: citations must stay") for row in rows)
