"""The fact loop: which sentences fail, what replaces them, and the edit that records it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.writing.fact_checks import LOOP, AssertedSection
from storage.writing.supervision import Note
from tasks.analysts.protocol import Analyst
from tasks.citations.sentences import find_citing_sentences
from tasks.language_models.dialogue import Asked
from tasks.revision.fact_rules import (
    FAILING,
    KEPT,
    Assertion,
    CitedTexts,
    Correction,
    FactMaterial,
    FactVerdict,
    Failure,
    find_faults,
)

MOST_ROUNDS = 2


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def judge_assertions(
    material: FactMaterial, section: AssertedSection, assertions: Sequence[Assertion], analyst: Analyst
) -> Asked[tuple[FactVerdict, ...]]:
    """Return what an analyst says of sentences of one section; of some perhaps nothing."""
    return analyst.judge_assertions(material, section.heading, assertions)


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def correct_assertions(
    material: FactMaterial, section: AssertedSection, failures: Sequence[Failure], analyst: Analyst
) -> Asked[tuple[Correction, ...]]:
    """Return what is to stand in the place of failing sentences of a section; of some perhaps nothing."""
    return analyst.correct_assertions(material, section.heading, section.markdown, failures)


def list_assertions(markdown: str, mine: Sequence[str] = ()) -> list[Assertion]:
    """Return the sentences of a section that assert something about the literature: those that cite, each once.

    Those in the paragraphs `mine`, which a person wrote, are left out.
    """
    found = dict(find_citing_sentences(markdown))
    return [Assertion(one, keys) for one, keys in found.items() if not any(one in text for text in mine)]


def find_failures(
    section: AssertedSection, known: CitedTexts, own_words: str, reasons: Mapping[str, str], kept: frozenset[str]
) -> list[Failure]:
    """Return the sentences of a section that must change, in order of appearance.

    Rules fail a sentence whatever the analyst said about it; the analyst's verdicts are the section's, and `reasons`
    are why it failed a sentence. Sentences `kept` at a second reading fail by rule alone.
    """
    failures = []
    for one in list_assertions(section.markdown, section.mine):
        faults = find_faults(one.sentence, one.citekeys, known, own_words)
        verdict = section.verdicts.get(one.sentence, "")
        judged = verdict in FAILING and one.sentence not in kept
        if not faults and not judged:
            continue
        failures.append(
            Failure(
                sentence=one.sentence,
                citekeys=one.citekeys,
                kinds=tuple(dict.fromkeys([fault.kind for fault in faults] + [verdict] * judged)),
                reasons=_list_reasons([fault.reason for fault in faults], reasons.get(one.sentence, "") * judged),
                is_certain=bool(faults) or verdict in {"not supported", "contradicted"},
            )
        )
    return failures


def describe_judgement(
    section: AssertedSection, verdicts: Sequence[FactVerdict], known: CitedTexts, own_words: str
) -> tuple[dict[str, str], list[Note]]:
    """Return the rulings on sentences of a section, by sentence, and a note for each sentence that fails."""
    given = {verdict.sentence: verdict for verdict in verdicts}
    notes = []
    for one in list_assertions(section.markdown, section.mine):
        if one.sentence in section.verdicts:
            continue
        verdict = given.get(one.sentence)
        found = [(fault.kind, fault.reason) for fault in find_faults(one.sentence, one.citekeys, known, own_words)]
        if verdict and verdict.ruling in FAILING:
            found.append((verdict.ruling, verdict.reason))
        notes += [
            Note(LOOP, section.rounds + 1, "judge", one.sentence, kind, reason, f"fails in '{section.heading}'")
            for kind, reason in found
        ]
    return {sentence: verdict.ruling for sentence, verdict in given.items()}, notes


def read_reasons(notes: Sequence[Note]) -> dict[str, str]:
    """Return why the analyst failed sentences, by sentence."""
    return {
        str(note.topic): note.rationale or "" for note in notes if note.action == "judge" and note.issue_type in FAILING
    }


def read_kept(notes: Sequence[Note]) -> frozenset[str]:
    """Return the sentences that were kept at a second reading."""
    return frozenset(str(note.topic) for note in notes if note.action == "correct" and note.outcome == KEPT)


def _list_reasons(by_rule: Sequence[str], by_analyst: str) -> tuple[str, ...]:
    """Return the reasons, each once: a rule-based analyst gives the same ones again."""
    return tuple(dict.fromkeys(part for part in (*by_rule, *by_analyst.split("; ")) if part))
