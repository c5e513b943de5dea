"""The conclusions: what the corpus is, what each theme comes to, what stays open."""

from __future__ import annotations

from storage.records.writing import Draft
from tasks.analysts.extractive.debates import left_over
from tasks.analysts.extractive.discourse_cues import is_procedural, states_aim
from tasks.analysts.extractive.finding_allocation import Item, items_of
from tasks.analysts.extractive.passages import Line, Paragraph, compose, merge_short, report, state, words_of
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.themes_in_turn import go_through, name_subject, works_of
from tasks.analysts.protocol import ReviewMaterial, ThemeMaterial
from tasks.procedure.basis import CHOSEN
from tasks.procedure.facts import Facts

_OPEN_SHARE = 0.2
_LEADS = (
    "On {label}, the sources support several statements.",
    "Under {label}, the sources come down to a few points.",
    "For {label}, the picture is as follows.",
    "What stands out under {label} is this.",
    "On {label}, these findings remain.",
    "As to {label}, these statements may serve as a conclusion.",
)
_TRACEABLE = (
    "Each statement collected here is the sources' own and can be followed to the sentence it rests on; what they "
    "amount to together is for the reader to judge, with the full texts that matter most at hand."
)


def write_conclusions(material: ReviewMaterial, words: int) -> Draft:
    """Return the conclusions without sub-headings, from findings that no other section tells.

    First what is known, theme by theme, then what the sources leave open.
    """
    writer = Writer.of(works_of(material), f"conclusions {material.plan.topic}")
    opening = [
        state(f"This review set out to say what the literature reports about {name_subject(material)}."),
        *report(Facts(material.numbers, material.procedure).tell(CHOSEN)),
    ]
    closing = [state(_TRACEABLE)]
    room = words - words_of([opening, closing])
    doubts = _tell_doubts(writer, material, round(room * _OPEN_SHARE))
    told = go_through(writer, material, _choose, room - words_of([doubts]), _LEADS)
    return compose([("", [opening, *told, *merge_short([doubts, closing])])])


def _choose(theme: ThemeMaterial) -> list[Item]:
    return [item for item in left_over(theme, "conclusions") if not is_procedural(item.finding.text)]


def _tell_doubts(writer: Writer, material: ReviewMaterial, words: int) -> Paragraph:
    lines: list[Line] = []
    for theme in material.themes:
        for item in items_of(theme.works, "conclusions", "limitation", "future_work")[:2]:
            if (
                item.stands_alone
                and not states_aim(item.finding.text)
                and writer.is_new(item.finding)
                and len(item.finding.text.split()) <= words
            ):
                lines.append(writer.tell(item.work, item.finding))
                words -= lines[-1].words
    return [state("Not everything is settled."), *lines] if lines else []
