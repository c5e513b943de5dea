"""The handle to a review in Python and in notebooks."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from html import escape
from pathlib import Path

import polars as pl

from storage.core.errors import InputError
from storage.core.places import find_published
from storage.publication.published import select_published
from tasks.environment.settings import read_settings
from tasks.reporting.figures import read_description

_SHOWN_THEMES = 20


@dataclass(frozen=True)
class Figure:
    """A figure of a review, an SVG file, which a notebook shows where it stands last in a cell."""

    path: Path

    def _repr_html_(self) -> str:
        """Return the picture as an image: within one, nothing that an SVG file may hold is run or fetched."""
        svg = self.path.read_bytes()
        shown = escape(read_description(svg.decode("utf-8")) or self.path.stem)
        return f'<img alt="{shown}" src="data:image/svg+xml;base64,{base64.b64encode(svg).decode("ascii")}">'


@dataclass(frozen=True)
class Review:
    """A review: `path` is its Markdown file; data frames are read from its published corpus."""

    path: Path

    @property
    def text(self) -> str:
        """Return the review as Pandoc Markdown."""
        return self.path.read_text(encoding="utf-8")

    @property
    def page(self) -> Path:
        """Return where the page of the review is: text, evidence, figures and search in one HTML file."""
        return self.path.with_name("report.html")

    @property
    def citekeys(self) -> list[str]:
        """Return the citekeys of the corpus, sorted."""
        return sorted(self.sql("SELECT citekey FROM corpus")["citekey"])

    @property
    def figures(self) -> dict[str, Figure]:
        """Return the figures by name, such as prisma, themes or timeline."""
        return {path.stem: Figure(path) for path in sorted(self.path.parent.glob("*.svg"))}

    def views(self) -> pl.DataFrame:
        """Return the public views, each with what it has: view, comment."""
        return self.sql(
            "SELECT view_name AS view, comment FROM duckdb_views() WHERE NOT internal AND schema_name = 'main' "
            "ORDER BY view"
        )

    def frame(self, view: str) -> pl.DataFrame:
        """Return all rows of a public view.

        Raises:
            InputError: there is no such view.
        """
        if view not in set(self.views()["view"]):
            raise InputError(f"there is no view '{view}'; views() lists those there are")
        return self.sql(f'FROM "{view}"')

    def sql(self, query: str) -> pl.DataFrame:
        """Return the rows of a SELECT over the published corpus.

        Raises:
            InputError: the query cannot be answered.
        """
        return select_published(self.path.parent, query)

    def corpus(self) -> pl.DataFrame:
        """Return the corpus, one row per work, ordered by citekey."""
        return self.sql("SELECT * FROM corpus ORDER BY citekey")

    def themes(self) -> pl.DataFrame:
        """Return the themes in the order of the review, with the citekeys of their works."""
        return self.sql(
            "SELECT t.label, t.description, t.words, t.coherence, list(w.citekey ORDER BY m.position) AS citekeys "
            "FROM current_theme AS t JOIN theme_work AS m USING (edition, theme_id) JOIN work AS w USING (work_id) "
            "GROUP BY ALL ORDER BY min(t.position)"
        )

    def references(self) -> pl.DataFrame:
        """Return the works cited, ordered by citekey, with how often the text cites each."""
        return self.sql(
            "SELECT w.citekey, w.title, w.year, w.venue, w.doi, count(*) AS citations FROM claim AS c "
            "JOIN current_section USING (section_id, version) JOIN corpus AS w USING (citekey) "
            "GROUP BY ALL ORDER BY w.citekey"
        )

    def _repr_html_(self) -> str:
        """Return what a notebook shows of the review: topic, counts and themes, every text of them escaped."""
        topic = self.sql("SELECT topic FROM review").item()
        counts = dict(self.sql("SELECT item, n FROM prisma").iter_rows())
        told = ", ".join(f"{counts.get(item, 0)} {name}" for item, name in _TOLD.items())
        rows = "".join(
            f"<tr><td>{escape(label)}</td><td>{len(citekeys)}</td></tr>"
            for label, citekeys in self.themes().head(_SHOWN_THEMES).select("label", "citekeys").iter_rows()
        )
        themes = (
            f"<table><thead><tr><th>Theme</th><th>Works</th></tr></thead><tbody>{rows}</tbody></table>" if rows else ""
        )
        return f"<h4>{escape(topic)}</h4><p>{told}; {escape(str(self.path))}</p>{themes}"


_TOLD = {"identified": "works identified", "screened": "screened", "corpus": "in the review"}


def open_review(name: str, reviews: str | Path | None = None) -> Review:
    """Return the handle to a review that was written before, in the folder given or that of the settings.

    Raises:
        InputError: there is no review of that name, or nothing of it was published yet.
    """
    folder = Path(reviews or read_settings().reviews) / name
    find_published(folder)
    return Review(folder / "review.md")
