"""What a Word file of Pandoc's lacks: pages of A4, and tables that fit them, in smaller letters than the text."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO

# Twentieths of a point: A4, and what lies between its margins, upright and turned (as in neutral.lua).
_PAGE = (
    '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" '
    'w:header="708" w:footer="708" w:gutter="0"/>'
)
_UPRIGHT, _TURNED = 11906 - 2 * 1417, 16838 - 2 * 1417
_STYLE = (
    '<w:style w:type="paragraph" w:customStyle="1" w:styleId="TableText"><w:name w:val="Table Text"/>'
    '<w:basedOn w:val="Compact"/><w:pPr><w:spacing w:before="20" w:after="20"/></w:pPr>'
    '<w:rPr><w:sz w:val="17"/><w:szCs w:val="17"/></w:rPr></w:style>'
)
_TABLE = re.compile(r"<w:tbl>.*?</w:tbl>", re.DOTALL)
_GRID = re.compile(r'<w:gridCol w:w="(\d+)" ?/>')
_WIDTH = re.compile(r"<w:tblW [^>]*/>(?:<w:tblLayout [^>]*/>)?")
_LAST_SECTION = re.compile(r"(<w:sectPr>(?:(?!</?w:sectPr).)*)(</w:sectPr>\s*</w:body>)", re.DOTALL)
_CELL, _SMALL = '<w:pStyle w:val="Compact" />', '<w:pStyle w:val="TableText"/>'
_FIRST_ROW = re.compile(r'(<w:tblStylePr w:type="firstRow">)')


def dress_word(document: bytes) -> bytes:
    """Return a Word file of Pandoc's with its page size and with tables as wide as the page that they stand on."""
    dressed = BytesIO()
    with zipfile.ZipFile(BytesIO(document)) as given, zipfile.ZipFile(dressed, "w", zipfile.ZIP_DEFLATED) as made:
        for info in given.infolist():
            content = given.read(info)
            if info.filename == "word/document.xml":
                content = _fit_tables(content.decode()).encode()
            elif info.filename == "word/styles.xml":
                styles = content.decode().replace("</w:styles>", f"{_STYLE}</w:styles>")
                content = _FIRST_ROW.sub(r"\1<w:rPr><w:b/></w:rPr>", styles).encode()
            made.writestr(info, content, zipfile.ZIP_DEFLATED)
    return dressed.getvalue()


def _fit_tables(text: str) -> str:
    text = _LAST_SECTION.sub(rf"\1{_PAGE}\2", text)

    def fit(table: re.Match[str]) -> str:
        section = text.find("<w:sectPr", table.end())
        width = _TURNED if 'w:orient="landscape"' in text[section : text.find("</w:sectPr>", section)] else _UPRIGHT
        whole = sum(int(column[1]) for column in _GRID.finditer(table[0])) or 1
        sized = _GRID.sub(lambda column: f'<w:gridCol w:w="{int(column[1]) * width // whole}"/>', table[0])
        fixed = f'<w:tblW w:type="dxa" w:w="{width}"/><w:tblLayout w:type="fixed"/>'
        sized = _WIDTH.sub(fixed, sized, count=1).replace(
            '<w:pStyle w:val="Compact" />', '<w:pStyle w:val="TableText"/>'
        )
        return sized.replace("<w:tr>", "<w:tr><w:trPr><w:cantSplit/></w:trPr>").replace(
            "<w:trPr><w:cantSplit/></w:trPr><w:trPr>", "<w:trPr><w:cantSplit/>"
        )

    return _TABLE.sub(fit, text)
