"""Documents by Pandoc: what a hostile record or section holds is text in every one of them."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import datetime
from html.parser import HTMLParser

import pypdfium2
import pytest

from storage.errors import LitreviewError
from storage.records import Author, Work
from tasks.csl import render_csl, to_csl
from tasks.documents.pandoc import Format, convert_document
from tasks.documents.typesetting import typeset
from tasks.markdown_review import ReviewMeta, assemble_review

_AT = datetime(2026, 1, 2, 3, 4, 5)  # noqa: DTZ001 - as the ledger stores it
_HOSTILE_TITLES = (
    "<script>alert(1)</script> and <img src=x onerror=alert(2)>",
    r"\input{/etc/passwd} \write18{id}",
    "=cmd()|' /C calc'!A0",
    "{{ 7 * 7 }} {% include '/etc/passwd' %} ${7*7}",
    "[x](javascript:alert(3)) ![p](/etc/passwd) <javascript:alert(4)>",
    'x"\n---\nbibliography: /etc/passwd\nheader-includes: <script>alert(5)</script>\n---\n',
    '#read("/etc/passwd") $x$ `y`{=html} @evil2020x',
)
# What a language model might have written, or a hand at the ledger: nothing here went through our escaping.
_HOSTILE_SECTION = r"""
`<script>alert(6)</script>`{=html} <script>alert(7)</script> \input{/etc/passwd} `\input{/etc/passwd}`{=latex}
`#read("/etc/passwd")`{=typst} [go](javascript:alert(8)) [file](file:///etc/passwd) [data](data:text/html,x)
![pixel](http://127.0.0.1:9/pixel.png) ![secret](/etc/passwd) $\input{/etc/passwd}$
[a]{onclick="alert(9)" style="background:url(http://127.0.0.1:9/)" typst:text:fill="read(\"/etc/passwd\")"}

## Head {onmouseover="alert(10)"}

---
bibliography: /etc/passwd
csl: http://127.0.0.1:9/x.csl
header-includes: "`<script>alert(11)</script>`{=html}"
---

```{=html}
<script>alert(12)</script>
```

::: {onload="alert(13)" typst:inset="read(\"/etc/passwd\")"}
<iframe src="http://127.0.0.1:9/"></iframe>
:::

\newcommand{\x}{\input{/etc/passwd}} \x
"""


def _works() -> dict[str, Work]:
    return {
        f"lee{2000 + i}x": Work(
            f"W{i}", title, year=2000 + i, type="article", venue=title, authors=(Author(f"Ann {title[:30]}"),),
            oa_url="javascript:alert(0)",
        )
        for i, title in enumerate(_HOSTILE_TITLES)
    }  # fmt: skip


@pytest.fixture(scope="module")
def review() -> tuple[str, str]:
    """Return a review that cites every hostile work, and its references as CSL-JSON."""
    works = _works()
    cited = "\n\n".join(f"Claim {i} [@{key}]." for i, key in enumerate(works))
    meta = ReviewMeta(
        as_of=2021, works=works, keywords=('read("/etc/passwd")', "#x"), notices=_HOSTILE_TITLES, appendix="### A\n\nB."
    )
    sections = [("Abstract", "None."), (_HOSTILE_TITLES[0], f"{_HOSTILE_SECTION}\n\n{cited}")]
    return assemble_review(_HOSTILE_TITLES[5], sections, meta), render_csl(to_csl(w, k) for k, w in works.items())


def _convert(review: tuple[str, str], target: Format) -> bytes:
    return convert_document(*review, target, None, _AT)


class _Tags(HTMLParser):
    """Every tag with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_html_runs_and_fetches_nothing(review: tuple[str, str]):
    """No script, frame, picture, handler or style attribute; links lead to the web or within."""
    page = _convert(review, "html").decode()
    tags = _Tags(page).found
    assert not {"script", "img", "iframe", "object", "embed", "link", "base", "form"} & {tag for tag, _ in tags}
    for tag, attributes in tags:
        assert not any(name.startswith("on") for name in attributes), tag
        assert "style" not in attributes or tag in {"col", "table", "td", "th"}
        assert re.match(r"(https?://|#)", attributes.get("href") or "#")
    body = page[page.index("<body>") :]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in body
    assert "{{ 7 * 7 }}" in body.replace("\n", " ")
    assert "root:" not in page
    assert not re.search(r"url\(|@import", page[: page.index("<body>")])


def test_every_citation_is_listed_once(review: tuple[str, str]):
    """The bibliography stands in the place of the readable list, each work once, and every citation leads to it."""
    page = _convert(review, "html").decode()
    for key in _works():
        assert page.count(f'id="ref-{key}"') == 1
        assert page.count(f'href="#ref-{key}"') == 1
    assert "[lee2000x]" not in page
    assert page.index('id="references"') < page.index('id="refs"') < page.index('id="appendix"')


def test_word_holds_no_field_no_picture_and_no_strange_link(review: tuple[str, str]):
    """A Word file has no field code, no embedded part, and leads only to the web."""
    with zipfile.ZipFile(io.BytesIO(_convert(review, "docx"))) as archive:
        names = archive.namelist()
        text = archive.read("word/document.xml").decode()
        links = archive.read("word/_rels/document.xml.rels").decode()
    assert not [name for name in names if "media" in name or "embed" in name]
    assert not re.search(r"instrText|fldSimple|altChunk|w:object", text)
    assert not re.search(r'Target="(?:javascript|file|data):', links)
    assert "root:" not in text
    assert "alert(1)" in text


def test_pdf_is_set_from_text_only(review: tuple[str, str]):
    """No code of ours or theirs is in the markup but Pandoc's own template, and Typst sets it."""
    markup = _convert(review, "typst")
    body = markup.decode().split("#show: doc => conf(", 1)[1]
    assert not re.search(r"(?<!\\)#\s*(?:read|eval|image|import|include|plugin)\b", body)
    assert "keywords:" not in body
    pdf = typeset(markup, _AT)
    assert pdf.startswith(b"%PDF-")
    assert b"/JavaScript" not in pdf
    assert b"/Launch" not in pdf


@pytest.mark.parametrize("target", ["html", "docx", "typst"])
def test_the_same_review_gives_the_same_bytes(review: tuple[str, str], target: Format):
    """Nothing of the hour or the machine is in a document."""
    assert _convert(review, target) == _convert(review, target)


def test_a_style_changes_the_citations(review: tuple[str, str]):
    """With a style that numbers, citations are numbers."""
    style = (
        '<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0"><info><title>N</title>'
        "<id>n</id><updated>2020-01-01T00:00:00Z</updated></info><citation><layout prefix='[' suffix=']' delimiter=','>"
        "<text variable='citation-number'/></layout></citation><bibliography><layout><text variable='citation-number'/>"
        "<text variable='title'/></layout></bibliography></style>"
    )
    page = convert_document(*review, "html", style.encode(), _AT).decode()
    assert re.search(r'data-cites="lee2000x">\[<a\s+href="#ref-lee2000x"\s+role="doc-biblioref">1</a>\]', page)


def test_what_pandoc_refuses_is_one_sentence(review: tuple[str, str]):
    """A style that is none by the time Pandoc reads it ends in our own error, on one line."""
    with pytest.raises(LitreviewError) as caught:
        convert_document(*review, "html", b"<style>", _AT)
    assert caught.value.exit_code == 1
    assert str(caught.value).count("\n") == 0


def test_what_typst_refuses_is_one_sentence():
    """Markup with an error ends in our own error; files outside the folder of the call cannot be read."""
    with pytest.raises(LitreviewError, match="could not be set"):
        typeset(b'#read("/etc/passwd")', _AT)
    with pytest.raises(LitreviewError, match="could not be set"):
        typeset(b'#read("../../../../../../etc/passwd")', _AT)


def test_long_tables_go_on_overleaf():
    """A table of 200 rows with an address in each takes several pages, and its last row is on the last of them."""
    rows = "\n".join(f"| {n} | https://example.org/{'x' * 120} |" for n in range(200))
    sections = [("Abstract", f"| No. | Address |\n|---:|---------|\n{rows}")]
    meta = ReviewMeta(as_of=2021, works={}, keywords=(), notices=(), appendix="### A\n\nB.")
    markup = convert_document(assemble_review("T", sections, meta), "[]", "typst", None, _AT)
    document = pypdfium2.PdfDocument(typeset(markup, _AT))
    pages = [page.get_textpage().get_text_range() for page in document]
    assert len(pages) > 5
    assert "199" in "".join(pages[-2:])
