"""Where a work that an update adds belongs among the themes there are, and which sections that leaves untouched."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

import numpy as np
from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.updates.carry_over import Member, OldSection, Treatment

_ALWAYS = ("abstract", "methodology")
_SPELLED_TO = 12
_DIGITS = 6
_CITATION = re.compile(r"\[[^\]]*@[^\]]*\]")
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?%?")
# Numbers settled by carrying over itself: they say nothing about what was found.
_NOT_COMPARED = frozenset({"themes", "catalogue"})


@task(cache_policy=NO_CACHE, persist_result=False)
def place_works(members: Sequence[Member], vectors: Mapping[str, Sequence[float]]) -> list[Member]:
    """Return the members with every work of `vectors` that is in no theme appended to the nearest.

    Nearest is by the cosine of the work's vector and the mean of those of the works that stayed in the theme, ties by
    the order of the themes: a nearest-centroid assignment (Rocchio 1971), so that the themes stay what they were.
    Themes that lost every work take none.
    """
    groups: dict[str, list[str]] = {}
    for member in members:
        if member.work_id in vectors:
            groups.setdefault(member.theme_id, []).append(str(member.work_id))
    placed = {work_id for group in groups.values() for work_id in group}
    themes = list(groups)
    if not themes:
        return list(members)
    centres = np.array([np.mean([vectors[work_id] for work_id in groups[theme]], axis=0) for theme in themes])
    centres /= np.maximum(np.linalg.norm(centres, axis=1, keepdims=True), 1e-12)
    added = []
    for work_id in sorted(set(vectors) - placed):
        nearness = np.round(centres @ np.asarray(vectors[work_id], dtype=np.float64), _DIGITS)
        best = int(np.argmax(nearness))
        added.append(Member(themes[best], None, work_id, nearness=float(nearness[best])))
    return [*members, *added]


def find_changed_themes(members: Sequence[Member]) -> dict[str, str]:
    """Return how the evidence of each changed theme differs: works gained and lost; other themes are left out."""
    got: dict[str, int] = {}
    lost: dict[str, int] = {}
    for member in members:
        if member.was_id is None:
            got[member.theme_id] = got.get(member.theme_id, 0) + 1
        elif member.was_id != member.work_id:
            lost[member.theme_id] = lost.get(member.theme_id, 0) + 1
    changed = {}
    for theme_id in dict.fromkeys(member.theme_id for member in members):
        parts = [f"{_count(n)} {verb}" for n, verb in ((got.get(theme_id), "added"), (lost.get(theme_id), "gone")) if n]
        if parts:
            changed[theme_id] = " and ".join(parts)
    return changed


def _count(works: int) -> str:
    return "1 work" if works == 1 else f"{works} works"


def compare_numbers(
    before: Mapping[str, int | float | str], after: Mapping[str, int | float | str]
) -> dict[str, int | float | str]:
    """Return the earlier numbers, by name, that differ now; none if only the name of the catalogue changed."""
    names = {name for name in before.keys() & after.keys() if before[name] != after[name]} - _NOT_COMPARED
    if not names:
        return {}
    if before.get("catalogue") != after.get("catalogue"):
        names.add("catalogue")
    return {name: before[name] for name in sorted(names)}


def treat_sections(
    sections: Sequence[OldSection],
    changed: Mapping[str, str],
    themes: Collection[str],
    numbers: Mapping[str, int | float | str],
) -> list[Treatment]:
    """Return what becomes of each section: carried over verbatim unless its basis changed.

    Rewritten are the section of a theme of `changed`, any that cites a work that left or that an amendment of the
    protocol overtook, and where `numbers` of the
    review changed the abstract, the methodology and whichever other frame section states one of these; counts up to
    twelve, which prose spells, are not looked for. `themes` are those that still have works.
    """
    treatments = []
    for section in sections:
        kind, _, theme_id = section.section_id.partition(":")
        if theme_id and theme_id not in themes:
            treatments.append(Treatment(section, "dropped", "none of its works is in the corpus any more"))
            continue
        reasons = [changed[theme_id]] if theme_id in changed else []
        if section.departed:
            reasons.append(f"it cited {', '.join(f'@{key}' for key in section.departed)}")
        if not theme_id and numbers and (kind in _ALWAYS or _states(section.markdown, numbers)):
            reasons.append("it states numbers of the review that changed")
        if section.is_outdated:
            reasons.append("the protocol was amended")
        action = "rewritten" if reasons else "carried"
        treatments.append(Treatment(section, action, "; ".join(reasons) or "nothing it rests on changed"))
    return treatments


def _states(markdown: str, numbers: Mapping[str, int | float | str]) -> bool:
    """Return whether a text states one of the numbers, in one of the ways that prose writes them."""
    stated = set(_NUMBER.findall(_CITATION.sub("", markdown)))
    for value in numbers.values():
        if isinstance(value, str):
            if value.rpartition("@")[2] in markdown:
                return True
        elif isinstance(value, float):
            if f"{100 * value:.1f}%" in stated:
                return True
        elif value > _SPELLED_TO and {str(value), f"{value:,}"} & stated:
            return True
    return False
