"""What the works of a review state, ready for a rule to hold sentences against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from storage.records.writing import ReadWork
from tasks.citations.evidence import CitedWork, EvidenceIndex
from tasks.metadata.names import split_name
from tasks.text.quantities import Quantity, find_quantities


@dataclass(frozen=True, slots=True)
class CitedText:
    """Everything one work states, as it was read: its text, the quantities in it, the authors' family names."""

    text: str
    quantities: tuple[Quantity, ...]
    surnames: frozenset[str]
    year: int | None


@dataclass(frozen=True)
class CitedTexts:
    """The works of a review by citekey, what each states, and how much of a sentence's wording each holds."""

    works: Mapping[str, ReadWork]
    texts: Mapping[str, CitedText] = field(repr=False)
    evidence: EvidenceIndex = field(repr=False)


def read_cited_texts(works: Sequence[ReadWork]) -> CitedTexts:
    """Return what works with a citekey state: title, abstract, findings, quotes, summary, authors, year, venue."""
    by_key = {read.citekey: read for read in works if read.citekey}
    return CitedTexts(
        works=by_key,
        texts={key: _read(read) for key, read in by_key.items()},
        evidence=EvidenceIndex(_cite(key, read) for key, read in by_key.items()),
    )


def _cite(citekey: str, read: ReadWork) -> CitedWork:
    names = [split_name(author.name).surname for author in read.work.authors if author.name.strip()]
    return CitedWork(citekey, _list_passages(read), names[0] if names else "", read.work.year)


def _read(read: ReadWork) -> CitedText:
    work, summary = read.work, read.summary
    told = (
        *_list_passages(read),
        work.abstract or "",
        work.venue or "",
        summary.short,
        summary.digest,
        summary.methodology,
        summary.limitations,
        summary.future_work,
        *summary.themes,
        *(author.name for author in work.authors),
    )
    text = "\n".join(part for part in told if part)
    names = frozenset(split_name(author.name).surname.casefold() for author in work.authors if author.name.strip())
    return CitedText(text, tuple(find_quantities(text)), names, work.year)


def _list_passages(read: ReadWork) -> tuple[str, ...]:
    told = [part for finding in read.summary.findings for part in (finding.text, finding.quote.text)]
    return tuple(dict.fromkeys([read.work.title, *told]))
