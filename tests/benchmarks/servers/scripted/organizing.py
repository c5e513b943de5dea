"""Scripts that organize: groups by words that works share, themes of whole groups and cells, analyses of findings."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.themes.merging import size_rule
from tasks.themes.words import extract_terms, rank_groups
from tests.benchmarks.servers.scripted.protocol import Asked, Script

_WORKS_PER_GROUP = 24
_MOST_GROUPS = 12
_COMMON, _RARE = 0.35, 3  # a word in more than this share of works tells no groups apart, one in fewer works makes none
_ALIKE = 0.5
_BRIDGES_EACH = 12
_UNEVEN = 1.5  # times the mean size is the most a group may have
_SPLIT_FROM = 0.12
_KEYS = 3
_LONGEST_NAME = 8  # words


def group_works(asked: Asked) -> dict[str, Any]:
    """Return groups around words that many works but not most share; a few works with two of these stand in two."""
    works = asked.blocks["works"]
    terms = {work["id"]: frozenset(extract_terms(_read(work))) for work in works}
    rule = size_rule(len(works))
    wanted = max(rule.fewest, min(rule.most, _MOST_GROUPS, len(works) // _WORKS_PER_GROUP))
    members = _begin_groups(terms, _choose_seeds(list(terms.values()), wanted), rule.fewest)
    placed = {work_id for ids in members for work_id in ids}
    most = math.ceil(_UNEVEN * len(works) / len(members))
    for work_id, held in terms.items():
        if work_id not in placed:
            ranked = rank_groups([held], [[terms[member] for member in ids] for ids in members])
            members[next(number for number in ranked if len(members[number]) < most)].append(work_id)
    for work_id, held in list(terms.items())[::_BRIDGES_EACH]:
        ranked = rank_groups([held], [[terms[member] for member in ids] for ids in members])
        members[next(number for number in ranked if work_id not in members[number])].append(work_id)
    labels: list[str] = []
    for ids in members:
        labels.append(_label(Counter(term for member in ids for term in terms[member]), labels))
    return {
        "groups": [
            {"label": label, "description": f"Works that ask about {label.lower()}.", "members": ids}
            for label, ids in zip(labels, members, strict=True)
        ]
    }


def _begin_groups(terms: Mapping[str, frozenset[str]], seeds: Sequence[str], fewest: int) -> list[list[str]]:
    """Return two works for each word that begins a group; where words begin too few, equal parts of the list."""
    members: list[list[str]] = []
    placed: set[str] = set()
    for seed in seeds:
        ids = [work_id for work_id, held in terms.items() if seed in held and work_id not in placed][:2]
        placed.update(ids)
        members += [ids] if ids else []
    return members if len(members) >= fewest else [list(terms)[place::fewest] for place in range(fewest)]


def _read(work: dict[str, Any]) -> str:
    return ". ".join([work["title"], *work.get("says", []), work.get("words", "")])


def _choose_seeds(works: Sequence[frozenset[str]], wanted: int) -> list[str]:
    """Return words held by many works but not most, no two of them mostly by the same."""
    held = Counter(term for work in works for term in work)
    ranked = sorted(
        (term for term, count in held.items() if "_" not in term and count <= _COMMON * len(works)),
        key=lambda term: (held[term] < _RARE, -held[term], term),
    )
    chosen: list[str] = []
    holders: dict[str, set[int]] = {}
    for term in ranked:
        holders[term] = {number for number, work in enumerate(works) if term in work}
        if all(len(holders[term] & holders[other]) <= _ALIKE * len(holders[term]) for other in chosen):
            chosen.append(term)
        if len(chosen) == 2 * wanted:
            break
    return chosen[:wanted]


def _label(counts: Counter[str], taken: Sequence[str]) -> str:
    """Return a label of the group's commonest phrase and word that no other label has."""
    ranked = sorted(counts, key=lambda term: (-counts[term], term))
    phrases = [term for term in ranked if "_" in term] or ranked
    for phrase in phrases:
        for word in ranked[:20]:
            label = f"{phrase.replace('_', ' ')} and {word.replace('_', ' ')}".title().replace(" And ", " and ")
            if label not in taken and word not in phrase:
                return label
    return f"Group {len(taken) + 1}"


def merge_groups(asked: Asked) -> dict[str, Any]:
    """Return a theme per semantic group; small ones are merged, and of a large one the largest cell is split off."""
    blocks = asked.blocks
    sizes = {tuple(map(int, cell["cell"][1:].split("/s"))): cell["works"] for cell in blocks["cells"]}
    rule = size_rule(sum(sizes.values()))
    themes = [([f"s{group}"], [cell for cell in sizes if cell[1] == group]) for group in sorted({s for _, s in sizes})]
    while len(themes) > rule.fewest:
        small = min(themes, key=lambda theme: (_weigh(theme, sizes), theme[0]))
        if _weigh(small, sizes) >= max(rule.smallest, 5) and len(themes) <= rule.most:
            break
        themes.remove(small)
        near = min(themes, key=lambda theme: (-_share(theme, small), _weigh(theme, sizes), theme[0]))
        near[0].extend(small[0])
        near[1].extend(small[1])
    large = max(themes, key=lambda theme: (_weigh(theme, sizes), theme[0]))
    cell = max(large[1], key=lambda cell: (sizes[cell], cell))
    left = _weigh(large, sizes) - sizes[cell]
    enough = sizes[cell] >= rule.smallest and left >= rule.smallest
    if enough and len(themes) < rule.most and _weigh(large, sizes) > _SPLIT_FROM * sum(sizes.values()):
        large[1].remove(cell)
        themes.append(([f"t{cell[0]}/s{cell[1]}"], [cell]))
    labels: list[str] = []
    for parts, cells in themes:
        labels.append(_name_theme(parts, cells, blocks, labels))
    return {"themes": [_write_theme(place, themes, labels, blocks) for place in range(len(themes))]}


