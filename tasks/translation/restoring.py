"""A review that is shown in another language, put back into the English in which it was written and checked.

Whatever was changed by hand since matches no translation: it stays as it is, and so shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tasks.text.cleaning import escape_markdown
from tasks.translation.passages import blocks_of
from tasks.translation.tongue import Tongue

_STOPS = (".", "!", "?", "。", "！", "？", "]", ")", "”")  # noqa: RUF001 - of Chinese


def restore_english(
    review: str, tongue: Tongue, sections: Sequence[tuple[str, str]], notices: Sequence[str], as_of: str
) -> str:
    """Return the text of review.md in English: `sections` as (heading, Markdown), `notices` and date as they were told.

    A paragraph that is not as it was translated has English in place of those of its sentences that still are.
    """
    if tongue.is_english:
        return review
    known: dict[str, list[str]] = {}
    for said, text in _pair_blocks(tongue, sections, notices):
        known.setdefault(said, []).append(text)
    # A heading may be a word of any sentence.
    there = {said: text for text, said in tongue.memory.items() if said.endswith(_STOPS)}
    longest = sorted(there, key=len, reverse=True)
    blank = " " if tongue.joined else ""
    restored = []
    for block in review.replace(tongue.say(as_of), as_of, 1).split("\n\n"):
        texts = known.get(block.strip(), [])
        # Of several that read alike in translation the first is the one that comes first.
        text = texts.pop(0) if len(texts) > 1 else texts[0] if texts else block
        if not texts:
            for said in longest:
                if said in text:
                    text = text.replace(said, there[said] + blank).rstrip(" ")
        restored.append(text)
    return "\n\n".join(restored) + ("\n" if review.endswith("\n") and not restored[-1].endswith("\n") else "")


def _pair_blocks(
    tongue: Tongue, sections: Sequence[tuple[str, str]], notices: Sequence[str]
) -> Iterator[tuple[str, str]]:
    for text, said in tongue.fixed.items():
        for mark in ("##", "###"):
            yield f"{mark} {said}", f"{mark} {text}"
    for heading, markdown in sections:
        yield f"## {escape_markdown(tongue.say(heading))}", f"## {escape_markdown(heading)}"
        for block in blocks_of(markdown):
            yield tongue.render(block).strip(), block.strip()
    for notice in notices:
        yield (
            f"> **{tongue.say('Note')}.** {escape_markdown(tongue.say(notice))}",
            f"> **Note.** {escape_markdown(notice)}",
        )
