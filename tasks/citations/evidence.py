"""A citing sentence compared with what works say: how much of its wording occurs in each work.

Nothing here understands a sentence: words, numbers and named authors are counted. A sentence that paraphrases its work
shares less with it than one that quotes it, but nearly always more than with any other work.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tasks.citations.sentences import find_citing_sentences, read_plain, split_sentences
from tasks.metadata.names import split_name
from tasks.text.words import split_terms

# A figure as prose writes it: "1,258", "0.47", "12".
_NUMBER = re.compile(r"(?<![\w.])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\w)|(?<![\w.])\d+(?:\.\d+)?")
# What makes a surname a reference to a work: "et al.", a year, or both ("Li et al. (2013)", "Clark and Chalmers 1998").
_ET_AL = r"(?:['\u2019]s)?(?:\s+et\s+al\b\.?)(?:['\u2019]s)?(?:,?\s*\(?\s*(?P<of>(?:1[89]|20)\d\d)[a-z]?\b\s*\)?)?"
_YEAR = r"(?:['\u2019]s)?(?:\s+(?:and|&)\s+[^\W\d_][\w\u2019'-]*)?,?\s*\(?\s*(?P<year>(?:1[89]|20)\d\d)[a-z]?\b\s*\)?"
_NAME_SIGN = "\x1f"  # occurs in no word, so that an author is never taken for one
# Set on reviews by both analysts and on a published one that paraphrases (`litreview bench verify`): below, sentences
# that only count works ("Two works refer to case studies") are taken for what another work says.
_LEAST_SHARE = 1 / 3
_LEAST_ADVANTAGE = 4.0  # nats, times the share
_MOST_OF_OTHER = 0.6


@dataclass(frozen=True, slots=True)
class CitedWork:
    """A work that may be cited and what it says: its quotes and findings, else the sentences of title and abstract.

    `surname` is its first author's family name, `year` that of publication; both may be missing.
    """

    citekey: str
    passages: tuple[str, ...]
    surname: str = ""
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A citation whose sentence matches another work: `passage` is the best-matching one of the work `other`.

    `shared` are the terms of the sentence found in the cited work, `share` the part of its weight found in the passage.
    """

    sentence: str
    citekey: str
    other: str
    passage: str
    share: float
    shared: tuple[str, ...]


def list_numbers(text: str) -> list[str]:
    """Return the figures of a text in order, repeats kept: "1,258" as "1258", "0.50" as "0.5"."""
    found = (match.group().replace(",", "") for match in _NUMBER.finditer(text))
    return [number.rstrip("0").rstrip(".") if "." in number else number for number in found]


def split_evidence(text: str) -> list[str]:
    """Return the terms of a text, each once and sorted: stems of its words without stop words, and its figures."""
    return sorted({*list_numbers(text), *split_terms(_NUMBER.sub(" ", text))})


