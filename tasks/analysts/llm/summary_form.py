"""One thing a work says, in the model's words, and whether the words quoted for it are on the page and carry it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from storage.records.writing import Finding, Page, Quote
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.quotes import locate_quote, object_to_support
from tasks.text.words import function_share

Kind = Literal["finding", "method", "limitation", "future_work"]

_TEXT_WORDS, _QUOTE_WORDS = (4, 60), (4, 80)
_LEAST_ENGLISH = 0.1


class Statement(BaseModel):
    """One thing the work says."""

    model_config = ConfigDict(extra="forbid", strict=True)

    kind: Kind
    text: str = Field(description="one sentence in your words")
    quote: str = Field(description="copied from the text, character by character")


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page, and what of its text the model was shown."""

    page: Page
    text: str


def object_to_statement(statement: Statement, shown: Sequence[ShownPage]) -> list[str]:
    """Return the reasons, one sentence each, for which a statement cannot be kept; none if it can."""
    reasons = [
        f"the {name} has {words} words; give {fewest} to {most}"
        for name, words, (fewest, most) in (
            ("text", len(statement.text.split()), _TEXT_WORDS),
            ("quote", len(statement.quote.split()), _QUOTE_WORDS),
        )
        if not fewest <= words <= most
    ]
    reasons += find_foreign(statement.text)
    if function_share(statement.text) < _LEAST_ENGLISH:
        reasons.append("the text is not an English sentence")
    quote = _find_quote(statement, shown)
    if quote is None:
        reasons.append(f"the quote is not in the text to the character: {statement.quote[:80]!r}")
    elif wrong := object_to_support(statement.text, quote.text, is_english(shown)):
        reasons.append(wrong)
    return reasons


def build_finding(statement: Statement, shown: Sequence[ShownPage]) -> Finding:
    """Return the statement as a finding whose quote is the page's own words.

    Raises:
        ValueError: the quote is on no page.
    """
    quote = _find_quote(statement, shown)
    if quote is None:
        raise ValueError(f"the quote of a statement is on no page of the work: {statement.quote[:80]!r}")
    text = " ".join(statement.text.split())
    return Finding(quote.work_id, text if text[-1] in ".!?" else f"{text}.", quote, statement.kind)


def is_english(shown: Sequence[ShownPage]) -> bool:
    """Return whether at least a tenth of the words are English function words."""
    return function_share(" ".join(part.text for part in shown)) >= _LEAST_ENGLISH


def _find_quote(statement: Statement, shown: Sequence[ShownPage]) -> Quote | None:
    """Return the statement's quote on the first page where it stands in what was shown."""
    for part in shown:
        place = locate_quote(statement.quote, part.page.text)
        if place and locate_quote(statement.quote, part.text):
            page, (start, end) = part.page, place
            return Quote(page.work_id, page.page, start, end, page.text[start:end], page.source)
    return None
