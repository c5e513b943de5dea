"""Records of one publication are one work; versions, notices and namesakes are not, and numbers count before titles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.records.search import Author, Identifier, Work
from tasks.metadata.same_work import KnownWorks, find_same, is_same_work, pair_versions

TITLE = "Hair cortisol and obesity in children at school"
ARTICLE = Work(
    "W1",
    TITLE,
    doi="10.1000/ab",
    year=2015,
    type="article",
    venue="Journal of Hair Studies",
    volume="12",
    issue="3",
    pages="11-19",
    authors=(Author("Ada B. Stone"), Author("Jan van der Valk")),
)
BARE = replace(ARTICLE, work_id="x", doi=None, venue=None, volume=None, pages=None)
PLACED = replace(ARTICLE, work_id="x", doi=None)


def name(work: Work, scheme: str, value: str) -> Work:
    return replace(work, identifiers=(*work.identifiers, Identifier(scheme, value, "test")))


@pytest.mark.parametrize(
    "other",
    [
        BARE,
        replace(BARE, title=f"{TITLE.upper()}."),
        replace(BARE, title=TITLE.replace("obesity", "obesty")),
        replace(BARE, title="Hair cortisol and obesity in children", authors=ARTICLE.authors),
        replace(BARE, title=f"Chapter 7 {TITLE}"),
        replace(BARE, year=2016, authors=(Author("Stone AB"),)),
        replace(BARE, authors=(Author("van der Valk, J."), Author("Stone, A."))),
        replace(BARE, year=2018, venue="J. Hair Studies (Journal of Hair Studies)"),
        replace(BARE, pages="11-19", volume="12", authors=()),
        replace(BARE, year=None),
        replace(BARE, title=f"{TITLE}. [Review] [45 refs]"),
        replace(BARE, title=f"[{TITLE}]. [Article in German]"),
        replace(BARE, title=f"{TITLE} (Structured abstract)"),
        replace(BARE, title=f"{TITLE}. [Erratum appears in J Hair Stud. 2016;13:1]"),
        replace(BARE, title=f"{TITLE}: a study of 12 schools in 3 towns"),
        replace(BARE, title=f"{TITLE}. London (Hair Press) 2015."),
        replace(BARE, authors=(Author("Ada Stohne"),)),
        replace(BARE, venue="Journal of Hair Studies", volume="12", pages="Suppl-19"),
        replace(BARE, venue="Journal of Hair Studies", volume="12", pages="19-24"),
        replace(BARE, title=f"{TITLE}: twelve of them", volume="12", pages="11-19", authors=(Author("A. Stone"),)),
        replace(BARE, title="Something else", doi="10.1000/ab"),
        replace(BARE, title=f"{TITLE} [Abstract]", authors=ARTICLE.authors[:1]),
        replace(BARE, title=f"{TITLE} [abstract no: 134]", venue="Journal of Hair Studies", volume="12"),
        replace(PLACED, volume="3)"),
        replace(PLACED, pages="9-17"),
        replace(PLACED, title="Cortisol in hair and obese school children", pages="11-9"),
        replace(BARE, venue="J Hair Stud"),
        replace(BARE, title="Cortisol in hair and obese school children", volume="12", pages="11-19"),
        replace(BARE, title=f"[{TITLE}]", venue="Haarcortisol bei Kindern", volume="12"),
        replace(BARE, venue="Sixth meeting on scalps", pages="11-19"),
        replace(BARE, title=f"{TITLE}: twelve", venue="Hair in schools", volume="12 LNHS", pages="11-19"),
        replace(PLACED, title=f"{TITLE} of six", authors=(Author("Stohne A"), *ARTICLE.authors[1:])),
        replace(ARTICLE, doi="10.2000/other.issn.ab", work_id="x"),
    ],
    ids=lambda work: f"{work.title[:12]} {work.year} {len(work.authors)} {work.doi}",
)
def test_one_publication_is_recognised_however_it_is_spelt(other: Work):
    """Case, errors, lost subtitles, labels, names turned round, other years, pages, venues, translations, two DOIs."""
    assert is_same_work(ARTICLE, other)
    assert is_same_work(other, ARTICLE)


@pytest.mark.parametrize(
    "other",
    [
        replace(BARE, type="preprint"),
        replace(BARE, venue="SSRN Electronic Journal"),
        replace(BARE, doi="10.48550/arxiv.1501.00001"),
        replace(BARE, title=f"Correction to: {TITLE}"),
        replace(BARE, title=f"Reply to: {TITLE}"),
        replace(BARE, title=f"{TITLE}: a comment"),
        replace(BARE, title=f"Supplementary material to {TITLE}"),
        replace(BARE, title=f"{TITLE} [erratum]"),
        replace(BARE, title=f"{TITLE}, part II"),
        replace(BARE, title=f"{TITLE}: report 3 of the hair group"),
        replace(BARE, title=f"{TITLE}: twelve of them", year=2014),
        replace(BARE, title=f"{TITLE}: twelve of them", authors=ARTICLE.authors[:1]),
        replace(BARE, type="book-chapter", venue="Hair Press eBooks", pages="11-19"),
        replace(BARE, year=2017),
        replace(BARE, authors=(Author("Bo Wang"),)),
        replace(BARE, authors=()),
        replace(BARE, venue="Proceedings of the Conference on Scalps"),
        replace(BARE, venue="Journal of Hair Studies", volume="12", pages="74"),
        replace(PLACED, volume=None, pages="9-17"),
        replace(BARE, venue="Journal of Scalp Studies", volume="12", year=2016),
        replace(PLACED, title="Cortisol in hair and obese school children", issue="4"),
        replace(PLACED, title="Cortisol in hair and obese school children", pages="11"),
        replace(PLACED, title="Wool and its weavers"),
        replace(ARTICLE, doi="10.1000/cd", volume="13", pages="1-4"),
    ],
    ids=lambda work: f"{work.title[:24]} {work.year} {work.venue} {work.doi}",
)
def test_versions_notices_and_namesakes_are_other_works(other: Work):
    """Preprints, notices, second parts, reports before an article, reprints, other people, times and places."""
    assert not is_same_work(ARTICLE, other)
    assert not is_same_work(other, ARTICLE)


def test_talks_of_one_title_with_other_people_are_two_unless_in_one_place():
    """Two authors or more on either side that the other lacks."""
    talk = replace(BARE, authors=tuple(map(Author, ("Ada B. Stone", "Bo Wang", "Cy Ling"))))
    again = replace(talk, work_id="y", authors=tuple(map(Author, ("Ada B. Stone", "Di Royce", "Ed Moss"))))
    assert not is_same_work(talk, again)
    there = {"venue": "Meeting on hair", "volume": "3"}
    assert is_same_work(replace(talk, **there), replace(again, **there))


def test_reports_of_two_years_are_two_though_each_has_its_year_at_the_end():
    """A year at the end of one title alone is what a reference list added."""
    report = replace(BARE, title="World report on hair of children", year=2014)
    dated = replace(report, work_id="y", title="World report on hair of children 2014")
    assert is_same_work(report, dated)
    assert not is_same_work(dated, replace(report, title="World report on hair of children 2015", year=2015))


def test_three_authors_in_one_place_have_one_article_whatever_its_title_is_in_another_language():
    """A title is translated or left in its language; on page 1 every article of a journal that numbers none begins."""
    authors = (*ARTICLE.authors, Author("Cy Ling"))
    english = replace(ARTICLE, authors=authors)
    german = replace(PLACED, title="Haarcortisol und Fettleibigkeit bei Schulkindern", authors=authors)
    assert is_same_work(english, german)
    assert not is_same_work(english, replace(german, venue="Scalps"))
    assert not is_same_work(replace(english, pages="1-9"), replace(german, pages="1-9"))


def test_columns_of_one_author_are_several_though_their_issues_number_pages_anew():
    """Of one author's titles in one place nearly all letters have to be the same."""
    column = replace(PLACED, title="Hair and society: the comb in its time", issue=None, authors=ARTICLE.authors[:1])
    assert not is_same_work(column, replace(column, work_id="y", title="Hair and society: wigs as they once were"))
    assert is_same_work(column, replace(column, work_id="y", title="Hair and society: the combs in their time"))


