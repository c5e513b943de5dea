"""The sentences of a review that may be about how it was made, and how certain that is for each."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from tasks.citations.pandoc import find_citekeys
from tasks.citations.sentences import split_sentences
from tasks.procedure.plain import read_as_told

METHODOLOGY, LIMITS, NOTES, APPENDIX = "Methodology", "Limitations of this review", "Notes", "Appendix"
_STRICT = frozenset({METHODOLOGY, LIMITS, NOTES, APPENDIX})
DISCUSSION = "Discussion"
_ABSTRACT, _SCOPE = "Abstract", "Scope"
_BRIEF = frozenset({_ABSTRACT, _SCOPE})
_FRAMING = frozenset({_ABSTRACT, "Introduction", DISCUSSION, "Conclusions"})
_NOTE = "> **Note.** "
_END, _APPENDIX = "\n## References\n", "\n## Appendix\n"
_DATE = re.compile(r'^date: "(.+)"$', re.MULTILINE)
# What can hardly be said of anything but a review, or of anything but this one.
_ITSELF = re.compile(
    r"\b(?:(?:this|the|our|present) (?:\w+ ){0,2}review\b(?! (?:by|of \w+ \())|(?:the|our|this) (?:\w+ )?(?:search(?:es)?|"
    r"corpus|screening|catalogue|snowballing|quer(?:y|ies)|tier|themes?|synthesis|protocol|included studies)\b|"
    r"screen(?:ed|ing)\b|snowball|citation (?:chasing|searching)|titles? and abstracts?|works? (?:was|were|that had|published)|"
    r"works searched|relevance was|project note|full[- ]texts?\b|no effects? (?:was|were) pooled|the quality of (?:single|the included)|"
    r"language models?\b|no person|a person\b|retract\w+|as far as it was found|half of the works|questions? (?:was|were) (?:set|asked)|"
    r"guided by|duplicates?\b|preprints?\b|gr[ea]y literature|handbooks?\b|monographs?\b|open[- ]access|paywall|"
    r"quotations?\b|records (?:was|were)|publications (?:was|were)|languages? (?:was|were)|were eligible|scopus|web of science|medline|cinahl|cochrane library|psycinfo|bibliographic|conflicts were|uncertain cases|by eye|"
    r"pubmed|embase|google scholar|prospero|search strings?)"
)
_BROADLY = re.compile(
    r"\b(?:search\w*|quer(?:y|ies)|catalogues?|databases?|corpus|records?|publications?|works?|pdfs?|eligib\w+|books?|dissertations?|"
    r"statements?|findings|review\w*|tier|registered|abstracts?|themes?|clusters?|clustering|meta-analy\w+|risk of bias|non-english|"
    r"effect sizes?|raters?|coders?|stages?|rounds?|recall|articles?|exclusions?|inclusions?|decisions?|inter-?rater|languages?|titles?|sources?|evidence|conflicts?|cases|papers?|thematic|procedure|studies|english|published|screeners?|disagreements?|librarians?|hits?|selection|summar\w+|quality|relevant|algorithm|humans?|people|persons?|models?|artificial intelligence|machine)\b"
)
_UNMISTAKABLY = re.compile(
    r"\b(?:(?:this|our|present) review\b|(?:titles? and abstracts?|records|works) (?:\w+ ){0,4}screened|screened (?:by|on)|"
    r"snowballing|our search|the searches behind)"
)
# "Doe et al. (2011) report that …": how that work was made, not how the review was.
_ATTRIBUTED = re.compile(
    r"(?:^|[,:\u201d] |\b[Aa]ccording to |\b[Bb]y |\b[Ff]or |\b[Oo]f )[^\W\d_][\w'\u2019-]*(?: [^\W\d_][\w'\u2019-]*){0,3}(?: et al\.| and [^\W\d_][\w'\u2019-]*)?"
    r" \((?:1[6-9]|20)\d\d[a-z]?\)"
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence without citation: its section, its Markdown, and the text as it reads.

    In a `strict` place every sentence is about how the review was made; in other `framing` sections those that refer to
    the review itself, in abstract and scope all that may, and in theme sections only those that cannot mean a study.
    """

    section: str
    text: str
    plain: str
    strict: bool
    framing: bool = True

    @property
    def is_about_review(self) -> bool:
        """Return whether it is about the review itself, and not what it says of a work named by author and year."""
        if not self.strict and _ATTRIBUTED.search(self.text):
            return bool(_UNMISTAKABLY.search(self.plain))
        if self.strict or (self.section in _BRIEF and _BROADLY.search(self.plain)):
            return True
        return bool((_ITSELF if self.framing else _UNMISTAKABLY).search(self.plain))

    @property
    def needs_support(self) -> bool:
        """Return whether it may not appear in a file unless the text as written or the record has it."""
        if self.section == NOTES:
            return bool(_ITSELF.search(self.plain))
        return self.section in _BRIEF or self.is_about_review


def list_statements(sections: Sequence[tuple[str, str]]) -> list[Statement]:
    """Return the sentences without citation of sections, given as (heading, Markdown), in order."""
    return [
        Statement(part, sentence, plain, strict=part in _STRICT, framing=heading in _FRAMING)
        for heading, markdown in sections
        for part, paragraph in _list_paragraphs(heading, markdown)
        for sentence in split_sentences(paragraph)
        if not find_citekeys(sentence) and (plain := read_as_told(sentence))
    ]


def read_statement(place: str, sentence: str) -> Statement:
    """Return a sentence intended for a section as a statement."""
    return Statement(place, sentence, read_as_told(sentence), strict=place in _STRICT, framing=place in _FRAMING)


def read_file(review: str) -> list[tuple[str, str]]:
    """Return the notes and sections of review.md as (heading, Markdown): all but front matter, references, appendix."""
    head, *parts = re.split(r"^## ", read_body(review), flags=re.MULTILINE)
    notes = [line.removeprefix(_NOTE) for line in head.splitlines() if line.startswith(_NOTE)]
    notes += [state_date(date) for date in _DATE.findall(head)]
    sections = [(NOTES, "\n\n".join(notes))] if notes else []
    return sections + [(name.replace("\\", "").strip(), text) for name, _, text in (p.partition("\n") for p in parts)]


def read_body(review: str) -> str:
    """Return review.md up to its references."""
    return review.split(_END, maxsplit=1)[0]


def drop_frame(review: str, frame: Collection[str]) -> str:
    """Return review.md without the paragraphs before its references that are the report's own, to the letter."""
    body, end, rest = review.partition(_END)
    return "\n\n".join(part for part in body.split("\n\n") if part.strip() not in frame) + end + rest


def state_date(date: str) -> str:
    """Return the date of the front matter ("as of 2021") as a sentence."""
    return f"The review is of the state {date}."


def read_appendix(review: str) -> str:
    """Return the appendix of review.md, empty if there is none."""
    return review.partition(_APPENDIX)[2]


def _list_paragraphs(heading: str, markdown: str) -> Iterator[tuple[str, str]]:
    """Yield the paragraphs of a section, each with the part that it is in."""
    part = heading
    for block in markdown.strip().split("\n\n"):
        if block.startswith("#"):
            title, _, rest = block.lstrip("# ").partition("\n")
            part = LIMITS if title.strip() == LIMITS else _SCOPE if title.startswith(_SCOPE) else heading
            block = rest  # noqa: PLW2901 - what is left of it
        if block.strip() and not block.startswith(("|", ":::", "```", "![", ": **")):
            yield part, block
