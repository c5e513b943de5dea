"""Gaps found by counting: questions that no paragraph answers, and works that the corpus cites but lacks."""

from __future__ import annotations

from collections.abc import Iterator

from storage.records.search import Plan
from tasks.citations.sentences import find_citing_sentences, read_plain
from tasks.revision.gaps import CLOSED, Diagnosis, Gap, GapMaterial, is_explored
from tasks.text.words import content_stems, tokenise

_LEAST_COVERED = 0.5
_MOST_CLASSICS = 15


def find_gap(material: GapMaterial) -> Diagnosis:
    """Return the question answered least, or the most cited works that nobody judged; no gap if there are neither.

    A question is answered by a paragraph whose citing sentences hold half of its content words; words of the topic do
    not count (unless it has no others).
    """
    return _find_question(material) if material.loop == "theory" else _find_classics(material)


def _find_question(material: GapMaterial) -> Diagnosis:
    plan = material.plan
    asked = list(dict.fromkeys((*plan.questions, *plan.focus_areas)))
    if not asked:
        return Diagnosis(None, "No question and no area of focus was set, so none is left open.")
    told = list(_told(material))
    coverage = {question: _cover(question, plan, told) for question in asked if content_stems(question)}
    pending = [
        (share, place, question)
        for place, (question, share) in enumerate(coverage.items())
        if share < _LEAST_COVERED and not is_explored(_name(question), material.explored)
    ]
    if not pending:
        return Diagnosis(
            None, "Each question shares half of its words with a paragraph that cites, or was searched for."
        )
    share, _, question = min(pending)
    words = " ".join(word for word in tokenise(question) if content_stems(word))
    gap = Gap(
        topic=_name(question),
        issue_type="foundational_concepts",
        rationale=f"The paragraph that comes nearest to it holds {share:.0%} of its words in sentences that cite.",
        queries=(words,),
        guidance="Sentences of the works found, each in the section of the nearest theme.",
    )
    return Diagnosis(gap, gap.rationale)


def _find_classics(material: GapMaterial) -> Diagnosis:
    classics = material.classics[:_MOST_CLASSICS]
    topic = f"Works that the corpus cites and lacks: {classics[0].title}" if classics else ""
    if not classics:
        return Diagnosis(
            None, "Of the works found, none that three or more works of the corpus cite was left unjudged."
        )
    if is_explored(topic, material.explored):
        return Diagnosis(
            None, "The works that three or more of the corpus cite and that were not judged were explored before."
        )
    count = f"{len(classics)} works that" if len(classics) > 1 else "One work that"
    gap = Gap(
        topic=topic,
        issue_type="missing_argument",
        rationale=f"{count} three or more works of the corpus cite had not been judged.",
        queries=(),
        guidance="Sentences of the works found, each in the section of the nearest theme.",
        work_ids=tuple(classic.work_id for classic in classics),
    )
    return Diagnosis(gap, gap.rationale)


def _told(material: GapMaterial) -> Iterator[frozenset[str]]:
    """Yield the stems of the citing sentences of each paragraph."""
    for section in material.sections:
        if section.section_id in CLOSED:
            continue
        for block in section.markdown.split("\n\n"):
            sentences = [read_plain(sentence) for sentence, _ in find_citing_sentences(block)]
            if sentences:
                yield frozenset(content_stems(" ".join(sentences)))


def _cover(question: str, plan: Plan, told: list[frozenset[str]]) -> float:
    stems = set(content_stems(question))
    wanted = stems - set(content_stems(plan.topic)) or stems
    return max((len(wanted & paragraph) / len(wanted) for paragraph in told), default=0.0)


def _name(question: str) -> str:
    return " ".join(question.split()).rstrip("?. ")
