"""A finished review in a world that grows: updated with news, updated without, and taken up again as it was planned."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from flows.export.formats import export_review
from flows.export.order import ExportOrder
from flows.review import review
from flows.update import update
from flows.verify.review import verify_review
from storage.core.errors import InputError, LedgerInUse
from storage.core.ledger import Ledger
from storage.publication.published import read_published_order
from storage.records.screeners import ScreenerVerdict
from storage.screening.human import screening_queue
from storage.screening.screeners import add_verdict, require_screeners
from storage.writing.versions import open_snapshot, read_versions
from tasks.environment.settings import read_settings
from tasks.screening.tasks import THRESHOLD
from tests.benchmarks.servers.messages_server import serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.flows.prose import read_sections
from tests.flows.updating.judged_otherwise import Judged, judge_otherwise
from tests.flows.updating.living_world import (
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
from tests.flows.updating.moments import Story, ask, look

pytestmark = pytest.mark.slow

_NAME = "cortisol"
_MODELS = pytest.param(
    "anthropic",
    marks=pytest.mark.skipif("LITREVIEW_WHOLE_WORLDS" not in os.environ, reason="a minute long: make living"),
)


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
        moments, sent = [look(folder)], [len(server.requests)]
        write_grown(catalogue)
        for _ in range(2):
            update.fn(_NAME, reviews=reviews, batch=False, quiet=True)
            moments.append(look(folder))
            sent.append(len(server.requests))
        review.fn(name=_NAME, reviews=reviews, batch=False, quiet=True, **read_published_order(folder))
        sent.append(len(server.requests))
        told = [after - before for before, after in pairwise(sent)]
        yield Story(folder, request.param, told, *moments, look(folder))


@pytest.fixture(scope="module")
def judged(story: Story) -> Judged:
    """Update a copy of the review for the verdicts of a person, who leaves out works that the first update added."""
    return judge_otherwise(story.folder)


def test_the_relevant_works_are_found_and_nothing_else_joins(story: Story) -> None:
    """Of thirty new works the five relevant ones and the published version join the corpus; wheat and notice do not."""
    joined = ask(story.folder, "SELECT work_id FROM discovery JOIN corpus USING (work_id) WHERE strategy = 'update'")
    assert {row[0] for row in joined} == {*RELEVANT, PUBLISHED}
    assert ask(story.folder, f"SELECT verdict, method FROM decision WHERE work_id = '{NOTICE}'") == [
        ("exclude", "rule")
    ]
    counts = dict(ask(story.folder, "SELECT item, n FROM prisma"))
    assert counts["identified"] == sum(
        counts[item] for item in ("duplicates", "rule_excluded", "not_reached", "screened")
    )
    assert counts["relevant"] == counts["beyond_tier"] + counts["corpus"] + counts["retracted"]


def test_the_works_that_left_are_replaced_or_gone(story: Story) -> None:
    """The retracted work is neither in the corpus nor cited; the published version stands in its preprint's theme."""
    assert ask(story.folder, f"SELECT 1 FROM corpus WHERE work_id IN ('{RETRACTED}', '{PREPRINT}')") == []
    keys = {
        row[0] for row in ask(story.folder, f"SELECT citekey FROM work WHERE work_id IN ('{RETRACTED}', '{PREPRINT}')")
    }
    body = story.updated.files["review.md"].decode().split("## Appendix")[0]
    assert not any(f"@{key}" in body for key in keys)
    themes = "SELECT theme_id, edition = (SELECT edition FROM current_edition) AS now FROM theme_work WHERE work_id = "
    before, after = ask(story.folder, f"{themes}'{PREPRINT}'"), ask(story.folder, f"{themes}'{PUBLISHED}'")
    assert [(theme, not now) for theme, now in before] == after


