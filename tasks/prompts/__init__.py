"""The prompts, one Markdown file each: they are method, so they are read, reviewed and hashed like code."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from storage.core.errors import LitreviewError

_PLACEHOLDER = re.compile(r"\{\{([a-z_]+)\}\}")
_RULES = "rules"


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt file with the rules that hold for all: its name, text with placeholders, and SHA-256 of that text."""

    name: str
    text: str
    sha256: str

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
def read_prompt(name: str) -> Prompt:
    """Return the prompt of that name, from ``tasks/prompts/<name>.md`` after the common ``rules.md``."""
    folder = files("tasks.prompts")
    text = "\n\n".join(folder.joinpath(f"{part}.md").read_text(encoding="utf-8").strip() for part in (_RULES, name))
    return Prompt(name, text, hashlib.sha256(text.encode()).hexdigest())
