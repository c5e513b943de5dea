"""What anybody may ask of a published review, and one clear sentence where the question cannot be answered."""

from __future__ import annotations

import pytest

from storage.core.errors import InputError
from storage.publication.published import describe_review, explain_work, select_published
from storage.records.writing import Claim, Draft
from storage.runs.reviews import add_citekeys
from storage.searching.works import add_discoveries, add_works
from storage.writing.sections import add_section


@pytest.fixture(scope="module")
def published(module_ledger, make_work, find_works, screen_works):
    """Return the folder of a published review with two works in the corpus and one excluded."""
    ledger = module_ledger
    find_works(ledger, [make_work(1, doi="10.1000/abc(1)"), make_work(2), make_work(3)])
    find_works(ledger, [make_work(1)], strategy="citation")
    add_works(ledger, [make_work(4), make_work(5)], 1)
    add_discoveries(ledger, [("W4", "backward", 1, "W1", None, None), ("W5", "forward", 2, "W4", None, None)])
    add_discoveries(ledger, [("W4", "forward", 3, "W5", None, None)])
    screen_works(ledger, {"W1": "include", "W2": "include", "W3": "exclude"})
    screen_works(ledger, {"W1": "include"}, method="human", batch=None, reason="Read it.")
    add_citekeys(ledger, {"W1": "smith2015hair", "W2": "wong2015hair"})
    add_section(
        ledger, "introduction", 1, "Introduction", Draft("So [@smith2015hair].", (Claim("So.", "smith2015hair", None),))
    )
    ledger.publish()
    return ledger.folder


def test_select_answers_while_the_ledger_is_held(published):
    """A SELECT over tables and views returns a frame, an empty one where there are no rows."""
    assert select_published(published, "SELECT citekey FROM corpus ORDER BY citekey")["citekey"].to_list() == [
        "smith2015hair",
        "wong2015hair",
    ]
    assert select_published(published, "SELECT * FROM problem").height == 0


@pytest.mark.parametrize(
    "sql",
    [
        "",
        "   ",
        "SELEC 1",
        "SELECT nothing FROM corpus",
        "SELECT * FROM nowhere",
        "SELECT 1/0::DECIMAL FROM folder",
        "DELETE FROM work",
        "CREATE TABLE mine (a INTEGER)",
        "DROP VIEW corpus",
    ],
)
def test_query_that_cannot_be_answered(published, sql):
    """Empty, wrong or writing SQL is InputError in one sentence, and the copy stays as it was."""
    before = (published / "corpus.duckdb").read_bytes()
    with pytest.raises(InputError) as caught:
        select_published(published, sql)
    assert "\n" not in str(caught.value)
    assert (published / "corpus.duckdb").read_bytes() == before


def test_questions_to_a_folder_without_a_review(tmp_path):
    """Each question says that there is no review, and makes none."""
    for ask in (lambda: select_published(tmp_path / "x", "SELECT 1"), lambda: explain_work(tmp_path / "x", "W1")):
        with pytest.raises(InputError, match="there is no review in"):
            ask()
    with pytest.raises(InputError, match="there is no review in"):
        describe_review(tmp_path / "x")
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    "name",
    [
        "W1",
        "w1",
        "https://openalex.org/W1",
        "10.1000/ABC(1)",
        "https://doi.org/10.1000/abc(1)",
        "smith2015hair",
        "@smith2015hair",
        " smith2015hair\n",
    ],
)
def test_work_is_explained_by_any_of_its_names(published, name):
    """Work id, DOI (any case, with resolver) and citekey lead to the record, its discoveries, decisions and claims."""
    answer = explain_work(published, name)
    assert answer["Work"]["work_id"].to_list() == ["W1"]
    assert answer["Found by"]["strategy"].to_list() == ["citation", "keyword"]
    assert answer["Decisions"].select("verdict", "method", "reason").rows() == [
        ("include", "llm", "As judged."),
        ("include", "human", "Read it."),
    ]
    assert answer["Cited in"].rows() == [("Introduction", "So.")]


@pytest.mark.parametrize("name", ["W99", "10.9/none", "", "'; DROP TABLE work; --", "%"])
def test_work_never_met(published, name):
    """An unknown name is InputError that repeats it and says what to give."""
    with pytest.raises(InputError, match=r"has no work .*; give a work id, DOI or citekey"):
        explain_work(published, name)


def test_work_outside_the_corpus_is_explained_too(published):
    """An excluded work has its decisions and no claim."""
    answer = explain_work(published, "W3")
    assert answer["Decisions"]["verdict"].to_list() == ["exclude"]
    assert answer["Cited in"].is_empty()


def test_the_path_leads_from_the_first_search_to_the_work(published):
    """Each work that led to the next is a row, in order; a work met again later leads nobody in a circle."""
    path = explain_work(published, "W5")["Path"]
    assert path.select("stage", "strategy", "work_id").rows() == [
        (0, "keyword", "W1"),
        (1, "backward", "W4"),
        (2, "forward", "W5"),
    ]
    assert explain_work(published, "W3")["Path"]["work_id"].to_list() == ["W3"]


def test_review_is_described(published):
    """The description holds the request, counts, stages and problems as they were published."""
    description = describe_review(published)
    assert description["Review"]["topic"].to_list() == ["Hair cortisol and stress"]
    assert dict(description["Works"].iter_rows())["corpus"] == 2
    assert description["Stages"].is_empty()
