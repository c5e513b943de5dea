"""A review that is shown in another language, put back into the English in which it was written and checked.

Whatever was changed by hand since matches no translation: it stays as it is, and so shows. What people typed and is
on record stands in the sections as it does in the file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from storage.writing.merging import read_key, replace_paragraphs, split_paragraphs
from tasks.text.cleaning import escape_markdown
from tasks.translation.tongue import Tongue

_STOPS = (".", "!", "?", "。", "！", "？", "]", ")", "”")  # noqa: RUF001 - of Chinese


def restore_english(
    review: str,
    tongue: Tongue,
    sections: Sequence[tuple[str, str]],
    notices: Sequence[str],
    as_of: str,
    *,
    typed: Mapping[str, Collection[str]],
) -> str:
    """Return the text of review.md in English: `sections` as (heading, Markdown), `notices` and date as they were told.

    Paragraphs that people `typed`, by heading as `storage.writing.merging.read_key` has them, stay. Another that is not
    as it was translated has English in place of those of its sentences that still are.
    """
    if tongue.is_english:
        return review
    known: dict[str, list[str]] = {}
    for said, text in _pair_blocks(tongue, sections, notices):
        known.setdefault(said, []).append(text)
    sentences = list_sentences(tongue)
    headings = {f"## {escape_markdown(tongue.say(heading))}": heading for heading, _ in sections}
    place = ""

    def restore(block: str) -> str:
        nonlocal place
        if block.startswith("## "):
            place = headings.get(block.partition("\n")[0], "")
        if read_key(block) in typed.get(place, ()):
            return block
        texts = known.get(block, [])
        # Of several that read alike in translation the first is the one that comes first.
        return (texts.pop(0) if len(texts) > 1 else texts[0]) if texts else restore_sentences(block, sentences)

    return replace_paragraphs(review.replace(tongue.say(as_of), as_of, 1), restore)


def list_sentences(tongue: Tongue) -> list[tuple[str, str]]:
    """Return the sentences translated as (translation, English), longest first; a heading may be a word of any."""
    blank = " " if tongue.joined else ""
    there = [(said, f"{text}{blank}") for text, said in tongue.memory.items() if said.endswith(_STOPS)]
    return sorted(there, key=lambda one: len(one[0]), reverse=True)


def restore_sentences(text: str, sentences: Sequence[tuple[str, str]]) -> str:
    """Return a paragraph with English in place of the sentences in it that are as they were translated."""
    for said, english in sentences:
        if said in text:
            text = text.replace(said, english).rstrip(" ")
    return text


def _pair_blocks(
    tongue: Tongue, sections: Sequence[tuple[str, str]], notices: Sequence[str]
) -> Iterator[tuple[str, str]]:
    for text, said in tongue.fixed.items():
        for mark in ("##", "###"):
            yield f"{mark} {said}", f"{mark} {text}"
    for heading, markdown in sections:
        yield f"## {escape_markdown(tongue.say(heading))}", f"## {escape_markdown(heading)}"
        yield from ((tongue.show(block), block) for block in split_paragraphs(markdown.strip()))
    for notice in notices:
        yield (
            f"> **{tongue.say('Note')}.** {escape_markdown(tongue.say(notice))}",
            f"> **Note.** {escape_markdown(notice)}",
        )
