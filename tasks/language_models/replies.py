"""What an answer says in the form that was asked for: all of it, or of one that was cut the items that are whole."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar

import pydantic_core
from pydantic import BaseModel, ValidationError

Reply = TypeVar("Reply", bound=BaseModel)

_CUT = "the answer was cut"
_LEAST_WORDS = 4  # of an echo: fewer may be the right words
_SENTENCE_END = re.compile(r"[.:;](?:\s|$)")
_END = 1_500  # characters
_CIRCLING = 0.2
# What a number ends with may stand after the cut: 0.05 reads 0 there.
_NUMBER = "0123456789.eE+-"


def read_reply(text: str, stop_reason: str, form: type[Reply]) -> tuple[Reply | None, list[str]]:
    """Return an answer in its form, None if it has none, and what is wrong with it (our own sentences).

    Of an answer that was cut, as those of models that repeat themselves are, the items before the cut are read: they
    were paid for. A string that only repeats a description of the form is objected to: it says nothing of the data.
    """
    if stop_reason != "end_turn":
        cut = f"{_CUT} ({stop_reason}); be briefer"
        reply = _read_whole_items(text, form) if stop_reason == "max_tokens" else None
        return reply, [cut, *(_object_to_echoes(reply) if reply is not None else ())]
    try:
        reply = form.model_validate_json(text)
    except ValidationError as error:
        return None, [f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
    return reply, list(_object_to_echoes(reply))


def goes_in_circles(text: str) -> bool:
    """Return whether the end of a text says the same over and over, with or without a counter.

    That is, whether it deflates to less than a fifth. Of 60 cut answers of a model of 135M parameters 57 did; prose and
    JSON that says something new deflate to a quarter and more.
    """
    end = text[-_END:].encode()
    return len(end) >= _END and len(zlib.compress(end)) < _CIRCLING * len(end)


def find_echo(text: str, form: type[BaseModel]) -> bool:
    """Return whether a text repeats a description of the form, or what is said of answers that were cut.

    It does if it is, in four words or more, the whole description or its beginning up to the end of a sentence, a colon
    or a semicolon: what stands between commas there may be an example, and thus the right answer.
    """
    said = _simplify(text)
    return said.startswith(f"{_CUT} (") or (len(said.split()) >= _LEAST_WORDS and said in _read_instructions(form))


def _object_to_echoes(reply: BaseModel) -> Iterator[str]:
    form = type(reply)
    yield from (
        f"'{string}' repeats the instructions; say what the data say"
        for string in dict.fromkeys(_list_strings(reply.model_dump()))
        if find_echo(string, form)
    )


def _read_whole_items(text: str, form: type[Reply]) -> Reply | None:
    """Return the form with the whole items of its lists, None where what is not in a list is missing.

    Only the item that was cut is left out, then the item that this one is a part of, and so on outwards.
    """
    try:
        value = pydantic_core.from_json(text.rstrip(_NUMBER), allow_partial=True)
    except ValueError:
        return None
    depth: int | None = None
    while True:
        try:
            return form.model_validate_json(pydantic_core.to_json(value))
        except ValidationError as error:
            depth = _drop_cut_item(value, error.errors()[-1]["loc"], depth)
            if depth is None:
                return None


def _drop_cut_item(value: Any, place: tuple[int | str, ...], below: int | None) -> int | None:
    """Take away the item that an error lies in, if it is the last of the innermost list there, and return its depth.

    None if it is not, or does not lie further out than what was taken away before.
    """
    # `Any`, as a step is an index of a list or a key of a dictionary.
    step: Any
    last: list[Any] | None = None
    depth = 0
    for level, step in enumerate(place):
        if isinstance(value, list) and isinstance(step, int):
            last, depth = (value if step == len(value) - 1 else None), level
        if not isinstance(value, dict | list) or (isinstance(value, dict) and step not in value):
            break
        value = value[step]
    if last is None or (below is not None and depth >= below):
        return None
    last.pop()
    return depth


@cache
def _read_instructions(form: type[BaseModel]) -> frozenset[str]:
    """Return the descriptions in a form, each whole and up to each end of a sentence in it."""
    told = [" ".join(text.split()) for text in _find_descriptions(form.model_json_schema())]
    ends = ((text, match.start()) for text in told for match in _SENTENCE_END.finditer(text))
    return frozenset(map(_simplify, [*told, *(text[:end] for text, end in ends)]))


def _simplify(text: str) -> str:
    return " ".join(text.split()).rstrip(".:; ").casefold()


def _find_descriptions(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        for name, value in schema.items():
            if name == "description" and isinstance(value, str):
                yield value
            else:
                yield from _find_descriptions(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _find_descriptions(value)


def _list_strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _list_strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _list_strings(inner)
