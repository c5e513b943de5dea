"""Documents by Pandoc: what a hostile record or section holds is text in every one of them."""

from __future__ import annotations

import io
import re
import zipfile
from collections import defaultdict
from datetime import datetime
from html.parser import HTMLParser

import polars as pl
import pypdfium2
import pytest

from storage.core.errors import LitreviewError
from storage.records.search import Author, Work
from tasks.references.fields import render_csl, to_csl
from tasks.reporting.formats import Writer
from tasks.reporting.layout import arrange, number_exhibits
from tasks.reporting.markdown import ReviewMeta, assemble_review
from tasks.reporting.pandoc import Manuscript, convert_document
from tasks.reporting.prisma import draw_prisma
from tasks.reporting.typesetting import typeset

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
def review() -> Manuscript:
    """Return a review that cites every hostile work, with a figure, by an author with a hostile name."""
    works = _works()
    cited = "\n\n".join(f"Claim {i} [@{key}]." for i, key in enumerate(works))
    sections = [("Methodology", "None."), (_HOSTILE_TITLES[0], f"{_HOSTILE_SECTION}\n\n{cited}")]
    frames = defaultdict(pl.DataFrame, characteristics=_characteristics())
    arranged = arrange([heading for heading, _ in sections], frames, {"prisma.svg": draw_prisma({"identified": 4711})})
    layout, _ = number_exhibits(arranged, [])
    meta = ReviewMeta(
        as_of=2021, works=works, keywords=('read("/etc/passwd")', "#x"), notices=_HOSTILE_TITLES,
        appendix="### A\n\nB.", layout=layout,
    )  # fmt: skip
    references = render_csl(to_csl(w, k) for k, w in works.items())
    text = assemble_review(_HOSTILE_TITLES[5], sections, meta)
    return Manuscript(text, references, _AT, meta.layout.pictures(), ("Ann Õunapuu", _HOSTILE_TITLES[6]))


def _characteristics() -> pl.DataFrame:
    """Return what works with hostile titles studied, all of it hostile, in a table too wide for an upright page."""
    return pl.DataFrame(
        [
            {
                "citekey": f"lee{2000 + i}x", "year": 2000 + i, "design": title, "population": title, "n": i,
                "setting": "W" * 400, "follow_up": title, "extracted_by": ["anthropic"], "items": [], "study": None,
            }
            for i, title in enumerate(_HOSTILE_TITLES)
        ]
    )  # fmt: skip


def _meta() -> ReviewMeta:
    return ReviewMeta(as_of=2021, works={}, keywords=(), notices=(), appendix="### A\n\nB.")


def _convert(review: Manuscript, target: Writer) -> bytes:
    return convert_document(review, target)


