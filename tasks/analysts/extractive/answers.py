"""Answers to the research questions by rule: which way the results that can be set side by side point, and in how many.

No certainty is judged; what bears on it is said: how far results agree, by which designs and in how many units.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from storage.records.evidence import Vote, VoteCount
from storage.records.writing import Draft, Finding, ReadWork, ResearchAnswer
from tasks.analysts.certainty import NOT_JUDGED, tell_certainty
from tasks.analysts.extractive.brief_results import say_way
from tasks.analysts.extractive.discourse_cues import polarity
from tasks.analysts.extractive.facets_in_turn import tell_facets
from tasks.analysts.extractive.objective_terms import text_of
from tasks.analysts.extractive.pooled_answers import tell_pooled
from tasks.analysts.extractive.species import add_species
from tasks.analysts.extractive.themes_in_turn import works_of
from tasks.analysts.passages import Line, Part, cite_each, compose, list_themes, state, words_of
from tasks.analysts.protocol import ReviewMaterial
from tasks.evidence.wording import Vocabulary
from tasks.text.cleaning import escape_markdown
from tasks.text.words import find_stems, holds_terms, join_phrases, spell, split_terms

_MOST = 5
_CLEAR = 2 / 3
_CLAUSE = re.compile(r"[;:]\s|,?\s(?:but|whereas|while|although|though|yet|however)\b,?", re.IGNORECASE)
_TAKEN_UP = re.compile(r"\W*(?:it|they|this|these|was|were|is|are|did|does|do|had|has|not|un\w+)\b", re.IGNORECASE)
_NOTHING = (
    "No results of different works could be set side by side on this by rule; the sections before say what each work "
    "reports."
)
_NO_ANSWER = (
    "By rule no answer in brief can be given here: no results of different works could be set side by side, and the "
    "topic joins no parts that could be answered one by one. What the works report stands under the themes: {themes}."
)
_SIDES = {
    "+": ("points to {way} {outcome}", "point to {way} {outcome}"),
    "-": ("points to {way} {outcome}", "point to {way} {outcome}"),
    "0": ("finds no difference or association", "find no difference or association"),
    "mixed": ("has results that differ", "have results that differ"),
}
_Sources = Mapping[tuple[str, str], tuple[ReadWork, Finding]]


def write_answers(material: ReviewMaterial, words: int) -> Draft:
    """Return for each question, or for the topic if none was set, the comparisons of most works that bear on it.

    What the works say on each part that the topic joins follows. Where there is neither, what works come to that pool
    studies is told, or that there is no answer.
    """
    sources: _Sources = {
        (read.citekey, finding.finding_id): (read, finding)
        for read in works_of(material)
        for finding in read.summary.findings
    }
    parts: list[Part] = []
    answers: list[ResearchAnswer] = []
    for question in material.plan.questions or (material.plan.topic,):
        chosen = _choose(material, question, sources)
        kept: list[list[Line]] = []
        for count in chosen:
            told = [_tell(count, sources), *_tell_denied(count, sources)]
            if kept and words_of([*kept, told]) > words:
                break
            kept.append(told)
        lines = list(chain(*kept))
        answer = _weigh(question, chosen[: len(kept)])
        heading = escape_markdown(question.strip()) if material.plan.questions else ""
        told_of = [*lines, _tell_coverage(material)] if lines else [state(_NOTHING)] if heading else []
        parts.append((heading, [told_of, tell_certainty(answer) if lines else []]))
        answers.append(answer)
    facets = tell_facets(material)
    if not facets and not any(paragraph for _, paragraphs in parts for paragraph in paragraphs):
        parts = [("", [tell_pooled(material) or [state(_NO_ANSWER.format(themes=list_themes(material)))]])]
    draft = compose([*parts, *facets])
    return Draft(draft.markdown, draft.claims, draft.produced_by, tuple(answers))


def _choose(material: ReviewMaterial, question: str, sources: _Sources) -> list[VoteCount]:
    """Return the comparisons that share most words with a question, those of most works first; for a topic all may.

    A comparison with a work of no theme is left out: a person dropped that theme, and the text tells nothing of it.
    """
    counts = [
        count
        for count in material.consistency.votes
        if all((vote.citekey, vote.finding_id) in sources for vote in count.votes)
    ]
    if not material.plan.questions:
        return counts[:_MOST]
    asked = find_stems(question)
    near = {count: len(asked & find_stems(f"{count.exposure} {count.outcome}")) for count in counts}
    bearing = [count for count in counts if near[count]]
    return sorted(bearing, key=lambda count: (-near[count], -len(count.votes)))[:_MOST]


def _tell(count: VoteCount, sources: _Sources) -> Line:
    reviews = sum(vote.is_review for vote in count.votes)
    some = _name_number(reviews, len(count.votes))
    which = f", {some} of which {'is a review' if reviews == 1 else 'are reviews'}," if reviews else ""
    works = f"{spell(len(count.votes))} works{which}"
    opening = f"On {count.exposure} and {count.outcome}, results of {works} can be set side by side:"
    parts = []
    for direction, (one, several) in _SIDES.items():
        votes = count.point(direction)
        if votes:
            number = _name_number(len(votes), len(count.votes))
            said = f"{number} {one if len(votes) == 1 else several}".format(
                outcome=count.outcome, way=say_way(direction, count.outcome) if direction in "+-" else ""
            )
            told_of = [sources[vote.citekey, vote.finding_id] for vote in votes]
            parts += [(add_species(work.work, said), work, finding) for work, finding in told_of]
    return cite_each(opening, parts)


def _tell_denied(count: VoteCount, sources: _Sources) -> list[Line]:
    """Return which further works deny the relation in words of which no direction was read; empty where none does.

    Else "all" would be told of those counted while another work of the review says no, perhaps by a short form.
    """
    counted = {vote.citekey for vote in count.votes}
    sides = [split_terms(count.exposure), split_terms(count.outcome)]
    plain = Vocabulary({}, frozenset())
    denied: dict[str, tuple[ReadWork, Finding]] = {}
    for (citekey, _), (work, finding) in sources.items():
        text = plain.spell_out(finding.text, text_of(work.work))
        if citekey not in counted and finding.kind == "finding" and denies_relation(text, sides):
            denied.setdefault(citekey, (work, finding))
    if not denied or not (count.point("+") or count.point("-")):
        return []
    works = "one further work finds" if len(denied) == 1 else f"{spell(len(denied))} further works find"
    said = f"{works} no such link, in words that are not counted"
    return [cite_each("Beside these,", [(said, *each) for each in denied.values()])]


def denies_relation(text: str, sides: Sequence[Sequence[str]]) -> bool:
    """Return whether a clause denies a relation of two things; "it" stands for the one that is named before."""
    before = ""
    for clause in _CLAUSE.split(text):
        held = [holds_terms(terms, clause) for terms in sides]
        meant = [
            held[place] or bool(_TAKEN_UP.match(clause) and holds_terms(terms, before))
            for place, terms in enumerate(sides)
        ]
        if polarity(clause) < 0 and any(held) and all(meant):
            return True
        before = f"{before} {clause}"
    return False


def _name_number(some: int, of: int) -> str:
    if some < of:
        return spell(some)
    return "both" if of == 2 else "all"  # noqa: PLR2004 -- so it is said of two


def _tell_coverage(material: ReviewMaterial) -> Line:
    """Return how many findings the counts can rest on: what rules cannot read is more often a null result."""
    summaries = [work.summary for work in works_of(material)]
    findings = {one.finding_id for each in summaries for one in each.findings if one.kind == "finding"}
    read = {one.finding_id for each in summaries for one in each.extractions if one.field == "direction"} & findings
    return state(
        f"Rules could read the direction of {spell(len(read))} of {spell(len(findings))} findings; results in less "
        "plain words, as those without a difference often are, are not counted, so that agreement may be overstated."
    )


def _weigh(question: str, counts: Sequence[VoteCount]) -> ResearchAnswer:
    """Return what bears on the certainty of an answer that rests on these comparisons."""
    votes = [vote for count in counts for vote in count.votes]
    agreeing = [
        f"{share} of {spell(len(count.votes))} on {count.exposure} and {count.outcome}"
        for count in counts
        for _, most in Counter(vote.direction for vote in count.votes).most_common(1)
        for share in ["all" if most == len(count.votes) else spell(most)]
    ]
    works = {vote.citekey: vote for vote in votes}
    designs = Counter(vote.design for vote in works.values() if vote.design).most_common()
    # The n of a review counts studies.
    sizes = sorted(vote.n for vote in works.values() if vote.n is not None and not vote.is_review)
    return ResearchAnswer(
        question=question,
        direction=_point(counts[0].votes) if len(counts) == 1 else "",
        certainty=NOT_JUDGED,
        consistency=f"works that point the same way are {join_phrases(agreeing)}" if agreeing else "",
        designs=join_phrases([f"{design} ({number})" for design, number in designs])
        + (f", of {spell(len(works))} works" if designs else ""),
        size=f"{_range(sizes)}, stated by {spell(len(sizes))} of {spell(len(works))} works" if sizes else "",
        directness="",
    )


def _point(votes: Sequence[Vote]) -> str:
    direction, most = Counter(vote.direction for vote in votes).most_common(1)[0]
    return direction if most >= _CLEAR * len(votes) else "mixed"


def _range(sizes: Sequence[int]) -> str:
    return f"{sizes[0]:,}" if sizes[0] == sizes[-1] else f"{sizes[0]:,} to {sizes[-1]:,}"
