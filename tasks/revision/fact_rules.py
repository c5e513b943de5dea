"""What a sentence states that the works it cites do not: numbers, units, names, authors, or too much of its wording.

None of this needs understanding, and no analyst can overrule it.

Sentences that assert something about the literature, and what was found of them: records of the fact loop. What the
works of a review state, prepared for comparing sentences by rule.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from storage.records.search import Plan
from storage.records.writing import Claim, ReadWork
from tasks.citations.evidence import CitedWork, EvidenceIndex
from tasks.citations.sentences import read_plain
from tasks.metadata.names import split_name
from tasks.revision.own_counts import cut_own_counts
from tasks.text.cleaning import unescape_markdown
from tasks.text.quantities import Quantity, find_missing, find_quantities, read_number


@dataclass(frozen=True, slots=True)
class CitedText:
    """Everything one work states, as read: its text, the quantities in it, the authors' family names."""

    text: str
    quantities: tuple[Quantity, ...]
    surnames: frozenset[str]
    year: int | None


@dataclass(frozen=True)
class CitedTexts:
    """The works of a review by citekey, what each states, and how much of a sentence's wording each contains."""

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


Ruling = Literal["supported", "partly", "not supported", "contradicted"]
Way = Literal["corrected", "softened", "re-sourced", "cut", "kept"]

# What rules find wrong with a sentence: a number or unit, a name, an author, or the work its words come from.
RULES = frozenset({"number", "name", "authors", "citation"})
FAILING: tuple[Ruling, ...] = ("partly", "not supported", "contradicted")
# The outcome of a sentence that a second reading found to be right after all.
KEPT = "kept as it is"
# Sentences per question: enough to share most of their works, so that these are described once.
SENTENCES_PER_QUESTION = 20


@dataclass(frozen=True, slots=True)
class Assertion:
    """A sentence that cites, as it stands in its section, with its citekeys in order."""

    sentence: str
    citekeys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FactVerdict:
    """Whether what a sentence cites supports it, and why not; the reason is empty for one that is supported."""

    sentence: str
    ruling: Ruling
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """A sentence that must change, as it stands, and what is wrong with it; `kinds` name each fault in a word.

    `is_certain` says that it cannot stay even without a valid correction: a rule found it, or nothing supports it.
    """

    sentence: str
    citekeys: tuple[str, ...]
    kinds: tuple[str, ...]
    reasons: tuple[str, ...]
    is_certain: bool

    @property
    def may_be_kept(self) -> bool:
        """Return whether a second reading may find the sentence right: the analyst failed it, but no rule did."""
        return not RULES & set(self.kinds)


@dataclass(frozen=True, slots=True)
class FactMaterial:
    """The basis for judging and correcting sentences: the review's scope, the works, words that need no source.

    `works` are those cited for a judgement, and all that may be cited for a correction; `own_words` are headings and
    labels of the review itself, which its sentences may name.
    """

    plan: Plan
    works: tuple[ReadWork, ...]
    own_words: str = ""


@dataclass(frozen=True, slots=True)
class Correction:
    """The replacement of a failing sentence, "" if it is cut, with its claims, in which way, and why."""

    sentence: str
    text: str
    claims: tuple[Claim, ...]
    way: Way
    reason: str


