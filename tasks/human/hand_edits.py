"""What a person changed in the sections of a review, paragraph by paragraph."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from storage.records.writing import Claim, Draft
from storage.writing.hand_edits import HandEdit, HandVersion, LatestSection
from storage.writing.merging import HandParagraph, keep_paragraphs, measure_likeness, read_key, split_paragraphs
from tasks.citations.sentences import find_citing_sentences

_LEAST_ALIKE = 0.4


@dataclass(frozen=True, slots=True)
class EditedSection:
    """A section as a person has it: its paragraphs, those that are theirs, and each change."""

    section_id: str
    paragraphs: tuple[str, ...]
    mine: tuple[HandParagraph, ...]
    edits: tuple[HandEdit, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A section whose text was seen in another language: what it has for each paragraph, and how one of it is shown."""

    stored: Sequence[str]
    show: Callable[[str], str]


def find_edits(
    section_id: str,
    before: Sequence[str],
    after: Sequence[str],
    held: Sequence[HandParagraph],
    shown: Shown | None = None,
) -> EditedSection | None:
    """Return what a person changed between two states of a section; None if nothing.

    `held` are the paragraphs that were a person's already. One that says again what the program said is no longer.
    Where the text is in another language than the section, `shown` says what the section has.
    """
    stored, show = (shown.stored, shown.show) if shown else (before, str)
    seen = {one: _show(one, show) for one in held}
    replaced = {read_key(as_seen.text): as_seen.replaced for as_seen in seen.values() if as_seen.text}
    pairs = pair_paragraphs(before, after, replaced)
    if all(i is not None and j is not None and read_key(before[i]) == read_key(after[j]) for i, j in pairs):
        return None
    lost = {read_key(before[i]) for i, j in pairs if j is None and i is not None}
    gained = {read_key(after[j]) for i, j in pairs if i is None and j is not None}
    gone = {read_key(as_seen.replaced): one for one, as_seen in seen.items() if not as_seen.text}
    judge = _Judge(
        known={read_key(as_seen.text): one for one, as_seen in seen.items() if as_seen.text},
        gone=gone,
        moved=(lost & gained) - set(gone),
        stored={read_key(text): kept for text, kept in zip(before, stored, strict=True)},
        show=show,
    )
    paragraphs: list[str] = []
    mine: list[HandParagraph] = []
    edits: list[HandEdit] = []
    for i, j in pairs:
        old = before[i] if i is not None else ""
        new = after[j] if j is not None else ""
        own = judge.known.get(read_key(old or new))
        if i is not None and read_key(old) == read_key(new):
            paragraphs.append(stored[i])
            mine += [own] if own else []
            continue
        kind, kept, text = judge.judge(old, new, own, stored[i] if i is not None else "")
        paragraphs += [text] if j is not None else []
        mine += [kept] if kept else []
        if kind:
            edits.append(HandEdit(section_id, kind, old, new))
    stood, stand = ({read_key(text) for text in side} for side in (before, after))
    mine += [one for one, as_seen in seen.items() if one.text and read_key(as_seen.text) not in stood]
    mine += [one for one, as_seen in seen.items() if not one.text and read_key(as_seen.replaced) not in stand]
    return EditedSection(section_id, tuple(paragraphs), tuple(dict.fromkeys(mine)), tuple(edits))


def _show(one: HandParagraph, show: Callable[[str], str]) -> HandParagraph:
    """Return a person's paragraph as a text in another language shows it: what was only moved is the program's."""
    text = show(one.text) if one.kind == "moved" else one.text
    return HandParagraph(one.kind, text, show(one.replaced) if one.replaced else "")


@dataclass(frozen=True, slots=True)
class _Judge:
    """What is known of a section as shown, by key: paragraphs of people, those removed, those moved, what is stored."""

    known: Mapping[str, HandParagraph]
    gone: Mapping[str, HandParagraph]
    moved: Collection[str]
    stored: Mapping[str, str]
    show: Callable[[str], str]

    def judge(
        self, old: str, new: str, own: HandParagraph | None, stored: str
    ) -> tuple[str, HandParagraph | None, str]:
        """Return what a change is, what is the person's by it, and the paragraph that the section gets.

        `stored` is what the section has for the old one. The first is empty where the change has been told.
        """
        key = read_key(new)
        if not new and read_key(old) in self.moved:
            return "", None, ""
        if not old and key in self.moved:
            text = self.stored[key]
            return "moved", own or HandParagraph("moved", text, text), text
        if not old:
            is_back = key in self.gone
            return ("undone", None, self.gone[key].replaced) if is_back else ("added", HandParagraph("added", new), new)
        replaced = own.replaced if own else stored
        if not new:
            return "removed", HandParagraph("removed", "", replaced) if replaced else None, ""
        if own and own.replaced and key == read_key(self.show(own.replaced)):
            return "undone", None, own.replaced
        return "changed", HandParagraph("changed" if replaced else "added", new, replaced), new


