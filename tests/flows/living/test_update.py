"""A finished review in a world that grows: updated with news, updated without, and taken up again as it was planned."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from flows.bench.loopback.messages_server import serve_anthropic
from flows.bench.loopback.scripted import SCRIPTS
from flows.export import ExportOrder, export_review
from flows.living import update
from flows.review import review
from flows.verifying import verify_review
from storage.canonical import canonical_hash
from storage.errors import InputError, LedgerInUse
from storage.ledger import Ledger, open_published
from storage.people import PERSON, screening_queue
from storage.published import read_published_order
from storage.records import Verdict
from storage.screening import add_decisions
from storage.versions import open_snapshot, read_versions
from tasks.people.screening import decide_by_person
from tasks.screening import THRESHOLD
from tasks.settings import read_settings
from tests.flows.living.living_world import (
    NEWEST,
    NOTICE,
    NOTICE_DOI,
    PREPRINT,
    PUBLISHED,
    RELEVANT,
    RETRACTED,
    TOPIC,
    write_first,
    write_grown,
)

_CHANGING = {"run.json", "journal.log", "corpus.duckdb", ".ledger.duckdb"}
_NAME = "cortisol"
_MODELS = pytest.param(
    "anthropic",
    marks=pytest.mark.skipif("LITREVIEW_WHOLE_WORLDS" not in os.environ, reason="a minute long: make living"),
)


@dataclass(frozen=True)
class Moment:
    """The files of the review by name and the hash of what it knows, at one moment."""

    files: dict[str, bytes]
    known: str


@dataclass(frozen=True)
class Story:
    """The folder of the review, and moments of it: first run, update with news, without, taken up again.

    `sent` is how many requests each but the first sent to language models.
    """

    folder: Path
    analyst: str
    sent: list[int]
    first: Moment
    updated: Moment
    again: Moment
    resumed: Moment


def _look(folder: Path) -> Moment:
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.name not in _CHANGING}
    with Ledger(folder) as ledger:
        return Moment(files, canonical_hash(ledger))


@pytest.fixture(scope="module", params=["extractive", _MODELS])
def story(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    """Write a review, let its world grow, update it twice and resume it."""
    home = tmp_path_factory.mktemp("living")
    catalogue, reviews, folder = home / "works.jsonl", str(home / "reviews"), home / "reviews" / _NAME
    with pytest.MonkeyPatch.context() as environment, serve_anthropic(SCRIPTS) as server:
        environment.setenv("LITREVIEW_CACHE", str(home / "cache"))
        environment.setenv("LITREVIEW_OPEN_LIBRARY_URL", "")
        environment.setenv("ANTHROPIC_BASE_URL", server.url)
        environment.setenv("ANTHROPIC_API_KEY", "key")
        write_first(catalogue)
        order = {"quality": "quick", "analyst": request.param, "grey": True, "supervision": "none", "batch": False}
        review.fn(TOPIC, name=_NAME, catalogue=str(catalogue), reviews=reviews, quiet=True, **order)
        moments, sent = [_look(folder)], [len(server.requests)]
        write_grown(catalogue)
        for _ in range(2):
            update.fn(_NAME, reviews=reviews, batch=False, quiet=True)
            moments.append(_look(folder))
            sent.append(len(server.requests))
        review.fn(name=_NAME, reviews=reviews, batch=False, quiet=True, **read_published_order(folder))
        sent.append(len(server.requests))
        told = [after - before for before, after in pairwise(sent)]
        yield Story(folder, request.param, told, *moments, _look(folder))


@dataclass(frozen=True)
class Judged:
    """A review updated after a person decided otherwise than the analyst: its folder, and works taken in and out."""

    folder: Path
    included: str
    excluded: tuple[str, ...]


@pytest.fixture(scope="module")
def judged(story: Story) -> Judged:
    """Update a copy of the review for the verdicts of a person, who leaves out works that the first update added."""
    folder = shutil.copytree(story.folder, story.folder.with_name("judged"))
    with Ledger(folder) as ledger:
        works = {work["work_id"]: work for work in screening_queue(ledger, THRESHOLD, 1.0, 1000)}
        wanted = next(work_id for work_id, work in works.items() if work["verdict"] == "exclude")
        verdicts: dict[str, Verdict] = {wanted: "include"} | dict.fromkeys(RELEVANT[:2], "exclude")
        with ledger.transaction():
            for name, verdict in verdicts.items():
                by_person = decide_by_person(works[name], verdict, PERSON, works[name]["decisions"], seen=True)
                add_decisions(ledger, [by_person])
    update.fn("judged", reviews=str(folder.parent), batch=False, quiet=True)
    return Judged(folder, wanted, RELEVANT[:2])


def _ask(story: Story | Judged, sql: str) -> list[tuple[object, ...]]:
    with open_published(story.folder) as connection:
        return connection.execute(sql).fetchall()


def test_the_relevant_works_are_found_and_nothing_else_joins(story: Story) -> None:
    """Of thirty new works the five relevant ones and the published version join the corpus; wheat and notice do not."""
    joined = _ask(story, "SELECT work_id FROM discovery JOIN corpus USING (work_id) WHERE strategy = 'update'")
    assert {row[0] for row in joined} == {*RELEVANT, PUBLISHED}
    assert _ask(story, f"SELECT verdict, method FROM decision WHERE work_id = '{NOTICE}'") == [("exclude", "rule")]
    counts = dict(_ask(story, "SELECT item, n FROM prisma"))
    assert counts["identified"] == sum(
        counts[item] for item in ("duplicates", "rule_excluded", "not_reached", "screened")
    )
    assert counts["relevant"] == counts["beyond_tier"] + counts["corpus"] + counts["retracted"]


def test_the_works_that_left_are_replaced_or_gone(story: Story) -> None:
    """The retracted work is neither in the corpus nor cited; the published version stands in its preprint's theme."""
    assert _ask(story, f"SELECT 1 FROM corpus WHERE work_id IN ('{RETRACTED}', '{PREPRINT}')") == []
    keys = {row[0] for row in _ask(story, f"SELECT citekey FROM work WHERE work_id IN ('{RETRACTED}', '{PREPRINT}')")}
    body = story.updated.files["review.md"].decode().split("## Appendix")[0]
    assert not any(f"@{key}" in body for key in keys)
    themes = "SELECT theme_id, edition = (SELECT edition FROM current_edition) AS now FROM theme_work WHERE work_id = "
    before, after = _ask(story, f"{themes}'{PREPRINT}'"), _ask(story, f"{themes}'{PUBLISHED}'")
    assert [(theme, not now) for theme, now in before] == after