def chunk_assertions(assertions: Sequence[Assertion]) -> list[tuple[Assertion, ...]]:
    """Return the assertions in groups of one question each, as even as possible, in order."""
    count = -(-len(assertions) // SENTENCES_PER_QUESTION)
    edges = [round(place * len(assertions) / count) for place in range(count + 1)] if count else []
    return [tuple(assertions[start:end]) for start, end in pairwise(edges)]


# An enumeration that cites many works says little about each: too few words to tell whose they are.
_MOST_WEIGHED = 2
# How much later a work appeared than the one mentioned before it, and how many works a sentence is about.
_LATER = re.compile(r"(?P<number>\w+) years? later, ")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a sentence: of kind number, name, authors or citation, and the reason in words.

    `citekey` is the citation concerned, "" if all are.
    """

    kind: str
    reason: str
    citekey: str = ""


def find_faults(sentence: str, citekeys: Sequence[str], known: CitedTexts, own_words: str = "") -> list[Fault]:
    """Return what rules find wrong with a sentence; nothing if all its citekeys are unknown.

    `own_words` may be named without a source.
    """
    cited = [known.texts[key] for key in citekeys if key in known.texts]
    if not cited:
        return []
    plain = read_sentence(sentence)
    text = "\n".join(source.text for source in cited)
    stated = [quantity for source in cited for quantity in source.quantities]
    counted = [len(citekeys), *(source.year for source in cited if source.year)]
    told = cut_own_counts(_cut_interval(plain, cited, known), len(citekeys), len(known.works))
    numbers = find_missing(told, stated, counted)
    names = find_strange(find_names(plain), f"{text}\n{own_words}")
    surnames = frozenset(name for source in cited for name in source.surnames)
    authors = [name for name in find_authors(plain) if not _is_author(name, surnames, text)]
    faults = []
    if numbers:
        faults.append(Fault("number", f"no cited text states {', '.join(numbers)}"))
    if names:
        faults.append(Fault("name", f"no cited text names {', '.join(names)}"))
    if authors:
        faults.append(Fault("authors", f"no cited work is by {', '.join(authors)}"))
    return [
        *faults,
        *(
            Fault("citation", f"@{found.citekey} does not say this, and @{found.other} does", found.citekey)
            for found in ([] if _tells_little(plain, citekeys) else known.evidence.find_misplaced(plain, citekeys))
        ),
    ]


def read_sentence(sentence: str) -> str:
    """Return a sentence as it reads: without citations, comments and the backslashes of Markdown."""
    return unescape_markdown(read_plain(sentence))


def _tells_little(plain: str, citekeys: Sequence[str]) -> bool:
    """Return whether a sentence has too few words about each of its works: it cites many, or states their number."""
    counted = any(read_number(word) == len(citekeys) for word in re.findall(r"\w+", plain))
    return (counted and len(citekeys) > 1) or len(citekeys) > _MOST_WEIGHED


def _cut_interval(plain: str, cited: Sequence[CitedText], known: CitedTexts) -> str:
    """Return a sentence without "Six years later," before it, if another work is six years older than one it cites."""
    match = _LATER.match(plain)
    if match is None:
        return plain
    gaps = {own.year - other.year for own in cited for other in known.texts.values() if own.year and other.year}
    return plain[match.end() :] if read_number(match["number"]) in gaps - {0} else plain


def _is_author(name: str, surnames: frozenset[str], text: str) -> bool:
    """Return whether a name is that of an author, or of somebody the text mentions."""
    own = name.casefold()
    return any(own == known or own.endswith(f" {known}") or known.endswith(f" {own}") for known in surnames) or bool(
        re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    )


_CAPITALISED = r"[A-Z](?:[a-z][\w\u2019'-]*)?(?![\w-])"
_LINK = r"(?:of the|of|for the|for|de la|de|del|di|da|van der|van|von)"
_SEVERAL = re.compile(rf"(?<![\w-]){_CAPITALISED}(?:\s+(?:{_LINK}\s+)?{_CAPITALISED})+")
_ACRONYM = re.compile(r"(?<![\w-])(?=(?:\w*[A-Z]){2})[A-Z][A-Za-z]*[A-Z]s?(?:-?\d+)?(?![\w])")
_ROMAN = re.compile(r"[IVX]+")
_PARTICLE = r"(?:(?i:van|von|der|den|de|del|di|da|dos|du|la|le|ten|ter|el|al)\s+)*"
_NAME = rf"{_PARTICLE}[^\W\d_a-z][\w\u2019'-]*"
_YEAR = r"\s+\((?:\d{4}[a-z]?|n\.d\.)\)"
_AUTHORS = re.compile(rf"(?P<first>{_NAME})(?:(?:\s+and\s+{_NAME})?(?:\s+et al\.?)?{_YEAR}|\s+et al\b\.?)")
_TOKEN = re.compile(r"[^\W_]+")
_SHORTEST, _LONGEST_ACRONYM = 2, 10


def find_authors(sentence: str) -> list[str]:
    """Return the first author of each attribution, "Smith" of "Smith et al. (2019)" and of "Smith and Jones (2019)"."""
    return list(dict.fromkeys(match["first"] for match in _AUTHORS.finditer(sentence)))


def find_names(sentence: str) -> list[str]:
    """Return the names of several words and the acronyms of a sentence, authors apart.

    The first word of the sentence does not count as part of a name, since any word is capitalised there.
    """
    text = _AUTHORS.sub(lambda match: "_" * len(match.group()), sentence)
    start = re.match(r"[\W_]*\w+[\u2019'-]?\w*", text)
    first = start.end() if start else 0
    names = [match.group() for match in _SEVERAL.finditer(text, first)]
    names += [
        match.group().removesuffix("s")
        for match in _ACRONYM.finditer(text)
        if not _ROMAN.fullmatch(match.group()) and _SHORTEST <= len(match.group()) <= _LONGEST_ACRONYM
    ]
    return list(dict.fromkeys(names))


def find_strange(names: list[str], text: str) -> list[str]:
    """Return the names that do not occur in a text, whatever its case, hyphens and plurals.

    An acronym also counts as occurring if words with its letters as initials do, and a name if its acronym does.
    """
    words = [word.lower() for word in _TOKEN.findall(text)]
    joined = f" {' '.join(words)} "
    initials = "".join(word[0] for word in words)
    acronyms = {token.lower().removesuffix("s") for token in _ACRONYM.findall(text)}
    strange = []
    for name in names:
        own = [word.lower() for word in _TOKEN.findall(name)]
        plain = " ".join(own)
        found = f" {plain} " in joined or f" {plain}s " in joined or f" {plain.removesuffix('s')} " in joined
        if len(own) == 1:
            found = found or plain in initials or plain in acronyms
        else:
            capitals = "".join(word[0] for word in _TOKEN.findall(name) if word[0].isupper()).lower()
            found = found or (len(capitals) > 1 and capitals in acronyms)
        if not found:
            strange.append(name)
    return strange
