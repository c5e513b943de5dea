"""The discussion: synthesis across themes, implications, limitations of this review, future directions."""

from __future__ import annotations

from storage.manuscript import Draft
from tasks.analysts.extractive.across_themes import tell_across
from tasks.analysts.extractive.cues import is_procedural, states_implication
from tasks.analysts.extractive.debates import left_over
from tasks.analysts.extractive.figures import report
from tasks.analysts.extractive.passages import Paragraph, compose, merge_short, state, words_of
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.shelves import Item, items_of
from tasks.analysts.extractive.themes_in_turn import count_open, go_through, works_of
from tasks.analysts.protocol import ReviewMaterial, ThemeMaterial

_SYNTHESIS, _IMPLICATIONS, _ACROSS = 0.65, 0.45, 0.6
_WITHIN = (
    "Some findings under {label} stand by themselves.",
    "More can be said on {label}.",
    "Seen beside the other themes, {label} has its own emphasis.",
    "The works on {label} widen the picture.",
    "Nor should {label} be passed over.",
    "To this, the works on {label} add.",
)
_PRACTICE = (
    "For practice and policy, the works on {label} draw these consequences.",
    "On {label}, authors name implications themselves.",
    "From {label} come the following recommendations and uses.",
)
_OPEN = (
    "On {label}, the sources see work ahead.",
    "The works on {label} leave questions open.",
    "For {label}, the sources themselves point ahead.",
)
_WHAT_IS_NOT_SEEN = """
This review is extractive, and it shares the limits of that approach.
It repeats what the sources say in brief, and it has not seen {unseen}.
For {sources_note:work/works} it had a project note, not the authors' words.
Sentences were chosen by rules, so that a finding put in unusual words may have been passed over, and a sentence \
taken out of its context may sound more certain than its authors meant.
Contrasts, limits and open questions were recognised by cue words and are pointers for the reader rather than \
verdicts: that a theme has no part on its debates or its gaps does not mean that its works have none.
"""
_BEYOND_ABSTRACTS = "what stands only in the full texts"
_BEYOND_EXCERPTS = (
    "what the sentences taken from a text leave out, nor more than the abstract where no full text was read"
)
_WHAT_IS_MISSING = """
There was no text at all for {without_abstract:work/works} of the corpus, which could therefore not be cited.
For {sources_note:work/works} the text was a project note, not the authors' words.
Coverage is that of one catalogue, {catalogue}, as of {as_of}.
Relevance was scored without a human judge, and {unsure:work/works} on which the score was undecided were left out.
The quality of single studies was not appraised, so that strong and weak designs stand side by side.
"""


def write_discussion(material: ReviewMaterial, words: int) -> Draft:
    """Return the discussion, from findings that no theme section tells; shorter where few are left over.

    Findings of different themes on one matter come first, then what single themes add.
    """
    writer = Writer.of(works_of(material), f"discussion {material.plan.topic}")
    unseen = _BEYOND_EXCERPTS if material.numbers.get("with_full_text") else _BEYOND_ABSTRACTS
    limits: list[Paragraph] = [
        report(_WHAT_IS_NOT_SEEN, {**material.numbers, "unseen": unseen}),
        report(_WHAT_IS_MISSING, material.numbers),
    ]
    room = words - words_of(limits)
    future = _look_ahead(writer, material, round(room * (1 - _SYNTHESIS) * (1 - _IMPLICATIONS)))
    practice = go_through(
        writer, material, _choose_implications, round(room * (1 - _SYNTHESIS) * _IMPLICATIONS), _PRACTICE
    )
    left = room - words_of([*future, *practice])
    findings = [item for theme in material.themes for item in _choose_findings(theme)]
    synthesis = tell_across(writer, material, findings, round(left * _ACROSS))
    synthesis += go_through(writer, material, _choose_findings, left - words_of(synthesis), _WITHIN)
    return compose(
        [
            ("Synthesis across themes", synthesis),
            ("Implications", practice),
            ("Limitations of this review", limits),
            ("Future directions", future),
        ]
    )


def _choose_findings(theme: ThemeMaterial) -> list[Item]:
    return [item for item in left_over(theme, "discussion") if not is_procedural(item.finding.text)]


def _choose_implications(theme: ThemeMaterial) -> list[Item]:
    return [item for item in _choose_findings(theme) if states_implication(item.finding.text)]


def _look_ahead(writer: Writer, material: ReviewMaterial, words: int) -> list[Paragraph]:
    told = go_through(
        writer, material, lambda theme: items_of(theme.works, "discussion", "future_work", "limitation"), words, _OPEN
    )
    count = count_open(material)
    return merge_short([[count, state(_NOT_ALL)] if count else [], *told])


_NOT_ALL = "Texts may name such matters in words that were not recognised, or in sentences that cannot stand alone."
