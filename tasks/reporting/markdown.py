"""The review as one Pandoc Markdown file that reads well raw and converts without a warning."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from storage.core.errors import LitreviewError
from storage.records.search import Work
from tasks.citations.pandoc import find_citekeys
from tasks.procedure.facts import Facts
from tasks.references.fields import format_reference
from tasks.reporting.layout import Layout
from tasks.reporting.narrative_citations import cite_rows
from tasks.text.cleaning import escape_markdown
from tasks.translation.tongue import Tongue

_LINE_WIDTH = 100


@dataclass(frozen=True, slots=True)
class ReviewMeta:
    """What surrounds the sections: `works` by citekey (all that may be cited), notices as plain sentences.

    `as_of` is the year from which the review looks back; `appendix` is Markdown whose headings start at level 3;
    `layout` is what stands between the sections, and all tables and figures; `facts` tell how it was made, for the
    checklists; `unresolved` are citekeys without a work that people cite by hand; `tongue` is the language that it is
    shown in, and `typed` has by heading what of its text people typed, which is shown as it is.
    """

    as_of: int
    works: Mapping[str, Work]
    keywords: tuple[str, ...]
    notices: tuple[str, ...]
    appendix: str
    layout: Layout = field(default_factory=Layout)
    facts: Facts = Facts({})  # noqa: RUF009 - frozen
    unresolved: frozenset[str] = frozenset()
    tongue: Tongue = Tongue()  # noqa: RUF009 - frozen
    typed: Mapping[str, Collection[str]] = field(default_factory=dict)

    def show(self, heading: str, markdown: str) -> str:
        """Return the text of a section in the language that the review is shown in, paragraph by paragraph."""
        return self.tongue.render(markdown, self.typed.get(heading, ()))


def name_rows(meta: ReviewMeta, cited: Collection[str], *, is_numbered: bool = False) -> ReviewMeta:
    """Return what surrounds the sections with works named in its tables as the citations of the text name them."""

    def cite(text: str) -> str:
        return cite_rows(text, meta.works, cited, is_numbered=is_numbered)

    return replace(meta, layout=meta.layout.rewrite(cite), appendix=cite(meta.appendix))


def assemble_review(title: str, sections: Sequence[tuple[str, str]], meta: ReviewMeta) -> str:
    """Return the whole review: front matter, notices, sections as (heading, Markdown), references, appendix.

    The reference list holds exactly the works cited. It is a raw block of format ``text`` inside the ``refs`` division:
    anyone who opens the file can read it, while Pandoc drops it and puts the bibliography of `references.bib` there, in
    whatever citation style is requested.

    Raises:
        LitreviewError: a section cites a citekey that no work has, and no person does so by hand.
    """
    keys = sorted({key for _, markdown in sections for key in find_citekeys(markdown)} - meta.unresolved)
    unknown = [key for key in keys if key not in meta.works]
    if unknown:
        raise LitreviewError(
            f"The text cites @{', @'.join(unknown[:5])}, which no work of the corpus has; resume the review so that "
            "the sections are written anew."
        )
    say = meta.tongue.say
    blocks = [
        _render_front_matter(title, meta),
        *(f"> **{say('Note')}.** {escape_markdown(say(notice))}" for notice in meta.notices),
    ]
    layout = meta.layout.rewrite(meta.tongue.head)
    for heading, markdown in sections:
        text = f"## {escape_markdown(say(heading))}\n\n{meta.show(heading, markdown).strip()}"
        blocks += layout.surround(heading, text)
    listed = _render_references(((key, meta.works[key]) for key in keys), say("No work is cited."))
    blocks += [f"## {say('References')}", listed, f"## {say('Appendix')}"]
    blocks.append(meta.appendix.strip())
    return "\n\n".join(blocks) + "\n"


def _render_front_matter(title: str, meta: ReviewMeta) -> str:
    """Return YAML with strings quoted as JSON, and escaped as Markdown because Pandoc reads them as Markdown."""
    say = meta.tongue.say
    fields = {
        "title": escape_markdown(say(title)),
        "date": say(f"as of {meta.as_of}"),
        "keywords": [escape_markdown(say(keyword)) for keyword in meta.keywords],
        "bibliography": "references.bib",
        "link-citations": True,
    }
    if not meta.tongue.is_english:
        fields["lang"] = meta.tongue.code
    lines = (f"{field}: {json.dumps(value, ensure_ascii=False)}" for field, value in fields.items())
    return "\n".join(["---", *lines, "---"])


def _render_references(cited: Iterable[tuple[str, Work]], none: str) -> str:
    """Return the readable list in its division; its fence has more backticks than any title contains."""
    entries = [
        textwrap.fill(
            f"[{key}] {format_reference(work)}".replace("```", "'''"),
            width=_LINE_WIDTH,
            subsequent_indent="    ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        for key, work in cited
    ]
    listed = "\n".join(["```{=text}", *(entries or [none]), "```"])
    return f"::: {{#refs}}\n{listed}\n:::"
