"""Whether a review holds: claims rest on quotes, quotes are on their pages, citations resolve, the file matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from storage.writing.evidence import Evidence
from tasks.citations.pandoc import find_citekeys
from tasks.citations.sentences import find_citing_sentences
from tasks.reporting.figures import is_caption
from tasks.text.cleaning import escape_markdown

_OLD_TEXT = "this sentence of review.md is not as it was written, so nothing on record supports it"


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that does not hold: the work it is about, the sentence (or quote) concerned, and why.

    A failure that concerns no work has a `place` in the review instead, and no citekey.
    """

    citekey: str
    sentence: str
    reason: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """One kind of thing checked: how many there are, which failed, how many could not be checked here."""

    name: str
    checked: int
    failures: tuple[Failure, ...] = ()
    unchecked: int = 0


def check_evidence(evidence: Evidence, review: str | None) -> tuple[Check, ...]:
    """Return the checks of a review; `review` is the text of review.md, None if there is none yet.

    If the published copy leaves out a page because of its licence, what rests on it counts as unchecked, not wrong.
    """
    checks = [_check_claims(evidence), _check_quotes(evidence), _check_citations(evidence)]
    if evidence.claims["is_persons"].any():
        checks.append(_check_persons(evidence))
    return (*checks, _check_file(evidence, review)) if review is not None else tuple(checks)


def count_changes(evidence: Evidence, review: str) -> int:
    """Return how many paragraphs of review.md were changed, added or taken out since the sections were stored."""
    lost = _written_paragraphs(evidence) - set(_paragraphs(review))
    return max(len(lost), len(_changed_paragraphs(evidence, review)))


def _check_quotes(evidence: Evidence) -> Check:
    faults = _quote_faults(evidence)
    failures = tuple(
        Failure(row["citekey"] or row["work_id"], row["text"], faults[row["quote_id"]])
        for row in evidence.quotes.iter_rows(named=True)
        if row["quote_id"] in faults
    )
    unchecked = len(_withheld(evidence))
    return Check("quotes that are their page's words", evidence.quotes.height - unchecked, failures, unchecked)


def _check_claims(evidence: Evidence) -> Check:
    faults, withheld = _quote_faults(evidence), _withheld(evidence)
    markdown = {section_id: text for section_id, _, text in evidence.sections}
    failures: list[Failure] = []
    unchecked = 0
    traced = evidence.claims.filter(~pl.col("is_persons"))
    for row in traced.iter_rows(named=True):
        reason = row["fault"] or faults.get(row["quote_id"])
        if not reason and row["sentence"] not in markdown[row["section_id"]]:
            reason = "the sentence does not stand in its section"
        if reason:
            failures.append(Failure(row["citekey"], row["sentence"], reason))
        unchecked += not reason and row["quote_id"] in withheld
    return Check("claims that rest on a quote of their work", traced.height - unchecked, tuple(failures), unchecked)


def _check_persons(evidence: Evidence) -> Check:
    """Check what people wrote by hand, which is traced to no finding: it must cite works of the corpus."""
    rows = evidence.claims.filter("is_persons")
    failures = tuple(
        Failure(row["citekey"], row["sentence"], f"{row['fault']}; the sentence was written by hand")
        for row in rows.iter_rows(named=True)
        if row["fault"]
    )
    return Check("citations by hand, not traced to findings", rows.height, failures)


def _check_citations(evidence: Evidence) -> Check:
    claimed = set(evidence.claims.select("section_id", "citekey").iter_rows())
    failures: list[Failure] = []
    cited = [(*section[:2], key) for section in evidence.sections for key in find_citekeys(section[2])]
    told = set(evidence.claims.filter("is_persons").select("section_id", "citekey").iter_rows())
    for section_id, heading, key in cited:
        if (section_id, key) in told and key not in evidence.references:
            continue
        if key not in evidence.references:
            failures.append(Failure(key, f"section '{heading}'", "no work of the corpus has this citekey"))
        elif (section_id, key) not in claimed:
            failures.append(Failure(key, f"section '{heading}'", "it is cited there without a claim on record"))
    return Check("citations that resolve", len(cited), tuple(failures))


def _check_file(evidence: Evidence, review: str) -> Check:
    written = {sentence for _, _, markdown in evidence.sections for sentence, _ in find_citing_sentences(markdown)}
    failures = tuple(
        Failure(key, sentence, _OLD_TEXT)
        for paragraph in _changed_paragraphs(evidence, review)
        for sentence, keys in find_citing_sentences(paragraph)
        for key in keys
        if sentence not in written
    )
    return Check("paragraphs of review.md as written", len(_paragraphs(review)), failures)


def _changed_paragraphs(evidence: Evidence, review: str) -> list[str]:
    written = _written_paragraphs(evidence)
    return [paragraph for paragraph in _paragraphs(review) if paragraph not in written]


def _written_paragraphs(evidence: Evidence) -> set[str]:
    headings = {f"## {escape_markdown(heading)}" for _, heading, _ in evidence.sections}
    return headings | {paragraph for _, _, markdown in evidence.sections for paragraph in _split(markdown)}


def _paragraphs(review: str) -> list[str]:
    """Return the paragraphs of the sections: not front matter, notes, figures, references or appendix."""
    body = review.split("\n## References\n", maxsplit=1)[0]
    return [
        paragraph
        for paragraph in _split(body)
        if not paragraph.startswith(("---\n", "> **Note.**")) and not is_caption(paragraph)
    ]


def _split(markdown: str) -> list[str]:
    return [paragraph.strip() for paragraph in markdown.split("\n\n") if paragraph.strip()]


def _quote_faults(evidence: Evidence) -> dict[str, str]:
    """Return why quotes fail, by id; those whose page may not be published are left out."""
    withheld = _withheld(evidence)
    return {
        row["quote_id"]: f"the words quoted are not on page {row['page']}" if row["is_there"] else "its page is gone"
        for row in evidence.quotes.iter_rows(named=True)
        if not row["is_verbatim"] and row["quote_id"] not in withheld
    }


def _withheld(evidence: Evidence) -> set[str]:
    return set(evidence.quotes.filter("is_withheld")["quote_id"])


def failures_of(checks: Sequence[Check]) -> list[Failure]:
    """Return all failures in order; of several about the same work for the same reason only the first."""
    told: dict[tuple[str, str], int] = {}
    return [
        failure
        for place, check in enumerate(checks)
        for failure in dict.fromkeys(check.failures)
        if told.setdefault((failure.citekey, failure.reason), place) == place
    ]
