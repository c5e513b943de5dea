"""What the works of a review say, sentence by sentence: what an answer may quote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from storage.records.writing import Finding, Page, Quote, ReadWork
from tasks.analysts.llm.guard.tasks import find_tagged
from tasks.citations.sentences import place_sentences
from tasks.parsing.running_text import full_text_pages, read_passages

Statement: TypeAlias = tuple[ReadWork, Finding]

UNREAD = "text"
"""Kind of a sentence of a page that no finding rests on."""
_FEWEST_WORDS, _MOST_WORDS = 4, 160  # what is shorter is a heading, what is longer has no full stops


def list_statements(works: Sequence[ReadWork], pages: Mapping[str, Sequence[Page]]) -> list[Statement]:
    """Return the findings of works that have a citekey, and the other sentences of their pages; each quote resolves.

    A quote resolves if it is the words of its page at its place; where a copy leaves the page out, it stands as stored.
    What holds a tag that only a program would read is left out.
    """
    return [
        (read, said) for read in works if read.citekey for said in _list_of_work(read, pages.get(read.work.work_id, ()))
    ]


def resolves(quote: Quote, pages: Sequence[Page]) -> bool:
    """Return whether a quote is the words of its page, or its page is not among those given."""
    of = [page for page in pages if (page.page, page.source) == (quote.page, quote.source)]
    return not of or of[0].text[quote.char_start : quote.char_end] == quote.text


def _list_of_work(read: ReadWork, pages: Sequence[Page]) -> Iterator[Finding]:
    tagged = {(page.page, page.source): find_tagged(page.text) for page in pages}
    findings = [
        finding
        for finding in read.summary.findings
        if resolves(finding.quote, pages) and not _is_tagged(finding.quote, tagged) and not find_tagged(finding.text)
    ]
    yield from findings
    taken: dict[tuple[int, str], list[tuple[int, int]]] = {}
    for quote in (finding.quote for finding in findings):
        taken.setdefault((quote.page, quote.source), []).append((quote.char_start, quote.char_end))
    for page, start, end in _place_running_text(pages):
        among = taken.get((page.page, page.source), ())
        for first, last in place_sentences(page.text[start:end]):
            place = start + first, start + last
            text = page.text[slice(*place)]
            quote = Quote(page.work_id, page.page, *place, text, page.source)
            is_quoted = any(begin < place[1] and place[0] < stop for begin, stop in among)
            if not is_quoted and _FEWEST_WORDS <= len(text.split()) <= _MOST_WORDS and not _is_tagged(quote, tagged):
                yield Finding(page.work_id, text, quote, UNREAD)


def _is_tagged(quote: Quote, tagged: Mapping[tuple[int, str], Sequence[tuple[int, int]]]) -> bool:
    """Return whether a quote reaches into a stretch of its page that only a program would read, or has one itself."""
    places = tagged.get((quote.page, quote.source), ())
    return bool(find_tagged(quote.text)) or any(a < quote.char_end and quote.char_start < b for a, b in places)


def _place_running_text(pages: Sequence[Page]) -> Iterator[tuple[Page, int, int]]:
    """Yield the stretches of pages that are the work's own text: abstracts whole, of a full text its paragraphs."""
    yield from ((page, 0, len(page.text)) for page in pages if page.page == 0)
    yield from ((passage.page, passage.start, passage.end) for passage in read_passages(full_text_pages(pages)))
