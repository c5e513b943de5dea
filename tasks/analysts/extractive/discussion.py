"""The discussion: synthesis across themes, implications, limitations of this review, future directions."""

from __future__ import annotations

from storage.records.writing import Draft
from tasks.analysts.extractive.across_themes import tell_across
from tasks.analysts.extractive.debates import left_over
from tasks.analysts.extractive.discourse_cues import is_procedural, states_implication
from tasks.analysts.extractive.finding_allocation import Item, items_of
from tasks.analysts.extractive.passages import Paragraph, compose, merge_short, report, state, words_of
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.themes_in_turn import count_open, go_through, works_of
from tasks.analysts.protocol import ReviewMaterial, ThemeMaterial
from tasks.procedure.facts import Facts
from tasks.procedure.limits import tell_approach, tell_limits

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


def write_discussion(material: ReviewMaterial, words: int) -> Draft:
    """Return the discussion, from findings that no theme section tells; shorter where few are left over.

    Findings of different themes on one matter come first, then what single themes add.
    """
    writer = Writer.of(works_of(material), f"discussion {material.plan.topic}")
    facts = Facts(material.numbers, material.procedure)
    limits: list[Paragraph] = [report(facts.tell(tell_approach(facts))), report(facts.tell(tell_limits(facts)))]
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
