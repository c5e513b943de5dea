"""A protocol is drafted, followed, kept with its amendments, and written out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from flows.context.order import read_order
from flows.review import review
from storage.core.errors import InputError
from storage.publication.published import select_published
from storage.records.criteria import Criterion
from storage.records.protocol import Reason
from tasks.protocol.reading import read_protocol

from .conftest import make_record

PROTOCOL = """\
title = "Wild bees: a systematic review"
questions = ["Do flower strips raise visits by wild bees?"]
recall_target = 0.9
analyses = ["Narrative synthesis by theme."]

[elements]
population = "wild bees"
outcome = "visits"

[[criteria]]
id = "I1"
kind = "include"
element = "population"
text = "wild bees"

[[criteria]]
id = "E1"
kind = "exclude"
element = "design"
text = "case reports"

[[criteria]]
id = "E2"
kind = "exclude"
element = "setting"
text = "greenhouses"

[[extraction]]
name = "Funding"
question = "Who paid for the study?"

[[extraction]]
name = "Orchard"
question = "Which fruit is grown?"
"""
TOPIC = "wild bees flower strips"


@pytest.fixture
def protocol(tmp_path: Path) -> Path:
    """Return the file of a protocol with three criteria and two fields."""
    path = tmp_path / "protocol.toml"
    path.write_text(PROTOCOL, encoding="utf-8")
    return path


def test_a_draft_is_a_protocol(tmp_path: Path, type_here: Callable[..., Any]) -> None:
    """What is drafted can be followed as it is; a file that is there is not overwritten."""
    path = tmp_path / "drafted.toml"
    assert type_here("protocol", 'bees "and" \\ strips', "--out", str(path)).returncode == 0
    assert read_order({"topic": TOPIC, "protocol": str(path)}).questions == (
        'What is known about bees "and" \\ strips?',
    )
    again = type_here("protocol", "bees", "--out", str(path))
    assert again.returncode == 2
    assert "drafted.toml" in again.stderr


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('title = "Wild', 'titel = "Wild', "title"),
        ("recall_target = 0.9", "recall_target = 9.0", "recall_target"),
        ("recall_target = 0.9", 'recall_target = "0.9"', "recall_target"),
        ('kind = "exclude"', 'kind = "leave out"', "criteria.2.kind"),
        ('outcome = "visits"', 'output = "visits"', "elements.output"),
        ('id = "E2"', 'id = "e1"', "two criteria of the protocol have the id"),
        ('text = "greenhouses"', "text = ", "is not TOML"),
        ('name = "Orchard"', 'name = "funding"', "two fields"),
    ],
)
def test_what_no_protocol_has_is_named(  # noqa: PLR0917 - cases
    tmp_path: Path, type_here: Callable[..., Any], protocol: Path, old: str, new: str, named: str
) -> None:
    """A wrong key or value is one sentence that names it, and exit 2."""
    protocol.write_text(PROTOCOL.replace(old, new, 1), encoding="utf-8")
    told = type_here("run", TOPIC, "--catalogue", "demo", "--reviews", str(tmp_path), "--protocol", str(protocol))
    assert told.returncode == 2
    assert named in told.stderr
    assert told.stderr.count("\n") == 1


def test_what_stands_in_the_protocol_is_not_asked_for_otherwise(protocol: Path) -> None:
    """Questions beside those of the protocol are refused, and so is a reason without a protocol."""
    with pytest.raises(InputError, match="questions"):
        read_order({"topic": TOPIC, "protocol": str(protocol), "questions": ["Why?"]})
    with pytest.raises(InputError, match="--protocol"):
        read_order({"topic": TOPIC, "reason": "because"})


@pytest.mark.slow
def test_a_review_follows_its_protocol(
    protocol: Path,
    write_catalogue: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    type_here: Callable[..., Any],
) -> None:
    """Questions, criteria, fields and target are its own, and a changed file needs a reason."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    arguments = {
        "topic": TOPIC,
        "catalogue": str(write_catalogue([make_record(number) for number in range(1, 13)])),
        "reviews": str(tmp_path / "reviews"),
        "quality": "quick",
        "analyst": "instant",
        "supervision": "none",
        "name": "bees",
        "quiet": True,
        "protocol": str(protocol),
    }
    review.fn(**arguments)
    folder = tmp_path / "reviews" / "bees"

    def rows(sql: str) -> list[tuple[Any, ...]]:
        return select_published(folder, sql).rows()

    assert rows("SELECT questions, len(criteria), len(extract), recall_target FROM review") == [
        (["Do flower strips raise visits by wild bees?"], 3, 2, 0.9)
    ]
    assert rows("SELECT id, criterion_id FROM protocol_criterion WHERE id = 'E1'") == [
        ("E1", Criterion("exclude", "design", "case reports").criterion_id)
    ]
    assert rows("SELECT count(*) FROM protocol_criterion JOIN screening_criterion USING (criterion_id)") == [(3,)]
    assert rows("SELECT number, text, reason FROM protocol_version") == [(1, PROTOCOL, "")]
    told = (folder / "protocol.md").read_text(encoding="utf-8")
    assert "**E2**, exclude: setting: greenhouses" in told
    assert "90% of the relevant works" in told

    amended = PROTOCOL.replace("recall_target = 0.9", "recall_target = 0.8")
    protocol.write_text(amended, encoding="utf-8")
    with pytest.raises(InputError, match="--reason"):
        review.fn(**arguments)
    review.fn(**arguments, reason="The field is small.")
    assert rows("SELECT number, text, reason FROM protocol_version ORDER BY number") == [
        (1, PROTOCOL, ""),
        (2, amended, "The field is small."),
    ]
    assert rows("SELECT recall_target FROM review") == [(0.8,)]
    told = (folder / "protocol.md").read_text(encoding="utf-8")
    assert "Version 1" in told
    assert "The field is small." in told

    changed = amended.replace("greenhouses", "laboratories")
    protocol.write_text(changed, encoding="utf-8")
    given = ("bees", "--protocol", str(protocol), "--reviews", arguments["reviews"], "--no-server")
    for command in ("update", "resume"):
        told = type_here(command, *given)
        assert told.returncode == 2
        assert "say why with --reason" in told.stderr
        assert told.stderr.count("\n") == 1
    assert type_here("update", *given, "--because", "Too many greenhouses.").returncode == 0
    assert rows("SELECT number, reason FROM protocol_version WHERE number = 3") == [(3, "Too many greenhouses.")]
    assert rows(
        "SELECT name, text FROM screening_criterion JOIN criterion_name USING (criterion_id) ORDER BY name"
    ) == [
        ("E1", "design: case reports"),
        ("E2", "setting: laboratories"),
        ("I1", "population: wild bees"),
    ]
    # This analyst cannot tell whether a work meets a criterion, so no verdict rests on one.
    assert rows("SELECT count(*) FROM decision SEMI JOIN protocol_criterion USING (criterion_id)") == [(0,)]
    assert "laboratories" in (folder / "protocol.md").read_text(encoding="utf-8")


def test_amendments_in_the_protocol_give_the_reason(protocol: Path) -> None:
    """Those that the protocol before did not have, with the last of their dates; dates may be written as text."""
    first, _ = read_protocol(protocol)
    entries = [("2026-01-02", "One."), ('"2026-03-04"', "Two.")]
    more = "".join(f'\n[[amendments]]\ndate = {day}\nreason = "{why}"\n' for day, why in entries)
    protocol.write_text(PROTOCOL + more, encoding="utf-8")
    second, given = read_protocol(protocol)
    assert second.find_reason(first) == Reason("One. Two.", date(2026, 3, 4))
    assert second.find_reason(second) == Reason()
    assert list(given.criteria) == ["I1", "E1", "E2"]
    protocol.write_text(PROTOCOL + '\n[[amendments]]\ndate = "soon"\nreason = "x"\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"'amendments\.1\.date'.*2026-11-25"):
        read_protocol(protocol)