_Made = tuple[list[str], list[tuple[int, ...]]]


def _weigh(theme: _Made, sizes: dict[tuple[int, ...], int]) -> int:
    return sum(sizes[cell] for cell in theme[1])


def _share(one: _Made, other: _Made) -> int:
    return len({cell[0] for cell in one[1]} & {cell[0] for cell in other[1]})


def _name_theme(parts: list[str], cells: list[tuple[int, ...]], blocks: dict[str, Any], taken: Sequence[str]) -> str:
    if "/" in parts[0]:
        topic = next(group for group in blocks["topic_groups"] if group["id"] == f"t{cells[0][0]}")
        return _label(Counter(topic["words"]), taken)
    label = next(str(group["label"]) for group in blocks["semantic_groups"] if group["id"] == parts[0])
    return label if label not in taken else f"{label} {len(taken) + 1}"


def _write_theme(place: int, themes: list[_Made], labels: list[str], blocks: dict[str, Any]) -> dict[str, Any]:
    parts, cells = themes[place]
    names = {f"t{topic}/s{semantic}" for topic, semantic in cells}
    works = [work for work in blocks["works"] if work["cell"] in names]
    keys = sorted(works, key=lambda work: (-work.get("cited", 0), work["citekey"]))[:_KEYS]
    topics = {name.split("/")[0] for name in names}
    words = [word for group in blocks["topic_groups"] if group["id"] in topics for word in group["words"][:2]]
    others = [other for other in range(len(themes)) if other != place and _share(themes[other], themes[place])]
    clean = [work for work in works if not find_foreign(" ".join([work.get("says", ""), work.get("open", "")]))]
    says = [work["says"].rstrip(".…") for work in clean if work.get("says")][:2]
    return {
        "label": labels[place],
        "description": f"Works on {labels[place].lower()}, and what they find about it.",
        "parts": parts,
        "key_works": [work["citekey"] for work in keys],
        "sub_themes": [word.title() for word in dict.fromkeys(words)][:4],
        "relationships": [
            {"to": labels[other], "how": "works of both share a vocabulary but ask different questions"}
            for other in others[:2]
        ],
        "conflicts": f"{says[0]}; by contrast, {says[1]}." if len(says) > 1 else "",
        "gaps": next((work["open"].rstrip(".…") + "." for work in clean if work.get("open")), ""),
        "reason": f"The parts {', '.join(parts)} answer one question, so they make one theme.",
    }


def analyse_works(asked: Asked) -> dict[str, Any]:
    """Return an analysis in sentences of the works' own findings, with the years they span."""
    works = asked.blocks["works"]
    dated = sorted((work["year"], work.get("authors", ""), work["citekey"]) for work in works if work.get("year"))
    timeline = ""
    if dated:
        first, last = dated[0], dated[-1]
        source = f" ({first[1]} {first[0]})" if first[1] else ""
        timeline = f"The works appeared from {first[0]} to {last[0]}. The earliest{source} asks what others take up."
    findings = _collect(works, "finding", 12)
    return {
        "narrative": _cut(findings[:4], 110) or "The works share one question.",
        "timeline": timeline,
        "debates": _cut(findings[4:6], 70),
        "methods": _cut(_collect(works, "method", 2) or [w["methodology"] for w in works if w.get("methodology")], 60),
        "questions": _cut(_collect(works, "future_work", 2) + _collect(works, "limitation", 2), 60),
    }


def _collect(works: list[dict[str, Any]], kind: str, most: int) -> list[str]:
    """Return what works say of a kind, one finding of each."""
    said = [
        next((f["text"] for f in work.get("findings", []) if f.get("kind", "finding") == kind), "") for work in works
    ]
    return [text for text in said if text][:most]


def _cut(sentences: Sequence[str], words: int) -> str:
    """Return the clean sentences as one text, ended by a full stop within the number of words."""
    text = " ".join(sentence for sentence in sentences if not find_foreign(sentence) and sentence[:1].isalpha())
    kept = " ".join(text.split()[:words]).replace("[@", "").replace("**", "").replace("`", "")
    return kept if kept.endswith(".") or not kept else f"{kept.rstrip(',;: ')}."


def set_side_by_side(asked: Asked) -> dict[str, Any]:
    """Return comparisons of results of several works whose exposure and outcome have the same words."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for result in asked.blocks["results"]:
        name = (result["exposure"].casefold(), result["outcome"].casefold())
        groups.setdefault(name, []).append(result)
    known = {(one["exposure"].casefold(), one["outcome"].casefold()) for one in asked.blocks.get("known", ())}
    return {
        "comparisons": [
            {
                "exposure": " ".join(members[0]["exposure"].split()[:_LONGEST_NAME]),
                "outcome": " ".join(members[0]["outcome"].split()[:_LONGEST_NAME]),
                "members": [each["id"] for each in members],
            }
            for name, members in groups.items()
            if name in known or len({each["work"] for each in members}) > 1
        ]
    }


SCRIPTS: dict[str, Script] = {
    "SemanticClusters": group_works,
    "MergedList": merge_groups,
    "AnalysisParts": analyse_works,
    "Comparisons": set_side_by_side,
}
