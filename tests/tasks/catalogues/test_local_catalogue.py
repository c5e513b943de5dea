"""What a local catalogue answers."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from storage.records.search import Expert, Formulation, SearchOutcome, Topic
from tasks.catalogues.local.catalogue import LocalCatalogue
from tasks.catalogues.protocol import Catalogue


def ask(text: str = "cortisol", **filters: Any) -> Formulation:
    return Formulation("keyword", "test", text, **filters)


def found(outcome: SearchOutcome) -> list[str]:
    return [hit.work.work_id for hit in outcome.hits]


@pytest.fixture
def catalogue(catalogue_of, make_record) -> LocalCatalogue:
    """Return five works on cortisol and one on dams."""
    ana = {"author": {"id": "https://openalex.org/A1", "display_name": "Ana"}}
    bo = {"author": {"id": "https://openalex.org/A2", "display_name": "Bo"}}
    nobody = {"author": {"id": None, "display_name": "Nobody"}}
    stress = {"id": "https://openalex.org/T1", "display_name": "Stress"}
    hair = {"display_name": "Hair"}
    cites = {"referenced_works": ["https://openalex.org/W1", "https://openalex.org/W6"]}
    return catalogue_of(
        [
            make_record(
                1, "Cortisol in hair", publication_year=2010, type="journal-article", language="en", cited_by_count=50,
                doi="https://doi.org/10.1/ONE", topics=[stress], authorships=[ana, nobody],
            ),
            make_record(
                2, "Cortisol in hair", publication_year=2015, type="review", language="fr", cited_by_count=5,
                topics=[stress, hair], authorships=[ana, bo], **cites,
            ),
            make_record(3, "Cortisol in hair", publication_year=2020, type="article", cited_by_count=0, **cites),
            make_record(
                4, "Cortisol in hair", publication_year=2015, type="article", language="en", cited_by_count=10,
                open_access={"is_oa": True}, authorships=[bo], doi="10.1000/four",
            ),
            make_record(5, "Cortisol in hair of captive and free bears", publication_year=None),
            make_record(6, "Dams and rivers of Europe", publication_year=2012, type="article", language="en"),
        ]
    )  # fmt: skip


def test_ranking_is_bm25_with_an_open_access_bonus_and_ties_by_id(catalogue: LocalCatalogue) -> None:
    """Of equal texts the open one leads and ids decide; the longer text follows; what does not match is absent."""
    outcome = catalogue.search(ask())
    assert found(outcome) == ["W4", "W1", "W2", "W3", "W5"]
    assert [hit.rank for hit in outcome.hits] == [1, 2, 3, 4, 5]
    assert (outcome.total, outcome.api_calls) == (5, 1)


def test_a_better_match_beats_the_open_access_bonus(catalogue_of, make_record) -> None:
    """Open access is a bonus: it never lifts a work over one that matches more of the question."""
    records = [make_record(number, f"Dams and river {number}") for number in range(3, 20)]
    records += [
        make_record(1, "Cortisol in hair", open_access={"is_oa": True}),
        make_record(2, "Hair cortisol, stress"),
    ]
    assert found(catalogue_of(records).search(ask("cortisol hair stress"))) == ["W2", "W1"]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"from_year": 2015}, ["W4", "W2", "W3"]),
        ({"to_year": 2015}, ["W4", "W1", "W2"]),
        ({"from_year": 2015, "to_year": 2015}, ["W4", "W2"]),
        ({"types": ("article",)}, ["W4", "W1", "W3"]),
        ({"types": ("review", "book")}, ["W2"]),
        ({"languages": ("EN",)}, ["W4", "W1", "W3", "W5"]),
        ({"cited_by_over": 10}, ["W1"]),
        ({"cited_by_over": 10, "cited_by_exempt_from": 2020}, ["W1", "W3"]),
        ({"limit": 2}, ["W4", "W1"]),
        ({"from_year": 2030}, []),
    ],
)
def test_filters_are_exact(catalogue: LocalCatalogue, filters: dict[str, Any], expected: list[str]) -> None:
    """Years include their ends, no language passes, citations are strictly more, recent years are exempt."""
    assert found(catalogue.search(ask(**filters))) == expected


def test_total_counts_what_the_limit_cuts(catalogue: LocalCatalogue) -> None:
    """The total is of all matching works, also when fewer or none are wanted."""
    assert [catalogue.search(ask(limit=limit)).total for limit in (0, 2, 100)] == [5, 5, 5]


@pytest.mark.parametrize("text", ["", "the of and", "xylophone", "'; DROP TABLE work; --", "?!", "\x00"])
def test_no_hit_is_an_empty_outcome(catalogue: LocalCatalogue, text: str) -> None:
    """A text nothing matches gives no hits, no topics and no experts, and never an error."""
    outcome = catalogue.search(ask(text))
    assert (outcome.total, outcome.hits) == (0, ())
    assert (catalogue.topics(text), catalogue.authors_of_topic("T1", text)) == ([], [])


def test_the_address_says_what_was_asked(catalogue: LocalCatalogue) -> None:
    """The address of a search names file, text and every filter, quoted."""
    plain = catalogue.search(ask("hair & stress"))
    assert plain.url == "local:works.jsonl?search=hair%20%26%20stress"
    filtered = catalogue.search(
        ask(from_year=2010, types=("article", "review"), languages=("en",), cited_by_over=10, cited_by_exempt_from=2022)
    )
    assert filtered.url == (
        "local:works.jsonl?search=cortisol&filter=publication_year:2010-,type:article|review,language:en,"
        "cited_by_count:>10%20or%20publication_year:2022-"
    )


def test_works_by_id_keep_the_order_asked(catalogue: LocalCatalogue) -> None:
    """Ids come back in order, once, in any spelling; unknown ones are missing; none asked, none given."""
    works = catalogue.works_by_id(["W4", "W999", "https://openalex.org/W1", "W4", "nonsense", "W2"])
    assert [work.work_id for work in works] == ["W4", "W1", "W2"]
    assert catalogue.works_by_id([]) == []


def test_works_by_doi_accept_any_spelling(catalogue: LocalCatalogue, catalogue_of, make_record) -> None:
    """Resolver and case of a DOI do not matter, order does; two records of one DOI both come."""
    assert [work.work_id for work in catalogue.works_by_doi(["HTTPS://doi.org/10.1000/FOUR", "10.9999/none"])] == ["W4"]
    twins = catalogue_of(
        [make_record(9, doi="10.1000/x"), make_record(8, doi="10.1000/X"), make_record(7, doi="10.1000/y")]
    )
    assert [work.work_id for work in twins.works_by_doi(["10.1000/y", "10.1000/x"])] == ["W7", "W8", "W9"]


def test_citing_works_come_once_by_id(catalogue: LocalCatalogue) -> None:
    """A work citing two of the ids comes once, with its references; uncited ids give nothing."""
    works = catalogue.citing_works(["W6", "W1", "W1"])
    assert [(work.work_id, work.references) for work in works] == [("W2", ("W1", "W6")), ("W3", ("W1", "W6"))]
    assert catalogue.citing_works(["W5", "W999"]) == catalogue.citing_works([]) == []


def test_every_work_carries_its_raw_record(catalogue: LocalCatalogue) -> None:
    """The response holds the exact line of the file and the address of the record."""
    (work,) = catalogue.works_by_id(["W6"])
    assert work.response is not None
    assert (work.response.source, work.response.url) == ("local", "local:works.jsonl#W6")
    assert json.loads(work.response.body)["title"] == "Dams and rivers of Europe"


def test_topics_are_the_most_frequent_headings(catalogue: LocalCatalogue) -> None:
    """Headings are counted over the hits, the most frequent first; one without an id goes by its name."""
    assert catalogue.topics("cortisol") == [Topic("T1", "Stress", 2), Topic("Hair", "Hair", 1)]
    assert catalogue.topics("cortisol", limit=1) == [Topic("T1", "Stress", 2)]


def test_experts_are_authors_within_the_topic(catalogue: LocalCatalogue) -> None:
    """Only works of the topic count, authors without an id are skipped, an unknown topic has no experts."""
    assert catalogue.authors_of_topic("T1", "cortisol") == [
        Expert("A1", "Ana", None, works=2, citations=55, h_index=2, last_year=2015),
        Expert("A2", "Bo", None, works=1, citations=5, h_index=1, last_year=2015),
    ]
    assert catalogue.authors_of_topic("T404", "cortisol") == []


def test_an_authors_works_are_most_cited_first(catalogue: LocalCatalogue) -> None:
    """Works of an author are sorted by citations and cut at the limit; unknown authors have none."""
    assert [work.work_id for work in catalogue.works_of_author("A2")] == ["W4", "W2"]
    assert [work.work_id for work in catalogue.works_of_author("https://openalex.org/A1", limit=1)] == ["W1"]
    assert catalogue.works_of_author("A404") == catalogue.works_of_author("nonsense") == []


@pytest.mark.parametrize(
    ("records", "newest"),
    [
        ([{"publication_year": 2020}, {"publication_year": 2050}], 2050),
        ([{"publication_year": 2020, "updated_date": "2023-03-13T20:31:49"}, {"publication_year": 2050}], 2020),
        ([{"publication_year": 2024, "created_date": "2023-03-13"}, {"publication_year": 2025}], 2024),
        ([{"publication_year": 20233}, {}], 0),
    ],
)
def test_the_newest_year_is_plausible(catalogue_of, make_record, records: list[dict[str, Any]], newest: int) -> None:
    """A year more than one beyond the newest record's date is a typing error, when records are dated at all."""
    catalogue = catalogue_of([make_record(number, **fields) for number, fields in enumerate(records, start=1)])
    assert catalogue.newest_year() == newest


