"""Sentences of scholarly abstracts, each with its exact place on the page.

Rule-based (abbreviations, initials, decimals, section labels), since a wrong cut would make a wrong quote.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from tasks.text.words import FUNCTION_WORDS

LONGEST_TEXT = 20_000

_BULLETS = "•·●▪"
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[0-9A-Fa-f]{1,5}|[A-Za-z]{2,10});")
_ANEW = r"(?:An?|The|In|We|This|These|Our|It|For|To|Of|There|However|Among)\s[a-z]"
_STOP = re.compile(
    r"[.!?]+[\"'”\u2019)\]]*(?=\s+[\"'“\u2018(\[]?(?:[^\Wa-z_]|[©•])|\s*$)"
    r"|[。！？]+[”’」』）)]*"  # noqa: RUF001 -- Chinese and Japanese leave no blank after a full stop
    # A full stop that lost its blank: "patients.The trial", "(CSC).Twenty", "m2).Associations", "in group C.A total".
    rf"|(?:(?<=[a-z]{{3}})|(?<=[a-z]-[a-z]{{2}}))[.!?](?=[A-Z][a-z]+[ ,:-]|{_ANEW}|[A-Z]{{2,}}(?:-[A-Z]\w*)?[ ,]|[A-Z]{{5,}}[a-z]+[\s:,]|[a-z][A-Z]{{2,}}\w*\s[a-z])"
    rf"|(?<=[\w%\u2019”][)\]])\.(?=[A-Z][a-z]+[ ,:-]|{_ANEW}|[A-Z]{{2,}}(?:-[A-Z]\w*)?[ ,]|[A-Z]{{5,}}[a-z]+[\s:,]|\d+\s[a-z])"
    rf"|(?<=[\d%])\.(?=[A-Z][a-z]{{2,}}[ ,:-]|{_ANEW})"
    rf"|(?<=[A-Z]{{2}})\.(?=[A-Z][a-z]{{2,}}[ ,:-]|{_ANEW})"
    # Behind a unit: "of 36 mg.Overall, the data".
    rf"|(?:(?<=\d\s[a-z\u00b5\u03bc][a-z])|(?<=\d\s[a-z]))\.(?=[A-Z][a-z]{{2,}}[ ,:-]|{_ANEW})"
    rf"|(?<=[a-z]\s[A-Z])\.(?={_ANEW})"
    r"|(?<=[\w)%\]])\.(?=(?:Conclusions?|Results?|Methods?|Background|Objectives?|Aims?|Findings|Discussion)[ :A-Z])",
)
_ABBREVIATIONS = frozenset(
    """al approx art ca cf ch chap co corp dept dr ed eds eg e.g eq eqs esp est et etc ex fig figs gen govt ie i.e
    inc incl jr ltd max min mr mrs ms no nos p pp prof ref refs resp sec sect sp spp sr ssp st subsp suppl tab
    univ v var viz vol vs jan feb mar apr jun jul aug sept sep oct nov dec u.s u.k e.u ph.d""".split(),  # noqa: SIM905 -- a word list reads best as text
)
_STARTERS = frozenset(
    [
        "The",
        "This",
        "These",
        "We",
        "In",
        "Our",
        "It",
        "A",
        "An",
        "However",
        "Results",
        "Methods",
        "For",
        "To",
        "There",
        "Here",
        "They",
    ]
)
# What begins a sentence and never goes on with a heading.
_OPENERS = _STARTERS | frozenset(
    ["As", "Although", "While", "Since", "Because", "When", "After", "Among", "Using", "Both", "All", "Of", "Despite",
     "From", "During", "Patients", "Participants", "Data", "Studies"]
)  # fmt: skip
_SECTIONS = {
    "background": "background", "introduction": "background", "context": "background", "rationale": "background",
    "importance": "background", "significance": "background",
    "objective": "aim", "objectives": "aim", "aim": "aim", "aims": "aim", "purpose": "aim", "hypothesis": "aim",
    "goal": "aim", "study objective": "aim", "aims and objectives": "aim", "background and aims": "background",
    "background and objectives": "background", "background/objectives": "background", "aim of the study": "aim",
    "purpose of review": "aim", "problem": "background", "question": "aim", "study question": "aim",
    "methods": "method", "method": "method", "materials and methods": "method", "methodology": "method",
    "material and methods": "method",
    "patients and methods": "method", "subjects and methods": "method", "design": "method", "study design": "method",
    "design, setting, and participants": "method", "design and methods": "method", "setting": "method",
    "design and setting": "method", "participants": "method", "subjects": "method", "patients": "method",
    "measurements": "method", "measures": "method", "main outcome measures": "method", "procedures": "method",
    "main outcome measure": "method", "main outcomes and measures": "method", "interventions": "method",
    "intervention": "method", "data sources": "method", "experimental design": "method", "statistics": "method",
    "subjects/methods": "method", "methods/design": "method", "design/methodology/approach": "method",
    "study selection": "method", "data extraction": "method", "location": "method", "data synthesis": "finding",
    "results": "finding", "result": "finding", "findings": "finding", "main results": "finding",
    "recent findings": "finding", "principal findings": "finding", "results and discussion": "finding",
    "methods and results": "finding", "main findings": "finding", "key results": "finding",
    "conclusion": "conclusion", "conclusions": "conclusion",
    "discussion/conclusion": "conclusion", "discussion/conclusions": "conclusion", "notes": "",
    "discussion and conclusion": "conclusion", "discussion and conclusions": "conclusion", "conclusion s": "conclusion", "result s": "finding", "discussion": "conclusion", "summary": "conclusion",
    "interpretation": "conclusion", "conclusions and relevance": "conclusion", "conclusions/significance": "conclusion",
    "significance of results": "conclusion", "main conclusions": "conclusion", "conclusion/s": "conclusion",
    "practical implications": "implication", "conservation implications": "implication",
    "management implications": "implication", "managerial implications": "implication",
    "theoretical implications": "implication", "social implications": "implication", "implications": "conclusion",
    "originality/value": "aim", "originality": "aim", "policy implications": "implication",
    "limitations": "limitation", "limitation": "limitation", "research limitations/implications": "limitation",
    "study limitations": "limitation", "strengths and limitations": "limitation", "future directions": "future",
    "trial registration": "administration", "funding": "administration", "keywords": "administration",
    "key words": "administration", "registration": "administration", "abstract": "", "summary abstract": "",
    "originality/ relevance": "aim", "originality/relevance": "aim", "objectives of the study": "aim",
    "objective of the study": "aim", "theoretical/ methodological contributions": "conclusion",
    "theoretical/methodological contributions": "conclusion", "highlights": "",
    "level of evidence": "administration", "ethics and dissemination": "administration",
    "methods and analysis": "method", "outcome measures": "method", "outcome measure": "method",
    "areas covered": "", "expert opinion": "conclusion", "expert commentary": "conclusion", "key points": "finding",
    "key messages": "conclusion", "key message": "conclusion", "take-home message": "conclusion",
    "clinical implications": "conclusion", "clinical relevance": "conclusion", "patient summary": "conclusion",
    "statistical analysis": "method", "search strategy": "method", "selection criteria": "method",
    "data collection and analysis": "method", "study population": "method", "sample": "method",
    "main outcome": "method", "primary outcome": "method", "authors' conclusions": "conclusion",
    "evidence acquisition": "method", "evidence synthesis": "finding", "research question": "aim",
}  # fmt: skip
_NAMES = "|".join(re.escape(name) for name in sorted(_SECTIONS, key=lambda name: (-len(name), name)))
_LABEL = re.compile(rf"\s*(?:\d\.?\s+)?({_NAMES})\s*(?::|[\u2013—-](?=\s)|\.(?=\s+[A-Z]))\s*", re.IGNORECASE)
_INNER_NAMES = "|".join(
    re.escape(name[0].upper() + name[1:]) for name in sorted(_SECTIONS, key=lambda name: (-len(name), name))
)
# A label with a capital after a sentence that lost its full stop: "… of communities Findings: The main …".
_INNER_LABEL = re.compile(rf"(?<=[a-z)])\s+(?=(?:{_INNER_NAMES})\s*:\s+[A-Z])")
# A headline without a full stop before the first sentence: "Crossing the lines of mowing The lime idea has …".
_HEADLINE = re.compile(
    r"(?!(?i:Abstract|Summary)\b)(?:(?!(?:is|are|was|were|has|have|had|can|may|will|do|does|did|we|We|that|[\w-]+[.:;])\s)[\w\u2019'\u2010,-]+\s+){2,13}(?<=[a-z]\s)(?=(?:The|This|These|We|Our|It|There|Although|While|However|Despite|Here)\s(?:[a-z]|\())"
)
_BARE_LABEL = re.compile(rf"\s*({_NAMES})\s+(?=[A-Z\d“\"(])", re.IGNORECASE)
# Run together with the sentence after it: "BackgroundThe stress of caring".
_GLUED_LABEL = re.compile(rf"\s*({_INNER_NAMES}|{_INNER_NAMES.upper()})(?=([A-Z][a-z]+|[AI])[\s:])")
_LOST_BLANK = re.compile(r"(?<=[a-z]{3};)(?=[a-z]{3})")
_SIBLINGS = re.compile(
    r"(?:^|[.!?]\s*)(Purpose|Design/methodology/approach|Originality/value|Objectives?|Aims?|Background|Introduction|Methods?|Design|Results|Findings|Conclusions?)"
    r"(?= [A-Z])",
)
_ADMINISTRATIVE = re.compile(
    r"©|\(c\)\s*(?:19|20)\d\d|all rights reserved|^copyright|copyright (?:©|\d{4}|by|of)|^key\s?words?\b|"
    r"published by (?:elsevier|wiley|john|oxford|springer|sage|mary ann)|john wiley|elsevier (?:b\.v|ltd|inc|science)|"
    r"creative commons|open access article|psycinfo|https?://|\bdoi\b|e-?mail|supplementary (?:data|material)|"
    r"membership on an entity|:\s*(?:employment|research funding|honoraria|consultancy|equity ownership)"
    r"|abstract (?:is )?not available|clinicaltrials\.gov|trial registration"
    # Where it was presented, who paid for it, whose fees its authors took, and a publisher's praise.
    r"|\b(?:portions?|parts?) of (?:this|the|these|our) (?:\w+ )?(?:research|work|study|studies|results|data|paper) (?:were|was|have been|has been) (?:\w+ )?(?:presented|published)\b"
    r"|\b(?:was|were|been) (?:\w+ )?presented (?:in part )?(?:as (?:an? )?(?:poster|abstract|oral)|at (?:the )?(?:\d|annual\b|[^.;]{0,60}\b(?:congress|annual meeting|conference|symposium)\b))"
    r"|\b(?:this|the present|the) (?:study|work|research|trial|project) (?:was|is|has been) (?:\w+ )?(?:funded|sponsored|financed) by\b"
    r"|\b(?:drs?\.|authors?\b|\b[a-z]\.\s?[a-z]\.)[^;]{0,80}? (?:received|accepted) (?:[\w-]+,? ){0,6}?(?:honoraria|consult\w+ fees|speak\w+ fees)\b|\b(?:declar|disclos)\w* (?:that )?(?:\w+ ){0,3}(?:conflicts? of interests?|competing interests?)\b"
    r"|^\W*(?:written|edited|authored|compiled) by\b[^.]*\b(?:book|volume|handbook|guide|text(?:book)?)\b|\b(?:essential|must|indispensable|invaluable|required)[- ](?:read(?:ing)?|resource|reference|guide) for\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: ``page_text[start:end]`` is it verbatim, `text` is it without markup and line breaks.

    `section` is its part of a structured abstract (background, aim, method, finding, conclusion, implication, limitation,
    future) or empty; `place` in [0, 1] says how far into the text it begins.
    """

    start: int
    end: int
    text: str
    section: str
    place: float


