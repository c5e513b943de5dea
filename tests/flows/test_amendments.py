"""A protocol is amended: what the amendment touches is judged, asked and written again, and nothing else."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest

from flows.context.order import DEMO_TOPIC
from flows.export.formats import export_review
from flows.export.order import ExportOrder
from flows.review import review
from flows.update import update
from storage.core.canonical import hash_tables
from storage.core.errors import InputError, PlanMismatch
from storage.core.ledger import Ledger
from storage.publication.published import explain_work, read_published_order
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.flows.amended_review import (
    AGAIN,
    AMENDED,
    NAME,
    NEW_QUESTION,
    OLD_QUESTION,
    WHY,
    WHY_AGAIN,
    Story,
    ask,
    count_steps,
    kill_amending,
    overrule,
    remake,
    resume,
)
from tests.flows.hair_protocol import PROTOCOL

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server() -> Iterator[LoopbackAnthropic]:
    """Yield a service that answers by script."""
    with serve_anthropic(SCRIPTS) as loopback:
        yield loopback


@pytest.fixture(scope="module")
def story(server: LoopbackAnthropic, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    """Write a review by its protocol, have a person overrule one verdict, and amend the protocol twice."""
    home = tmp_path_factory.mktemp("amended")
    protocol = home / "protocol.toml"
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LITREVIEW_CACHE", str(home / "cache"))
        environment.setenv("ANTHROPIC_BASE_URL", server.url)
        environment.setenv("ANTHROPIC_API_KEY", "key")
        protocol.write_text(PROTOCOL, encoding="utf-8")
        first = home / "first" / NAME
        review.fn(
            DEMO_TOPIC,
            catalogue="demo",
            quality="quick",
            analyst="anthropic",
            supervision="none",
            name=NAME,
            reviews=str(first.parent),
            protocol=str(protocol),
            batch=False,
            quiet=True,
        )
        overruled = overrule(first)
        protocol.write_text(AMENDED, encoding="utf-8")
        amended = shutil.copytree(first, home / "amended" / NAME)
        resume(amended, protocol)
        updated = shutil.copytree(amended, home / "updated" / NAME)
        protocol.write_text(AGAIN, encoding="utf-8")
        update.fn(NAME, protocol=str(protocol), reason=WHY_AGAIN, reviews=str(updated.parent), batch=False, quiet=True)
        yield Story(first, amended, updated, protocol, overruled)


def test_every_amendment_is_on_record(story: Story) -> None:
    """With date, reason, hash and what it changed, in the ledger and in protocol.md; the present plan is the last."""
    versions = "SELECT number, sha256, reason, dated FROM protocol_version ORDER BY number"
    hashes = [sha256(text.encode()).hexdigest() for text in (PROTOCOL, AMENDED, AGAIN)]
    assert ask(story.updated, versions) == [
        (1, hashes[0], "", None),
        (2, hashes[1], WHY, date(2026, 11, 20)),
        (3, hashes[2], WHY_AGAIN, None),
    ]
    assert ask(story.amended, 'SELECT part, "action", text FROM protocol_change ORDER BY ALL') == [
        ("criterion", "added", "exclude population: children or adolescents"),
        ("field", "added", "Weight: Which weight or body mass index was measured?"),
        ("question", "added", NEW_QUESTION),
        ("question", "withdrawn", OLD_QUESTION),
    ]
    ((questions, criteria, fields),) = ask(story.updated, "SELECT questions, criteria, extract FROM review")
    assert NEW_QUESTION in questions
    assert len(criteria) == 4
    assert len(fields) == 3
    told = (story.updated / "protocol.md").read_text(encoding="utf-8")
    assert all(part in told for part in (*hashes, WHY, WHY_AGAIN, "dated 2026-11-20", NEW_QUESTION))


def test_what_the_amendment_touches_is_judged_again_and_nothing_else(story: Story) -> None:
    """Works that a standing criterion excludes stay so whatever is asked, and a person's verdict stands."""
    judged = "SELECT work_id FROM screening_decision WHERE method = 'llm'"
    standing = {row[0] for row in ask(story.first, f"{judged} AND criterion_id IN (FROM (SELECT criterion_id FROM "
                                                   "screening_criterion))")}  # fmt: skip
    kept = {row[0] for row in ask(story.first, judged)} - standing
    by_version = "SELECT DISTINCT work_id FROM decision WHERE phase = 'screening' AND protocol = "
    again = {row[0] for row in ask(story.amended, f"{by_version} 2")}
    assert standing
    assert kept <= again
    assert not again & (standing | {story.overruled})
    for work_id in (story.overruled, *standing):
        counted = f"SELECT count(*) FROM decision WHERE phase = 'screening' AND work_id = '{work_id}'"
        assert ask(story.updated, counted) == ask(story.first, counted)
    assert ask(story.amended, "SELECT count(*) FROM outdated_judgement") == [(0,)]
    # What was reworded was withdrawn and added: works that it had excluded are judged again too.
    left_out = "SELECT work_id FROM screening_decision JOIN criterion_name USING (criterion_id) WHERE name = 'E3'"
    excluded = {row[0] for row in ask(story.amended, left_out)}
    assert len(excluded) > 5
    third = {row[0] for row in ask(story.updated, f"{by_version} 3")}
    assert excluded <= third
    assert not excluded & {row[0] for row in ask(story.updated, left_out)}