def test_pages_that_a_spreadsheet_took_for_a_day_are_read_as_pages():
    """Pages 7 to 23 become 23-Jul, 1 to 6 01-Jun."""
    dated = replace(PLACED, title=f"{TITLE}: twelve of them", pages="23-Jul", authors=ARTICLE.authors)
    assert is_same_work(dated, replace(ARTICLE, pages="7-23"))
    assert not is_same_work(dated, replace(ARTICLE, pages="24-31"))


def test_two_corrections_of_one_article_are_two():
    """The volume alone does not make one of them, as it does of articles."""
    correction = replace(PLACED, title=f"Author correction: {TITLE}", pages=None)
    assert not is_same_work(correction, replace(correction, work_id="y", year=2015))


def test_what_is_known_is_found_by_its_place_where_titles_begin_and_end_otherwise():
    """Volume, first page and the first author's name."""
    found = replace(PLACED, title="Cortisol in hair and obese school children", work_id="new")
    assert KnownWorks([ARTICLE]).find(found) == ARTICLE
    assert KnownWorks([ARTICLE]).find(replace(found, pages="12-19")) is None


@pytest.mark.parametrize("title", ["Editorial", "Introduction", "Letter to the editor", "Abstracts"])
def test_headings_are_one_work_only_in_one_place(title: str):
    """By the same person in the same journal and year, on no other page; else they are several."""
    one = replace(ARTICLE, title=title)
    assert not is_same_work(one, replace(BARE, title=title))
    assert not is_same_work(one, replace(BARE, title=title, venue=ARTICLE.venue, year=2016))
    assert is_same_work(one, replace(BARE, title=title, venue=ARTICLE.venue))
    assert not is_same_work(one, replace(BARE, title=title, venue=ARTICLE.venue, volume="12", pages="3"))


