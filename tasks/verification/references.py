"""Whether a review's references hold: fields with a source, nothing retracted, no citation judged invalid, the file."""

from __future__ import annotations

from storage.core.errors import InputError
from storage.records.search import Work
from storage.writing.evidence import Evidence
from tasks.citations.evidence import CitedWork, describe_work, explain_misplaced, find_misplaced_citations
from tasks.citations.pandoc import find_citekeys
from tasks.provenance.bibliography import BibEntry, parse_bibliography
from tasks.references.bibtex import render_bibtex
from tasks.text.cleaning import join_accents, unescape_markdown
from tasks.verification.evidence import Check, Failure
from tasks.verification.support.asking import AskModel
from tasks.verification.support.review import find_doubtful_citations

BIBLIOGRAPHY = "references.bib"
_MARKER = "<!-- TODO citation "
_UNREAD = Failure(
    "references", "all fields", "no record was read for them: resume the review, made by an older version"
)


def check_references(evidence: Evidence, bibliography: str | None, *, keeps_retracted: bool) -> tuple[Check, ...]:
    """Return the checks of a review's references; `bibliography` is the text of references.bib, None without it.

    A review about retractions `keeps_retracted` works as evidence: then citing them is not a failure.
    """
    retracted = () if keeps_retracted else tuple(_fail_retracted(*row) for row in evidence.retracted)
    cited = sum(len(find_citekeys(markdown)) for _, _, markdown in evidence.sections)
    fields = tuple(Failure(key, f"field {field}", f"no provenance: {why}") for key, field, why in evidence.violations)
    fields = (_UNREAD,) if fields and not evidence.stated else fields
    # Of a sentence written by hand, the check of those says it to the letter.
    by_hand = set(evidence.claims.filter("is_persons").select("citekey", "heading").iter_rows())
    invalid = tuple(
        Failure(key, f"section '{heading}'", reason or "it was judged invalid")
        for key, heading, reason in evidence.invalid
        if (key, heading) not in by_hand
    )
    checks = (
        Check("claims that rest on no retracted work", evidence.claims.height, retracted),
        Check("fields of references with a source", evidence.stated, fields),
        Check("citations not judged invalid", cited, invalid),
    )
    return (*checks, _check_bibliography(evidence, bibliography)) if bibliography is not None else checks


def _fail_retracted(citekey: str, sentence: str, sources: str) -> Failure:
    return Failure(citekey, sentence, f"it rests on a retracted work, says {sources}")


def _check_bibliography(evidence: Evidence, bibliography: str) -> Check:
    """Return whether each entry of the file says what the records on file say, field by field."""
    keys = sorted({key for _, _, markdown in evidence.sections for key in find_citekeys(markdown)})
    cited: dict[str, Work] = {key: evidence.references[key] for key in keys if key in evidence.references}
    ours = {entry.key: entry for entry in parse_bibliography(render_bibtex("", cited), BIBLIOGRAPHY)}
    name = f"entries of {BIBLIOGRAPHY} as on record"
    try:
        theirs = {entry.key: entry for entry in parse_bibliography(bibliography, BIBLIOGRAPHY)}
    except InputError as error:
        return Check(name, len(ours), (Failure(BIBLIOGRAPHY, "the file", str(error)),))
    failures = [Failure(key, "the entry", f"{BIBLIOGRAPHY} lacks it") for key in ours if key not in theirs]
    failures += [Failure(key, "the entry", "no work cited has this citekey") for key in theirs if key not in ours]
    failures += [each for key in ours if key in theirs for each in _compare(theirs[key], ours[key])]
    return Check(name, len(ours), tuple(failures))


def _compare(entry: BibEntry, ours: BibEntry) -> list[Failure]:
    # What was exported before accents were joined to their letters says the same.
    fields = {field: join_accents(value) for field, value in entry.fields}
    stated, known = fields | {"type": entry.type}, dict(ours.fields) | {"type": ours.type}
    return [
        Failure(
            entry.key,
            f'{field} "{stated.get(field, "")}"',
            f'the record on file says "{known[field]}"' if field in known else "no record on file says so",
        )
        for field in dict.fromkeys([*known, *stated])
        if stated.get(field) != known.get(field)
    ]


def list_doubts(evidence: Evidence, ask: AskModel | None = None) -> list[str]:
    """Return what a reader should check but proves nothing.

    Citations that seem misplaced or that the works cited seem not to support, by rule and, with `ask`, by a language
    model as well; and remaining markers.
    """
    works = [_describe(key, work, evidence.said.get(key, [])) for key, work in evidence.references.items()]
    cited = {work.citekey: work for work in works}
    labels = [heading for _, heading, _ in evidence.sections]
    labels += [line.lstrip("# ") for _, _, text in evidence.sections for line in text.splitlines() if line[:1] == "#"]
    doubts = []
    for _, heading, markdown in evidence.sections:
        misplaced = [one for _, one in find_misplaced_citations(markdown, works)]
        doubts += [f"@{one.citekey} in '{heading}': {explain_misplaced(one)}: {one.sentence}" for one in misplaced]
        told = {unescape_markdown(one.sentence) for one in misplaced}
        doubts += [
            f"@{', @'.join(one.citekeys)} in '{heading}': {one.reason}: {one.sentence}"
            for one in find_doubtful_citations(markdown, cited, labels, ask)
            if one.sentence not in told
        ]
        if markers := markdown.count(_MARKER):
            doubts.append(f"'{heading}' holds {markers} markers of citations that were removed as invalid")
    return doubts


def _describe(citekey: str, work: Work, said: list[str]) -> CitedWork:
    names = [author.name for author in work.authors]
    return describe_work(citekey, [*said, work.abstract or ""], work.title, names, work.year)
