"""Imported files: their records, the works that these are, and the verdicts that stand beside them."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from storage.core.clock import now
from storage.core.ledger import Ledger
from storage.records.imports import ImportedFile, ImportedOpinion, ImportedRecord
from storage.records.search import Response, Work
from storage.searching.snowballing import finished_stages, stop_reason
from storage.searching.works import add_discoveries, add_works

_SAID = (
    "i.reasons, (SELECT list({screener: o.screener, verdict: o.verdict} ORDER BY o.screener) "
    "FROM imported_opinion AS o WHERE o.record_id = i.record_id) AS opinions"
)
FIRST_STAGE = 500
"""The stage of the nth import into a review whose search had ended is this number plus n, apart from all others."""


def keep_imports(ledger: Ledger, files: Sequence[ImportedFile]) -> list[ImportedFile]:
    """Append the files not yet on record, with their records, in one transaction, and return those files."""
    known = set(ledger.select("SELECT file_id FROM imported_file")["file_id"])
    fresh = list({file.file_id: file for file in files if file.file_id not in known}.values())
    at = now()
    with ledger.transaction():
        for file in fresh:
            ledger.append(
                "imported_file",
                [
                    {
                        "file_id": file.file_id,
                        "name": file.name,
                        "format": file.format,
                        "records": len(file.records),
                        "at": at,
                    }
                ],
            )
            _keep_records(ledger, file)
    return fresh


def _keep_records(ledger: Ledger, file: ImportedFile) -> None:
    at = now()
    answers = {record.response.response_id: record.response for record in file.records}
    ledger.append(
        "response",
        [
            {
                "response_id": response_id,
                "source": answer.source,
                "url": answer.url,
                "status": answer.status,
                "fetched_at": at,
                "body": answer.body,
            }
            for response_id, answer in answers.items()
        ],
    )
    rows = [
        {
            "record_id": file.record_id(record),
            "file_id": file.file_id,
            "line": record.line,
            "source": record.source,
            "label": record.label,
            "response_id": record.response.response_id,
            "reasons": list(record.reasons) or None,
        }
        for record in file.records
    ]
    ledger.append("imported_record", pl.DataFrame(rows, schema_overrides={"reasons": pl.List(pl.String)}))
    ledger.append(
        "imported_opinion",
        [
            {"record_id": file.record_id(record), "screener": opinion.screener, "verdict": opinion.verdict}
            for record in file.records
            for opinion in record.opinions
        ],
    )


def read_kept_imports(ledger: Ledger) -> list[ImportedFile]:
    """Return the files on record with their records, as they were imported."""
    rows = ledger.select(
        "SELECT f.file_id, f.name, f.format, i.line, i.source, i.label, r.source AS kind, r.url, r.body, r.status, "
        f"{_SAID} "
        "FROM imported_file AS f JOIN imported_record AS i USING (file_id) JOIN response AS r USING (response_id) "
        "ORDER BY f.name, f.file_id, i.line"
    )
    return [
        ImportedFile(file_id, name, form, tuple(_read_records(part)))
        for (file_id, name, form), part in rows.group_by(("file_id", "name", "format"), maintain_order=True)
    ]


def _read_records(rows: pl.DataFrame) -> list[ImportedRecord]:
    return [
        ImportedRecord(
            row["line"],
            row["source"],
            row["label"],
            Response(row["kind"], row["url"], row["body"]),
            tuple(ImportedOpinion(**one) for one in row["opinions"] or ()),
            tuple(row["reasons"] or ()),
        )
        for row in rows.iter_rows(named=True)
    ]


def unmatched_records(ledger: Ledger) -> list[tuple[str, str, ImportedRecord]]:
    """Return the records whose work was not looked for yet: record id, file id and record, in the order of files."""
    rows = ledger.select(
        "SELECT i.record_id, i.file_id, i.line, i.source, i.label, r.source AS kind, r.url, r.body, "
        f"{_SAID} "
        "FROM imported_record AS i JOIN imported_file AS f USING (file_id) JOIN response AS r USING (response_id) "
        "WHERE i.record_id NOT IN (SELECT record_id FROM import_match) ORDER BY f.name, f.file_id, i.line"
    )
    return list(zip(rows["record_id"], rows["file_id"], _read_records(rows), strict=True))


def joining_stage(ledger: Ledger) -> int:
    """Return the stage that records imported now join: that of the search under way, or one of their own."""
    if stop_reason(ledger) is None:
        return finished_stages(ledger)
    last = "SELECT coalesce(max(stage), $first) FROM import_match WHERE stage > $first"
    screened = "SELECT coalesce(max(stage), 0) FROM decision WHERE phase IN ('screening', 'cutoff') AND stage > $first"
    latest = int(ledger.select(last, first=FIRST_STAGE).item())
    # An import that was cut short goes on in its stage.
    return latest + int(latest == FIRST_STAGE or ledger.select(screened, first=FIRST_STAGE).item() >= latest)


def add_matches(ledger: Ledger, stage: int, matches: Sequence[tuple[str, str, int, Work | None, str]]) -> None:
    """Append works found for records, and how they were found, in one transaction.

    Given as (record id, file id, line, work or None, what it was matched by).
    """
    with ledger.transaction():
        add_works(ledger, [work for _, _, _, work, _ in matches if work], stage)
        add_discoveries(
            ledger,
            [(work.work_id, "import", stage, None, file_id, line) for _, file_id, line, work, _ in matches if work],
        )
        ledger.append(
            "import_match",
            pl.DataFrame(
                [
                    {
                        "record_id": record_id,
                        "work_id": work.work_id if work else None,
                        "matched_by": matched_by,
                        "stage": stage,
                    }
                    for record_id, _, _, work, matched_by in matches
                ],
                schema={"record_id": pl.String, "work_id": pl.String, "matched_by": pl.String, "stage": pl.Int32},
            ),
        )


def labels_to_apply(ledger: Ledger) -> pl.DataFrame:
    """Return the works whose imported verdicts are not decisions yet: work_id, stage, label, names, decisions.

    `stage` is that of the import, `names` are the files, `decisions` how many the work has; `people` gave that verdict
    and `reasons` were named for it, as far as the files say, and `criterion_id` is the one that a reason names. A work
    that two records label differently has none.
    """
    return ledger.frame("labels_to_apply")


def conflicting_labels(ledger: Ledger) -> int:
    """Return how many works have imported records that label them differently."""
    return int(
        ledger.select(
            "SELECT count(*) FROM (SELECT work_id FROM imported_record JOIN import_match USING (record_id) "
            "WHERE label <> '' AND work_id IS NOT NULL GROUP BY work_id HAVING count(DISTINCT label) > 1)"
        ).item()
    )


def count_imports(ledger: Ledger) -> pl.DataFrame:
    """Return what each file brought: file, source, records, matched by what, unmatched, verdicts, and works new."""
    return ledger.frame("imports")
