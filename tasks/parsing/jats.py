"""JATS and NLM articles (the XML of PubMed Central and of publishers) as Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from xml.etree.ElementTree import Element

from tasks.parsing.protocol import ParsedDocument, ParsedPage
from tasks.parsing.quality import score_quality
from tasks.parsing.safe_xml import UnsafeXml, flatten, join_blocks, list_texts, read_xml, write_heading, write_table

_FLOATS = frozenset({"fig", "table-wrap", "boxed-text", "fn-group", "disp-quote", "list", "def-list", "disp-formula"})
_SILENT = frozenset({"object-id", "graphic", "media", "tex-math", "permissions", "fn", "label", "ref-list"})
_SECTIONS = frozenset({"sec", "app", "ack", "notes"})
_CELLS = frozenset({"td", "th"})


class Jats:
    """Reads JATS: title, abstract, body, back matter; the list of references apart."""

    name = "jats"

    def parse(self, path: Path) -> ParsedDocument:
        """Return the article as one page, since the format has no pages; an article without a body is blank."""
        try:
            root = read_xml(path)
        except UnsafeXml as error:
            return ParsedDocument("broken", self.name, reason=f"The XML was refused: {error}.")
        article = root if root.tag == "article" else next(root.iter("article"), root)
        body = article.find("body")
        if body is None or not flatten(body):
            return ParsedDocument("blank", self.name, reason="The XML has no body of text.")
        back = article.find("back")
        blocks = [*_write_front(article), *_write_section(body, 1)]
        if back is not None:
            for part in back:
                if part.tag in {"ack", "app-group", "app", "sec", "notes", "fn-group", "glossary"}:
                    blocks += _write_section(part, 2)
        references = join_blocks(list_texts(each) for each in article.iter("ref"))
        text = join_blocks(blocks)
        return ParsedDocument(
            "parsed", self.name, (ParsedPage(1, text),), score_quality(text), references, page_count=1
        )


def _write_front(article: Element) -> Iterable[str]:
    title = article.find(".//front//article-title")
    if title is not None:
        yield write_heading(flatten(title, frozenset({"xref", "fn"})), 1)
    names = article.findall(".//front//contrib-group/contrib//name")
    yield ", ".join(f"{name.findtext('given-names', '')} {name.findtext('surname', '')}".strip() for name in names)
    for abstract in article.findall(".//front//abstract"):
        if abstract.find("title") is None:
            yield write_heading("Abstract", 2)
        yield from _write_section(abstract, 2)


def _write_section(element: Element, level: int) -> Iterable[str]:
    """Yield the blocks of an element; sections in it are one level below."""
    for child in element:
        if child.tag == "title":
            yield write_heading(flatten(child), level)
        elif child.tag in _SECTIONS:
            yield from _write_section(child, level + 1)
        elif child.tag in _FLOATS:
            yield from _write_float(child, level)
        elif child.tag == "p":
            yield flatten(child, _FLOATS | _SILENT)
            for inner in child:
                if inner.tag in _FLOATS:
                    yield from _write_float(inner, level)
        elif child.tag not in _SILENT:
            yield flatten(child, _SILENT)


def _write_float(element: Element, level: int) -> Iterable[str]:
    if element.tag in {"fig", "table-wrap"}:
        parts = [*element.findall("label"), *element.findall("caption")]
        yield " ".join(flatten(part) for part in parts)
        yield write_table(element, "tr", _CELLS)
        yield from (flatten(each) for each in element.findall("table-wrap-foot"))
    elif element.tag == "list":
        yield from (f"- {flatten(item)}" for item in element.findall("list-item"))
    elif element.tag == "disp-formula":
        yield flatten(element, _SILENT)
    else:
        yield from _write_section(element, level + 1)
