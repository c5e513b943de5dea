"""A finished review translated by a model, sentence by sentence: citations, quotations and numbers stay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from tasks.analysts.llm.guard.translated_text import Guarded, guard, is_still_english, object_to_translation, unguard
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Mending, Remark, ask_leniently, pose
from tasks.translation.passages import Passage

_CHARACTERS_PER_TOKEN, _TOKENS_AROUND = 1.5, 600


class TranslatedPassage(BaseModel):
    """The sentences of one passage."""

    model_config = ConfigDict(extra="forbid")

    id: int
    sentences: list[str]


class Translation(BaseModel):
    """All passages."""

    model_config = ConfigDict(extra="forbid")

    passages: list[TranslatedPassage]


def translate_passages(language: str, passages: Sequence[Passage]) -> Dialogue[dict[str, str]]:
    """Return the translations of the sentences of passages into a language, named in English, as Markdown.

    Passages without a valid translation are left out as wholes, with a remark.
    """
    guarded = {number: [guard(sentence) for sentence in passage] for number, passage in enumerate(passages, start=1)}
    question = pose(
        "translation",
        data=write_block("passages", [_describe(number, of) for number, of in guarded.items()]),
        answer=Translation,
        answer_tokens=round(sum(map(len, map("".join, passages))) / _CHARACTERS_PER_TOKEN) + _TOKENS_AROUND,
        label=f"translate {len(passages)} passages",
        values={"language": language},
    )
    mending = Mending("Give only the passages that something is said against, whole and without these faults.", _join)
    reply = yield from ask_leniently(question, Translation, lambda given: _object(given, guarded), mending=mending)
    translated: dict[str, str] = {}
    given = {one.id: one for one in reply.passages} if reply else {}
    lost = 0
    for number, passage in enumerate(passages, start=1):
        if number not in given or _object_to_passage(given[number], guarded[number]):
            lost += 1
            continue
        for sentence, said, of in zip(passage, given[number].sentences, guarded[number], strict=True):
            translated.setdefault(sentence, unguard(said, of))
    if lost:
        yield Remark("translation kept in part", f"{lost} of {len(passages)} passages stay in English")
    return translated


def _describe(number: int, sentences: Sequence[Guarded]) -> dict[str, Any]:
    told: dict[str, Any] = {"id": number, "sentences": [one.text for one in sentences]}
    kept = [one.quotes() for one in sentences]
    return told | {"kept": kept} if any(kept) else told


def _object(reply: Translation, guarded: Mapping[int, Sequence[Guarded]]) -> list[str]:
    ids = [one.id for one in reply.passages]
    reasons = [f"passage {number} is missing" for number in guarded if number not in ids]
    reasons += [f"there is no passage {number}" for number in ids if number not in guarded]
    if len(set(ids)) < len(ids):
        reasons.append("a passage is given twice")
    for one in reply.passages:
        if one.id in guarded:
            reasons += [f"passage {one.id}: {reason}" for reason in _object_to_passage(one, guarded[one.id])]
    return reasons


def _object_to_passage(one: TranslatedPassage, guarded: Sequence[Guarded]) -> list[str]:
    if len(one.sentences) != len(guarded):
        return [f"it has {len(one.sentences)} sentences and must have {len(guarded)}"]
    pairs = zip(one.sentences, guarded, strict=True)
    reasons = [reason for said, of in pairs for reason in object_to_translation(said, of)]
    if is_still_english(" ".join(one.sentences)):
        reasons.append("it is still in English")
    return reasons


def _join(first: Translation, second: Translation) -> Translation:
    mended = {one.id: one for one in second.passages}
    known = {one.id for one in first.passages}
    return Translation(
        passages=[
            *(mended.get(one.id, one) for one in first.passages),
            *(one for one in second.passages if one.id not in known),
        ]
    )
