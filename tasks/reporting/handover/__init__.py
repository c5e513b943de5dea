"""What a review is handed over as to other programs, beside text and documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import polars as pl

from storage.records.search import Work
from tasks.reporting.exhibits import Numbered


@dataclass(frozen=True, slots=True)
class Handover:
    """A review to be handed over: the name of its folder, its title, text files, sections, works cited and tables.

    `files` are those of `tasks.reporting.files.render_files`, `sections` (heading, Markdown), `works` all that may be
    cited, by citekey, `written_at` (UTC) when the text was written. The frames are those of
    `storage.publication.handover`, `record` all of its `read_record`, `appraisals` those of
    `storage.screening.appraisals`; `counts` are PRISMA's, `shown` are its tables and figures.
    """

    name: str
    title: str
    files: Mapping[str, str]
    sections: Sequence[tuple[str, str]]
    works: Mapping[str, Work]
    written_at: datetime
    fates: pl.DataFrame
    sources: pl.DataFrame
    findings: pl.DataFrame
    appraisals: pl.DataFrame
    counts: Mapping[str, int]
    screened: pl.DataFrame = field(default_factory=pl.DataFrame)
    version: str = ""
    shown: Sequence[Numbered] = ()
    record: Mapping[str, pl.DataFrame] = field(default_factory=dict)