class EvidenceIndex:
    """Works with the terms of what they say; sentences are given as plain text, without citations.

    A term weighs its inverse document frequency in nats, ``ln(1 + (N - n + 0.5) / (n + 0.5))`` where `n` of `N` works
    say it (Robertson and Zaragoza 2009, equation 3.1, kept positive as Lucene does). Named authors weigh like words.
    """

    def __init__(self, works: Iterable[CitedWork]) -> None:
        """Index the works; of two with the same citekey the later one counts."""
        self.works: Mapping[str, CitedWork] = {work.citekey: work for work in works}
        self._terms: dict[str, frozenset[str]] = {}
        self._passages: list[tuple[str, str]] = []
        self._said_in: defaultdict[str, list[int]] = defaultdict(list)
        for work in self.works.values():
            names = frozenset(_name_terms(work.surname, str(work.year or "")))
            said = set(names)
            for passage in work.passages:
                terms = split_evidence(passage)
                for term in (*terms, *names):
                    self._said_in[term].append(len(self._passages))
                self._passages.append((work.citekey, passage))
                said.update(terms)
            self._terms[work.citekey] = frozenset(said)
        self._frequencies = Counter(term for said in self._terms.values() for term in said)
        surnames = sorted({work.surname for work in self.works.values() if work.surname}, key=lambda name: -len(name))
        listed = "|".join(re.escape(surname) for surname in surnames)
        self._named = re.compile(rf"(?<!\w)(?P<who>{listed})(?:{_ET_AL}|{_YEAR})") if listed else None

    def weigh(self, sentence: str) -> dict[str, float]:
        """Return the terms of a sentence with their weights, in order; terms that no work contains weigh most."""
        names: set[str] = set()
        text = sentence
        if self._named:
            for match in self._named.finditer(sentence):
                names.update(_name_terms(match["who"], match["of"] or match["year"] or ""))
            text = self._named.sub(" ", sentence)
        return {term: self._weigh_term(term) for term in (*split_evidence(text), *sorted(names))}

    def measure(self, sentence: str, citekey: str) -> float:
        """Return how much of a sentence a work says, by weight of terms, in [0, 1]; 0 for a sentence without terms."""
        weights = self.weigh(sentence)
        said = self._terms.get(citekey, frozenset())
        whole = math.fsum(weights.values())
        return math.fsum(weight for term, weight in weights.items() if term in said) / whole if whole else 0.0

    def shared_terms(self, sentence: str, citekey: str) -> tuple[str, ...]:
        """Return the terms of a sentence that a work contains, heaviest first; authors as they are named."""
        said = self._terms.get(citekey, frozenset())
        weights = self.weigh(sentence)
        shared = sorted((term for term in weights if term in said), key=lambda term: (-weights[term], term))
        return tuple(term.replace(_NAME_SIGN, " ").strip() for term in shared)

    def find_misplaced(self, sentence: str, citekeys: Sequence[str]) -> list[Misplaced]:
        """Return the citations of a sentence of which another work says much more than the work cited.

        Terms of other works cited beside it are left out first, as a sentence may rest on several. Works that are
        not indexed, or say nothing, are not judged.
        """
        weights = self.weigh(sentence)
        found = []
        for citekey in dict.fromkeys(citekeys):
            if not self._says_anything(citekey):
                continue
            beside = frozenset[str]().union(*(self._terms.get(one, frozenset()) for one in citekeys if one != citekey))
            own = {term: weight for term, weight in weights.items() if term not in beside}
            mine = math.fsum(weight for term, weight in own.items() if term in self._terms[citekey])
            best, place = self._find_best_passage(own, citekeys)
            whole = math.fsum(own.values())
            share = best / whole if whole else 0.0
            says_more = share >= _LEAST_SHARE and mine <= _MOST_OF_OTHER * best
            if says_more and (best - mine) * share >= _LEAST_ADVANTAGE:
                other, passage = self._passages[place]
                shared = self.shared_terms(sentence, citekey)
                found.append(Misplaced(sentence, citekey, other, passage, share, shared))
        return found

    def _says_anything(self, citekey: str) -> bool:
        work = self.works.get(citekey)
        return work is not None and any(passage.strip() for passage in work.passages)

    def _weigh_term(self, term: str) -> float:
        count = self._frequencies.get(term, 0)
        return math.log1p((len(self.works) - count + 0.5) / (count + 0.5))

    def _find_best_passage(self, weights: Mapping[str, float], but: Collection[str]) -> tuple[float, int]:
        """Return the highest weight matched by a passage of another work, and its place; the first of equals."""
        said: defaultdict[int, float] = defaultdict(float)
        for term, weight in weights.items():
            for place in self._said_in.get(term, ()):
                said[place] += weight
        others = ((-weight, place) for place, weight in said.items() if self._passages[place][0] not in but)
        weight, place = min(others, default=(0.0, 0))
        return -weight, place


def _name_terms(surname: str, year: str) -> list[str]:
    """Return the terms that a named author counts as: the surname, and surname with year if there is one."""
    name = f"{_NAME_SIGN}{surname.casefold()}{_NAME_SIGN}" if surname else ""
    return [term for term in (name, f"{name}{year}" if year else "") if name and term]


def describe_work(
    citekey: str, texts: Iterable[str], title: str = "", authors: Sequence[str] = (), year: int | None = None
) -> CitedWork:
    """Return a work with what it says, sentence by sentence: its title and texts (quotes, findings, abstract).

    A work without texts says nothing, as a title alone is too little to compare a sentence with.
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
