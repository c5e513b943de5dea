"""``python -m tests.written.keep FOLDER OUT``: answers to requests for summaries, kept without the words of the works.

A quote is kept as the place where it stands; one that stands nowhere as that. What the writers wrote is kept as it is.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import orjson

from storage.records.writing import Page
from tasks.analysts.llm.quotes import locate_quote
from tests.written.works import choose_abstracts, read_full_texts


def keep_summaries(folder: Path) -> list[dict[str, Any]]:
    """Return one record per answered request: its work, field and statements, each with page and place of its quote."""
    pages = {
        (work.work_id, full_text): texts
        for full_text, read in ((False, choose_abstracts()), (True, read_full_texts()))
        for _, work, texts in read
    }
    kept = []
    for name, about in sorted(orjson.loads((folder / "works.json").read_bytes()).items()):
        answer = orjson.loads((folder / name / "answer.json").read_bytes())
        texts = pages[about["work_id"], about["full_text"]]
        statements = [
            {"kind": each["kind"], "text": each["text"], "quote": _place(each["quote"], texts)}
            for each in answer.pop("statements")
        ]
        kept.append({**about, "request": name[:4], "statements": statements, **answer})
    return kept


def _place(quote: str, pages: list[Page]) -> list[int] | None:
    """Return [place of the page, first character, one past the last] of a quote, None where it stands nowhere."""
    found = ((place, locate_quote(quote, page.text)) for place, page in enumerate(pages))
    return next(([place, *span] for place, span in found if span), None)


if __name__ == "__main__":
    lines = b"".join(orjson.dumps(record) + b"\n" for record in keep_summaries(Path(sys.argv[1])))
    Path(sys.argv[2]).write_bytes(lines)
