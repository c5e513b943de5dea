"""How much of a text a model is given."""

from __future__ import annotations

_MAX_CHARACTERS = 4_000  # the model reads 256 tokens; this bounds what the tokenizer must truncate


def bound_text(text: str) -> str:
    """Return the part that is read, with lone surrogates, which no tokenizer accepts, replaced: places stay."""
    return text[:_MAX_CHARACTERS].encode(errors="replace").decode()
