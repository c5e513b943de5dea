"""A tenth of a long text: the sentences that stand for each of its sections, in their order (compression level 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from tasks.analysts.extractive.discourse_cues import cue_weight
from tasks.analysts.extractive.quote_selection import cosine, is_usable, sum_bags
from tasks.analysts.extractive.sentences import split_sentences
from tasks.parsing.running_text import Passage
from tasks.text.words import content_stems

_LONG = 2_000  # words
_SHARE = 10


def compress(title: str, passages: Sequence[Passage]) -> str:
    """Return a tenth of a full text of more than 2,000 words, a paragraph a section; empty for a shorter one.

    Of each section the sentences nearest to its centroid (Radev et al. 2004), with cue phrases and words of the title
    (Edmundson 1969), are kept until a tenth of the words so far is reached; the next may use what is left.
    """
    if sum(len(passage.text.split()) for passage in passages) <= _LONG:
        return ""
    stems = set(content_stems(title))
    paragraphs: list[str] = []
    room = 0.0
    for _, section in groupby(passages, key=lambda passage: (passage.part, passage.heading)):
        texts = [passage.text for passage in section]
        room += sum(len(text.split()) for text in texts) / _SHARE
        picked = _pick(texts, stems, room)
        room -= sum(len(sentence.split()) for sentence in picked)
        paragraphs.append(" ".join(picked))
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def _pick(texts: Sequence[str], stems: set[str], room: float) -> list[str]:
    """Return the best sentences of a section in order, no more words than there is room for."""
    sentences = [each.text for text in texts for each in split_sentences(text) if is_usable(each.text)]
    bags = [Counter(content_stems(sentence)) for sentence in sentences]
    centroid = sum_bags(bags)
    scores = [
        2 * cosine(bag, centroid) + 0.3 * cue_weight(sentence) + len(stems & set(bag)) / max(1, len(stems))
        for sentence, bag in zip(sentences, bags, strict=True)
    ]
    kept: set[int] = set()
    for place in sorted(range(len(sentences)), key=lambda place: (-scores[place], place)):
        words = len(sentences[place].split())
        if words <= room:
            kept.add(place)
            room -= words
    return [sentences[place] for place in sorted(kept)]
