"""The review file: what Pandoc makes of it, with both bibliographies and hostile records."""

from __future__ import annotations

import html
import re
import subprocess
from pathlib import Path

import polars as pl
import pytest

from storage.core.errors import LitreviewError
from storage.records.search import Author, Work
from tasks.citations.pandoc import find_citekeys
from tasks.references.bibtex import render_bibtex
from tasks.references.citekeys import assign_citekeys
from tasks.references.fields import render_csl, to_csl
from tasks.reporting.appendix import describe_appendix
from tasks.reporting.exhibits import Numbering
from tasks.reporting.markdown import ReviewMeta, assemble_review
from tasks.text.cleaning import escape_markdown

_HOSTILE = (
    r"\input{/etc/passwd} \write18{rm -rf}",
    "Brazil, HIV and McDonald's",
    "unbalanced {{ braces } } }",
    "50% of $x_1$ & #3 ~ ^",
    "``` ::: {#refs} --- '''",
    "[@nobody; @ghost] ![x](javascript:alert(1))",
    "<script>alert(1)</script> <b>bold</b>",
    "| a | b | *c* _d_ `e`",
    "\x00\x07\u202econtrol\u2028",
    "\"quoted\" and 'apostrophe'",
    "李雷的压力",
    "x" * 5_000,
    "# heading {#id}",
)
_AUTHORS = (
    "Jan van der Valk",
    "WHO Expert Committee",
    "Smith, J.",
    "李雷",
    "John O'Neil Jr.",
    "{Brace",
    "A \\and B",
    "and and and",
    "%",
    "José García-López",
    "van der",
    "@x, y",
    "",
)


def _works() -> dict[str, Work]:
    works = [
        Work(
            f"W{i}",
            title,
            year=2000 + i,
            type=("article", "book", "preprint", "book-chapter", None)[i % 5],
            venue=_HOSTILE[-i],
            pages="1-9",
            authors=tuple(Author(name) for name in (author, *_AUTHORS[:i])),
            doi="10.1002/(sici)1<1::aid>3.0.co;2-2{" if i % 2 else None,
            oa_url=f"https://example.org/{i}%20a_b{{}}",
        )
        for i, (title, author) in enumerate(zip(_HOSTILE, _AUTHORS, strict=True))
    ]
    keys = assign_citekeys(works, {})
    return {keys[work.work_id]: work for work in works}


def _meta(works: dict[str, Work], **changes: object) -> ReviewMeta:
    fields = {
        "as_of": 2021,
        "works": works,
        "keywords": ("a: b", "#c"),
        "notices": (),
        "appendix": "### Queries\n\nNone.",
    }
    return ReviewMeta(**(fields | changes))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def pandoc() -> str:
    """Return the path of Pandoc; skip where the development extra is not installed."""
    return str(pytest.importorskip("pypandoc", reason="pypandoc_binary is not installed").get_pandoc_path())


