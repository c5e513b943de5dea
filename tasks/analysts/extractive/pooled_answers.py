"""What works that pool studies come to, where the results of single works could not be set side by side."""

from __future__ import annotations

from tasks.analysts.extractive.facet_names import read_main
from tasks.analysts.extractive.field_results import is_of_staying
from tasks.analysts.extractive.finding_allocation import Item, find_mains, list_items, pair_caveats
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.themes_in_turn import works_of
from tasks.analysts.passages import Line, state
from tasks.analysts.protocol import ReviewMaterial
from tasks.text.words import find_stems, spell

_LEAD = (
    "By rule no results of different works could be set side by side; nearest to an answer is what {works} that "
    "{pools} studies {comes} to."
)
_MOST = 4


def tell_pooled(material: ReviewMaterial) -> list[Line]:
    """Return the pooled effects of the four works that say most of the topic, each with its caveat; or nothing."""
    works = works_of(material)
    topic = material.plan.topic
    is_on_topic = read_main(topic, works)
    mains = [
        item
        for item in find_mains(list_items(works, "finding")).values()
        if item.is_pooled and is_on_topic(f"{item.work.work.title}. {item.finding.text}")
    ]
    asked = find_stems(topic)

    def rank(item: Item) -> tuple[bool | int, ...]:
        near = len(asked & find_stems(f"{item.work.work.title} {item.finding.text}"))
        return is_of_staying(topic, item.finding.text), -near, -item.work.in_degree, item.year

    best = sorted(mains, key=rank)
    if not best:
        return []
    told = sorted(best[:_MOST], key=lambda item: (item.year, item.work.citekey))
    one = len(told) == 1
    count = "one work" if one else f"{spell(len(told))} works"
    lead = _LEAD.format(works=count, pools="pools" if one else "pool", comes="comes" if one else "come")
    writer, caveats = Writer.of(works, f"answers {topic}"), pair_caveats(works)
    lines = [state(lead)]
    for item in told:
        lines.append(writer.tell(item.work, item.finding))
        if caveat := caveats.get(item.finding.finding_id):
            lines.append(writer.tell(caveat.work, caveat.finding, again=True))
    return lines
