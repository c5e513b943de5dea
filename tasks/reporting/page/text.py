"""The text of the page: sections, appendix and references as HTML, each citation a link to its reference.

Pandoc makes the HTML, as it does of every document (`tasks.reporting.pandoc`): what papers say reaches the page as
text. Everything that a strict Content-Security-Policy would refuse is taken out here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import count

from markupsafe import Markup

from storage.records.search import Work
from tasks.citations.pandoc import find_citations
from tasks.citations.sentences import find_citing_sentences
from tasks.references.fields import render_csl, to_csl
from tasks.reporting.markdown import ReviewMeta, name_rows
from tasks.reporting.narrative_citations import narrate_citations
from tasks.reporting.pandoc import Manuscript, convert_document
from tasks.reporting.typesetting import is_numbered
from tasks.text.cleaning import escape_markdown

# What of a section is left when its work is cited in no sentence that rests on a finding.
Claims = Mapping[tuple[str, str], Sequence[int]]

_FRONT = '---\nnocite: "@*"\nlink-citations: true\nlang: "{}"\n---\n'
_PART = re.compile(r'^(?=<section id="[^"]*" class="level2">)', re.MULTILINE)
_HEAD = re.compile(r'<section id="([^"]*)" class="level2">\s*<h2>(.*?)</h2>', re.DOTALL)
_ENTRY = re.compile(r'<div id="text-ref-([^"]+)" class="csl-entry" role="listitem">\n(.*?)\n</div>', re.DOTALL)
_CITED = re.compile(r'<a href="#text-ref-([^"]+)" role="doc-biblioref">')
_COLUMNS = re.compile(r"<colgroup>.*?</colgroup>", re.DOTALL)
_RIGHT = re.compile(r'(<t[hd]) style="text-align: right;">')
_STYLE = re.compile(r'(<[a-z][a-z0-9]*(?: [^<>]*?)?) style="[^"<>]*"')
_TABLE = re.compile(r"<table.*?</table>", re.DOTALL)
_LABEL = re.compile(r"<caption>\s*(?:<p>)?<strong>(Table A?\d+)\.</strong>")
_MARKED = re.compile(r'<span class="(?:citation" data-cites="[^"<>]*|nocase)">')
_LINK = re.compile(r'<a href="(https?:)')
_SCROLLED = '<div class="scroll" tabindex="0" role="region" aria-label="{}">{}</div>'


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the page: the id of its element, its heading and the whole of it, as HTML."""

    anchor: str
    heading: Markup
    html: Markup


@dataclass(frozen=True, slots=True)
class Text:
    """The sections in order, the appendix, and the reference of each work by citekey, as HTML."""

    sections: tuple[Part, ...]
    appendix: Part
    references: Mapping[str, Markup]


def convert_text(
    sections: Sequence[tuple[str, str]],
    meta: ReviewMeta,
    works: Mapping[str, Work],
    claims: Claims,
    style: bytes | None = None,
) -> Text:
    """Return the text of a review with its tables; of its figures, which the page has elsewhere, the references.

    `works` are by citekey, all those that the page lists; `claims` the numbers of the findings that a citing sentence
    rests on, by sentence and citekey; `style` is a CSL style, by default Pandoc's own. A citation links to ``#ref-KEY``
    and names its findings in ``data-findings``.

    Raises:
        LitreviewError: Pandoc cannot be run, fails or takes too long.
    """
    numbered, say = is_numbered(style), meta.tongue.say
    narrate = partial(narrate_citations, works=works, is_numbered=numbered)
    meta = name_rows(meta, works.keys(), is_numbered=numbered)
    layout = meta.layout.rewrite(meta.tongue.head)
    told = [
        *(
            part
            for heading, text in sections
            for part in layout.surround(
                heading, f"## {escape_markdown(say(heading))}\n\n{narrate(meta.show(heading, text)).strip()}"
            )
        ),
        f"## {say('Appendix')}\n\n{meta.appendix}",
        "## References\n\n::: {#refs}\n:::\n",
    ]
    figures = {one.draw_figure() for one in meta.layout.shown if isinstance(one.content, str)}
    blocks = [block for part in told for block in part.split("\n\n") if block.strip() not in figures]
    references = render_csl(to_csl(work, key) for key, work in works.items())
    front = _FRONT.format(meta.tongue.code)
    moment = datetime(2000, 1, 1)  # noqa: DTZ001 - not shown
    manuscript = Manuscript(front + "\n\n".join(blocks), references, moment)
    html = convert_document(manuscript, "page", style).decode()
    html = _link_citations(_neutralise(html), _list_evidence(sections, claims))
    *body, after, listed = [part for part in _PART.split(html) if part.strip()]
    return Text(
        tuple(map(_read_part, body)),
        _read_part(after),
        {key: Markup(entry) for key, entry in _ENTRY.findall(listed)},  # noqa: S704 - Pandoc's own
    )


def _read_part(html: str) -> Part:
    found = _HEAD.match(html)
    if found is None:
        raise ValueError(f"Pandoc's page has a part without a heading: {html[:80]}")
    return Part(found[1], Markup(found[2]), Markup(html))  # noqa: S704 - Pandoc's own


def _neutralise(html: str) -> str:
    """Return Pandoc's HTML without inline styles, its wide tables in boxes that scroll by themselves."""
    html = _STYLE.sub(r"\1", _RIGHT.sub(r'\1 class="number">', _COLUMNS.sub("", html)))
    html = _MARKED.sub("<span>", html)
    html = _LINK.sub(r'<a rel="noreferrer" href="\1', html)
    html = html.replace('<a href="#text-figure-', '<a href="#figure-')
    numbers = count(1)

    def box(table: re.Match[str]) -> str:
        label = _LABEL.search(table[0])
        return _SCROLLED.format(label[1] if label else f"Further table {next(numbers)}", table[0])

    return _TABLE.sub(box, html)


def _list_evidence(sections: Sequence[tuple[str, str]], claims: Claims) -> dict[str, list[Sequence[int]]]:
    """Return for each citekey the numbers of the findings that each of its citations rests on, in order."""
    listed: dict[str, list[Sequence[int]]] = {}
    for _, markdown in sections:
        for sentence, _ in find_citing_sentences(markdown):
            for form in find_citations(sentence):
                listed.setdefault(form.citekey, []).append(claims.get((sentence, form.citekey), ()))
    return listed


def _link_citations(html: str, evidence: Mapping[str, Sequence[Sequence[int]]]) -> str:
    """Return the HTML with its citations as links to the page's references, the n-th of a work with its findings.

    Those in tables are not the text's. Where Pandoc printed a work more or less often than the text cites it, its
    citations name no finding.
    """
    html = _TABLE.sub(lambda table: _CITED.sub(r'<a class="cite" href="#ref-\1">', table[0]), html)
    printed = Counter(match[1] for match in _CITED.finditer(html))
    known = {key: iter(rests) for key, rests in evidence.items() if printed[key] == len(rests)}

    def link(match: re.Match[str]) -> str:
        numbers = " ".join(map(str, next(known.get(match[1], iter(())), ())))
        named = f' data-findings="{numbers}"' if numbers else ""
        return f'<a class="cite" href="#ref-{match[1]}" role="doc-biblioref"{named}>'

    return _CITED.sub(link, html)