def pair_paragraphs(
    before: Sequence[str], after: Sequence[str], replaced: Mapping[str, str] | None = None
) -> list[tuple[int | None, int | None]]:
    """Return the paragraphs of two states of a section side by side, in the order of the later one.

    `replaced` has the program's text of paragraphs that are a person's, by their key; these are found by it as well.
    """
    was, now = ([read_key(one) for one in side] for side in (before, after))
    partner: dict[int, int] = {}
    loose: list[tuple[int, int]] = []
    opcodes = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    for tag, i1, i2, j1, j2 in opcodes:
        if tag == "equal":
            partner |= {j1 + step: i1 + step for step in range(i2 - i1)}
        elif tag == "replace" and i2 - i1 == j2 - j1 == 1:
            loose.append((i1, j1))
    taken = set(partner.values())
    rest = [(i, j) for i in range(len(was)) if i not in taken for j in range(len(now)) if j not in partner]
    known = replaced or {}
    scores = []
    for i, j in rest:
        texts = [before[i], *([known[was[i]]] if known.get(was[i]) else [])]
        score = max(measure_likeness(one, after[j]) for one in texts)
        # What stands elsewhere as it was has been moved.
        if was[i] != now[j] and score >= _LEAST_ALIKE:
            scores.append((-score, abs(i - j), i, j))
    for i, j in [*((i, j) for _, _, i, j in sorted(scores)), *loose]:
        if j not in partner and i not in taken and was[i] != now[j]:
            partner[j] = i
            taken.add(i)
    pairs: list[tuple[int | None, int | None]] = [(partner.get(j), j) for j in range(len(now))]
    return pairs + [(i, None) for i in range(len(was)) if i not in taken]


def make_version(
    edited: EditedSection, before: Sequence[str], latest: LatestSection, claims: Sequence[Claim]
) -> HandVersion:
    """Return the version that a section gets by a person's changes; `before` is the state in which it was changed.

    Where the program has changed the section since the person began, its other paragraphs are as it has them now.
    `claims` are those of the whole review: a sentence that was moved keeps what it rests on. A person's sentence that
    is new rests on no finding.
    """
    theirs = "\n\n".join(edited.paragraphs)
    markdown, conflicts = f"{theirs}\n", tuple[tuple[str, str], ...]()
    if [read_key(one) for one in before] != [read_key(one) for one in split_paragraphs(latest.markdown)]:
        merged = keep_paragraphs(theirs, latest.markdown, edited.mine)
        markdown, conflicts = merged.markdown, merged.conflicts
    if read_key(markdown) == read_key(latest.markdown):
        markdown = latest.markdown
    places = {read_key(one): place for place, one in enumerate(split_paragraphs(markdown))}
    mine = [
        one
        for one in edited.mine
        if (read_key(one.text) in places if one.text else read_key(one.replaced) not in places)
    ]
    mine.sort(key=lambda one: places.get(read_key(one.text), len(places)))
    made = _list_claims(markdown, mine, latest, claims)
    return HandVersion(latest, Draft(markdown, made), tuple(mine), conflicts)


def _list_claims(
    markdown: str, mine: Sequence[HandParagraph], latest: LatestSection, others: Sequence[Claim]
) -> tuple[Claim, ...]:
    own = latest.claims
    keys = {read_key(one.text) for one in mine}
    rest = "\n\n".join(one for one in split_paragraphs(markdown) if read_key(one) not in keys)
    cited = [(sentence, key) for one in mine for sentence, of in find_citing_sentences(one.text) for key in of]
    made = [claim for claim in own if claim.sentence in rest]
    # What is the program's again rests on what it rested on.
    known = {(claim.sentence, claim.citekey) for claim in made}
    back = {(sentence, key) for sentence, of in find_citing_sentences(rest) for key in of} - known
    made += [claim for claim in latest.earlier if (claim.sentence, claim.citekey) in back]
    for sentence, key in cited:
        traced = [claim for claim in (*own, *others) if claim.sentence == sentence and claim.citekey == key]
        made += traced or [Claim(sentence, key, None)]
    return tuple(dict.fromkeys(made))