def test_a_pickled_catalogue_answers_the_same(catalogue: LocalCatalogue) -> None:
    """A catalogue travels to another process and opens its index again there."""
    again: Catalogue = pickle.loads(pickle.dumps(catalogue))  # noqa: S301 - made one line above
    assert (again.name, again.search(ask())) == (catalogue.name, catalogue.search(ask()))


def test_threads_share_a_catalogue(catalogue: LocalCatalogue) -> None:
    """Searches and look-ups from eight threads at once give what one thread gets."""
    expected = (catalogue.search(ask()), catalogue.citing_works(["W1"]))
    fresh = pickle.loads(pickle.dumps(catalogue))  # noqa: S301 - so that the ranking is loaded under contention
    with ThreadPoolExecutor(8) as pool:
        answers = pool.map(lambda _: (fresh.search(ask()), fresh.citing_works(["W1"])), range(64))
        assert all(answer == expected for answer in answers)


def test_unicode_titles_are_found(catalogue_of, make_record) -> None:
    """Titles in other scripts are indexed and come back unchanged; accents in a query do not matter."""
    catalogue = catalogue_of(
        [make_record(1, "Économie de la biodiversité 🌱"), make_record(2, "气候变化 与 生物多样性")]
    )
    assert found(catalogue.search(ask("economie"))) == ["W1"]
    assert [hit.work.title for hit in catalogue.search(ask("气候变化")).hits] == ["气候变化 与 生物多样性"]


def test_works_without_metadata_and_with_ten_thousand_authors_load(catalogue_of, make_record) -> None:
    """Year, abstract, references and authors may be missing, or be very many."""
    crowd = [
        {"author": {"id": f"https://openalex.org/A{number}", "display_name": f"Author {number}"}}
        for number in range(10_000)
    ]
    catalogue = catalogue_of([make_record(1), make_record(2, authorships=crowd)])
    bare, crowded = catalogue.works_by_id(["W1", "W2"])
    assert (bare.year, bare.abstract, bare.references, bare.authors) == (None, None, (), ())
    assert len(crowded.authors) == 10_000
    assert [work.work_id for work in catalogue.works_of_author("A9999")] == ["W2"]


def test_works_of_nothing_but_stop_words_load(catalogue_of, make_record) -> None:
    """A catalogue without a single term to index still opens and answers by id."""
    catalogue = catalogue_of([make_record(1, "To be or not to be")])
    assert (catalogue.search(ask()).total, len(catalogue.works_by_id(["W1"]))) == (0, 1)