def split_sentences(page_text: str) -> list[Sentence]:
    """Return the sentences of a page, section labels and copyright lines left out.

    At most the first 20,000 characters are read; offsets are exact in the text given.
    """
    masked = _mask(page_text[:LONGEST_TEXT])
    found: list[Sentence] = []
    section = ""
    cuts = _boundaries(masked)
    for begin, end in zip([0, *cuts], cuts, strict=False):
        start, label = _skip_labels(masked, begin, end)
        section = section if label is None else label
        while start < end and (masked[start].isspace() or masked[start] in _BULLETS):
            start += 1
        stop = end
        while stop > start and masked[stop - 1].isspace():
            stop -= 1
        text = clean(page_text[start:stop])
        if text and section != "administration" and not _ADMINISTRATIVE.search(text):
            found.append(Sentence(start, stop, text, section, start / max(1, len(masked))))
    return found


def clean(text: str) -> str:
    """Return a passage without tags, with its punctuation entities resolved and white space evened out."""
    plain = _LOST_BLANK.sub(" ", _ENTITY.sub(_resolve, _TAG.sub(" ", text)))
    return re.sub(r"\s+([.,;:])(?=\s|$)", r"\1", " ".join(plain.split()))


def blank_markup(text: str) -> str:
    """Return a passage with blanks in place of tags and line breaks, so that every word keeps its place."""
    return re.sub(r"\s", " ", _mask(text))


