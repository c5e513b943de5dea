"""Where works added late belong: the theme whose words match theirs best.

What the integration of new works must not do to a section.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from difflib import SequenceMatcher

from storage.records.writing import Draft, ReadWork, Theme, ThemePath
from tasks.citations.pandoc import find_citekeys
from tasks.citations.sentences import find_citing_sentences
from tasks.text.words import find_stems
from tasks.themes.description import theme_text


def object_to_integration(before: str, draft: Draft | None, corpus: Collection[str], new: Collection[str]) -> str:
    """Return why a rewritten section may not replace the previous one, "" if it may.

    It must keep all previous citations and add only corpus works, at least one of them new, each resting on a finding.
    """
    if draft is None:
        return "no text that holds was written"
    was, now = set(find_citekeys(before)), set(find_citekeys(draft.markdown))
    if lost := sorted(was - now):
        return f"citations were lost: {', '.join(lost)}"
    if stray := sorted(now - was - set(corpus)):
        return f"citations are of works outside the corpus: {', '.join(stray)}"
    if not now & set(new):
        return "none of the works found is cited"
    claimed = {(claim.sentence, claim.citekey) for claim in draft.claims if claim.finding_id}
    held = [(sentence, key) for sentence, keys in find_citing_sentences(draft.markdown) for key in keys]
    if any(not _is_claimed(sentence, key, claimed) for sentence, key in held if key not in was):
        return "a new citation rests on no finding"
    return ""


def changed_paragraphs(before: str, after: str) -> tuple[int, ...]:
    """Return the places, counted from 0 in the old text, of paragraphs that were changed or followed by new ones."""
    was, now = (text.strip().split("\n\n") for text in (before, after))
    touched: set[int] = set()
    for kind, start, end, _, _ in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if kind == "insert":
            touched.add(max(0, start - 1))
        elif kind != "equal":
            touched.update(range(start, end))
    return tuple(sorted(touched))


def _is_claimed(sentence: str, key: str, claimed: Collection[tuple[str, str]]) -> bool:
    return any(key == cited and (told in sentence or sentence in told) for told, cited in claimed)


def tell_works(citekeys: Sequence[str]) -> str:
    """Return how many works, and which, as the end of a sentence."""
    return f"{len(citekeys)} {'work' if len(citekeys) == 1 else 'works'} ({', '.join(f'@{key}' for key in citekeys)})"


def nearest_theme(read: ReadWork, themes: Sequence[Theme], corpus: Mapping[str, ReadWork]) -> Theme:
    """Return the theme that shares most with a work: words weighted by inverse document frequency among the themes.

    What a theme says is its label, description and words (counted twice) and the texts of its works; the sum over
    shared words is divided by the root of the theme's (Salton and Buckley 1988). Ties go to the earlier theme.
    """
    own = find_stems(theme_text(read))
    texts = [_read(theme, corpus) for theme in themes]
    holders = Counter(word for text in texts for word in text)
    weights = {word: math.log((1 + len(themes)) / holders[word]) for word in holders}

    def score(text: Counter[str]) -> float:
        length = math.sqrt(math.fsum((weights[word] * n) ** 2 for word, n in sorted(text.items()))) or 1.0
        return round(math.fsum(weights[word] ** 2 * text[word] for word in sorted(own & set(text))) / length, 9)

    scores = [score(text) for text in texts]
    return themes[max(range(len(themes)), key=lambda place: (scores[place], -place))]


def place_works(
    works: Sequence[ReadWork],
    cited_in: Mapping[str, Sequence[str]],
    themes: Sequence[Theme],
    corpus: Mapping[str, ReadWork],
    topic: str,
) -> list[ThemePath]:
    """Return the path of each new work into the themes whose sections now cite it or, if none does, the nearest.

    `cited_in` maps theme ids to the citekeys that their sections cite.
    """
    paths = []
    for read in works:
        into = [theme.theme_id for theme in themes if read.citekey in cited_in.get(theme.theme_id, ())]
        why = "cited there" if into else "the theme whose words are nearest to its own"
        for theme_id in into or [nearest_theme(read, themes, corpus).theme_id]:
            reason = f"Brought in by the expansion on {topic}; {why}."
            paths.append(ThemePath(read.work.work_id, theme_id, None, None, "expansion", reason))
    return paths


def _read(theme: Theme, corpus: Mapping[str, ReadWork]) -> Counter[str]:
    told = Counter(find_stems(" ".join((theme.label, theme.description, *theme.words))))
    text = told + told
    for work_id in theme.work_ids:
        if work_id in corpus:
            text.update(find_stems(theme_text(corpus[work_id])))
    return text