def test_numbers_decide_before_titles_and_two_dois_before_numbers():
    """A PMID or PMCID given to both joins other titles; numbers that differ part one title, as two DOIs part all."""
    other = replace(BARE, title="Haarcortisol bei Kindern", authors=())
    assert is_same_work(name(ARTICLE, "pmid", "7"), name(other, "pmid", "7"))
    assert is_same_work(name(ARTICLE, "pmcid", "PMC7"), name(other, "pmcid", "7"))
    assert not is_same_work(name(ARTICLE, "pmid", "7"), name(BARE, "pmid", "8"))
    assert not is_same_work(name(ARTICLE, "pmid", "7"), name(replace(other, doi="10.1000/cd"), "pmid", "7"))


def test_abstracts_of_a_meeting_that_have_its_doi_are_several():
    """Neither their titles nor those who wrote them are the same; either being so, a DOI counts."""
    abstract = replace(ARTICLE, work_id="y", title="Wool and its weavers in towns", authors=(Author("Bo Wang"),))
    assert not is_same_work(ARTICLE, abstract)
    assert is_same_work(ARTICLE, replace(abstract, title=TITLE))
    assert is_same_work(ARTICLE, replace(abstract, authors=(Author("Stohne A."),)))
    assert is_same_work(ARTICLE, replace(abstract, authors=()))


def test_a_preprint_is_its_article_only_where_arxiv_says_so():
    """A record of arXiv with the DOI of the article and one with arXiv's own have one number; else they differ."""
    own = replace(BARE, doi="10.48550/arxiv.1501.00001v2", type="preprint")
    assert is_same_work(own, name(ARTICLE, "arxiv", "1501.00001"))
    assert not is_same_work(own, ARTICLE)
    assert not is_same_work(own, name(ARTICLE, "arxiv", "1501.00002"))


