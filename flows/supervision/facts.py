"""The facts loop: every sentence that cites is checked against what it cites; what fails is corrected or cut."""

from __future__ import annotations

from collections.abc import Sequence

from prefect import flow

from flows.context.context import ReviewContext, ReviewRecord
from storage.reading.reading import read_corpus
from storage.records.writing import ReadWork
from storage.writing.fact_checks import LOOP, AssertedSection, add_fact_verdicts, read_asserted_sections
from storage.writing.supervision import add_edits, read_notes
from storage.writing.themes import read_themes
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.revision.corrections import check_correction, describe_corrections
from tasks.revision.fact_rules import (
    Assertion,
    CitedTexts,
    Correction,
    FactMaterial,
    FactVerdict,
    Failure,
    chunk_assertions,
    read_cited_texts,
)
from tasks.supervision.facts import (
    MOST_ROUNDS,
    correct_assertions,
    describe_judgement,
    find_failures,
    judge_assertions,
    list_assertions,
    read_kept,
    read_reasons,
)


@flow(name="facts", flow_run_name="facts", validate_parameters=False)
def facts(review: ReviewContext) -> None:
    """Judge the sentences not judged yet and correct those that fail, twice at most in each section.

    A section's judgement is put on record as a whole, and so is its correction: a run killed between them goes on with
    what is missing, and asks what it asked before.
    """
    known = read_cited_texts(list(read_corpus(review.ledger).values()))
    for _ in range(MOST_ROUNDS):
        if review.saves("supervision"):
            return
        own_words = _name_own_words(review)
        _judge(review, known, own_words)
        if review.saves("supervision"):
            return
        _correct(review, known, own_words)


def _judge(review: ReviewContext, known: CitedTexts, own_words: str) -> None:
    """Have the sentences without a verdict judged, chunk by chunk, and put each section on record once complete."""
    calls = []
    awaited: dict[str, int] = {}
    for section in _list_open(review):
        assertions = list_assertions(section.markdown, section.mine)
        pending = [one for one in assertions if one.sentence not in section.verdicts]
        chunks = chunk_assertions(pending)
        for chunk in chunks:
            material = FactMaterial(review.plan, _list_cited(chunk, known), own_words)
            name = f"check facts: {section.heading}"
            calls.append((name, (material, section, chunk, review.analyst)))
        awaited[section.section_id] = len(chunks)
    given: dict[str, list[Sequence[FactVerdict]]] = {}
    for (_, section, _, _), verdicts in review.consult(judge_assertions, calls):
        so_far = given.setdefault(section.section_id, [])
        so_far.append(verdicts)
        if len(so_far) == awaited[section.section_id]:
            flat = [verdict for part in so_far for verdict in part]
            add_fact_verdicts(review.ledger, section, *describe_judgement(section, flat, known, own_words))


def _correct(review: ReviewContext, known: CitedTexts, own_words: str) -> None:
    """Have the failing sentences of each section corrected; where no correction holds, rules correct what must go."""
    notes = read_notes(review.ledger, LOOP)
    reasons, kept = read_reasons(notes), read_kept(notes)
    calls = []
    for section in _list_open(review):
        failures = find_failures(section, known, own_words, reasons, kept)
        if failures:
            # Only works that the section already cites may be cited: otherwise it would no longer say what it said.
            material = FactMaterial(review.plan, _list_cited(list_assertions(section.markdown), known), own_words)
            calls.append((f"correct: {section.heading}", (material, section, failures, review.analyst)))
    for (material, section, failures, _), corrections in review.consult(correct_assertions, calls):
        taken, rejected = _choose(failures, corrections, material, known)
        edit, told = describe_corrections(section, failures, taken, rejected)
        add_edits(review.ledger, [edit], told)


def _choose(
    failures: Sequence[Failure], corrections: Sequence[Correction], material: FactMaterial, known: CitedTexts
) -> tuple[list[Correction], list[tuple[str, str]]]:
    """Return the corrections to take, and sentences left as they are with the reason.

    Where the analyst's correction cannot be used and the sentence cannot stay, a correction by rule takes its place; if
    that cannot be used either, the sentence is cut.
    """
    given = {correction.sentence: correction for correction in corrections}
    cited = {read.citekey for read in material.works}
    taken: list[Correction] = []
    rejected: list[tuple[str, str]] = []
    for failure in failures:
        offered = given.get(failure.sentence)
        wrong = check_correction(offered, failure, known, material.own_words, cited) if offered else "no valid answer"
        if offered and not wrong:
            taken.append(offered)
        elif failure.is_certain:
            (by_rule,) = ExtractiveAnalyst().correct_assertions(material, "", "", [failure])
            holds = not check_correction(by_rule, failure, known, material.own_words, cited)
            cut = Correction(failure.sentence, "", (), "cut", "; ".join(failure.reasons))
            taken.append(by_rule if holds else cut)
        else:
            rejected.append((failure.sentence, wrong))
    return taken, rejected


def _list_open(review: ReviewRecord) -> list[AssertedSection]:
    """Return the sections that have a round left."""
    return [section for section in read_asserted_sections(review.ledger) if section.rounds < MOST_ROUNDS]


def _list_cited(chunk: Sequence[Assertion], known: CitedTexts) -> tuple[ReadWork, ...]:
    """Return the works that a chunk cites, each once, in order of appearance."""
    keys = dict.fromkeys(key for one in chunk for key in one.citekeys)
    return tuple(known.works[key] for key in keys if key in known.works)


def _name_own_words(review: ReviewRecord) -> str:
    """Return the names that the review gives itself: its topic and questions, headings, and labels of themes."""
    headings = [section.heading for section in read_asserted_sections(review.ledger)]
    labels = [theme.label for theme in read_themes(review.ledger)]
    return "\n".join((review.plan.topic, *review.plan.questions, *headings, *labels))
