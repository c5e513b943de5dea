"""TEI articles (the XML that GROBID writes) as Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from xml.etree.ElementTree import Element

from tasks.parsing.protocol import ParsedDocument, ParsedPage
from tasks.parsing.quality import score_quality
from tasks.parsing.safe_xml import (
    PAGE_BREAK,
    UnsafeXml,
    flatten,
    join_blocks,
    list_texts,
    read_xml,
    write_heading,
    write_table,
)

_CELLS = frozenset({"cell"})
_APART = frozenset({"figure", "note", "pb", "list"})


class Tei:
    """Reads TEI: title, abstract, body, figures and notes, annexes; the list of references apart."""

    name = "tei"

    def parse(self, path: Path) -> ParsedDocument:
        """Return the article, a page for each page break in it; an article without text is blank."""
        try:
            root = read_xml(path)
        except UnsafeXml as error:
            return ParsedDocument("broken", self.name, reason=f"The XML was refused: {error}.")
        body = root.find(".//text/body")
        if body is None or not flatten(body):
            return ParsedDocument("blank", self.name, reason="The XML has no body of text.")
        blocks = [*_write_header(root), *_write_division(body, 1)]
        for division in root.findall(".//text/back/div"):
            if division.find("listBibl") is None:
                blocks += _write_division(division, 1)
        references = join_blocks(list_texts(each) for each in root.findall(".//text/back//listBibl/biblStruct"))
        texts = [page.strip() for page in join_blocks(blocks).split(PAGE_BREAK)]
        pages = tuple(ParsedPage(number, text) for number, text in enumerate(texts, 1) if text)
        return ParsedDocument(
            "parsed", self.name, pages, score_quality("\n".join(texts)), references, page_count=len(texts)
        )


def _write_header(root: Element) -> Iterable[str]:
    title = root.find(".//teiHeader//titleStmt/title")
    if title is not None:
        yield write_heading(flatten(title), 1)
    authors = root.findall(".//teiHeader//sourceDesc//analytic/author/persName")
    yield ", ".join(" ".join(flatten(part) for part in author if flatten(part)) for author in authors)
    abstract = root.find(".//teiHeader//abstract")
    if abstract is not None and flatten(abstract):
        yield write_heading("Abstract", 2)
        yield from _write_division(abstract, 2)


def _write_division(element: Element, level: int) -> Iterable[str]:
    for child in element:
        if child.tag == "pb":
            yield PAGE_BREAK
        elif child.tag == "head":
            number = child.get("n", "")
            yield write_heading(f"{number} {flatten(child)}".strip(), level)
        elif child.tag == "div":
            yield from _write_division(child, level + 1)
        elif child.tag == "figure":
            yield " ".join(flatten(each) for each in child if each.tag in {"head", "figDesc"})
            yield write_table(child, "row", _CELLS)
        elif child.tag == "list":
            yield from (f"- {flatten(item)}" for item in child.findall("item"))
        else:
            yield flatten(child, _APART)
            for inner in child:
                if inner.tag in _APART:
                    yield from _write_division_of(inner, level)


def _write_division_of(inner: Element, level: int) -> Iterable[str]:
    wrapper = Element("div")
    wrapper.append(inner)
    return _write_division(wrapper, level)
