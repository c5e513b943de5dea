"""The prompts, one Markdown file each: they are method, so they are read, reviewed and hashed like code.

The head of each file gives the phase, the tier of the model, the effort and, if another tier mends what the first gave
amiss, that: both the caller and the cost estimate read them there.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias, cast, get_args

from storage.core.errors import LitreviewError

Tier: TypeAlias = Literal["opus", "sonnet", "haiku"]
Effort: TypeAlias = Literal["low", "medium", "high"]

_HEAD = re.compile(
    rf"---\nphase: (\w+)\ntier: ({'|'.join(get_args(Tier))})\neffort: ({'|'.join(get_args(Effort))})\n"
    rf"(?:mender: ({'|'.join(get_args(Tier))})\n)?---\n"
)
_TASK = re.compile(r"^# Task: (.+)$", re.MULTILINE)
_PLACEHOLDER = re.compile(r"\{\{([a-z_]+)\}\}")
_RULES = "rules"


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt file with the rules common to all: its name, text with placeholders, and SHA-256 of that text."""

    name: str
    phase: str
    tier: Tier
    effort: Effort
    mender: Tier
    text: str
    sha256: str

    @property
    def task(self) -> str:
        """Return the task stated under its heading, empty without such a heading."""
        return found[1] if (found := _TASK.search(self.text)) else ""

    def fill(self, values: Mapping[str, int | str] | None = None) -> str:
        """Return the text with each ``{{placeholder}}`` replaced; only our own words and numbers belong there.

        Raises:
            LitreviewError: a placeholder has no value, or a value no placeholder.
        """
        given = values or {}
        wanted = set(_PLACEHOLDER.findall(self.text))
        if wanted != set(given):
            wrong = sorted(wanted ^ set(given))
            raise LitreviewError(f"the prompt '{self.name}' and its values disagree about {', '.join(wrong)}")
        return _PLACEHOLDER.sub(lambda match: str(given[match[1]]), self.text)


@cache
def read_prompt(name: str, addition: str = "") -> Prompt:
    """Return the prompt of that name, from ``tasks/prompts/<name>.md`` after the common ``rules.md``.

    An `addition` is another file that goes on where it ends; its own head is not read.

    Raises:
        LitreviewError: the file does not begin with phase, tier and effort.
    """
    rules, own = (files("tasks.prompts").joinpath(f"{part}.md").read_text(encoding="utf-8") for part in (_RULES, name))
    head = _HEAD.match(own)
    if head is None:
        raise LitreviewError(f"the prompt '{name}' does not begin with its phase, tier and effort")
    text = f"{rules.strip()}\n\n{own[head.end() :].strip()}"
    if addition:
        text += read_prompt(addition).text.removeprefix(rules.strip())
    phase, tier, effort, mender = head.groups()
    return Prompt(
        name=name,
        phase=phase,
        tier=cast("Tier", tier),
        effort=cast("Effort", effort),
        mender=cast("Tier", mender or tier),
        text=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
    )
