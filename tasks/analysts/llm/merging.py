"""Theme merging: both groupings of the corpus side by side, and the themes that a model proposes from them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from pydantic import BaseModel, ConfigDict, Field

from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.merged_themes import ThemeText, compose_themes
from tasks.analysts.llm.shown_data import tell_groups
from tasks.analysts.llm.stand_in import stand_in
from tasks.language_models.dialogue import Dialogue, Question, Remark, ask_leniently, pose
from tasks.themes.description import MergedThemes, MergeMaterial, theme_text
from tasks.themes.merging import (
    Contingency,
    Part,
    Proposal,
    SizeRule,
    claim_cells,
    cross_groups,
    gather_themes,
    size_rule,
)
from tasks.themes.words import extract_terms

_PART = re.compile(r"(?:t(?P<topic>\d{1,3}))?/?(?:s(?P<semantic>\d{1,3}))?", re.ASCII)
_LABEL, _SENTENCE, _PARAGRAPH = 80, 400, 700  # characters
_LABEL_WORDS = 8
_MOST_NAMES = 6  # key works, sub-themes
_MOST_RELATIONS = 4
_UNCLAIMED = 0.1  # share of the works that may be left to the rule without asking again
_TOKENS_PER_THEME, _TOKENS_AROUND = 400, 1_500


class Relation(BaseModel):
    """How a theme stands to another."""

    model_config = ConfigDict(extra="forbid")

    to: str = Field(description="label of the other theme")
    how: str


class MergedTheme(BaseModel):
    """One theme."""

    model_config = ConfigDict(extra="forbid")

    label: str
    description: str
    parts: list[str] = Field(description="t0, s2 or t0/s2")
    key_works: list[str] = Field(description="citekeys")
    sub_themes: list[str]
    relationships: list[Relation]
    conflicts: str
    gaps: str
    reason: str


class MergedList(BaseModel):
    """The themes of the review."""

    model_config = ConfigDict(extra="forbid")

    themes: list[MergedTheme]


@dataclass(frozen=True, slots=True)
class _Known:
    """What an answer may refer to, and the rule its themes are under."""

    contingency: Contingency
    citekeys: AbstractSet[str]
    rule: SizeRule


def merge_themes(material: MergeMaterial) -> Dialogue[MergedThemes]:
    """Return the themes a model makes of both groupings; their works follow from the groups it names.

    If both answers break the rules, the valid parts count, and `tasks.themes.merging` sees to the rest. Without
    a semantic grouping or a usable answer the themes are the groups by topic words, with a remark.
    """
    if not material.semantic:
        yield Remark("themes by topic words", "there is no semantic grouping to merge with")
        return stand_in().merge_themes(material)
    contingency = cross_groups(
        {assignment.work_id: assignment.group for assignment in material.grouping.assignments},
        [group.work_ids for group in material.semantic],
    )
    data, citekeys = yield from tell_groups(material, contingency)
    known = _Known(contingency, citekeys, size_rule(len(contingency.cell_of)))
    answer = yield from ask_leniently(_question(data, known), MergedList, lambda reply: _object(reply, known))
    texts = _keep_valid(answer, known) if answer else []
    proposals = [Proposal(text.label, _read_parts(theme)[0], text.reason) for theme, text in texts]
    terms = {work_id: frozenset(extract_terms(theme_text(read))) for work_id, read in material.corpus.items()}
    gathered = gather_themes(contingency, proposals, terms)
    if not gathered:
        yield Remark("themes by topic words", "no usable answer on how to merge the groupings")
        kept = stand_in().merge_themes(material)
        paths = [replace(path, semantic_group=contingency.cell_of[path.work_id][1]) for path in kept.paths]
        return replace(kept, paths=tuple(paths))
    for theme in gathered:
        if len(theme.steps) > known.rule.largest:
            message = f"'{theme.label}' has {len(theme.steps)} of {len(contingency.cell_of)} works and can't be divided"
            yield Remark("large theme", message)
    return compose_themes(material, contingency, gathered, [text for _, text in texts])


def _question(data: str, known: _Known) -> Question:
    rule, works = known.rule, len(known.contingency.cell_of)
    sizes = {"fewest": rule.fewest, "most": rule.most, "smallest": rule.smallest, "largest": rule.largest}
    return pose(
        "merging",
        values=sizes | {"works": works},
        data=data,
        answer=MergedList,
        answer_tokens=_TOKENS_PER_THEME * rule.most + _TOKENS_AROUND,
        label="merge topic groups and semantic groups",
    )


def _read_parts(theme: MergedTheme) -> tuple[tuple[Part, ...], list[str]]:
    """Return the parts named, each once, and the names that are not parts."""
    parts: list[Part] = []
    wrong = []
    for name in dict.fromkeys(theme.parts):
        match = _PART.fullmatch(name)
        if match is None or not any(match.groups()) or ("/" in name) != all(match.groups()):
            wrong.append(name)
            continue
        topic, semantic = match["topic"], match["semantic"]
        parts.append((int(topic) if topic else None, int(semantic) if semantic else None))
    return tuple(parts), wrong


def _object(reply: MergedList, known: _Known) -> list[str]:
    """Return what is wrong with the themes: number and sizes, unknown parts and citekeys, cells left out, texts."""
    rule, cells = known.rule, known.contingency.cells
    reasons = []
    if not rule.fewest <= len(reply.themes) <= rule.most:
        reasons.append(f"there are {len(reply.themes)} themes; {rule.fewest} to {rule.most} are asked for")
    labels = [theme.label.strip().casefold() for theme in reply.themes]
    if len(set(labels)) < len(labels):
        reasons.append("two themes have the same label")
    parts = [_read_parts(theme) for theme in reply.themes]
    named = [part for one, _ in parts for part in one]
    if len(set(named)) < len(named):
        reasons.append("a part stands in two themes")
    owners = claim_cells(list(cells), [one for one, _ in parts])
    for number, (theme, (one, wrong)) in enumerate(zip(reply.themes, parts, strict=True)):
        wrong += [_name_part(part) for part in one if not _exists(part, cells)]
        unknown = [key for key in theme.key_works if key not in known.citekeys]
        size = sum(len(cells[cell]) for cell, owner in owners.items() if owner == number)
        faults = [
            *(f"'{name[:20]}' is no group or cell of the data" for name in wrong),
            *(f"'{key[:40]}' is no citekey of the data" for key in unknown),
            *(f"'{to[:60]}' is no theme's label" for to in _find_strangers(theme, labels)),
            *_object_texts(theme),
        ]
        if not rule.smallest <= size <= rule.largest:
            faults.append(f"its parts hold {size} works; {rule.smallest} to {rule.largest} are asked for")
        reasons += [f"theme {number + 1}: {fault}" for fault in faults]
    unclaimed = [cell for cell in cells if cell not in owners]
    if sum(len(cells[cell]) for cell in unclaimed) > _UNCLAIMED * len(known.contingency.cell_of):
        reasons.append(f"cells no theme claims: {', '.join(_name_part(cell) for cell in unclaimed[:30])}")
    return reasons


def _exists(part: Part, cells: Mapping[tuple[int, int], tuple[str, ...]]) -> bool:
    topic, semantic = part
    return any(topic in {None, cell[0]} and semantic in {None, cell[1]} for cell in cells)


def _name_part(part: Part) -> str:
    topic, semantic = part
    names = (None if topic is None else f"t{topic}", None if semantic is None else f"s{semantic}")
    return "/".join(filter(None, names))


def _find_strangers(theme: MergedTheme, labels: Sequence[str]) -> list[str]:
    """Return the themes that a theme claims to relate to but that are not in the answer."""
    return [relation.to for relation in theme.relationships if relation.to.strip().casefold() not in labels]


def _object_texts(theme: MergedTheme) -> list[str]:
    """Return what is wrong with the texts of a theme, apart from what they refer to."""
    bounds = [
        ("label", theme.label, _LABEL),
        ("description", theme.description, _SENTENCE),
        ("conflicts", theme.conflicts, _PARAGRAPH),
        ("gaps", theme.gaps, _PARAGRAPH),
        ("reason", theme.reason, _SENTENCE),
        *(("sub-theme", name, _LABEL) for name in theme.sub_themes),
        *(("relationship", relation.how, _SENTENCE) for relation in theme.relationships),
    ]
    reasons = [f"the {name} is longer than {most} characters" for name, text, most in bounds if len(text) > most]
    reasons += [f"{name}: {fault}" for name, text, _ in bounds for fault in find_foreign(text)]
    reasons += [f"{name}: a citation" for name, text, _ in bounds if "[@" in text]
    if not 0 < len(theme.label.split()) <= _LABEL_WORDS:
        reasons.append("the label must have two to six words")
    return reasons


def _keep_valid(reply: MergedList, known: _Known) -> list[tuple[MergedTheme, ThemeText]]:
    """Return the themes with an acceptable label, each with its acceptable texts, and unambiguous labels."""
    kept: list[tuple[MergedTheme, ThemeText]] = []
    taken: set[str] = set()
    for theme in reply.themes:
        label = " ".join(theme.label.split())
        if not _is_plain(label, _LABEL) or not label or label.casefold() in taken:
            continue
        taken.add(label.casefold())
        text = ThemeText(
            label=label,
            description=_or_empty(theme.description, _SENTENCE),
            citekeys=tuple(key for key in dict.fromkeys(theme.key_works) if key in known.citekeys)[:_MOST_NAMES],
            sub_themes=tuple(name for name in theme.sub_themes if _or_empty(name, _LABEL))[:_MOST_NAMES],
            relationships=tuple(
                (relation.to.strip(), relation.how.strip())
                for relation in theme.relationships
                if _or_empty(relation.how, _SENTENCE)
            )[:_MOST_RELATIONS],
            conflicts=_or_empty(theme.conflicts, _PARAGRAPH),
            gaps=_or_empty(theme.gaps, _PARAGRAPH),
            reason=_or_empty(theme.reason, _SENTENCE) or "No reason was given.",
        )
        kept.append((theme, text))
    return kept


def _is_plain(text: str, most: int) -> bool:
    return len(text) <= most and "[@" not in text and not find_foreign(text)


def _or_empty(text: str, most: int) -> str:
    return text.strip() if _is_plain(text, most) else ""
