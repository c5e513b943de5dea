"""The page as a whole: Jinja2 puts together text, cards, tables and figures; everything but their HTML is escaped."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import polars as pl
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.records.writing import Theme
from tasks.citations.pandoc import find_citekeys
from tasks.environment.settings import VERSION
from tasks.reporting import canvas, prisma
from tasks.reporting.figures import LABELS
from tasks.reporting.markdown import ReviewMeta
from tasks.reporting.page.cards import make_cards, number_findings
from tasks.reporting.page.tables import fill_columns, list_costs, list_evidence, list_queries
from tasks.reporting.page.text import Claims, convert_text
from tasks.text.cleaning import unescape_markdown

PAGE = "report.html"

_HERE = Path(__file__).parent
_HEADLINES = ("identified", "screened", "relevant", "corpus", "findings", "quotes", "themes")
_PICTURE_STYLE = re.compile(r"<style>.*?</style>\n?", re.DOTALL)
# A page on paper is light on every screen.
_DARK, _DARK_SCREEN = "@media (prefers-color-scheme: dark)", "@media screen and (prefers-color-scheme: dark)"


@dataclass(frozen=True, slots=True)
class PageRecords:
    """What the page tells beside the text: numbers and PRISMA counts by name, themes, `page_frames`."""

    numbers: Mapping[str, int | float | str]
    themes: Sequence[Theme]
    frames: Mapping[str, pl.DataFrame]


@dataclass(frozen=True, slots=True)
class _Figure:
    identifier: str
    label: str
    caption: str
    svg: Markup


@task(cache_policy=NO_CACHE, persist_result=False)
def render_page(title: str, sections: Sequence[tuple[str, str]], meta: ReviewMeta, records: PageRecords) -> str:
    """Return the page of a review (see `write_page`) in the citation style of Pandoc."""
    return write_page(title, sections, meta, records)


def write_page(
    title: str,
    sections: Sequence[tuple[str, str]],
    meta: ReviewMeta,
    records: PageRecords,
    *,
    style: bytes | None = None,
    authors: Sequence[str] = (),
) -> str:
    """Return the page of a review as one HTML file that needs nothing else; the same review gives the same page.

    `sections` are (heading, Markdown) in order, `style` is a CSL style, by default Pandoc's.

    Raises:
        LitreviewError: Pandoc cannot be run, fails or takes too long.
    """
    frames = records.frames
    cited = {key for _, markdown in sections for key in find_citekeys(markdown)}
    listed = cited | set(frames["works"]["citekey"])
    works = {key: work for key, work in meta.works.items() if key in listed}
    text = convert_text(sections, meta, works, _number_claims(frames), style)
    cards = make_cards(works, text.references, frames)
    evidence = list_evidence(cards, frames, records.themes)
    sheet, script = _read_styles(), (_HERE / "page.js").read_text(encoding="utf-8")
    costs, dollars = list_costs(frames["cost"])
    template = _environment().get_template("template.html")
    return template.render(
        title=meta.tongue.say(title),
        lang=meta.tongue.code,
        authors=authors,
        about=meta.tongue.say(f"Literature review, as of {meta.as_of}"),
        notices=[meta.tongue.say(notice) for notice in meta.notices],
        numbers=[(name, LABELS[name], records.numbers[name]) for name in _HEADLINES if name in records.numbers],
        text=text,
        cited=[card for key, card in cards.items() if key in cited],
        others=[card for key, card in cards.items() if key not in cited],
        evidence=evidence,
        columns=fill_columns(evidence),
        themes=[meta.tongue.say(theme.label) for theme in records.themes],
        figures=[
            _Figure(one.identifier, one.label, unescape_markdown(one.caption), _inline(one.content))
            for one in meta.layout.shown
            if isinstance(one.content, str)
        ],
        queries=list_queries(frames["queries"]),
        stages=frames["stages"].to_dicts(),
        costs=costs,
        dollars=dollars,
        version=VERSION,
        style=Markup(sheet),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        style_hash=_hash(sheet),
        script_hash=_hash(script),
    )


def _number_claims(frames: Mapping[str, pl.DataFrame]) -> Claims:
    numbers = number_findings(frames["findings"])
    claims: dict[tuple[str, str], list[int]] = {}
    for sentence, key, finding_id in frames["claims"].iter_rows():
        if finding_id in numbers:
            claims.setdefault((sentence, key), []).append(numbers[finding_id])
    return claims


def _inline(svg: str) -> Markup:
    """Return one of our pictures for the page, whose style sheet has its styles."""
    return Markup(_PICTURE_STYLE.sub("", svg).strip())  # noqa: S704 - what it tells of others was escaped when drawn


@cache
def _read_styles() -> str:
    pictures = (canvas.STYLE + prisma.STYLE).replace(_DARK, _DARK_SCREEN)
    return (_HERE / "style.css").read_text(encoding="utf-8") + pictures


def _hash(text: str) -> str:
    """Return the source expression of an inline element (Content Security Policy Level 3, section 2.3.1)."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(_HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