def _mask(text: str) -> str:
    return _TAG.sub(lambda tag: " " * len(tag.group()), text)


def _resolve(entity: re.Match[str]) -> str:
    # A letter from an entity could join two words of the quote into one, so only punctuation is resolved.
    sign = html.unescape(entity.group())
    return entity.group() if any(char.isalnum() for char in sign) else sign


def _boundaries(text: str) -> list[int]:
    stops = [match.end() for match in _STOP.finditer(text) if not _abbreviates(text, match)]
    headline = _HEADLINE.match(text) if not _BARE_LABEL.match(text) else None
    cuts = sorted(
        {*stops, *(match.end() for match in _INNER_LABEL.finditer(text)), *([headline.end()] if headline else [])}
    )
    return cuts if cuts and not text[cuts[-1] :].strip() else [*cuts, len(text)]


def _abbreviates(text: str, stop: re.Match[str]) -> bool:
    if stop.group()[0] != "." or stop.end() >= len(text.rstrip()):
        return False
    word = re.split(r"[\s(\[/]", text[max(0, stop.start() - 25) : stop.start()].removesuffix(" "))[-1]
    following = re.match(r"\s*[\"'“\u2018(\[]?([^\W_]+)", text[stop.end() : stop.end() + 40])
    starts_anew = following is not None and following.group(1) in _STARTERS
    if len(word) == 1 and word.isupper():
        # "Hemophilia A. Long-term …" ends there; "by J. Smith" and "Peter J. Smith" do not.
        before = re.search(r"([^\W\d_]+)\s$", text[max(0, stop.start() - 40) : stop.start() - 1])
        names_kind = before is not None and before[1].islower() and before[1] not in FUNCTION_WORDS
        return not (starts_anew or names_kind)
    if re.fullmatch(r"(?:[A-Z]\.)+[A-Z]", word):
        return not starts_anew
    return word.lower() in _ABBREVIATIONS and not (starts_anew and word.lower() in {"etc", "al", "u.s", "u.k", "e.u"})


def _skip_labels(text: str, begin: int, end: int) -> tuple[int, str | None]:
    section: str | None = None
    start = begin
    while True:
        match = _LABEL.match(text, start, end) or _bare_label(text, start, end)
        if match is None:
            return start, section
        section = _SECTIONS[match.group(1).lower()]
        start = match.end()


def _bare_label(text: str, start: int, end: int) -> re.Match[str] | None:
    glued = _GLUED_LABEL.match(text, start, end)
    if glued is not None and (glued.group(2) in _OPENERS or len(_GLUED_LABEL.findall(text)) > 1):
        return glued
    match = _BARE_LABEL.match(text, start, end)
    if match is None or not match.group(1)[0].isupper():
        return None
    # "Findings Hair ..." is a label; "Design Science research ..." is not: a bare label needs capitals, other labels
    # beside it, or the beginning of a sentence after it ("Introduction As a result …").
    structured = len(set(_SIBLINGS.findall(text)))
    label = match.group(1)
    certain = label.isupper() or label.lower() == "abstract" or "/" in label or (" " in label and label.istitle())
    following = re.match(r"\w+", text[match.end() : match.end() + 20])
    opens = following is not None and following.group() in _OPENERS
    return match if certain or opens or structured > 1 else None
