"""What everyone who judges a theme or writes about it is told of a work, and what its findings are called there."""

from __future__ import annotations

from typing import Any

from storage.core.errors import LitreviewError
from storage.records.writing import Finding, ReadWork
from tasks.analysts.extractive.authors import surname
from tasks.analysts.llm.guard.admission import withhold_tagged

_LONGEST_TITLE = 300
_LONGEST_FIELD = 600
_LONGEST_SUMMARY = 700


def refer_findings(read: ReadWork) -> dict[str, Finding]:
    """Return the work's findings by the ref they are cited with: f1, f2, … in the order of its summary."""
    return {f"f{place}": finding for place, finding in enumerate(read.summary.findings, 1)}


def describe_work(read: ReadWork) -> dict[str, Any]:
    """Return the work for a data block: citekey, authors, year, title, venue, findings and what it says of itself.

    `findings` are ``{"ref": "f1", "text": …}`` (with `kind` where it is not a finding proper); methodology, limitations
    and future_work stand there only if no finding says the same. Empty fields are left out. Sentences that hold
    a tag of a role or block are withheld.

    Raises:
        LitreviewError: the work has no citekey, so that nothing it says could be cited.
    """
    work, summary = read.work, read.summary
    if not read.citekey:
        raise LitreviewError(
            f"The work {work.work_id} “{work.title[:80]}” has no citekey, so it cannot be cited; resume the review "
            "so that citekeys are given to the whole corpus."
        )
    findings = [
        {"ref": ref, "text": _clean(finding.text)} | ({"kind": finding.kind} if finding.kind != "finding" else {})
        for ref, finding in refer_findings(read).items()
    ]
    told = " ".join(f"{finding.text} {finding.quote.text}" for finding in summary.findings)
    described = {
        "citekey": read.citekey,
        "authors": _name_authors(read),
        "year": work.year,
        "title": _clean(work.title[:_LONGEST_TITLE]),
        "venue": _clean((work.venue or "")[:_LONGEST_TITLE]),
        "findings": findings,
        **{
            part: _clean(text[:_LONGEST_FIELD])
            for part, text in (
                ("methodology", summary.methodology),
                ("limitations", summary.limitations),
                ("future_work", summary.future_work),
            )
            if not _is_told(text, told)
        },
    }
    return {key: value for key, value in described.items() if value}


def describe_quoted(read: ReadWork, longest_quote: int) -> tuple[dict[str, Any], str]:
    """Return the work described with the quotes its findings rest on, cut at so many characters; and its summary."""
    described = describe_work(read)
    findings = refer_findings(read)
    for finding in described.get("findings", ()):
        quote = withhold_tagged(" ".join(findings[finding["ref"]].quote.text.split())[:longest_quote])[0]
        if quote != finding["text"]:
            finding["quote"] = quote
    return described, withhold_tagged(" ".join(read.summary.short.split())[:_LONGEST_SUMMARY])[0]


def _name_authors(read: ReadWork) -> str:
    names = [surname(author.name) for author in read.work.authors if author.name.strip()]
    return f"{_clean(names[0][:_LONGEST_TITLE])}{' et al.' if len(names) > 1 else ''}" if names else ""


def _is_told(text: str, told: str) -> bool:
    """Return whether every sentence of a part is among what the findings and their quotes already say."""
    return all(sentence.strip(" .") in told for sentence in text.split(". "))


def _clean(text: str) -> str:
    return withhold_tagged(" ".join(text.split()))[0]
