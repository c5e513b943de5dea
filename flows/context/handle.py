"""The handle to a finished review in Python."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from storage.core.ledger import open_published


@dataclass(frozen=True)
class Review:
    """A finished review: `path` is its Markdown file; data frames are read from its published corpus."""

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
        return sorted(self._select("SELECT citekey FROM corpus")["citekey"])

    def corpus(self) -> pl.DataFrame:
        """Return the corpus, one row per work, ordered by citekey."""
        return self._select("SELECT * FROM corpus ORDER BY citekey")

    def themes(self) -> pl.DataFrame:
        """Return the themes in the order of the review, with the citekeys of their works."""
        return self._select(
            "SELECT t.label, t.description, t.words, t.coherence, list(w.citekey ORDER BY m.position) AS citekeys "
            "FROM current_theme AS t JOIN theme_work AS m USING (edition, theme_id) JOIN work AS w USING (work_id) "
            "GROUP BY ALL ORDER BY min(t.position)"
        )

    def references(self) -> pl.DataFrame:
        """Return the works cited, ordered by citekey, with how often the text cites each."""
        return self._select(
            "SELECT w.citekey, w.title, w.year, w.venue, w.doi, count(*) AS citations FROM claim AS c "
            "JOIN current_section USING (section_id, version) JOIN corpus AS w USING (citekey) "
            "GROUP BY ALL ORDER BY w.citekey"
        )

    def _select(self, sql: str) -> pl.DataFrame:
        with open_published(self.path.parent) as connection:
            frame: pl.DataFrame = connection.sql(sql).pl()
        return frame
