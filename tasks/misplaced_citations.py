"""Citations that seem to stand in the wrong sentence: another work says it, the one cited does not.

A warning, no proof: words are counted, and a sentence that sums a work up in words of its own may share few with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tasks.citing_sentences import find_citing_sentences, read_plain, split_sentences
from tasks.evidence_match import CitedWork, EvidenceIndex, Misplaced
from tasks.names import split_name


def describe_work(
    citekey: str, texts: Iterable[str], title: str = "", authors: Sequence[str] = (), year: int | None = None
) -> CitedWork:
    """Return a work with what it says, sentence by sentence: its title and texts (quotes, findings, abstract).

    A work without texts says nothing, as a title alone tells too little to hold a sentence against.
    """
    said = [text for text in texts if text.strip()]
    passages = [title, *(sentence for text in said for sentence in split_sentences(text))] if said else []
    surname = split_name(authors[0]).surname if authors else ""
    return CitedWork(citekey, tuple(dict.fromkeys(passage for passage in passages if passage)), surname, year)


def find_misplaced_citations(markdown: str, works: Iterable[CitedWork]) -> list[tuple[int, Misplaced]]:
    """Return the citations of a Markdown text of whose sentence another of the works says much more, in order.

    Each with the line, from 1, in which its sentence begins.
    """
    index = EvidenceIndex(works)
    found: list[tuple[int, Misplaced]] = []
    place = 0
    for sentence, citekeys in find_citing_sentences(markdown):
        place = markdown.find(sentence, place)
        misplaced = index.find_misplaced(read_plain(sentence), citekeys)
        found += [(markdown.count("\n", 0, place) + 1, one) for one in misplaced]
    return found


def explain_misplaced(misplaced: Misplaced) -> str:
    """Return in one sentence why a citation seems misplaced."""
    shared = f"only {', '.join(misplaced.shared[:5])}" if misplaced.shared else "nothing"
    return f"the sentence shares {shared} with what @{misplaced.citekey} says; @{misplaced.other} says it"
