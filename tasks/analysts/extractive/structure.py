"""Structure without a language model: repeated paragraphs, paragraphs under the wrong theme, repeated openings.

Only what words and citations can decide is found. Nothing is reworded: sentences are dropped, joined or moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from storage.records.writing import Claim
from tasks.analysts.extractive.relations import OVERLAPPING, measure_containment, shingle, split_paragraph
from tasks.citations.pandoc import find_citekeys
from tasks.citations.sentences import read_plain
from tasks.revision.constraints import read_numbers
from tasks.revision.issues import REPEATS, Coherence, Issue, Rewriting, SpanMaterial, StructureMaterial
from tasks.revision.own_counts import counts_designs
from tasks.revision.paragraphs import Paragraph
from tasks.text.cleaning import count_words
from tasks.text.words import content_stems

# Shorter paragraphs are stock sentences that themes may share, such as that no disagreement was found.
_LEAST_WORDS = 25
_LEAST_FRAMING_WORDS = 12
# These repeat what the review says: that is what they are for.
_REPEATING = ("abstract", "answers")


def diagnose_structure(material: StructureMaterial) -> tuple[Issue, ...]:
    """Return repeated paragraphs, framing that repeats an opening, and paragraphs that only another theme cites."""
    texts = [one for one in material.paragraphs if one.kind == "text" and one.section_id not in _REPEATING]
    issues: list[Issue] = []
    for issue in (*_find_framing(texts), *_find_repeats(texts, material), *_find_orphans(texts, material)):
        if not {n for one in issues for n in one.paragraphs} & set(issue.paragraphs):
            issues.append(issue)
    return tuple(issues)


def rewrite_span(material: SpanMaterial) -> Rewriting | None:
    """Return the spans without repetitions; None for issues that only a writer can treat.

    Of repeated paragraphs the first that the issue names stays; sentences it lacks are appended to it.
    """
    if material.issue.kind == "redundant_framing":
        return Rewriting(tuple(() for _ in material.spans), (), "framing that repeats the opening dropped")
    if material.issue.kind not in REPEATS:
        return None
    paragraphs = {one.number: one.markdown for span in material.spans for one in span.paragraphs}
    keeper, *others = material.issue.paragraphs
    joined = [paragraphs[keeper]]
    for number in others:
        joined += [sentence for sentence in split_paragraph(paragraphs[number]) if not _is_said(sentence, joined)]
    kept = {keeper: " ".join(joined)}
    spans = tuple(tuple(kept[n.number] for n in span.paragraphs if n.number in kept) for span in material.spans)
    note = "repeated paragraphs made one" if len(joined) > 1 else "repeated paragraph dropped"
    return Rewriting(spans, _list_claims(material), note)


def judge_coherence(material: StructureMaterial) -> Coherence:
    """Return the share of paragraphs that no issue found affects, 1.0 for an empty review."""
    texts = [one for one in material.paragraphs if one.kind == "text"]
    affected = {number for issue in diagnose_structure(material) for number in issue.paragraphs}
    score = 1 - len(affected) / len(texts) if texts else 1.0
    return Coherence(round(score, 4), f"{len(affected)} of {len(texts)} paragraphs repeat others or stand out of place")


def _find_framing(texts: Sequence[Paragraph]) -> Iterator[Issue]:
    """Yield uncited paragraphs that repeat the opening of the review or of their own section."""
    openings: dict[str, Paragraph] = {}
    for one in texts:
        openings.setdefault(one.section_id, one)
    first = openings.get("introduction")
    for one in texts:
        if find_citekeys(one.markdown) or count_words(one.markdown) < _LEAST_FRAMING_WORDS:
            continue
        for opening in (first, openings[one.section_id]):
            if opening is None or opening.number == one.number:
                continue
            if _repeats(one, opening) and read_numbers([one.markdown]) <= read_numbers([opening.markdown]):
                problem = "The paragraph repeats the framing of the opening."
                yield Issue("redundant_framing", (one.number,), "medium", problem, "Drop it.")
                break


def _find_repeats(texts: Sequence[Paragraph], material: StructureMaterial) -> Iterator[Issue]:
    """Yield pairs of paragraphs of which one repeats more than 60% of the other; the one to keep comes first."""
    long = {one.number: one for one in texts if count_words(one.markdown) >= _LEAST_WORDS}
    sizes: dict[int, int] = {}
    said_by: dict[tuple[str, ...], list[int]] = {}
    shared: Counter[tuple[int, int]] = Counter()
    for number, one in long.items():
        runs = shingle(one.markdown)
        sizes[number] = len(runs)
        for run in runs:
            shared.update((earlier, number) for earlier in said_by.setdefault(run, []))
            said_by[run].append(number)
    for (first, second), share in sorted(shared.items()):
        if _sums_up(long[first], long[second], material):
            continue
        if share <= OVERLAPPING * min(sizes[first], sizes[second]) or _count_apart(long[first], long[second]):
            continue
        keeper, other = _choose_keeper(long[first], long[second], material)
        if any(_is_said(sentence, [keeper.markdown]) for sentence in split_paragraph(other.markdown)):
            problem = "More than 60% of the runs of three words of one paragraph stand in the other."
            numbers = (keeper.number, other.number)
            yield Issue("redundant_paragraphs", numbers, "high", problem, "Keep the first named, drop the other.")


_SUMMING = frozenset({"discussion", "conclusions"})


def _sums_up(one: Paragraph, other: Paragraph, material: StructureMaterial) -> bool:
    """Return whether one of two paragraphs is of a theme, and the other sums up themes: cites more, or concludes.

    A whole paragraph copied word for word sums up nothing.
    """
    homes = [paragraph.section_id in material.theme_citekeys for paragraph in (one, other)]
    if homes[0] == homes[1] or one.markdown.strip() == other.markdown.strip():
        return False
    theme, frame = (one, other) if homes[0] else (other, one)
    cites_more = not set(find_citekeys(frame.markdown)) <= set(find_citekeys(theme.markdown))
    return cites_more or frame.section_id in _SUMMING


def _count_apart(one: Paragraph, other: Paragraph) -> bool:
    """Return whether two paragraphs are what the review counts of each theme.

    They cite nothing and give other numbers, or count other works by design.
    """
    first, second = one.markdown, other.markdown
    if counts_designs(first) and counts_designs(second):
        return set(find_citekeys(first)).isdisjoint(find_citekeys(second))
    return not find_citekeys(first + second) and read_numbers([first]) != read_numbers([second])


def _choose_keeper(first: Paragraph, second: Paragraph, material: StructureMaterial) -> tuple[Paragraph, Paragraph]:
    """Return both, the one to keep first: the one that fits its theme, else the longer, else the earlier."""

    def rank(one: Paragraph) -> tuple[bool, int, int]:
        own = material.theme_citekeys.get(one.section_id, ())
        at_home = bool(own) and set(find_citekeys(one.markdown)) <= set(own)
        return not at_home, -count_words(one.markdown), one.number

    keeper, other = sorted((first, second), key=rank)
    return keeper, other


def _find_orphans(texts: Sequence[Paragraph], material: StructureMaterial) -> Iterator[Issue]:
    """Yield paragraphs of a theme whose works all belong to one other theme, to be moved where the words agree most."""
    for one in texts:
        own = material.theme_citekeys.get(one.section_id)
        cited = set(find_citekeys(one.markdown))
        if own is None or not cited or cited & set(own):
            continue
        homes = [name for name, citekeys in material.theme_citekeys.items() if cited <= set(citekeys)]
        hosts = [other for other in texts if other.section_id in homes]
        if len(homes) == 1 and hosts:
            words = set(content_stems(read_plain(one.markdown)))
            host = max(hosts, key=lambda other: _rate_host(other, cited, words))
            problem = f"Every work it cites is of the theme {material.headings[homes[0]]}."
            yield Issue("orphaned_content", (one.number,), "high", problem, "Move it there.", host.number)


def _rate_host(host: Paragraph, cited: set[str], words: set[str]) -> tuple[int, float, int]:
    own = set(content_stems(read_plain(host.markdown)))
    return len(cited & set(find_citekeys(host.markdown))), len(words & own) / (len(words | own) or 1), -host.number


def _repeats(one: Paragraph, opening: Paragraph) -> bool:
    return measure_containment(shingle(one.markdown), shingle(opening.markdown)) > OVERLAPPING


def _is_said(sentence: str, texts: Sequence[str]) -> bool:
    """Return whether texts hold more than 60% of a sentence's runs of words, all its citations and all its numbers."""
    whole = frozenset().union(*map(shingle, texts))
    cited = {key for text in texts for key in find_citekeys(text)}
    return (
        measure_containment(shingle(sentence), whole) > OVERLAPPING
        and set(find_citekeys(sentence)) <= cited
        and read_numbers([sentence]) <= read_numbers(texts)
    )


def _list_claims(material: SpanMaterial) -> tuple[Claim, ...]:
    return tuple(claim for span in material.spans for one in span.paragraphs for claim in one.claims)
