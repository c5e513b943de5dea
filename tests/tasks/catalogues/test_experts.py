"""Authors with most weight in a topic."""

from __future__ import annotations

from storage.records.search import Author, Work
from tasks.catalogues.experts import h_index, rank_experts


def make_work(number: int, year: int | None, cited: int, *authors: Author) -> Work:
    return Work(f"W{number}", "A title of four", year=year, cited_by_count=cited, authors=authors)


def test_h_index_is_hirschs() -> None:
    """Hirsch's h: h works with at least h citations each."""
    assert [h_index(cited) for cited in ([], [0, 0], [10], [25, 8, 5, 3, 3], [4, 4, 4, 4])] == [0, 0, 1, 3, 4]


def test_sustained_work_outranks_one_famous_work() -> None:
    """Six works with some citations weigh more than one with many, and facts come from the latest work."""
    ana, bo = Author("Ana", "A1", affiliation="Old University"), Author("Bo", "A2")
    works = [make_work(number, 2000 + number, 20, ana) for number in range(6)] + [make_work(9, 2005, 2_000, bo)]
    works.append(make_work(10, 2010, 1, Author("Ana María", "A1", affiliation="New University")))
    first, second = rank_experts(works, 2012, 10)
    assert (first.author_id, first.name, first.affiliation) == ("A1", "Ana María", "New University")
    assert (first.works, first.citations, first.h_index, first.last_year) == (7, 121, 6, 2010)
    assert second.author_id == "A2"


def test_the_active_come_first_among_equals_then_ids_decide() -> None:
    """Of equal records the one active in the last five years leads; full equals are sorted by id."""
    works = [make_work(number, year, 5, Author("X", key)) for number, (key, year) in enumerate(
        [("A3", 2020), ("A1", 2010), ("A2", 2020), ("A4", None)]
    )]  # fmt: skip
    assert [expert.author_id for expert in rank_experts(works, 2021, 3)] == ["A2", "A3", "A1"]


def test_authors_without_an_id_and_repeated_authors_do_not_count() -> None:
    """No id, no expert; an author listed twice on a work has signed it once."""
    (only,) = rank_experts([make_work(1, 2020, 5, Author("Nobody"), Author("Ana", "A1"), Author("Ana", "A1"))], 2021, 9)
    assert (only.author_id, only.works) == ("A1", 1)
