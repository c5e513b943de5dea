"""The running text of a paper: paragraphs under the part their heading names, verbatim stretches of their pages."""

from __future__ import annotations

import pytest

from storage.records.search import Work
from storage.records.writing import Page
from tasks.analysts.extractive.summary import summarise_work
from tasks.parsing.dispatch import parse_file
from tasks.parsing.running_text import choose_passages, read_passages

WORDS = "Noise on the wards was measured by nurses who carried a dosimeter for three shifts in each hospital."
FILES = ("fulltext-example1.pdf", "acl-N18-3011.tei.xml", "deep-review.pdf")


def _pages(*texts: str) -> list[Page]:
    return [Page("W1", number, text, "full text") for number, text in enumerate(texts, 1)]


@pytest.fixture(scope="session")
def real_papers(shared_data):
    """Return the pages of real papers by file name, parsed once."""
    return {name: _pages(*(page.text for page in parse_file(shared_data / "pdfs" / name).pages)) for name in FILES}


@pytest.mark.parametrize(
    ("headings", "part"),
    [
        (["## Abstract"], "abstract"),
        (["## 3. Results and Discussion"], "finding"),
        (["## METHODS", "### Participants in 2010"], "method"),
        (["## Methods", "### Limitations of the study"], "limitation"),
        (["## 5.2 Conclusions and future work"], "conclusion"),
        (["## IV. Future directions"], "future"),
        (["## Deep learning for wards"], ""),
        (["## Results", "## Deep learning for wards"], ""),
        (["## Results", "#### Notes."], "finding"),
        (["# Introduction"], "background"),
        (["## Acknowledgements"], None),
        (["## References"], None),
        (["## Results", "### Author contributions"], None),
    ],
)
def test_headings_name_the_part(headings, part):
    """Known headings count with or without numbers, unknown ones below belong to them, end matter is left out."""
    text = "\n\n".join(["# Noise on hospital wards", "## Introduction", *headings, WORDS])
    assert [passage.part for passage in read_passages(_pages(text))] == ([] if part is None else [part])


@pytest.mark.parametrize(
    "block",
    [
        "Table 1. Mean exposure of nurses to noise by ward, shift and hospital, with standard deviations of the means.",
        "Figure 2: Exposure of nurses to noise by ward, shift and hospital, with the standard deviations of the means.",
        "| ward | mean exposure of all nurses | share of nurses above it | number of nurses on the ward | x | y |",
        "How to cite this article: Author A. Noise on hospital wards and the nurses. Noise Letters 2015, volume 3.",
        "Short line of text.",
        "12 34 56 78 90 12 34 56 78 90 12 34 56 78 90 12 34 56 78 90",
    ],
)
def test_what_is_no_running_text_is_passed_over(block):
    """Captions, tables, notes of the publisher, fragments and figures are no passages."""
    text = f"# Noise\n\n## Results\n\n{block}\n\n{WORDS}"
    assert [passage.text for passage in read_passages(_pages(text))] == [WORDS]


def test_what_stands_before_the_first_heading_is_title_matter_or_an_abstract():
    """Names and addresses are left out, a paragraph as long as an abstract is one; without any heading all is text."""
    front = "A. Author of the Department of Noise at the University of Wards in the City of Hospitals, Country."
    long = " ".join([WORDS] * 4)
    pages = _pages(f"# Noise\n\n{front}\n\n{long}\n\n## Introduction\n\n{WORDS}")
    assert [passage.part for passage in read_passages(pages)] == ["abstract", "background"]
    assert [passage.part for passage in read_passages(_pages(f"{front}\n\n{WORDS}"))] == ["", ""]


@pytest.mark.slow
def test_passages_stand_on_their_pages_in_order(real_papers):
    """On real papers each passage is a stretch of its page, in order, and the abstract is no page of the full text."""
    for pages in real_papers.values():
        abstract = Page("W1", 0, WORDS)
        passages = read_passages([*pages[::-1], abstract])
        places = [(passage.page.page, passage.start, passage.end) for passage in passages]
        assert places == sorted(places)
        assert len(passages) > 40
        assert all(passage.page in pages and passage.text == passage.text.strip() for passage in passages)
        assert "abstract" in {passage.part for passage in passages}


def test_the_parts_that_speak_for_a_work_are_chosen_first():
    """Within a bound abstract and conclusion come before methods and background, in the order of the text."""
    parts = ("Introduction", "Methods", "Results", "Conclusion")
    pages = _pages("# Noise\n\n## Abstract\n\n" + WORDS, *(f"## {part}\n\n{WORDS}" for part in parts))
    passages = read_passages(pages)
    chosen = choose_passages(passages, 3 * len(WORDS))
    assert [passage.part for passage in chosen] == ["abstract", "finding", "conclusion"]
    assert choose_passages(passages, 10**6) == passages


@pytest.mark.slow
def test_findings_of_real_papers_are_quoted_from_their_pages(real_papers):
    """Findings have real pages beyond the first, point at no figure, and end in the text's own words."""
    for name, pages in real_papers.items():
        summary = summarise_work(Work("W1", pages[0].text.splitlines()[0].lstrip("# ")), pages)
        texts = {page.page: page.text for page in pages}
        assert summary.source == "full text"
        assert sum(finding.kind == "finding" for finding in summary.findings) >= 3
        for finding in summary.findings:
            quote = finding.quote
            assert texts[quote.page][quote.char_start : quote.char_end] == quote.text
            assert not any(word in quote.text for word in ("Fig.", "Table ", "et al"))
        assert name.endswith(".xml") or max(finding.quote.page for finding in summary.findings) > 1
        assert 60 <= len(summary.short.split()) <= 115


@pytest.mark.slow
def test_long_texts_have_a_digest_of_a_tenth(real_papers):
    """Level 2 has a tenth of the words, the same each time; short texts have none."""
    for pages in real_papers.values():
        passages = read_passages(pages)
        words = sum(len(passage.text.split()) for passage in passages)
        summary = summarise_work(Work("W1", "Noise"), pages)
        assert 0.07 * words <= len(summary.digest.split()) <= 0.1 * words
        assert summary == summarise_work(Work("W1", "Noise"), pages)
    assert summarise_work(Work("W1", "Noise"), _pages(f"## Results\n\n{WORDS}")).digest == ""


def test_an_unreadable_full_text_leaves_the_abstract_in_force():
    """Without a sentence to quote from the full text, the summary is that of the abstract, and says so."""
    abstract = Page("W1", 0, "We measured noise on wards. Noise was associated with exhaustion of the nurses there.")
    foreign = "El ruido en las salas fue medido por enfermeras que llevaron un dosímetro durante tres turnos enteros."
    summary = summarise_work(Work("W1", "Noise"), [abstract, *_pages(f"## Results\n\n{foreign}")])
    assert summary == summarise_work(Work("W1", "Noise"), [abstract])
    assert summary.source == "abstract"
