"""The page of a review: everything there, nothing from outside, safe with hostile records, the same each time."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from flows.export.formats import export_review
from flows.export.order import ExportOrder
from storage.publication.published import select_published
from tests.flows.export.paged_review import HOSTILE, make_paged_review

_VOID = {"meta", "link", "input", "br", "img", "hr", "col"}


@dataclass
class Element:
    """An element of a page with its attributes, the text in it, and what stands in it."""

    tag: str
    attributes: dict[str, str]
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def find(self, tag: str, **wanted: str) -> Iterator[Element]:
        """Yield the elements of a tag in it that have these attributes; a class may be one of several."""
        for child in self.children:
            given = {name: child.attributes.get(name.strip("_"), "") for name in wanted}
            fits = all(value in given[name].split() or value == given[name] for name, value in wanted.items())
            if (not tag or child.tag == tag) and fits:
                yield child
            yield from child.find(tag, **wanted)


class _Reader(HTMLParser):
    """Reads a page into elements, and notes where a tag is closed that was not open."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("page", {})]
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that is closed at once, as those of pictures are."""
        self.open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        if self.open[-1].tag != tag:
            self.faults.append(f"</{tag}> closes <{self.open[-1].tag}>")
        elif len(self.open) > 1:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        """Add text to all elements that are open."""
        for element in self.open:
            element.text += data


def read_page(html: str) -> Element:
    """Return a page as elements; every tag of it must be closed in order."""
    reader = _Reader()
    reader.feed(html)
    assert reader.faults == []
    return reader.open[0]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a review of hostile works."""
    folder = tmp_path_factory.mktemp("reviews") / "hostile"
    make_paged_review(folder, HOSTILE)
    return folder


@pytest.fixture(scope="module")
def html(folder: Path) -> str:
    """Return its page."""
    return export_review(folder, ExportOrder(to="report")).read_text(encoding="utf-8")


def test_every_citation_leads_to_its_work_and_names_what_it_rests_on(html: str, folder: Path) -> None:
    """A link for each, to a reference that is there, with the finding of its claim, whose words the table has."""
    page = read_page(html)
    links = [link for link in page.find("a", class_="cite") if link.attributes.get("role") == "doc-biblioref"]
    claims = select_published(
        folder,
        "SELECT c.citekey, f.text AS finding, q.text AS quote FROM claim AS c JOIN finding AS f USING (finding_id) "
        "JOIN quote AS q USING (quote_id) ORDER BY c.citekey, c.sentence",
    )
    assert len(links) == claims.height == 2 * len(HOSTILE)
    rows = {row.attributes["id"]: row for row in page.find("tr") if row.attributes.get("id")}
    references = {entry.attributes["id"] for entry in page.find("li", class_="reference")}
    assert {link.attributes["href"].removeprefix("#") for link in links} == references
    assert len(references) == len(HOSTILE)
    for link, (key, finding, quote) in zip(links, claims.iter_rows(), strict=True):
        assert link.attributes["href"] == f"#ref-{key}"
        row = rows[f"finding-{link.attributes['data-findings']}"]
        assert next(row.find("q")).text == _cut(quote)
        assert next(row.find("p", class_="stated")).text == _cut(finding)


def _cut(text: str) -> str:
    text = text.strip()
    return text if len(text) <= 4_000 else f"{text[:3_999]}…"


def test_a_reference_tells_all_that_a_card_does(html: str) -> None:
    """Reference, marks with their addresses, summary, how it was found, why it was included, what was studied."""
    page = read_page(html)
    first, second = list(page.find("li", class_="reference"))[:2]
    marks = {
        mark.text: [link.attributes["href"] for link in mark.find("a")] for mark in first.find("span", class_="mark")
    }
    assert marks == {
        "Retracted, 2019-05-01": ["https://doi.org/10.1/notice"],
        "Open access": ["https://open.example/0.pdf"],
        "Read from its abstract": [],
    }
    assert "About" in first.text
    assert "Keyword search “topic” (first search)" in first.text
    assert "Judged by a language model, score 0.87." in first.text
    assert "design" in second.text
    assert "n 48" in " ".join(second.text.split())


