"""A finished review in a world that grows: updated with news, updated without, and taken up again as it was planned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from flows.export import ExportOrder, export_review
from flows.living import update
from flows.review import review
from storage.canonical import canonical_hash
from storage.errors import InputError, LedgerInUse
from storage.ledger import Ledger, open_published
from storage.published import read_published_order
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


@dataclass(frozen=True)
class Moment:
    """The files of the review by name and the hash of what it knows, at one moment."""

    files: dict[str, bytes]
    known: str


@dataclass(frozen=True)
class Story:
    """The folder of the review, and moments of it: first run, update with news, without, taken up again."""

    folder: Path
    first: Moment
    updated: Moment
    again: Moment
    resumed: Moment


def _look(folder: Path) -> Moment:
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.name not in _CHANGING}
    with Ledger(folder) as ledger:
        return Moment(files, canonical_hash(ledger))


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    """Write a review, let its world grow, update it twice and resume it."""
    home = tmp_path_factory.mktemp("living")
    catalogue, reviews = home / "works.jsonl", str(home / "reviews")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LITREVIEW_CACHE", str(home / "cache"))
        environment.setenv("LITREVIEW_OPEN_LIBRARY_URL", "")
        write_first(catalogue)
        order = {"quality": "quick", "analyst": "extractive", "grey": True, "supervision": "none"}
        review.fn(TOPIC, name=_NAME, catalogue=str(catalogue), reviews=reviews, quiet=True, **order)
        folder = home / "reviews" / _NAME
        moments = [_look(folder)]
        write_grown(catalogue)
        for _ in range(2):
            update.fn(_NAME, reviews=reviews, quiet=True)
            moments.append(_look(folder))
        review.fn(name=_NAME, reviews=reviews, quiet=True, **read_published_order(folder))
        yield Story(folder, *moments, _look(folder))


def _ask(story: Story, sql: str) -> list[tuple[object, ...]]:
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
    told = dict(_ask(story, "SELECT section_id, action FROM living_section"))
    versions = _ask(story, "SELECT section_id, list(markdown ORDER BY version) FROM section GROUP BY section_id")
    texts = {str(name): list(of) for name, of in versions}  # type: ignore[call-overload]
    assert changed
    themes = {name for name in texts if name.startswith("theme:")}
    assert themes - changed
    for name in themes:
        assert told[name] == ("rewritten" if name in changed else "carried")
        assert len(texts[name]) == 2
        assert (texts[name][0] == texts[name][1]) == (name not in changed)
    assert told["abstract"] == told["methodology"] == "rewritten"


def test_what_stands_holds(story: Story) -> None:
    """Every claim of the updated text rests on words of the work it cites, every reference has its source."""
    assert _ask(story, "FROM unsupported_claim") == []
    assert _ask(story, "FROM provenance_violation") == []


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
    assert "0 calls to language models" in text
    assert f"as of {NEWEST}" in story.updated.files["review.md"].decode()


def test_an_update_without_news_changes_and_costs_nothing(story: Story) -> None:
    """The second update leaves every file and all the review knows as they were, makes no call, and says so."""
    assert story.again == story.updated
    rows = _ask(story, "SELECT news, report, api_calls, llm_calls, api_usd, llm_usd FROM living_result ORDER BY number")
    assert rows[1] == (False, "", 0, 0, 0.0, 0.0)
    assert rows[0][0] is True


def test_a_plain_run_after_an_update_is_stable(story: Story) -> None:
    """Taking the review up again undoes nothing of the update and leaves every file as it was."""
    assert story.resumed == story.updated


def test_earlier_text_stays_to_be_had(story: Story, tmp_path: Path) -> None:
    """Version 1 is the text of the first run, section by section; the updated text is the last version."""
    first = export_review(story.folder, ExportOrder(to="md", version=1, output=tmp_path / "1.md"))
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
