"""A protocol read from TOML: what may stand in it, and what a review is asked for by it."""

from __future__ import annotations

import tomllib
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from storage.core.errors import InputError
from storage.records.criteria import Criterion, Element
from storage.records.data_items import read_items
from storage.records.protocol import GivenProtocol, Reason

_REMEDY = "'litreview protocol TOPIC' drafts a protocol that is valid"

Line = Annotated[str, Field(pattern=r"\S")]


def _read_date(given: Any) -> Any:
    """Return a date written as text as one; TOML has dates of its own."""
    if not isinstance(given, str):
        return given
    try:
        return date.fromisoformat(given)
    except ValueError:
        raise ValueError("a date is written as 2026-11-25") from None


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Elements(_Part):
    """What the questions are made of, by PICO (population to setting) or SPIDER (sample to research type)."""

    population: Line | None = None
    intervention: Line | None = None
    exposure: Line | None = None
    comparison: Line | None = None
    outcome: Line | None = None
    design: Line | None = None
    setting: Line | None = None
    sample: Line | None = None
    phenomenon: Line | None = None
    evaluation: Line | None = None
    research_type: Line | None = None


class ProtocolCriterion(_Part):
    """A criterion under an id by which the protocol names it."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9._-]{0,15}$")]
    kind: Literal["include", "exclude"]
    element: Element
    text: Line

    def read(self) -> Criterion:
        """Return the criterion that works are judged by.

        Raises:
            InputError: its text has no letter or digit.
        """
        return Criterion.read(f"{self.kind} {self.element}: {self.text}")


class ExtractedField(_Part):
    """A field that is extracted of every work, and the question it answers."""

    name: Line
    question: Line


class Amendment(_Part):
    """A change of the protocol, as it states it itself."""

    date: Annotated[date, BeforeValidator(_read_date)]
    reason: Line


class Protocol(_Part):
    """What a protocol states; what it leaves out is open."""

    title: Line
    questions: Annotated[list[Line], Field(min_length=1)]
    authors: list[Line] = []
    registration: Line | None = None
    support: Line | None = None
    rationale: Line | None = None
    elements: Elements = Elements()
    criteria: list[ProtocolCriterion] = []
    recall_target: Annotated[float, Field(gt=0, lt=1)] = 0.95
    extraction: list[ExtractedField] = []
    analyses: list[Line] = []
    amendments: list[Amendment] = []

    @model_validator(mode="after")
    def _check_together(self) -> Self:
        ids = Counter(one.id.casefold() for one in self.criteria)
        lines = Counter(str(one.read()) for one in self.criteria)
        if twice := next((one.id for one in self.criteria if ids[one.id.casefold()] > 1), None):
            raise InputError(f"two criteria of the protocol have the id '{twice}'; give one of them another")
        if twice := next((line for line, times in lines.items() if times > 1), None):
            raise InputError(f"two criteria of the protocol say '{twice}'; leave one of them out")
        self.list_fields()
        return self

    def list_fields(self) -> tuple[str, ...]:
        """Return the fields to extract, as lines.

        Raises:
            InputError: one has no valid name, or two have the same.
        """
        return tuple(str(item) for item in read_items(f"{one.name}: {one.question}" for one in self.extraction))

    def list_asked(self) -> dict[str, tuple[str, ...]]:
        """Return what a review is asked for by it, by the names of the order's options; what it leaves open is not."""
        given = describe_given(self, "")
        asked = {"questions": given.questions, "criteria": tuple(given.criteria.values()), "extract": given.extract}
        return {name: lines for name, lines in asked.items() if lines}

    def find_reason(self, before: Self | None) -> Reason:
        """Return why it differs from the protocol before it: what its amendments say that were not in that one."""
        new = [one for one in self.amendments if before is None or one not in before.amendments]
        return Reason(" ".join(one.reason for one in new), max((one.date for one in new), default=None))


def read_protocol(path: Path) -> tuple[Protocol, GivenProtocol]:
    """Return the protocol in a file and, with its text, what is kept of it.

    Raises:
        InputError: the file cannot be read, is not TOML, or has a key or value that no protocol has.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InputError(f"the protocol '{path}' cannot be read ({reason}); give --protocol a TOML file") from error
    protocol = parse_protocol(text, str(path))
    return protocol, describe_given(protocol, text)


def describe_given(protocol: Protocol, text: str) -> GivenProtocol:
    """Return what is kept of a protocol with this text."""
    return GivenProtocol(
        text,
        questions=tuple(" ".join(question.split()) for question in protocol.questions),
        criteria={one.id: str(one.read()) for one in protocol.criteria},
        extract=protocol.list_fields(),
        recall_target=protocol.recall_target,
    )


def parse_protocol(text: str, name: str) -> Protocol:
    """Return the protocol that a text in TOML states; messages call it by name.

    Raises:
        InputError: it is not TOML, or has a key or value that no protocol has.
    """
    try:
        return Protocol.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"the protocol '{name}' is not TOML ({error}); {_REMEDY}") from error
    except ValidationError as error:
        raise _tell(error.errors()[0], name) from None


def _tell(wrong: Any, name: str) -> InputError:
    key = ".".join(str(part + 1) if isinstance(part, int) else part for part in wrong["loc"])
    if wrong["type"] == "missing":
        return InputError(f"the protocol '{name}' has no '{key}'; add it; {_REMEDY}")
    if wrong["type"] == "extra_forbidden":
        return InputError(f"'{key}' in the protocol '{name}' is no key of a protocol; take it out; {_REMEDY}")
    said = wrong["msg"][:1].lower() + wrong["msg"][1:]
    return InputError(f"'{key}' in the protocol '{name}' is not valid ({said}); correct it; {_REMEDY}")