class _Tags(HTMLParser):
    """Every tag with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_html_runs_and_fetches_nothing(review: Manuscript):
    """No script, frame, handler, style attribute or picture but ours; links lead to the web or within."""
    page = _convert(review, "html").decode()
    tags = _Tags(page).found
    assert not {"script", "iframe", "object", "embed", "link", "base", "form"} & {tag for tag, _ in tags}
    pictures = [attributes for tag, attributes in tags if tag == "img"]
    assert [str(one["src"])[:26] for one in pictures] == ["data:image/svg+xml;base64,"]
    for tag, attributes in tags:
        assert not any(name.startswith("on") for name in attributes), tag
        assert "style" not in attributes or tag in {"col", "table", "td", "th"}
        assert re.match(r"(https?://|#)", attributes.get("href") or "#")
    body = page[page.index("<body>") :]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in body
    assert "{{ 7 * 7 }}" in body.replace("\n", " ")
    assert "root:" not in page
    assert not re.search(r"url\(|@import", page[: page.index("<body>")])


def test_every_citation_is_listed_once(review: Manuscript):
    """The bibliography stands in the place of the readable list, each work once, and every citation leads to it."""
    page = _convert(review, "html").decode()
    for key in _works():
        assert page.count(f'id="ref-{key}"') == 1
        assert page.count(f'href="#ref-{key}"') == 1
    assert "[lee2000x]" not in page
    assert page.index('id="references"') < page.index('id="refs"') < page.index('id="appendix"')


def _open_word(review: Manuscript) -> tuple[list[str], str, str]:
    with zipfile.ZipFile(io.BytesIO(_convert(review, "docx"))) as archive:
        names = archive.namelist()
        return names, archive.read("word/document.xml").decode(), archive.read("word/_rels/document.xml.rels").decode()


def test_word_holds_no_strange_field_picture_or_link(review: Manuscript):
    """A Word file has no field but its contents, no picture but ours, and leads only to the web."""
    names, text, links = _open_word(review)
    (picture,) = [name for name in names if "media" in name or "embed" in name]
    assert picture.endswith(".png")
    assert re.findall(r"<w:instrText[^>]*>([^<]*)", text) == ['TOC \\o "1-1" \\h \\z \\u']
    assert not re.search(r"fldSimple|altChunk|w:object", text)
    assert not re.search(r'Target="(?:javascript|file|data):', links)
    assert "root:" not in text
    assert "alert(1)" in text


def test_word_shows_its_contents_without_an_update(review: Manuscript):
    """Within the contents field stand links to the sections, which are headings of the first level."""
    _, text, _ = _open_word(review)
    field = text[text.index('w:fldCharType="separate"') : text.index('w:fldCharType="end"')]
    for name in ("methodology", "included-works", "references", "appendix"):
        assert f'w:anchor="{name}"' in field
    assert text.count('w:val="Heading1"') >= 4


def test_figures_have_a_number_a_caption_and_words_for_who_cannot_see(review: Manuscript):
    """In every format the flow diagram stands below its number and caption, and its counts are told."""
    page = _convert(review, "html").decode()
    assert re.search(r"<figcaption>\s*<strong>Figure 1\.</strong>\s+How\s+the\s+works", page)
    assert re.search(r'alt="[^"]*Records\s+identified: 4,711', page)
    _, text, _ = _open_word(review)
    assert re.search(r'descr="[^"]*Records identified: 4,711', text)
    assert "Figure 1." in text
    pdf = typeset(_convert(review, "typst"), _AT, review.pictures)
    assert b"Records identified: 4,711" in pdf.replace(b"\\", b"") or b"/Alt" in pdf


def test_a_picture_named_in_the_text_is_not_fetched_twice_over():
    """A figure that no file was given for, and a picture of theirs that stands alone, are their captions, once."""
    text = assemble_review("T", [("A", "![One](prisma.svg)\n\n![Two](/etc/passwd)")], _meta())
    page = convert_document(Manuscript(text, "[]", _AT), "html").decode()
    assert "<img" not in page
    assert (page.count("One"), page.count("Two")) == (1, 1)


def test_front_matter_names_authors_and_the_day_of_writing(review: Manuscript):
    """Authors stand under the title as typed, with the day of writing and the year that the search looked back from."""
    page = _convert(review, "html").decode()
    assert '<p class="author">Ann Õunapuu</p>' in page
    assert "2 January 2026, literature as of 2021" in page
    assert '<nav id="TOC"' in page
    assert "evil2020x" in page
    assert 'data-cites="evil2020x' not in page


def test_pdf_is_set_from_text_only(review: Manuscript):
    """No code of ours or theirs is in the markup but Pandoc's own template, and Typst sets it."""
    markup = _convert(review, "typst")
    body = markup.decode().split("#show: doc => conf(", 1)[1]
    assert not re.search(r"(?<!\\)#\s*(?:read|eval|image|import|include|plugin)\b", body)
    assert re.findall(r"(?<!\\)#figure\(image\(([^,)]*)", body) == ['"prisma.svg"']
    assert "keywords:" not in body
    pdf = typeset(markup, _AT, review.pictures)
    assert pdf.startswith(b"%PDF-")
    assert b"/JavaScript" not in pdf
    assert b"/Launch" not in pdf


@pytest.mark.parametrize("target", ["html", "docx", "typst"])
def test_the_same_review_gives_the_same_bytes(review: Manuscript, target: Writer):
    """Nothing of the hour or the machine is in a document."""
    assert _convert(review, target) == _convert(review, target)


def test_a_style_changes_the_citations(review: Manuscript):
    """With a style that numbers, citations are numbers."""
    style = (
        '<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0"><info><title>N</title>'
        "<id>n</id><updated>2020-01-01T00:00:00Z</updated></info><citation><layout prefix='[' suffix=']' delimiter=','>"
        "<text variable='citation-number'/></layout></citation><bibliography><layout><text variable='citation-number'/>"
        "<text variable='title'/></layout></bibliography></style>"
    )
    page = convert_document(review, "html", style.encode()).decode()
    assert re.search(r'data-cites="lee2000x">\[<a\s+href="#ref-lee2000x"\s+role="doc-biblioref">1</a>\]', page)


def test_what_pandoc_refuses_is_one_sentence(review: Manuscript):
    """A style that is none by the time Pandoc reads it ends in our own error, on one line."""
    with pytest.raises(LitreviewError) as caught:
        convert_document(review, "html", b"<style>")
    assert caught.value.exit_code == 1
    assert str(caught.value).count("\n") == 0


def test_what_typst_refuses_is_one_sentence():
    """Markup with an error ends in our own error; files outside the folder of the call cannot be read."""
    with pytest.raises(LitreviewError, match="could not be typeset"):
        typeset(b'#read("/etc/passwd")', _AT)
    with pytest.raises(LitreviewError, match="could not be typeset"):
        typeset(b'#read("../../../../../../etc/passwd")', _AT)


def test_long_tables_go_on_overleaf():
    """A table of 200 rows with an address in each takes several pages, and its last row is on the last of them."""
    rows = "\n".join(f"| {n} | https://example.org/{'x' * 120} |" for n in range(200))
    sections = [("Abstract", f"| No. | Address |\n|---:|---------|\n{rows}")]
    markup = convert_document(Manuscript(assemble_review("T", sections, _meta()), "[]", _AT), "typst")
    document = pypdfium2.PdfDocument(typeset(markup, _AT))
    pages = [page.get_textpage().get_text_range() for page in document]
    assert len(pages) > 5
    assert "199" in "".join(pages[-2:])