def test_only_sections_whose_evidence_changed_are_rewritten(story: Story) -> None:
    """The section of a theme without change is the same to the byte, and there is such a theme; the others differ."""
    changed = {
        row[0]
        for row in _ask(
            story,
            "WITH e AS (SELECT theme_id, edition, list(work_id ORDER BY work_id) AS works FROM theme_work GROUP BY ALL"
            ") SELECT 'theme:' || a.theme_id FROM e AS a JOIN e AS b USING (theme_id) "
            "WHERE a.edition <> b.edition AND a.works <> b.works",
        )
    }
    rows = _ask(
        story,
        'SELECT l.section_id, l."action", a.markdown = b.markdown FROM living_section AS l '
        "JOIN section AS a USING (section_id, version) JOIN current_section AS b ON b.section_id = l.section_id",
    )
    told = {str(name): (action, same) for name, action, same in rows}
    themes = {name for name in told if name.startswith("theme:")}
    assert changed
    assert themes - changed
    for name in themes:
        assert told[name] == (("rewritten", False) if name in changed else ("carried", True))
    assert told["abstract"][0] == told["methodology"][0] == "rewritten"


def test_what_stands_holds(story: Story) -> None:
    """Every claim of the updated text rests on words of the work it cites, every reference has its source."""
    assert _ask(story, "FROM unsupported_claim") == []
    assert _ask(story, "FROM provenance_violation") == []
    report, code = verify_review(story.folder, read_settings())
    assert code == 0, report


def test_changes_are_told(story: Story) -> None:
    """changes.md names the new works, the retraction with its notice, the version, and claims before and after."""
    text = story.updated.files["changes.md"].decode()
    keys = dict(_ask(story, "SELECT work_id, citekey FROM work WHERE citekey IS NOT NULL"))
    parts = dict(part.split("\n", 1) for part in text.split("\n### ")[1:])
    for work_id in (*RELEVANT, PUBLISHED):
        assert f"`@{keys[work_id]}`" in parts["New works"]
    assert f"`@{keys[RETRACTED]}`" in parts["Retractions"]
    assert f"notice {NOTICE_DOI}" in parts["Retractions"]
    assert "It carried:" in parts["Retractions"]
    assert f"`@{keys[PUBLISHED]}` is cited in its place" in parts["Versions"]
    assert "stands to the letter" in parts["Sections"]
    assert keys[RETRACTED] in parts["Claims before and after"]
    assert parts["What needs a human"].strip() == "- Nothing that the update could tell."
    calls = story.sent[0]
    assert (calls > 0) == (story.analyst == "anthropic")
    assert f"The update made {calls} calls to language models" in text
    assert f"as of {NEWEST}" in story.updated.files["review.md"].decode()