def _convert(pandoc: str, folder: Path, *options: str, to: str = "plain") -> str:
    done = subprocess.run(
        [pandoc, "review.md", "--citeproc", "--fail-if-warnings", "--wrap=none", "-t", to, *options],
        cwd=folder, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the review of all hostile works and both of its bibliographies."""
    folder = tmp_path_factory.mktemp("review")
    works = _works()
    cited = "\n\n".join(f"Claim {i} [@{key}]." for i, key in enumerate(works))
    review = assemble_review(
        'Stress: *a* \\ "b" [@c] $d$\n# e', [("Abstract", "None."), ("A_b *c*", cited)], _meta(works)
    )
    (folder / "review.md").write_text(review, encoding="utf-8")
    (folder / "references.bib").write_text(render_bibtex("demo", works), encoding="utf-8")
    (folder / "references.csl.json").write_text(render_csl(to_csl(w, k) for k, w in works.items()), encoding="utf-8")
    return folder


@pytest.mark.parametrize("bibliography", ["references.bib", "references.csl.json"])
def test_pandoc_renders_every_citation_without_a_warning(pandoc: str, folder: Path, bibliography: str):
    """With either bibliography each work is cited, linked to and listed once, and the raw list is not repeated."""
    works = _works()
    page = _convert(pandoc, folder, "-M", f"bibliography={bibliography}", to="html")
    for key in works:
        assert page.count(f'data-cites="{key}"') == 1
        assert page.count(f'href="#ref-{key}"') == 1
        assert page.count(f'id="ref-{key}"') == 1
        assert f"[{key}]" not in page
    assert page.index('id="references"') < page.index('id="refs"') < page.index('id="appendix"')
    assert "<script" not in page
    text = _convert(pandoc, folder, "-M", f"bibliography={bibliography}")
    assert "HIV" in text
    assert "Brazil" in text
    assert "李雷的压力" in text
    assert "(van der Valk 2000)" in text


def test_pandoc_writes_documents_and_latex(pandoc: str, folder: Path):
    """Word and LaTeX come out too, and no command from a title reaches LaTeX."""
    _convert(pandoc, folder, "-o", "review.docx", to="docx")
    assert (folder / "review.docx").stat().st_size > 5_000
    latex = _convert(pandoc, folder, "-s", to="latex")
    assert "\\input{/etc" not in latex
    assert "\\write18" not in latex


def test_the_title_reads_as_given(pandoc: str, folder: Path):
    """Quotes, backslashes, citations and math in a title are text in the rendered front matter."""
    assert _convert(pandoc, folder, "-s").splitlines()[0] == "Stress: *a* \\ “b” [@c] $d$ # e"


def test_the_raw_file_shows_notices_sections_and_a_readable_list():
    """Without Pandoc the file reads from the notices to the references, of which only the cited are listed."""
    works = {
        "lee2020hair": Work("W1", "Hair", year=2020, authors=(Author("Ann Lee"),), doi="10.1/x"),
        "roe2021skin": Work("W2", "Skin", year=2021),
    }
    review = assemble_review(
        "Hair", [("Introduction", "Hair grows [@lee2020hair, p. 3].")], _meta(works, notices=("Not saturated.",))
    )
    assert review == (
        '---\ntitle: "Hair"\ndate: "as of 2021"\nkeywords: ["a: b", "\\\\#c"]\nbibliography: "references.bib"\n'
        "link-citations: true\n---\n\n"
        "> **Note.** Not saturated.\n\n"
        "## Introduction\n\nHair grows [@lee2020hair, p. 3].\n\n"
        "## References\n\n::: {#refs}\n```{=text}\n"
        "[lee2020hair] Lee, A. (2020). Hair. https://doi.org/10.1/x\n"
        "```\n:::\n\n"
        "## Appendix\n\n### Queries\n\nNone.\n"
    )


def test_a_citation_that_no_work_bears_is_refused():
    """A citekey without a work never reaches the file."""
    with pytest.raises(LitreviewError, match="@ghost2020x"):
        assemble_review("A", [("B", "Claim [@ghost2020x].")], _meta({}))


def test_citekeys_are_found_as_pandoc_finds_them():
    """Groups, locators and in-text citations count once each; addresses and escapes do not."""
    markdown = r"A [see @b2020x, p. 3; @a2019y]. @b2020x says. Mail a@c2020.org, \@d2020z."
    assert find_citekeys(markdown) == ["b2020x", "a2019y"]


def test_escaped_text_reads_exactly_like_it(pandoc: str):
    """Pandoc renders escaped text back to the text, in a paragraph and in a table cell."""
    for text in (t for t in _HOSTILE if len(t) < 1_000):
        escaped = escape_markdown(text)
        expected = " ".join(re.sub(r"[\x00-\x1f\u202e\u2028]", " ", text).split())
        for source in (f"x {escaped}", escaped, f"- {escaped}", f"| x |\n|---|\n| {escaped} |"):
            done = subprocess.run(
                [pandoc, "-f", "markdown-smart", "-t", "plain", "--wrap=none", "--columns=9999"],
                input=source, capture_output=True, text=True, timeout=60, check=True,
            )  # fmt: skip
            assert expected.replace(" ", "") in done.stdout.replace(" ", "").replace("\n", "")


@pytest.mark.parametrize(
    "text",
    ["1. What?", "(ii) Why", "a) so", "- dash", "+ plus", ": sign", "% share", "= sum", "---", "&lt;", "~ so"],
)
def test_no_text_begins_a_list_or_heading_of_its_own(pandoc: str, text: str):
    """What stands first in a paragraph or an item is text there, as the topics and questions of a plan do."""
    source = f"- {escape_markdown(text)}\n\nNext\n\n{escape_markdown(text)}\n"
    done = subprocess.run(
        [pandoc, "-f", "markdown-smart", "-t", "html"],
        input=source, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    written = html.escape(text, quote=False)
    assert done.stdout == f"<ul>\n<li>{written}</li>\n</ul>\n<p>Next</p>\n<p>{written}</p>\n"


def test_the_appendix_renders_inside_the_review(pandoc: str, tmp_path: Path):
    """Hostile queries and cells stay where they are: Pandoc finds one list and one table with as many of each."""
    queries = pl.DataFrame(
        {
            "strategy": "keyword",
            "text": list(_HOSTILE),
            "filters": "from 2000",
            "catalogue": "c|d",
            "url": "",
            "hits": 7,
        }
    )
    empty = pl.DataFrame()
    blocks = describe_appendix(
        queries=queries, strategies=empty, stages=empty, stop_reason="", criteria=empty, themes=empty, missed=empty,
        agreement=empty, models=empty, people=empty, loops=empty, edits=empty, hand_edits=empty, appraisals=empty,
        differing=empty, poolings=empty, pooled_results=empty, screeners=empty, pairs=empty,
        problems=queries.select(phase="strategy", kind="filters", message="text", n="hits"),
    )  # fmt: skip
    appendix = Numbering("A").write(blocks)
    (tmp_path / "references.bib").write_text("", encoding="utf-8")
    (tmp_path / "review.md").write_text(assemble_review("A", [], _meta({}, appendix=appendix)), encoding="utf-8")
    page = _convert(pandoc, tmp_path, to="html")
    assert page.count("<table") == 1
    assert page.count("<tr") == 1 + len(_HOSTILE)
    assert page.count("<td") == 4 * len(_HOSTILE)
    assert (page.count("<ol"), page.count("<ul"), page.count("<li")) == (1, 0, len(_HOSTILE))
