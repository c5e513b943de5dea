"""``python -m tests.written.keep KIND FOLDER OUT``: answers, kept without words of the works.

KIND is summaries, extractions, reviewed or sections.

A quote is kept as the place where it stands; one that stands nowhere as that. Of the works that a section may cite the
stems and numbers are kept that checks look for. What the writers wrote is kept as it is.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import orjson

from storage.records.writing import Page
from tasks.analysts.llm.citations import find_stems
from tasks.analysts.llm.quotes import locate_quote
from tasks.text.numbers import find_numbers, find_spelled_numbers
from tests.benchmarks.servers.scripted.protocol import read_blocks
from tests.written.collect import read_by_mailbox
from tests.written.works import choose_abstracts, choose_coded, list_reviewed, read_full_texts


def keep_summaries(folder: Path) -> list[dict[str, Any]]:
    """Return one record per answered request: its work, field and statements, each with page and place of its quote."""
    pages = {
        (work.work_id, full_text): texts
        for full_text, read in ((False, choose_abstracts()), (True, read_full_texts()))
        for _, work, texts in read
    }
    return _keep(folder, orjson.loads((folder / "works.json").read_bytes()), pages)


def keep_extractions(folder: Path) -> list[dict[str, Any]]:
    """Return one record per work answered: what the product keeps of its study and findings, and what it dropped.

    Values with the places in the abstract of the words that they stand on; each result of a finding with the place of
    that finding's quote, which stands alone where it has none. What was asked again and has not been answered is as if
    it had been refused.
    """
    index = orjson.loads((folder / "works.json").read_bytes())
    answered = {about["work_id"] for name, about in index.items() if (folder / name / "answer.json").is_file()}
    works = [row for row in choose_coded() if row[1].work_id in answered]
    kept = []
    for field, work, _, summary, dropped in read_by_mailbox(folder, works):
        study: dict[str, Any] = {}
        places = {
            one.finding_id: {"start": one.quote.char_start, "end": one.quote.char_end}
            for one in summary.findings
            if one.kind == "finding"
        }
        results: dict[tuple[str, int], dict[str, Any]] = {(each, 1): {**place} for each, place in places.items()}
        for one in summary.extractions:
            if one.finding_id:
                result = results.setdefault((one.finding_id, one.result), {**places[one.finding_id]})
                result[one.field] = one.value
            else:
                study[one.field] = [one.value, one.quote.char_start, one.quote.char_end]
        about = {"work_id": work.work_id, "field": field, "by_rule": summary.source.endswith("extracted")}
        kept.append({**about, "study": study, "results": [*results.values()], "dropped": sorted(dropped)})
    return kept


def keep_reviewed(folder: Path) -> list[dict[str, Any]]:
    """Return the same of the mailbox of a whole review: the first answer on each work, the work known by its title."""
    works = {work.title: (field, work.work_id, texts) for field, work, texts in list_reviewed()}
    index, pages = {}, {}
    for prompt in sorted(folder.glob("*-paper-summary-*/prompt.md")):
        asked = prompt.read_text(encoding="utf-8")
        told = read_blocks(asked[asked.index("===== user") :])
        if "===== assistant" not in asked and told["work"]["title"] in works:
            field, work_id, texts = works[told["work"]["title"]]
            index[prompt.parent.name] = {"field": field, "work_id": work_id, "full_text": False}
            pages[work_id, False] = texts
    return _keep(folder, index, pages)


def _keep(
    folder: Path, index: dict[str, dict[str, Any]], pages: dict[tuple[str, bool], list[Page]]
) -> list[dict[str, Any]]:
    kept = []
    for name, about in sorted(index.items()):
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


def keep_sections(folder: Path) -> list[dict[str, Any]]:
    """Return one record per answered request for a theme's section: what was demanded, its sources, and the text."""
    kept = []
    for answer in sorted(folder.glob("*/answer.json")):
        prompt = (answer.parent / "prompt.md").read_text(encoding="utf-8")
        if "# Task: write the section of one theme" not in prompt or "===== assistant" in prompt:
            continue
        blocks = read_blocks(prompt[prompt.index("===== user") :])
        told = f"{blocks['review']} {blocks['theme']} {blocks['task']['works']}"
        kept.append(
            {
                "request": answer.parent.name[:4],
                **blocks["task"],
                "numbers": sorted(find_numbers(told)),
                "sources": {work["citekey"]: _reduce(work) for work in blocks["works"] if work.get("findings")},
                "markdown": orjson.loads(answer.read_bytes())["markdown"],
            }
        )
    return kept


def _reduce(work: dict[str, Any]) -> dict[str, Any]:
    text = " ".join(str(value) for value in work.values())
    return {
        "numbers": sorted(find_numbers(text) | find_spelled_numbers(text)),
        "findings": {each["ref"]: sorted(find_stems(f"{each['text']} {work['title']}")) for each in work["findings"]},
    }


if __name__ == "__main__":
    kind, folder, out = sys.argv[1:]
    keep = {
        "summaries": keep_summaries,
        "extractions": keep_extractions,
        "reviewed": keep_reviewed,
        "sections": keep_sections,
    }[kind]
    records = keep(Path(folder))
    Path(out).write_bytes(b"".join(orjson.dumps(record) + b"\n" for record in records))