def test_an_update_without_news_changes_and_costs_nothing(story: Story) -> None:
    """The second update leaves every file and all the review knows as they were, makes no call, and says so."""
    assert story.again == story.updated
    assert story.sent[1:] == [0, 0]
    rows = _ask(story, "SELECT news, report, api_calls, llm_calls, api_usd, llm_usd FROM living_result ORDER BY number")
    assert rows[1] == (False, "", 0, 0, 0.0, 0.0)
    assert rows[0][0] is True


def test_a_plain_run_after_an_update_is_stable(story: Story) -> None:
    """Taking the review up again undoes nothing of the update and leaves every file as it was."""
    assert story.resumed == story.updated


def test_earlier_text_stays_to_be_had(story: Story, tmp_path: Path) -> None:
    """The last version before the update is the first run's text, section by section; the last of all is today's."""
    with open_snapshot(story.folder) as ledger:
        versions = read_versions(ledger)
    number = max(version.number for version in versions if version.edition == versions[0].edition)
    first = export_review(story.folder, ExportOrder(to="md", version=number, output=tmp_path / "1.md"))
    last = export_review(story.folder, ExportOrder(to="md", output=tmp_path / "last.md"))

    def sections(text: str) -> str:
        return text.partition("\n## Abstract")[2].partition("\n## References")[0]

    assert sections(first.read_text("utf-8")) == sections(story.first.files["review.md"].decode())
    assert sections(last.read_text("utf-8")) == sections(story.updated.files["review.md"].decode())


def test_errors_are_one_sentence(story: Story, tmp_path: Path) -> None:
    """A review in use, and one that does not exist, are told in one sentence with what to do."""
    reviews = str(story.folder.parent)
    with Ledger(story.folder), pytest.raises(LedgerInUse, match="in use by this process"):
        update.fn(_NAME, reviews=reviews, quiet=True)
    with pytest.raises(InputError, match="there is no review in"):
        update.fn("nothing", reviews=str(tmp_path), quiet=True)


def test_an_update_overrules_nobody(judged: Judged) -> None:
    """What a person took in stays in, what was left out stays out, and the report says who did it."""
    corpus = {row[0] for row in _ask(judged, "SELECT work_id FROM corpus")}
    assert judged.included in corpus
    assert not corpus.intersection(judged.excluded)
    newest = (judged.folder / "changes.md").read_text(encoding="utf-8").split("\n## ")[1]
    assert newest.startswith("Update 3")
    left = newest.split("### Other works that left")[1].split("\n### ")[0]
    for (key,) in _ask(judged, f"SELECT citekey FROM work WHERE work_id IN {judged.excluded}"):
        assert f"`@{key}`" in left
    assert left.count("Judged by a person.") == len(judged.excluded)


def test_verdicts_of_people_touch_what_rests_on_them(judged: Judged) -> None:
    """The sections of their works' themes and those that state how many works there are; all that is written holds."""
    touched = {
        f"theme:{row[0]}"
        for row in _ask(
            judged,
            "SELECT theme_id FROM theme_work AS m JOIN living_update AS u ON m.edition = u.edition OR m.edition IN "
            "(FROM current_edition) WHERE u.number = 3 "
            f"AND work_id IN {(judged.included, *judged.excluded)}",
        )
    }
    told = dict(_ask(judged, 'SELECT section_id, "action" FROM living_section WHERE number = 3'))
    themes = {name for name in told if str(name).startswith("theme:")}
    assert {name for name in themes if told[name] != "carried"} == touched
    assert touched < themes
    assert told["abstract"] == told["methodology"] == "rewritten"
    ((stated, written_about),) = _ask(
        judged,
        "SELECT CAST(numbers->>'corpus' AS INTEGER), (SELECT count(DISTINCT work_id) FROM theme_work AS m "
        "WHERE m.edition = u.edition) FROM living_update AS u WHERE number = 3",
    )
    assert stated == written_about
    report, code = verify_review(judged.folder, read_settings())
    assert code == 0, report