def test_what_the_questions_ask_anew_is_searched_for(story: Story) -> None:
    """By every strategy, once, in a stage that the search goes on from; who reads the review is told, with the date."""
    assert ask(story.amended, "SELECT DISTINCT strategy FROM search_query WHERE protocol = 2 ORDER BY ALL") == [
        ("book",), ("citation",), ("expert",), ("keyword",)
    ]  # fmt: skip
    assert ask(story.first, "SELECT count(protocol) FROM search_query") == [(0,)]
    asked = f"SELECT count(*) FROM search_query WHERE strategy = 'keyword' AND protocol = 2 AND text = '{NEW_QUESTION}'"
    assert ask(story.amended, asked) == [(1,)]
    ((number, stage, day, queries, records, fresh),) = ask(
        story.amended, 'SELECT number, stage, "day", queries, records, fresh FROM amended_search_yield'
    )
    assert (number, queries > 4, records >= fresh) == (2, True, True)
    assert ask(story.amended, f"SELECT kind, number FROM search_stage WHERE stage = {stage}") == [("amended search", 1)]
    assert ask(story.first, "SELECT max(stage) FROM diffusion_stage") == [(stage - 1,)]
    stopped = "SELECT stage >= {}, stop_reason IS NOT NULL FROM saturation ORDER BY stage"
    stages = ask(story.amended, stopped.format(stage))
    assert all(has_ended is False for is_new, has_ended in stages if not is_new)
    assert stages[-1] == (True, True)
    assert ask(story.amended, f"SELECT n FROM prisma WHERE item = 'searched_as_amended {number}'") == [(fresh,)]
    told = f"Version 2 of the protocol, searched on {day:%Y-%m-%d} in stage {stage}: queries run {queries}"
    for name in ("appendix.md", "protocol.md"):
        assert told in (story.amended / name).read_text(encoding="utf-8")
    assert "by protocol version 2" in (story.amended / "prisma.svg").read_text(encoding="utf-8")
    text = (story.amended / "review.md").read_text(encoding="utf-8")
    assert "searched for by the same strategies" in text
    # The second amendment left the questions alone.
    assert ask(story.updated, "SELECT number FROM amended_search") == [(2,)]


def test_works_read_are_asked_for_new_fields_alone(story: Story) -> None:
    """A work read before is not summarised again; a reworded field is asked anew, and its old values are kept."""
    before, after = count_steps(story.first), count_steps(story.amended)
    fresh = (
        ask(story.amended, "SELECT count(*) FROM reading")[0][0]
        - ask(story.first, "SELECT count(*) FROM reading")[0][0]
    )
    assert after["summary"] - before["summary"] == fresh
    asked = "SELECT count(*) FROM asked_field JOIN corpus USING (work_id) WHERE field = "
    ((works,),) = ask(story.amended, "SELECT count(*) FROM corpus")
    assert ask(story.amended, f"{asked} 'Weight'") == [(works,)]
    assert after["fields"] == works - fresh
    assert ask(story.amended, "SELECT count(*) > 0 FROM current_extraction WHERE field = 'Weight'") == [(True,)]
    assert ask(story.updated, "SELECT count(DISTINCT question) FROM extraction WHERE field = 'Sample'") == [(2,)]
    assert ask(story.updated, "SELECT DISTINCT question FROM current_extraction WHERE field = 'Sample'") == [
        ("Which hair segment was cut?",)
    ]


def test_what_is_answered_follows_the_questions(story: Story) -> None:
    """Sections that tell what was asked are written again; the old question is neither answered nor listed."""
    text = (story.amended / "review.md").read_text(encoding="utf-8").partition("## Appendix")[0]
    assert NEW_QUESTION in text
    assert OLD_QUESTION not in text
    assert ask(story.amended, "FROM current_section JOIN outdated_section USING (section_id, version)") == []
    assert ask(story.updated, "SELECT DISTINCT protocol FROM current_section WHERE section_id = 'methodology'") == [
        (3,)
    ]
    assert "the protocol was amended" in (story.updated / "changes.md").read_text(encoding="utf-8")