def test_what_was_extracted_has_columns_and_what_nobody_extracted_has_none(html: str) -> None:
    """Design, n, outcome, direction and effect with its interval; no column for p, which no finding has."""
    page = read_page(html)
    table = next(page.find("table", class_="evidence"))
    heads = [head.text for head in table.find("th", scope="col")]
    assert heads == [
        "Work", "Year", "Finding and words of the source", "Design", "n", "Outcome", "Direction", "Effect", "Where",
        "Kind", "Theme",
    ]  # fmt: skip
    told = next(row for row in table.find("tr") if "self-harm" in row.text)
    assert [cell.text for cell in told.find("td")][3:7] == [
        "48", f"(1) self-harm; (2) {HOSTILE[1]}", "\u2212 less", "(1) SMD 0.45 [0.2, 0.7]; (2) 0.7",
    ]  # fmt: skip
    data = " ".join(told.text.split())
    assert "comparator (1) usual care" in data
    assert "comparator (2) no care" in data


def test_nothing_comes_from_outside_and_only_our_script_may_run(html: str) -> None:
    """The policy names the very script and style of the page; nothing is loaded, no element has code or style."""
    page = read_page(html)
    policy = next(page.find("meta", **{"http-equiv": "Content-Security-Policy"})).attributes["content"]
    script, *others = page.find("script")
    styles = list(page.find("style"))
    assert (others, len(styles)) == ([], 1)
    hashes = [b64encode(sha256(each.text.encode()).digest()).decode() for each in (script, styles[0])]
    assert policy == (
        f"default-src 'none'; script-src 'sha256-{hashes[0]}'; style-src 'sha256-{hashes[1]}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    everything = list(page.find(""))
    assert not [one for one in everything if any(name == "style" or name.startswith("on") for name in one.attributes)]
    assert not [one for one in everything if one.tag in {"img", "iframe", "object", "embed", "base"}]
    assert not [one for one in everything if "src" in one.attributes]
    addresses = [one.attributes["href"] for one in everything if "href" in one.attributes]
    assert all(address.startswith(("#", "https://", "data:,")) for address in addresses), addresses
    ids = [one.attributes["id"] for one in everything if "id" in one.attributes]
    assert len(ids) == len(set(ids))
    assert {address[1:] for address in addresses if address.startswith("#")} <= set(ids)
    assert len(script.text) < 300_000


def test_the_same_review_gives_the_same_page(html: str, folder: Path, tmp_path: Path) -> None:
    """Byte for byte, whenever it is made."""
    again = export_review(folder, ExportOrder(to="report", output=tmp_path))
    assert again.read_text(encoding="utf-8") == html


def test_a_style_and_authors_may_be_given(folder: Path, tmp_path: Path) -> None:
    """A numeric style numbers citations and references alike, and the authors stand below the title."""
    order = ExportOrder(to="report", style="ieee", authors=("Ada <i>L</i>",), output=tmp_path)
    page = read_page(export_review(folder, order).read_text(encoding="utf-8"))
    assert next(page.find("p", class_="authors")).text == "Ada <i>L</i>"
    links = [link for link in page.find("a", class_="cite") if link.attributes.get("role") == "doc-biblioref"]
    assert [link.text for link in links[:3]] == ["[1]", "[1]", "[2]"] or [link.text for link in links[:3]] == [
        "1",
        "1",
        "2",
    ]
    assert next(page.find("li", class_="reference")).text.strip().startswith("[1]")


@pytest.mark.slow
def test_a_page_of_three_hundred_works_is_small(tmp_path: Path) -> None:
    """Six findings of 300 works, each cited and quoted, with figures and search, stay under three megabytes."""
    words = "Hair cortisol and perceived stress in a cohort of adults followed over several years in two countries"
    make_paged_review(tmp_path / "large", [f"{words} {number}" for number in range(300)], "Stress", findings=6)
    made = export_review(tmp_path / "large", ExportOrder(to="report"))
    page = made.read_text(encoding="utf-8")
    assert len(re.findall(r'<tr id="finding-', page)) == 1800
    assert made.stat().st_size < 3_000_000
