"""Records of a review's references: offline from the catalogue alone, else from Crossref and Semantic Scholar first."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest

import flows.review as review_module
from flows.context.context import ReviewContext
from flows.context.order import ReviewOrder
from flows.discovery import discovery
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.records import check_retractions, records, report_records
from flows.review import work_through
from flows.snowballing import snowballing
from storage.core.canonical import canonical_hash
from storage.core.ledger import Ledger
from storage.publication.published import describe_review
from storage.records.writing import Claim, Draft
from storage.references.references import read_references
from storage.writing.sections import add_section
from tasks.environment.settings import read_settings
from tests.fakes.record_indexes import make_item, make_update, serve_indexes
from tests.faults.world import TOPIC, write_world

pytestmark = pytest.mark.slow
Look = Callable[[ReviewContext], None]
Run = Callable[..., None]
DOI = "10.5555/trees.{}"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a folder with the small world and a review of it that has gone as far as snowballing."""
    folder = tmp_path_factory.mktemp("world")
    write_world(folder / "works.jsonl")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LITREVIEW_CACHE", str(folder / "cache"))
        patch.setattr(review_module, "PHASES", (discovery, snowballing))
        with _open(folder, folder) as bench:
            work_through(bench)
        yield folder


def _open(world: Path, reviews: Path) -> AbstractContextManager[ReviewContext]:
    catalogue = str(world / "works.jsonl")
    order = ReviewOrder(
        topic=TOPIC, quality="quick", catalogue=catalogue, analyst="instant", reviews=reviews, name="trees"
    )
    return open_context(order, read_settings(), Progress(quiet=True))