def test_exclusions_name_their_criterion(story: Story) -> None:
    """By the id of the protocol: in the counts and picture of PRISMA, in why, and in the appendix."""
    ((works,),) = ask(story.amended, "SELECT works FROM criterion_exclusion WHERE name = 'E3'")
    item = "excluded_by E3 exclude population: children or adolescents"
    assert ask(story.amended, f"SELECT n FROM prisma WHERE item = '{item}'") == [(works,)]
    picture = (story.amended / "prisma.svg").read_text(encoding="utf-8")
    assert re.search(rf"- E3 children or adolescen…: {works};", picture)
    ((work_id,),) = ask(
        story.amended,
        "SELECT work_id FROM screening_decision JOIN criterion_name USING (criterion_id) WHERE name = 'E3' LIMIT 1",
    )
    decisions = explain_work(story.amended, work_id)["Decisions"]
    assert decisions["criterion"][-1] == "E3 exclude population: children or adolescents"
    appendix = (story.amended / "appendix.md").read_text(encoding="utf-8")
    rows = [line for line in appendix.splitlines() if line.startswith("| E3 |")]
    assert len(rows) == 1
    assert rows[0].rstrip(" |").endswith(str(works))
    assert any(line.rstrip(" |").endswith("| E3") for line in appendix.splitlines())
    assert "The review follows a protocol without a registration" in appendix
    assert "It was amended once." in appendix


def test_a_change_without_a_reason_is_refused_in_one_sentence(story: Story, tmp_path: Path) -> None:
    """Before anything is opened, and naming the remedy; a review goes on without its protocol at hand."""
    changed = tmp_path / "changed.toml"
    changed.write_text(PROTOCOL.replace("mice or rats", "animals"), encoding="utf-8")
    with pytest.raises(InputError, match="say why with --reason") as told:
        resume(story.first, changed)
    assert "\n" not in str(told.value)
    with pytest.raises(InputError, match="amendments"):
        update.fn(NAME, protocol=str(changed), reviews=str(story.first.parent), quiet=True)
    assert ask(story.first, "SELECT max(number) FROM protocol_version") == [(1,)]
    with pytest.raises(PlanMismatch, match="criteria"):
        review.fn(**read_published_order(story.first) | {"criteria": ["exclude design: trials"], "name": NAME},
                  reviews=str(story.first.parent), quiet=True)  # fmt: skip


def test_the_protocol_is_handed_on(story: Story, tmp_path: Path) -> None:
    """The zip of a review has the protocol with its amendments."""
    path = export_review(story.amended, ExportOrder(share=True, output=tmp_path))
    shutil.unpack_archive(path, tmp_path)
    assert WHY in (tmp_path / NAME / "protocol.md").read_text(encoding="utf-8")


def test_a_replay_takes_the_amendments_in_order(story: Story, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It asks nothing, has the person's verdict between the runs, and ends with the same text and the same hash."""
    again = remake(story.amended, tmp_path, monkeypatch)
    versions = "SELECT number, sha256, reason, dated FROM protocol_version ORDER BY number"
    assert ask(again, versions) == ask(story.amended, versions)
    with Ledger(again) as ledger, Ledger(story.amended) as recorded:
        own, theirs = hash_tables(ledger), hash_tables(recorded)
    assert [name for name in own if own[name] != theirs[name]] == []
    for name in ("review.md", "protocol.md", "appendix.md"):
        assert (again / name).read_text(encoding="utf-8") == (story.amended / name).read_text(encoding="utf-8")
    assert ask(again, "SELECT count(*) FROM run WHERE status = 'finished'") == [(2,)]
    assert ask(again, "SELECT sum(usd) FROM cost") == [(0,)]


def test_what_a_replay_cannot_tell_is_refused_in_one_sentence(
    story: Story, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An amendment in the middle of a run, one that no run has finished since, and one of an older version."""
    for number, (change, said) in enumerate(
        (
            (
                "UPDATE run SET status = 'failed' WHERE started_at = (SELECT min(started_at) FROM run)",
                "was interrupted",
            ),
            ("UPDATE run SET status = 'failed' WHERE started_at = (SELECT max(started_at) FROM run)", "resume hair'"),
            ("UPDATE protocol_version SET replaced = NULL", "did not keep what was asked before"),
        )
    ):
        record = shutil.copytree(story.amended, tmp_path / str(number) / NAME)
        with Ledger(record) as ledger:
            with ledger.transaction():
                ledger.change(change)
            ledger.publish()
        with pytest.raises(InputError, match=said) as told:
            remake(record, tmp_path / f"again {number}", monkeypatch)
        assert "\n" not in str(told.value)


@pytest.mark.parametrize("step", ["relevance", "queries", "fields", "introduction"])
def test_a_run_killed_between_two_steps_goes_on(
    story: Story, tmp_path: Path, server: LoopbackAnthropic, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the file at hand: the protocol is on record; nothing is asked twice, and the review ends the same."""
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "key")
    folder = shutil.copytree(story.first, tmp_path / NAME)
    kill_amending(folder, step, server)
    with Ledger(folder) as ledger:
        ledger.publish()
        assert ledger.select("SELECT max(number) FROM protocol_version").item() == 2
    resume(folder, None)
    assert count_steps(folder) == count_steps(story.amended)
    with Ledger(folder) as ledger, Ledger(story.amended) as whole:
        own, theirs = hash_tables(ledger), hash_tables(whole)
    # What the text says of the run may differ, such as of an answer that was lost.
    assert {name for name in own if own[name] != theirs[name]} <= {"section"}