def test_only_sections_whose_evidence_changed_are_rewritten(story: Story) -> None:
    """The section of a theme without change is the same to the byte, and there is such a theme; the others differ."""
    changed = {
        row[0]
        for row in ask(
            story.folder,
            "WITH e AS (SELECT theme_id, edition, list(work_id ORDER BY work_id) AS works FROM theme_work GROUP BY ALL"
            ") SELECT 'theme:' || a.theme_id FROM e AS a JOIN e AS b USING (theme_id) "
            "WHERE a.edition <> b.edition AND a.works <> b.works",
        )
    }
    rows = ask(
        story.folder,
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
    assert ask(story.folder, "FROM unsupported_claim") == []
    assert ask(story.folder, "FROM provenance_violation") == []
    report, code = verify_review(story.folder, read_settings())
    assert code == 0, report


def test_changes_are_told(story: Story) -> None:
    """changes.md names the new works, the retraction with its notice, the version, and claims before and after."""
    text = story.updated.files["changes.md"].decode()
    keys = dict(ask(story.folder, "SELECT work_id, citekey FROM work WHERE citekey IS NOT NULL"))
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
    rows = ask(
        story.folder, "SELECT news, report, api_calls, llm_calls, api_usd, llm_usd FROM living_result ORDER BY number"
    )
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

    assert read_sections(first.read_text("utf-8")) == read_sections(story.first.files["review.md"].decode())
    assert read_sections(last.read_text("utf-8")) == read_sections(story.updated.files["review.md"].decode())


def test_errors_are_one_sentence(story: Story, tmp_path: Path) -> None:
    """A review in use, and one that does not exist, are told in one sentence with what to do."""
    reviews = str(story.folder.parent)
    with Ledger(story.folder), pytest.raises(LedgerInUse, match="in use by this process"):
        update.fn(_NAME, reviews=reviews, quiet=True)
    with pytest.raises(InputError, match="there is no review in"):
        update.fn("nothing", reviews=str(tmp_path), quiet=True)


def test_an_update_overrules_nobody(judged: Judged) -> None:
    """What a person took in stays in, what was left out stays out, and the report says who did it."""
    corpus = {row[0] for row in ask(judged.folder, "SELECT work_id FROM corpus")}
    assert judged.included in corpus
    assert not corpus.intersection(judged.excluded)
    newest = (judged.folder / "changes.md").read_text(encoding="utf-8").split("\n## ")[1]
    assert newest.startswith("Update 3")
    left = newest.split("### Other works that left")[1].split("\n### ")[0]
    for (key,) in ask(judged.folder, f"SELECT citekey FROM work WHERE work_id IN {judged.excluded}"):
        assert f"`@{key}`" in left
    assert left.count("Judged by a person.") == len(judged.excluded)


def test_an_update_overrules_neither_of_two_people(story: Story) -> None:
    """What they agreed on holds, what they differ about is held, what one of them said waits; the text tells it."""
    folder = shutil.copytree(story.folder, story.folder.with_name("screened"))
    alike, differed, alone = RELEVANT[:3]
    with Ledger(folder) as ledger:
        require_screeners(ledger, 2, "person: Anna")
        works = {work["work_id"]: work for work in screening_queue(ledger, THRESHOLD, 1.0, 1000)}
        wanted = next(work_id for work_id, work in works.items() if work["verdict"] == "exclude")
        said = [(wanted, "include", "include"), (alike, "exclude", "exclude"), (differed, "include", "exclude")]
        for work_id, *verdicts in [*said, (alone, "exclude")]:
            for who, verdict in zip(("Anna", "Ben"), verdicts, strict=False):
                add_verdict(ledger, ScreenerVerdict(f"{work_id} {who}", work_id, f"person: {who}", verdict))
        before = ledger.select("FROM screener_verdict ORDER BY seq").rows()
    update.fn("screened", reviews=str(folder.parent), batch=False, quiet=True)
    corpus = {row[0] for row in ask(folder, "SELECT work_id FROM corpus")}
    assert corpus & {wanted, alike, differed, alone} == {wanted, alone}
    assert ask(folder, "FROM screener_verdict ORDER BY seq") == before
    report, code = verify_review(folder, read_settings())
    assert code == 0, report
    text, appendix = ((folder / name).read_text(encoding="utf-8") for name in ("review.md", "appendix.md"))
    if story.analyst == "extractive":
        assert "Each two of them gave the same verdict on 66.7% of the works that both judged." in text
        assert "Cohen's kappa of their verdicts, by pair, is 0.40" in text
    assert "| Anna, Ben | title and abstract | 3 | 66.7 | 0.40 |" in " ".join(appendix.split())
    assert "Works that wait for further verdicts, on which the analyst's decision stands until then: 1." in appendix


def test_verdicts_of_people_touch_what_rests_on_them(judged: Judged) -> None:
    """The sections of their works' themes and those that state how many works there are; all that is written holds."""
    touched = {
        f"theme:{row[0]}"
        for row in ask(
            judged.folder,
            "SELECT theme_id FROM theme_work AS m JOIN living_update AS u ON m.edition = u.edition OR m.edition IN "
            "(FROM current_edition) WHERE u.number = 3 "
            f"AND work_id IN {(judged.included, *judged.excluded)}",
        )
    }
    told = dict(ask(judged.folder, 'SELECT section_id, "action" FROM living_section WHERE number = 3'))
    themes = {name for name in told if str(name).startswith("theme:")}
    assert {name for name in themes if told[name] != "carried"} == touched
    assert touched < themes
    assert told["abstract"] == told["methodology"] == "rewritten"
    ((stated, written_about),) = ask(
        judged.folder,
        "SELECT CAST(numbers->>'corpus' AS INTEGER), (SELECT count(DISTINCT work_id) FROM theme_work AS m "
        "WHERE m.edition = u.edition) FROM living_update AS u WHERE number = 3",
    )
    assert stated == written_about
    report, code = verify_review(judged.folder, read_settings())
    assert code == 0, report


def test_an_updated_review_can_be_supervised(story: Story) -> None:
    """Loops asked for after an update read the text as it stands: what holds stays, and a second run does nothing."""
    folder = shutil.copytree(story.folder, story.folder.with_name("supervised"))
    order = read_published_order(folder) | {"supervision": "all"}
    moments = []
    for _ in range(2):
        review.fn(name="supervised", reviews=str(folder.parent), batch=False, quiet=True, **order)
        moments.append(look(folder))
    loops = {row[0] for row in ask(folder, "SELECT DISTINCT loop FROM supervision")}
    assert {"theory", "structure"} <= loops
    changed = {row[0] for row in ask(folder, "SELECT DISTINCT section_id FROM edit")}
    texts = "SELECT section_id, markdown FROM current_section"
    before, after = dict(ask(story.folder, texts)), dict(ask(folder, texts))
    assert {name for name in before if before[name] != after[name]} <= changed
    assert set(ask(story.folder, "SELECT work_id FROM corpus")) <= set(ask(folder, "SELECT work_id FROM corpus"))
    assert ask(folder, "FROM unsupported_claim") == []
    report, code = verify_review(folder, read_settings())
    assert code == 0, report
    assert moments[0] == moments[1]
