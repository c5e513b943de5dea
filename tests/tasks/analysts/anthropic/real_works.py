"""Real works for the dialogues: the embedded sample, and the worlds beside the repository."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from storage import sample
from storage.records.search import Work
from storage.records.writing import Page
from tasks.catalogues.local.files import read_records
from tasks.catalogues.work_record import find_reason_to_leave_out, parse_work
from tasks.metadata.fields import decode_json, entry

SAMPLE = Path(sample.__file__).parent / "works.jsonl"


def read_works(path: Path, count: int) -> list[Work]:
    """Return the first works of a file that a catalogue would not leave out."""
    records = (entry(decode_json(record.text)) for record in read_records(path))
    return [parse_work(record) for record in islice((r for r in records if not find_reason_to_leave_out(r)), count)]


def abstract_page(work: Work) -> list[Page]:
    """Return the pages there are of a work of which only the abstract is known, if that."""
    return [Page(work.work_id, 0, work.abstract, work.abstract_source or "openalex")] if work.abstract else []
