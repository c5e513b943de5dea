"""Citations as a writer gives them, `[@citekey:f2; @other:f1]`: read, checked against the works, made into claims.

What a model that judges a theme or writes about it is told of a work, and how its findings are referred to there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import Stemmer

from storage.core.errors import LitreviewError
from storage.records.writing import Claim, Finding, ReadWork
from tasks.analysts.llm.guard.tasks import withhold_tagged
from tasks.citations.authors import surname
from tasks.text.numbers import find_numbers, find_spelled_numbers
from tasks.text.words import FUNCTION_WORDS, tokenise

_LONGEST_TITLE = 300
_LONGEST_FIELD = 600
_LONGEST_SUMMARY = 700


def refer_findings(read: ReadWork) -> dict[str, Finding]:
    """Return the work's findings by the ref they are cited with: f1, f2, … in the order of its summary."""
    return {f"f{place}": finding for place, finding in enumerate(read.summary.findings, 1)}


def describe_work(read: ReadWork) -> dict[str, Any]:
    """Return the work for a data block: citekey, authors, year, title, venue, findings and what it says of itself.

    `findings` are ``{"ref": "f1", "text": …}`` (with `kind` where it is not a finding proper); methodology, limitations
    and future_work are included only if no finding says the same. Empty fields are left out. Sentences with a role or
    block tag are withheld.

    Raises:
        LitreviewError: the work has no citekey, so it could not be cited.
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
    """Return the work described with its summary and the quotes its findings rest on, cut at so many characters."""
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
    """Return whether the findings and their quotes already contain every sentence of a part."""
    return all(sentence.strip(" .") in told for sentence in text.split(". "))


def _clean(text: str) -> str:
    return withhold_tagged(" ".join(text.split()))[0]


GROUP = re.compile(r"(\[@[^\[\]]*\])")

_ENTRY = re.compile(r"@([A-Za-z][A-Za-z0-9]*):(f[1-9][0-9]*)")
# Content words that a sentence must share with what it cites: with a single finding, and with each of several.
_SHARED, _SHARED_BY_EACH = 2, 1
_SHORT = 3
_TAKES_UP = re.compile(
    r"(?:\w+, )?(?:this|that|these|those|such|neither|either|both|it|its|they|their|"
    r"the (?:same|former|latter|reverse|opposite))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Source:
    """A work that may be cited: its findings by ref, each with the stems of its words, and all numbers it states."""

    findings: Mapping[str, Finding]
    stems: Mapping[str, frozenset[str]]
    numbers: frozenset[str]


Sources = Mapping[str, Source]


def read_sources(works: Iterable[ReadWork]) -> dict[str, Source]:
    """Return the works that have findings as sources, by citekey.

    Raises:
        LitreviewError: a work has no citekey.
    """
    described = [(read, describe_work(read)) for read in works]
    return {read.citekey: _read_source(read, told) for read, told in described if read.summary.findings}


def _read_source(read: ReadWork, described: Mapping[str, Any]) -> Source:
    findings = refer_findings(read)
    told = [str(value) for key, value in described.items() if key != "findings"]
    told += [f"{finding.text} {finding.quote.text}" for finding in findings.values()]
    stems = {
        ref: find_stems(f"{finding.text} {finding.quote.text} {read.work.title}") for ref, finding in findings.items()
    }
    text = " ".join(told)
    return Source(findings, stems, find_numbers(text) | find_spelled_numbers(text))


def find_stems(text: str) -> frozenset[str]:
    """Return the stems (Porter 2001) of a text's words other than function words and numbers."""
    words = [word for word in tokenise(text) if word not in FUNCTION_WORDS and not word.isdigit() and len(word) > 1]
    # A stemmer of PyStemmer must not be shared by threads.
    return frozenset(str(stem) for stem in Stemmer.Stemmer("english").stemWords(words))


def find_citations(sentence: str) -> list[tuple[str, str]]:
    """Return the well-formed citations of a sentence as (citekey, ref), in order of appearance."""
    return [entry for group in GROUP.findall(sentence) for entry in _ENTRY.findall(group)]


def drop_citations(sentence: str) -> str:
    """Return the sentence as it reads without its citations."""
    return re.sub(r"\s+(?=[.,;:!?])", "", " ".join(GROUP.sub(" ", sentence).split()))


def strip_refs(group: str) -> str:
    """Return a citation group as Pandoc reads it: `[@a:f2; @a:f3; @b:f1]` becomes `[@a; @b]`."""
    citekeys = dict.fromkeys(citekey for citekey, _ in _ENTRY.findall(group))
    return f"[{'; '.join(f'@{citekey}' for citekey in citekeys)}]"


def object_to_citations(sentence: str, sources: Sources, before: str = "") -> list[str]:
    """Return what is wrong with the citations of a sentence: their form, citekeys and refs, and their support.

    A short sentence, or one that refers to the text `before` it, is read together with that text.
    """
    reasons = [
        f"'{group}' is no citation of the form [@citekey:f1; @other:f2]"
        for group in GROUP.findall(sentence)
        if not all(_ENTRY.fullmatch(entry.strip()) for entry in group[1:-1].split(";"))
    ]
    if set("[]@") & set(GROUP.sub("", sentence)):
        reasons.append(f"brackets and @ are for citations alone: '{sentence[:120]}'")
    cited = find_citations(sentence)
    plain = drop_citations(sentence)
    own = find_stems(plain)
    if before and (len(own) <= _SHORT or _TAKES_UP.match(plain)):
        own |= find_stems(drop_citations(before))
    least = _SHARED if len(set(cited)) == 1 else _SHARED_BY_EACH
    for citekey, ref in cited:
        if citekey not in sources:
            reasons.append(f"'{citekey}' is no citekey of a work with findings in the data")
        elif ref not in sources[citekey].findings:
            reasons.append(f"'{citekey}' has no finding '{ref}'")
        elif len(own & sources[citekey].stems[ref]) < least:
            reasons.append(f"'{plain[:120]}' cites {citekey}:{ref} but shares too few words with it")
    return reasons


def make_claims(sentence: str, rendered: str, sources: Sources) -> list[Claim]:
    """Return one claim per finding that the sentence cites: it may rest on several of one work."""
    cited = dict.fromkeys(find_citations(sentence))
    return [Claim(rendered, citekey, sources[citekey].findings[ref].finding_id) for citekey, ref in cited]