def test_of_several_the_one_of_the_doi_is_taken_then_of_a_number_then_of_the_title():
    """The order in which they are known does not matter."""
    asked = name(replace(BARE, doi="10.1000/ab"), "pmid", "7")
    numbered = name(replace(BARE, work_id="W2", title="Haarcortisol"), "pmid", "7")
    titled = replace(BARE, work_id="W3")
    for known in ([titled, numbered, ARTICLE], [ARTICLE, titled, numbered]):
        assert find_same(asked, known) == ARTICLE
    assert find_same(asked, [titled, numbered]) == numbered
    assert find_same(asked, [titled]) == titled
    assert find_same(asked, []) is None


def test_works_known_are_found_by_number_and_by_either_end_of_the_title():
    """One added later is found too; what shares neither is not looked at."""
    known = KnownWorks([name(ARTICLE, "pmcid", "PMC7")])
    assert known.find(replace(BARE, title=f"Chapter 7 {TITLE}")) is not None
    assert known.find(replace(BARE, title=TITLE.replace("Hair cortisol", "Hair cortsol"))) is not None
    assert known.find(name(replace(BARE, title="Haarcortisol"), "pmcid", "7")) is not None
    other = replace(BARE, work_id="W2", title="Haarcortisol und Gewicht von Kindern")
    assert known.find(replace(other, work_id="W3")) is None
    known.add(other)
    assert known.find(replace(other, work_id="W3")) == other


def test_odd_records_are_no_fault():
    """No letters, no surname, no digits: nothing is alike by what it lacks."""
    odd = Work("o", "???", authors=(Author(","),), venue="-", pages="n/a", volume="x")
    assert not is_same_work(odd, replace(odd, work_id="p"))
    assert not is_same_work(odd, ARTICLE)


@pytest.mark.parametrize(
    "other",
    [
        replace(ARTICLE, doi="10.1000/cd", year=2017, venue="Other Journal", authors=(Author("Stone A"),)),
        replace(ARTICLE, doi=None, authors=(Author("van der Valk J"), Author("Stone AB"))),
        replace(ARTICLE, doi=None, title=TITLE.replace("obesity", "obesty")),
    ],
)
def test_versions_by_title(other):
    """Records of one title are versions however its first author is written and in whatever order authors stand."""
    assert pair_versions([replace(other, work_id="W2"), ARTICLE]) == [("W1", "W2")]


@pytest.mark.parametrize(
    "other",
    [
        replace(ARTICLE, year=2018),
        replace(ARTICLE, authors=(Author("Cleo Marsh"),)),
        replace(ARTICLE, title=f"Correction: {TITLE}"),
        replace(ARTICLE, title=f"{TITLE}, part 2"),
        replace(
            ARTICLE, title=TITLE.replace("obesity", "obesty"), authors=(*ARTICLE.authors, Author("C M"), Author("D R"))
        ),
    ],
)
def test_no_versions_by_title(other):
    """Years between them, other people, notices, further parts and other authors of a like title tell works apart."""
    assert pair_versions([ARTICLE, replace(other, work_id="W2")]) == []


TOLD = " ".join(f"word{n} of the sheep" for n in range(20))


def test_versions_by_abstract():
    """Of one abstract, the title with a subtitle or without, records are versions whoever they name."""
    long = replace(ARTICLE, abstract=TOLD)
    other = replace(long, work_id="W2", title=f"{TITLE}: from wool to school", authors=(), abstract=f"First. {TOLD}")
    assert pair_versions([long, other]) == [("W1", "W2")]
    assert pair_versions([long, replace(other, abstract=TOLD[:900:2])]) == []
    assert pair_versions([replace(long, abstract=TOLD[:90]), replace(other, abstract=TOLD[:90])]) == []
    assert pair_versions([long, replace(other, title="Wool at school and in the field")]) == []


def test_headings_are_no_versions():
    """What many works are called makes none a version of another."""
    works = [replace(ARTICLE, work_id=f"W{n}", title="Abstracts") for n in (1, 2)]
    assert pair_versions(works) == []
