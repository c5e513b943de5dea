"""The discussion: synthesis across themes, implications, limitations of this review, future directions."""

from __future__ import annotations

from collections.abc import Sequence

from storage.records import Draft
from tasks.analysts.extractive.cues import is_procedural, states_implication
from tasks.analysts.extractive.figures import report
from tasks.analysts.extractive.keyphrases import all_stems, fold, holds_phrase
from tasks.analysts.extractive.passages import Line, Paragraph, compose, state, words_of
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.shelves import Item, items_of, shared_phrases
from tasks.analysts.extractive.themes_in_turn import count_saying, go_through, list_themes, works_of
from tasks.analysts.extractive.words import join_phrases, spell
from tasks.analysts.protocol import ReviewMaterial, ThemeMaterial

_SYNTHESIS, _IMPLICATIONS = 0.6, 0.45
_ACROSS = (
    "Within {label}, further findings round off the picture.",
    "{label} adds the following to what its section reports.",
    "Seen beside the other themes, {label} contributes these findings.",
    "The works on {label} bear on the whole in this way.",
    "Something is to be added on {label} as well.",
    "{label} enters the synthesis with the following.",
)
_PRACTICE = (
    "For practice and policy, the works on {label} draw these consequences.",
    "{label} carries implications that its authors name themselves.",
    "From {label} come the following recommendations and uses.",
)
_OPEN = (
    "Under {label}, the following remains to be done.",
    "The works on {label} leave this open.",
    "For {label}, the sources themselves point ahead.",
)
_WHAT_IS_NOT_SEEN = """
This review is extractive, and it shares the limits of that approach.
It repeats what the sources say of themselves in their abstracts or, where none could be used, in project notes, \
and it has not seen what stands only in the full texts.
Sentences were chosen by rules, so that a finding put in unusual words may have been passed over, and a sentence \
taken out of its context may sound more certain than its authors meant.
Contrasts rest on cue words and are pointers for the reader rather than verdicts.
"""
_WHAT_IS_MISSING = """
There was no text at all for {without_abstract} works of the corpus, which could therefore not be cited.
For {sources_note} works the text was a project note, not the authors' words.
Coverage is that of one catalogue, {catalogue}, as of {as_of}.
Relevance was scored without a human judge, and {unsure} works on which the score was undecided were left out.
The quality of single studies was not appraised, so that strong and weak designs stand side by side.
"""


def write_discussion(material: ReviewMaterial, words: int) -> Draft:
    """Return the discussion, from findings that no theme section tells; shorter where few are left over."""
    writer = Writer.of(works_of(material), f"discussion {material.plan.topic}")
    numbers = {key: value for key, value in material.numbers.items() if value != 0}
    limits: list[Paragraph] = [report(_WHAT_IS_NOT_SEEN, numbers), report(_WHAT_IS_MISSING, numbers)]
    room = words - words_of(limits)
    future = _look_ahead(writer, material, round(room * (1 - _SYNTHESIS) * (1 - _IMPLICATIONS)))
    practice = go_through(
        writer, material, _choose_implications, round(room * (1 - _SYNTHESIS) * _IMPLICATIONS), _PRACTICE
    )
    synthesis: list[Paragraph] = [_cross(material)]
    left = room - words_of([*future, *practice, *synthesis])
    synthesis += go_through(writer, material, _choose_findings, left, _ACROSS)
    return compose(
        [
            ("Synthesis across themes", synthesis),
            ("Implications", practice or [[state("No source left for this section speaks of practice or policy.")]]),
            ("Limitations of this review", limits),
            ("Future directions", future),
        ]
    )


def _choose_findings(theme: ThemeMaterial) -> list[Item]:
    return [item for item in items_of(theme.works, "discussion", "finding") if not is_procedural(item.finding.text)]


def _choose_implications(theme: ThemeMaterial) -> list[Item]:
    return [item for item in _choose_findings(theme) if states_implication(item.finding.text)]


def _look_ahead(writer: Writer, material: ReviewMaterial, words: int) -> list[Paragraph]:
    told = go_through(
        writer, material, lambda theme: items_of(theme.works, "discussion", "future_work", "limitation"), words, _OPEN
    )
    opening = state(
        f"Questions for further research are named by {count_saying(material, 'future_work')} works of the corpus "
        f"and limits of the evidence by {count_saying(material, 'limitation')}; most are "
        "reported in the sections on the themes."
    )
    return [[opening], *told] if len(told) > 1 else [[opening, *(told[0] if told else [])]]


def _cross(material: ReviewMaterial) -> list[Line]:
    """Return sentences on the phrases that themes have in common, counted over titles and findings."""
    if not material.themes:
        return []
    lines = [state(f"The corpus falls into {spell(len(material.themes))} themes: {list_themes(material)}.")]
    if len(material.themes) == 1:
        return [state("All works of the corpus belong to one theme.")]
    spread = _spread(material, _beyond_topic(material))
    for phrase, labels in spread[:3]:
        where = f"all {spell(len(labels))} themes" if len(labels) == len(material.themes) else join_phrases(labels)
        verb = ("The term {} runs through {}.", "The term {} is met in {}.", "Likewise, {} is a term shared by {}.")[
            min(len(lines) - 1, 2)
        ]
        lines.append(state(verb.format(phrase, where)))
    if spread:
        lines.append(
            state("Such terms tie the themes together; the findings below are nonetheless given theme by theme.")
        )
    return lines


def _beyond_topic(material: ReviewMaterial) -> list[str]:
    """Return the corpus's shared phrases, those made only of the topic's own words left out."""
    topic = set(all_stems(material.plan.topic))
    return [phrase for phrase in shared_phrases(works_of(material), 14) if not set(all_stems(phrase)) <= topic]


def _spread(material: ReviewMaterial, phrases: Sequence[str]) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for phrase in phrases:
        folded = fold(phrase.split())
        labels = [theme.theme.label for theme in material.themes if _occurs(theme, folded)]
        if len(labels) > 1:
            found.append((phrase, labels))
    return sorted(found, key=lambda pair: -len(pair[1]))


def _occurs(theme: ThemeMaterial, phrase: tuple[str, ...]) -> bool:
    return any(
        holds_phrase(all_stems(text), phrase)
        for work in theme.works
        for text in (work.work.title, *(finding.text for finding in work.summary.findings))
    )
