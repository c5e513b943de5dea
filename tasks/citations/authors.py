"""How running text names the authors of a work."""

from __future__ import annotations

import re

from storage.records.search import Author, Work
from tasks.metadata.names import ends_in_run

_PARTICLES = frozenset(
    [
        "van",
        "von",
        "der",
        "den",
        "de",
        "del",
        "della",
        "di",
        "da",
        "dos",
        "das",
        "du",
        "la",
        "le",
        "ten",
        "ter",
        "zu",
        "zur",
        "af",
        "al",
        "el",
        "bin",
        "ibn",
        "san",
        "st",
        "st.",
        "mac",
        "mc",
    ],
)
_SUFFIX = re.compile(r"^(?:jr|sr|ii|iii|iv|phd|md)\.?$", re.IGNORECASE)
_INITIALS = re.compile(r"^(?:[A-Z]\.?-?){1,3}$")
_BODY = re.compile(
    r"\b(?:group|committee|consortium|collaboration|collaborators|organi[sz]ation|institute|university|ministry|"
    r"agency|network|team|society|association|investigators|council|bank|nations|commission)\b",
    re.IGNORECASE,
)
_LIFE = re.compile(r",?\s\(?(?:1[5-9]|20)\d\d\s?[-\u2013]\s?(?:(?:1[5-9]|20)\d\d)?\)?\.?$")
_TITLE_WORDS = 6


def surname(name: str) -> str:
    """Return the family name with its particles ("Ludwig van Beethoven" gives "van Beethoven"); bodies stay whole."""
    name = _LIFE.sub("", " ".join(name.split()))
    if _BODY.search(name):
        return name
    if "," in name:
        return name.split(",")[0].strip() or name
    parts = [part for part in name.split() if not _SUFFIX.match(part)] or name.split()
    if ends_in_run(parts) or (len(parts) > 1 and _INITIALS.match(parts[-1]) and not _INITIALS.match(parts[0])):
        own = parts[:-1]
        first = next((i for i, part in enumerate(own) if part.lower() not in _PARTICLES), len(own) - 1)
        return " ".join(own[: first + 1])
    start = len(parts) - 1
    while start > 1 and parts[start - 1].lower() in _PARTICLES:
        start -= 1
    return " ".join(parts[max(0, start) :])


def name_work(work: Work) -> str:
    """Return "Smith (2019)", "Smith and Jones (2019)" or "Smith et al. (2019)"; without authors the title stands in."""
    return f"{_people(work.authors) or quote_title(work.title)} ({work.year or 'n.d.'})"


def is_plural(work: Work) -> bool:
    """Return whether the phrase of `name_work` takes a plural verb."""
    return len(_named(work.authors)) > 1


def quote_title(title: str) -> str:
    """Return at most six words of a title in quotation marks."""
    words = re.split(r"[:.?!]\s", " ".join(title.split()))[0].split()
    short = " ".join(words[:_TITLE_WORDS]).strip("“”\"'")
    return f"“{short}{'…' if len(words) > _TITLE_WORDS else ''}”"


def _named(authors: tuple[Author, ...]) -> list[str]:
    return [surname(author.name) for author in authors if author.name.strip()]


def _people(authors: tuple[Author, ...]) -> str:
    names = _named(authors)
    if len(names) > 2:  # noqa: PLR2004 -- author-date styles name two authors and shorten three
        return f"{names[0]} et al."
    return " and ".join(names)