@pytest.fixture
def run(tmp_path: Path, world: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return what goes through the records of a copy of that review, and shows the workbench to a function."""
    shutil.copytree(world / "trees", tmp_path / "trees")

    def go(look: Look, topic: str = TOPIC, **settings: str) -> None:
        for setting, value in settings.items():
            monkeypatch.setenv(f"LITREVIEW_{setting.upper()}", value)
        with _open(world, tmp_path) as opened:
            bench = replace(opened, plan=replace(opened.plan, topic=topic))
            records.fn(bench)
            look(bench)

    return go


@pytest.fixture(scope="module")
def titles(world: Path) -> dict[str, str]:
    """Return the titles of the works met, by DOI."""
    with Ledger(world / "trees") as ledger:
        rows = ledger.select("SELECT doi, title FROM work WHERE doi IS NOT NULL ORDER BY work_id")
        return dict(rows.iter_rows())


def corpus(bench: ReviewContext) -> set[str]:
    return set(bench.ledger.select("SELECT work_id FROM corpus")["work_id"])


def test_a_review_of_files_stays_offline_and_every_field_has_its_source(run: Run) -> None:
    """No index is asked, no field of the corpus lacks a source, and running again adds nothing."""
    hashes = []

    def look(bench: ReviewContext) -> None:
        assert bench.indexes.clients == ()
        assert bench.ledger.select("SELECT * FROM provenance_violation").is_empty()
        assert bench.ledger.select("SELECT count(DISTINCT work_id) FROM field_source").item() >= len(corpus(bench)) > 5
        assert bench.ledger.select("SELECT count(*) FROM api_call").item() == 0
        assert all(work.title and work.authors and work.year for work in read_references(bench.ledger).values())
        hashes.append((canonical_hash(bench.ledger), bench.ledger.select("SELECT count(*) FROM field_source").item()))

    run(look)
    run(look)
    assert hashes[0] == hashes[1]


def test_references_take_crossref_then_semantic_scholar_then_the_catalogue(run: Run, titles: dict[str, str]) -> None:
    """One question for all works each; fields by precedence; a DOI of another work gives nothing; no one asks twice."""
    items = {DOI.format(1): make_item(DOI.format(1), titles[DOI.format(1)].upper())}
    items[DOI.format(3)] = make_item(DOI.format(3), "Quarterly earnings of an unrelated bank")
    paper = {"paperId": "p", "externalIds": {"DOI": DOI.format(2)}, "title": titles[DOI.format(2)], "year": 1999}
    with serve_indexes(items, {DOI.format(2): paper}) as served:

        def look(bench: ReviewContext) -> None:
            by_doi = {work.doi: work for work in read_references(bench.ledger).values()}
            first, second, third = (by_doi[DOI.format(number)] for number in (1, 2, 3))
            assert (first.title, first.volume, first.pages) == (titles[DOI.format(1)].upper(), "77", "70-79")
            assert [author.name for author in first.authors] == ["Stone, Ada B."]
            assert second.year == 1999
            assert second.venue is not None
            assert third.title == titles[DOI.format(3)]
            assert third.volume != "77"
            problems = bench.ledger.select("SELECT kind, message, work_id FROM problem")
            assert problems.rows() == [
                ("DOI of another work", f"crossref has another work under the DOI {DOI.format(3)}", "W3")
            ]
            assert bench.ledger.select("SELECT * FROM provenance_violation").is_empty()
            body = bench.ledger.select("SELECT body FROM response WHERE source = 'crossref' ORDER BY url").item(0, 0)
            assert '"reference"' not in body

        run(look, crossref_url=served.url, semantic_scholar_url=served.url)
        asked = [path.partition("?")[0] for path in served.asked]
        assert sorted(asked) == ["/graph/v1/paper/batch", "/works", "/works"]
        run(look, crossref_url=served.url, semantic_scholar_url=served.url)
        assert len(served.asked) == len(asked)


def test_arxiv_is_asked_about_preprints_alone_and_speaks_last(run: Run, titles: dict[str, str]) -> None:
    """Two preprints, one without DOI, are looked up in one question; what the catalogue states of them stays."""
    with serve_indexes({}) as served:
        served.preprints = {"1101.00001": titles[DOI.format(1)], "1101.00002": "Quarterly earnings of a bank"}

        def name_preprints(bench: ReviewContext) -> None:
            change = "UPDATE work SET doi = $doi, oa_url = $url WHERE work_id = $work"
            bench.ledger.change(change, doi="10.48550/arxiv.1101.00001", url=None, work="W1")
            bench.ledger.change(change, doi=None, url="https://arxiv.org/abs/1101.00002", work="W2")
            bench.ledger.change(change, doi=DOI.format(3), url="https://arxiv.org/abs/1101.00003", work="W3")

        def look(bench: ReviewContext) -> None:
            rows = bench.ledger.select("SELECT work_id, status FROM record_lookup WHERE source = 'arxiv' ORDER BY ALL")
            assert rows.rows() == [("W1", "found"), ("W2", "other work")]
            stated = bench.ledger.select(
                "SELECT field, value, json_path FROM field_source AS f JOIN response AS r USING (response_id) "
                "WHERE r.source = 'arxiv' AND field <> 'title' ORDER BY field"
            )
            assert stated.rows() == [
                ("authors", "Ida Preprint", "$.author[0].name"),
                ("oa_url", "http://arxiv.org/abs/1101.00001v2", "$.id"),
                ("year", "2011", "$.published"),
            ]
            sources = bench.ledger.select("SELECT DISTINCT source FROM reference_field WHERE work_id = 'W1'")
            assert "local" in set(sources["source"])
            reasons = bench.ledger.select("SELECT reason FROM provenance_violation WHERE reason LIKE '%$%'")
            assert reasons.is_empty()

        run(name_preprints)
        run(look, arxiv_url=served.url)
        assert [path.partition("&")[0] for path in served.asked] == ["/api/query?id_list=1101.00001%2C1101.00002"]


def test_an_index_that_does_not_answer_is_asked_again_next_time(run: Run) -> None:
    """The review goes on with what the catalogue states and says so; later the records come in."""
    with serve_indexes({}) as served:
        served.faults = [503] * 40

        def look_at_silence(bench: ReviewContext) -> None:
            kinds = set(bench.ledger.select("SELECT kind FROM problem")["kind"])
            assert kinds == {"index unavailable"}
            assert bench.ledger.select("SELECT count(*) FROM record_lookup").item() == 0
            assert bench.ledger.select("SELECT * FROM provenance_violation").is_empty()

        run(look_at_silence, crossref_url=served.url)
        served.faults = []

        def look_at_answers(bench: ReviewContext) -> None:
            rows = bench.ledger.select(
                "SELECT source, status, count(*) AS n FROM record_lookup GROUP BY ALL ORDER BY 1"
            )
            n = len(corpus(bench))
            assert rows.rows() == [("crossref", "absent", n), ("crossref notices", "found", n)]

        run(look_at_answers, crossref_url=served.url)


@pytest.mark.parametrize("by", ["record", "notice", "file"])
def test_a_retracted_work_is_no_evidence(run: Run, titles: dict[str, str], tmp_path: Path, by: str) -> None:
    """Whoever tells, it leaves the corpus with the reason, `status` shows it, and a second run changes nothing."""
    update, items, settings = make_update("10.5555/notice", "retraction", 2021, 5, 4), {}, {}
    if by == "record":
        items[DOI.format(2)] = make_item(DOI.format(2), titles[DOI.format(2)], **{"updated-by": [update]})
    if by == "notice":
        items["10.5555/notice"] = make_item(
            "10.5555/notice", "Retraction", **{"update-to": [update | {"DOI": DOI.format(2)}]}
        )
    if by == "file":
        header = "Record ID,Title,OriginalPaperDOI,RetractionDOI,RetractionDate,RetractionNature,Reason"
        (tmp_path / "rw.csv").write_text(
            f"{header}\n5,T,{DOI.format(2)},10.5555/notice,5/4/2021 0:00,Retraction,+Error;\n"
        )
        settings["retraction_watch"] = str(tmp_path / "rw.csv")
    with serve_indexes(items) as served:
        hashes = []

        def look(bench: ReviewContext) -> None:
            assert "W2" not in corpus(bench)
            decided = bench.ledger.select("SELECT phase, reason FROM current_decision WHERE work_id = 'W2'").rows()
            source = "retraction watch" if by == "file" else "crossref"
            assert decided == [("retraction", f"Retracted, says {source}: notice 10.5555/notice, 2021-05-04.")]
            shown = describe_review(bench.ledger.folder)["Retractions"]
            assert shown.select("doi", "kind").rows() == [(DOI.format(2), "retraction")]
            assert bench.ledger.select("SELECT count(*) FROM corpus WHERE citekey IS NULL").item() == 0
            hashes.append(canonical_hash(bench.ledger))

        run(look, crossref_url=served.url, **settings)
        run(look, crossref_url=served.url, **settings)
        assert len(set(hashes)) == 1


def test_a_review_about_retractions_keeps_its_works(run: Run) -> None:
    """What the review is about stays, its reference says so, and each sentence that cites it is a problem on record."""
    update = make_update("10.5555/notice", "retraction", 2021)
    items = {"10.5555/n": make_item("10.5555/n", "Retraction", **{"update-to": [update | {"DOI": DOI.format(2)}]})}
    with serve_indexes(items) as served:

        def look(bench: ReviewContext) -> None:
            assert "W2" in corpus(bench)
            assert bench.ledger.select("SELECT work_id FROM retracted_work")["work_id"].to_list() == ["W2"]
            references = read_references(bench.ledger)
            (retracted,) = (key for key, work in references.items() if work.is_retracted)
            assert references[retracted].doi == DOI.format(2)
            claims = (Claim("Trees cool.", retracted, None), Claim("Trees warm.", "other", None))
            add_section(bench.ledger, "introduction", 1, "Introduction", Draft("Text.", claims))
            bench.ledger.change("UPDATE work SET venue = 'Another' WHERE work_id = 'W1'")
            report_records(bench)
            assert bench.ledger.select("SELECT kind, message, work_id FROM problem ORDER BY kind").rows() == [
                ("field without source", "venue: the answer it was read from says otherwise", "W1"),
                ("retracted work cited", f"@{retracted} is retracted: Trees cool.", None),
            ]

        run(look, topic=f"{TOPIC}: retracted studies", crossref_url=served.url)


def test_checking_asks_again_about_works_known(run: Run) -> None:
    """What was retracted after the review was made is on record after a check, and the corpus stands as it was."""
    with serve_indexes({}) as served:

        def look(bench: ReviewContext) -> None:
            before = corpus(bench)
            update = make_update(DOI.format(2), "retraction", 2024)
            served.items["10.5555/late"] = make_item("10.5555/late", "Retraction", **{"update-to": [update]})
            assert check_retractions(bench.ledger, bench.driver, bench.indexes) == []
            assert bench.ledger.select("SELECT work_id FROM retracted_work")["work_id"].to_list() == ["W2"]
            assert corpus(bench) == before

        run(look, crossref_url=served.url)


def test_a_replay_is_told_what_the_first_review_was_told(run: Run, titles: dict[str, str], tmp_path: Path) -> None:
    """Without asking anybody it comes to the same references, retractions and hash."""
    items = {DOI.format(number): make_item(DOI.format(number), titles[DOI.format(number)]) for number in (1, 2)}
    items[DOI.format(2)]["updated-by"] = [make_update("10.5555/notice", "retraction", 2021)]
    hashes = []

    def look(bench: ReviewContext) -> None:
        assert bench.ledger.select("SELECT work_id FROM retracted_work")["work_id"].to_list() == ["W2"]
        hashes.append(canonical_hash(bench.ledger))

    shutil.copytree(tmp_path / "trees", tmp_path / "untouched")
    with serve_indexes(items) as served:
        run(look, crossref_url=served.url)
        asked = len(served.asked)
        shutil.move(tmp_path / "trees", tmp_path / "first")
        shutil.move(tmp_path / "untouched", tmp_path / "trees")
        run(look, replay=str(tmp_path / "first"))
        assert len(served.asked) == asked
    assert hashes[0] == hashes[1]


def test_a_replay_says_which_index_was_silent(run: Run, tmp_path: Path) -> None:
    """What the first review could not be told is missing from the second for the same reason."""
    said = []

    def look(bench: ReviewContext) -> None:
        said.append(bench.ledger.select("SELECT phase, kind, message, work_id FROM problem ORDER BY ALL").rows())

    shutil.copytree(tmp_path / "trees", tmp_path / "untouched")
    with serve_indexes({}) as served:
        served.faults = [404] * 40
        run(look, crossref_url=served.url)
    shutil.move(tmp_path / "trees", tmp_path / "first")
    shutil.move(tmp_path / "untouched", tmp_path / "trees")
    run(look, replay=str(tmp_path / "first"))
    assert said[0] == said[1] != []
