"""Papers made by hand in journals' layouts are read as a person reads them."""

from __future__ import annotations

import pytest

from tasks.parsing.born_digital import BornDigital
from tasks.parsing.protocol import ParsedDocument
from tests.tasks.parsing.made_papers import frame_page, tell, two_columns
from tests.tasks.parsing.made_pdfs import Line, wrap_column, write_pdf, write_streams


@pytest.fixture(scope="module")
def paper(tmp_path_factory) -> ParsedDocument:
    return BornDigital().parse(write_pdf(tmp_path_factory.mktemp("made") / "paper.pdf", two_columns()))


def test_columns_drawn_row_by_row_are_read_one_after_the_other(paper):
    """The left column is read to its end before the right one, each sentence whole, page by page."""
    assert paper.status == "parsed"
    assert [page.number for page in paper.pages] == [1, 2, 3]
    for page, topics in zip(paper.pages, (("meadows", "forests"), ("rivers", "orchards")), strict=False):
        places = [page.text.index(tell(topic, 8)) for topic in topics]
        assert places == sorted(places)


def test_what_spans_the_columns_comes_first(paper):
    """Title, authors and the abstract across both columns stand before the columns, as heading and paragraphs."""
    blocks = paper.pages[0].text.split("\n\n")
    assert blocks[0] == "# Pollinators of Alpine Meadows"
    assert blocks[1] == "Ada Bee and Otto Wasp"
    assert blocks[2:4] == ["## Abstract", f"{tell('abstract', 3)} Few bees came."]
    assert blocks[4] == "## 1 Introduction"


def test_heads_and_feet_of_pages_are_gone(paper):
    """Running heads of odd and even pages, three lines of feet and page numbers are on no page."""
    whole = "\n".join(page.text for page in paper.pages)
    for furniture in ("Pollinators of the Alps", "Bee and Wasp", "Invented Ecology", "open to all readers", "102"):
        assert furniture not in whole


def test_text_that_recurs_in_the_margins_height_stays(paper):
    """The first lines of a page stay even where other pages have the same words at the same height."""
    assert all(page.text.count("pollinators on every flowering plant") >= 16 for page in paper.pages)


def test_a_footnote_is_the_last_paragraph(paper):
    """A footnote under the left column parts no sentence: it follows the whole page."""
    assert paper.pages[1].text.split("\n\n")[-1] == "1 The nets were lent by friends."


def test_a_caption_is_a_paragraph_beside_the_sentence(paper):
    """A caption within a column becomes a paragraph of its own, and the sentence around it stays whole."""
    blocks = paper.pages[1].text.split("\n\n")
    assert "Figure 1: Where the bees were seen." in blocks
    assert tell("orchards", 8) in blocks


def test_references_are_kept_apart(paper):
    """The references below both columns are in `references`, left before right, and on no page."""
    assert paper.references.split("\n\n") == [
        "Bee, A. (2001). Counting on flowers. Invented Press.",
        "Wasp, O. (2002). Stings and numbers. Invented Press.",
    ]
    assert "Counting on flowers" not in paper.pages[2].text
    assert "References" not in paper.pages[2].text


def test_divided_words_are_joined(tmp_path):
    """A word divided at a line's end is whole; a compound keeps its hyphen, by the document or by its parts."""
    lines = [
        Line(60, 200, "The long-term study of hetero-"),
        Line(60, 212, "geneous meadows was done by a well-"),
        Line(60, 224, "known group over a long-"),
        Line(60, 236, "term, between Mann-"),
        Line(60, 248, "Whitney tests, on pages 12\u2013"),
        Line(60, 260, "19 of the field book."),
    ]
    (page,) = BornDigital().parse(write_pdf(tmp_path / "a.pdf", [lines])).pages
    assert page.text == (
        "The long-term study of heterogeneous meadows was done by a well-known group over a long-term, between "
        "Mann-Whitney tests, on pages 12\u201319 of the field book."
    )


