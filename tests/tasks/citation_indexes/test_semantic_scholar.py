"""Semantic Scholar as a second index: one question for 500 papers, whatever order, gap or fault the answer has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest
import yaml

from storage.records.citations import AskedWork, Linked
from tasks.citation_indexes.own_records import state_own_work
from tasks.citation_indexes.semantic_scholar import SemanticScholarCitations, _assign, _list_papers, read_links
from tasks.services.answers import Absence
from tasks.services.semantic_scholar import SemanticScholar
from tests.benchmarks.servers.citation_indexes import CitationSite, Paper, serve_citation_indexes

TITLE = "Hair cortisol as a measure of stress, part {}"


def make_papers(number: int) -> dict[str, Paper]:
    """Return papers in a ring: each cites the next two and a report without DOI."""
    papers = {
        f"W{place}": Paper(
            TITLE.format(place),
            doi=f"10.5555/hair.{place}",
            mag=str(2_000_000_000 + place),
            references=(f"W{(place + 1) % number}", f"W{(place + 2) % number}", "W900"),
        )
        for place in range(number)
    }
    return papers | {"W900": Paper("A report on hair that only Semantic Scholar has", 2011)}


def ask_works(*numbers: int, cited: int = 0) -> list[AskedWork]:
    return [AskedWork(f"W{n}", TITLE.format(n), f"10.5555/hair.{n}", cited) for n in numbers]


@pytest.fixture
def site() -> Iterator[CitationSite]:
    with serve_citation_indexes(make_papers(12)) as served:
        yield served


@pytest.fixture
def index(site: CitationSite) -> SemanticScholarCitations:
    return SemanticScholarCitations(SemanticScholar.at(site.url, None, pace=0).client)


def cited(answered, number: int) -> set[str]:
    body = next(one.response.body for one in answered.answers if one.work_id == f"W{number}" and one.response)
    return {one.doi for one in read_links(body)["backward"] if one.doi}


def test_one_question_gives_references_and_citers_of_all(index, site):
    """References come by DOI, number of OpenAlex and the index's own id; one without DOI by its id alone."""
    answered = index.ask(ask_works(0, 1, 2))
    assert site.count_questions() == len(site.asked) == 1
    links = read_links(answered.answers[0].response.body)
    assert links["backward"][0] == Linked("10.5555/hair.1", "W2000000001", None, links["backward"][0].name)
    assert links["backward"][2].doi is None
    assert links["backward"][2].name
    assert {one.doi for one in links["forward"]} == {"10.5555/hair.10", "10.5555/hair.11"}
    assert answered.silence == ""


def test_works_are_cut_into_500_and_named_by_doi_or_number():
    """A work without DOI is asked for by the number that OpenAlex took over; one of a number of its own is not."""
    index = SemanticScholarCitations(SemanticScholar.at("http://127.0.0.1:9", None).client)
    works = ask_works(*range(501))
    works += [AskedWork("W3999999999", "Old"), AskedWork("W4000000000", "New"), AskedWork("work-1", "Ours")]
    batches = index.cut(works)
    assert [len(batch) for batch in batches] == [500, 2]
    assert batches[1][1].work_id == "W3999999999"


@pytest.mark.parametrize("fault", ["shuffled", "429", "500", "truncated", "shorter"])
def test_faults_neither_lose_nor_mix_up_papers(index, site, fault):
    """Papers are told by their DOI wherever they stand; what is busy or cut off is asked again."""
    site.play(fault)
    answered = index.ask(ask_works(3, 4, 5))
    known = [4, 5] if fault == "shorter" else [3, 4, 5]
    assert answered.silence == ""
    for number in known:
        assert cited(answered, number) == {f"10.5555/hair.{number + 1}", f"10.5555/hair.{number + 2}"}
    assert [one.work_id for one in answered.answers] == ["W3", "W4", "W5"]
    assert (answered.answers[0].response is None) == (fault == "shorter")


def test_a_null_is_a_paper_that_is_not_known(index, site):
    """Nulls stand for unknown papers; a refusal that names no valid id says the same of all."""
    site.play("nulls")
    answered = index.ask(ask_works(6, 7, 99))
    assert [one.response is None for one in answered.answers] == [True, False, True]
    answered = index.ask(ask_works(98, 99))
    assert [one.response for one in answered.answers] == [None, None]
    assert answered.silence == ""


def test_another_doi_of_the_same_title_counts_and_of_another_title_does_not(index, site):
    """A preprint's DOI may lead to the record of the article; a record of another title at the place is no answer."""
    site.named["DOI:10.5555/preprint"] = "W8"
    same = AskedWork("W70", TITLE.format(8), "10.5555/preprint")
    other = AskedWork("W71", "Quarterly earnings of an unrelated bank", "10.5555/preprint")
    assert cited(index.ask([same]), 70) == {"10.5555/hair.9", "10.5555/hair.10"}
    assert index.ask([other]).answers[0].response is None