def test_a_word_divided_between_pages_is_whole_on_the_first(tmp_path):
    """A word that begins on one page and ends on the next stands on the first."""
    pages = [
        [*wrap_column(60, 200, tell("ponds", 4), 80), Line(60, 248 + 120, "We thank the heteroge-")],
        [Line(60, 200, "neous group of helpers.")],
    ]
    first, second = BornDigital().parse(write_pdf(tmp_path / "a.pdf", pages)).pages
    assert first.text.endswith("We thank the heterogeneous")
    assert second.text == "group of helpers."


def test_headings_have_levels(tmp_path):
    """Numbered headings are a level below their parent; bold lines of the text's size are headings, sentences not."""
    lines = [
        Line(60, 90, "A Study of Ponds", 20, "F2"),
        Line(60, 130, "1 Methods", 13, "F2"),
        *wrap_column(60, 150, tell("ponds", 3), 90),
        Line(60, 210, "1.1 Nets and jars", 11, "F2"),
        *wrap_column(60, 226, tell("jars", 3), 90),
        Line(60, 290, "Where we went", 10, "F2"),
        *wrap_column(60, 306, tell("ditches", 3), 90),
    ]
    (page,) = BornDigital().parse(write_pdf(tmp_path / "a.pdf", [lines])).pages
    headings = [block for block in page.text.split("\n\n") if block.startswith("#")]
    assert headings[:3] == ["# A Study of Ponds", "## 1 Methods", "### 1.1 Nets and jars"]
    assert headings[3].lstrip("#") == " Where we went"


def test_an_appendix_follows_the_references(tmp_path):
    """What comes after the references under a heading of its own stays on its page."""
    pages = [
        [Line(60, 90, "References", 13, "F2"), *wrap_column(60, 110, "Bee, A. (2001). Flowers. Invented Press.")],
        [Line(60, 90, "Appendix A", 13, "F2"), *wrap_column(60, 110, tell("appendix", 2), 90)],
    ]
    pages.insert(0, [*frame_page(1), *wrap_column(60, 200, tell("ponds", 9), 90)])
    document = BornDigital().parse(write_pdf(tmp_path / "a.pdf", pages))
    assert document.references == "Bee, A. (2001). Flowers. Invented Press."
    assert [page.number for page in document.pages] == [1, 3]
    assert document.pages[1].text.startswith("## Appendix A")


def test_rows_of_a_table_are_lines(tmp_path):
    """Cells of a row stand on one line, rows on lines of their own."""
    cells = [("Meadow", "Bees", "Wasps"), ("North", "12", "3"), ("South", "14", "5"), ("East", "9", "1")]
    table = [
        Line(60 + 150 * column, 320 + 13 * row, cell)
        for row, line in enumerate(cells)
        for column, cell in enumerate(line)
    ]
    lines = [*wrap_column(60, 200, tell("ponds", 6), 90), *table]
    (page,) = BornDigital().parse(write_pdf(tmp_path / "a.pdf", [lines])).pages
    assert "Meadow Bees Wasps\nNorth 12 3\nSouth 14 5\nEast 9 1" in page.text


def test_numbers_of_lines_are_gone(tmp_path):
    """A manuscript's line numbers down its left edge are not text."""
    text = wrap_column(90, 150, tell("ponds", 12), 60)
    numbered = [line for row, each in enumerate(text, 1) for line in (Line(60, each.y, str(row), 8), each)]
    (page,) = BornDigital().parse(write_pdf(tmp_path / "a.pdf", [numbered])).pages
    assert page.text == tell("ponds", 12)


def test_a_sidebar_is_read_after_the_text_beside_it(tmp_path):
    """A narrow column of dates and addresses on the first page does not come before the title's text."""
    sidebar = [
        Line(30, 300 + 12 * row, text, 8)
        for row, text in enumerate(("Submitted in May", "Accepted in June", "Open access"))
    ]
    lines = [*sidebar, Line(180, 90, "A Study of Ponds", 20, "F2"), *wrap_column(180, 130, tell("ponds", 12), 70)]
    (page,) = BornDigital().parse(write_pdf(tmp_path / "a.pdf", [lines])).pages
    assert page.text.index("survey 12 of the ponds") < page.text.index("Submitted in May")
    assert tell("ponds", 12) in page.text


def test_three_columns_are_read_in_turn(tmp_path):
    """Three columns drawn row by row are read from left to right."""
    columns = [
        wrap_column(40 + 180 * place, 100, tell(tree, 6), 32) for place, tree in enumerate(("oaks", "elms", "firs"))
    ]
    lines = sorted((line for column in columns for line in column), key=lambda line: (line.y, line.x))
    (page,) = BornDigital().parse(write_pdf(tmp_path / "a.pdf", [lines])).pages
    assert page.text == "\n\n".join(tell(tree, 6) for tree in ("oaks", "elms", "firs"))


def test_a_short_second_column_is_a_column(tmp_path):
    """Three lines at the top of the right column are not rows with those of the left one."""
    lines = wrap_column(60, 100, tell("oaks", 10)) + wrap_column(318, 100, tell("elms", 1))
    (page,) = BornDigital().parse(write_pdf(tmp_path / "a.pdf", [sorted(lines, key=lambda line: line.y)])).pages
    assert page.text == f"{tell('oaks', 10)}\n\n{tell('elms', 1)}"


@pytest.mark.parametrize(
    ("matrix", "rotate"),
    [
        (lambda line: f"0 1 -1 0 {line.y} {line.x}", 0),
        (lambda line: f"0 -1 1 0 {612 - line.y} {792 - line.x}", 0),
        (lambda line: f"0 1 -1 0 {line.y} {line.x}", 90),
    ],
)
def test_a_turned_page_is_read(tmp_path, matrix, rotate):
    """Text that runs up or down a page is read as if the page lay the right way, however it is shown."""
    text = tell("oaks", 4)
    drawn = "\n".join(f"BT /F1 10 Tf {matrix(line)} Tm ({line.text}) Tj ET" for line in wrap_column(60, 100, text, 80))
    file = write_streams(tmp_path / "a.pdf", [drawn.encode()])
    file.write_bytes(file.read_bytes().replace(b"/Type /Page /Parent", b"/Rotate %d /Type /Page /Parent" % rotate))
    assert [page.text for page in BornDigital().parse(file).pages] == [text]


def test_a_stamp_in_the_margin_is_no_text(tmp_path):
    """What runs up the margin of an upright page, as on preprints, is left out."""
    stamp = "BT /F1 14 Tf 0 1 -1 0 30 300 Tm (Server:1234.5678v1 1 Jan 2020) Tj ET"
    lines = [
        f"BT /F1 10 Tf {line.x} {792 - line.y} Td ({line.text}) Tj ET" for line in wrap_column(60, 100, tell("oaks", 4))
    ]
    file = write_streams(tmp_path / "a.pdf", ["\n".join([stamp, *lines]).encode()])
    assert [page.text for page in BornDigital().parse(file).pages] == [tell("oaks", 4)]


def test_lines_set_wide_are_no_columns(tmp_path):
    """Wide gaps between words, where they happen to lie above each other, do not part a line."""
    words = []
    for line in wrap_column(60, 100, tell("oaks", 4), 80):
        x = line.x
        for word in line.text.split():
            words.append(line._replace(x=x, text=word))
            x += 5.6 * len(word) + 5
    (page,) = BornDigital().parse(write_pdf(tmp_path / "a.pdf", [words])).pages
    assert page.text.split() == tell("oaks", 4).split()


def test_a_table_between_columns_is_not_joined_to_a_sentence(tmp_path):
    """A sentence that a table at the head of the next column breaks off goes on below the table, not in its cells."""
    left = wrap_column(60, 100, f"{tell('oaks', 8)} We counted them and")
    cells = [("oaks", "12", "13"), ("elms", "22", "23"), ("firs", "32", "33")]
    table = [
        Line(318 + 80 * at, 100 + 12 * row, cell) for row, line in enumerate(cells) for at, cell in enumerate(line)
    ]
    right = wrap_column(318, 160, f"then wrote the numbers down. {tell('elms', 6)}")
    (page,) = BornDigital().parse(write_pdf(tmp_path / "a.pdf", [[*left, *table, *right]])).pages
    assert f"We counted them and then wrote the numbers down. {tell('elms', 6)}" in page.text
    assert "oaks 12 13\nelms 22 23\nfirs 32 33" in page.text