def test_what_is_too_much_is_asked_without_citers_and_then_in_halves(index, site):
    """An answer above the limit of size loses its citers first; no paper is lost."""
    names = [f"DOI:10.5555/hair.{n}" for n in range(8)]
    site.most_bytes = len(json.dumps(site._list_papers(names, ["references.externalIds"])[1])) - 200
    answered = index.ask(ask_works(*range(8)))
    assert [len(ids) for _, ids in site.asked] == [8, 8, 4, 4]
    assert "citations" in site.asked[0][0]
    assert not any("citations" in path for path, _ in site.asked[1:])
    assert all(cited(answered, n) for n in range(8))
    assert set(read_links(answered.answers[0].response.body)) == {"backward"}


def test_a_single_paper_that_is_too_much_is_a_silence(index, site):
    """What cannot be halved any more is not held against the paper: it stays to be asked about."""
    site.most_bytes = 100
    answered = index.ask(ask_works(1, 2))
    assert answered.answers == ()
    assert "did not accept" in answered.silence


def test_a_service_that_takes_too_long_over_many_is_asked_about_fewer(index, site):
    """Five gateway time-outs in a row halve the question, as the service is known to need."""
    site.play(*["504"] * 5)
    answered = index.ask(ask_works(1, 2))
    assert [len(ids) for _, ids in site.asked] == [2] * 5 + [1, 1]
    assert cited(answered, 1)
    assert cited(answered, 2)


def test_citers_are_asked_for_below_the_limit_of_an_answer(index, site):
    """Where the catalogue counts more citing works than one answer may hold, only references are asked for."""
    index.ask(ask_works(1, cited=9_999))
    index.ask(ask_works(1, 2, cited=5_000))
    assert ["citations." in path for path, _ in site.asked] == [True, False]


def test_withheld_references_are_none(index, site):
    """A publisher may withhold references, which then are null, as in the recorded paper."""
    site.elided = frozenset({"W1"})
    assert read_links(index.ask(ask_works(1)).answers[0].response.body)["backward"] == ()


def test_a_service_that_is_not_there_is_data(closed_port):
    """The silence names the service, without addresses or keys."""
    index = SemanticScholarCitations(SemanticScholar.at(f"http://127.0.0.1:{closed_port}", None, pace=0).client)
    answered = index.ask(ask_works(1))
    assert answered.answers == ()
    assert answered.silence.startswith("semanticscholar could not be reached")
    assert isinstance(index.describe([Linked(name="a")]), Absence)


def test_its_own_record_of_a_work_can_be_judged_and_cited(index):
    """A report that nobody else has becomes a work with title, year, authors, abstract and its id there."""
    own = read_links(index.ask(ask_works(1)).answers[0].response.body)["backward"][2]
    record = index.describe([own, Linked(name="f" * 40)])
    assert record["f" * 40] is None
    work = state_own_work("semantic-scholar", own.name, record[own.name])
    assert (work.title, work.year, work.doi) == ("A report on hair that only Semantic Scholar has", 2011, None)
    assert [author.name for author in work.authors] == ["Ada Stone"]
    assert work.work_id.startswith("work-")
    assert (work.type, work.volume, work.issue, work.pages) == ("article", "7", "2", "70-79")
    assert work.abstract_source == "semanticscholar"
    assert [(one.scheme, one.value) for one in work.identifiers] == [("semantic-scholar", own.name)]


def test_recorded_answers_are_read(shared_data: Path):
    """A recorded paper with nulls states nothing; of recorded papers one is null, and the others are found."""
    folder = shared_data / "recordings" / "semanticscholar"
    assert read_links((folder / "PaperWithNullValues.json").read_text()) == {"backward": (), "forward": ()}
    recorded = yaml.safe_load((folder / "test_get_papers_return_not_found.yaml").read_text())["interactions"][0]
    papers = orjson.loads(recorded["response"]["body"]["string"])
    works = [AskedWork("W1", "Gone"), AskedWork("W2", papers[1]["title"], "10.2139/ssrn.other")]
    works += [AskedWork("W3", papers[2]["title"], papers[2]["externalIds"]["DOI"].lower()), AskedWork("W4", "Another")]
    found = _assign(works, _list_papers(papers))
    assert {work_id: paper["paperId"] for work_id, paper in found.items()} == {
        "W2": papers[1]["paperId"],
        "W3": papers[2]["paperId"],
    }
