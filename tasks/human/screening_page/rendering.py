"""The page itself, one file with its style and script, and the policy that lets a browser run no other."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tasks.human.screening import show_whole
from tasks.text.cleaning import plain_text

_HERE = Path(__file__).parent
_MOST_AUTHORS = 10

Marked = list[tuple[str, bool]]


def write_page(topic: str, review: str) -> tuple[str, str]:
    """Return the page for a review as HTML, and the Content-Security-Policy to send it with.

    The page holds topic and name of the review and nothing else of it: all else is asked for by its script.
    """
    style, script = ((_HERE / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    templates = Environment(
        loader=FileSystemLoader(_HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    ours = {"style": Markup(style), "script": Markup(script)}  # noqa: S704 - files of this folder
    page = templates.get_template("page.html").render(topic=plain_text(topic), review=review, **ours)
    policy = (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; connect-src 'self'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return page, policy


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def describe_work(work: Mapping[str, Any], words: re.Pattern[str] | None, pages: Sequence[str] = ()) -> dict[str, Any]:
    """Return a work as the page shows it: id, DOI, source, and title and abstract as parts that do or don't match.

    `pages` are those of its full text, where it is judged by that; their parts come page by page.
    """
    names = [plain_text(name) for name in work["authors"] or ()]
    authors = ", ".join(names[:_MOST_AUTHORS]) + (" et al." if len(names) > _MOST_AUTHORS else "")
    source = " · ".join(part for part in (authors, str(work["year"] or ""), plain_text(work["venue"])) if part)
    return {
        "id": work["work_id"],
        "title": mark_words(plain_text(work["title"]), words),
        "source": source,
        "doi": plain_text(work["doi"]),
        "abstract": mark_words(show_whole(work["abstract"]), words),
        "pages": [mark_words(show_whole(page), words) for page in pages],
    }


def mark_words(text: str, words: re.Pattern[str] | None) -> Marked:
    """Return a text as parts, each with whether it is a word that the pattern matches."""
    parts: Marked = []
    end = 0
    for match in words.finditer(text) if words else ():
        parts += [(text[end : match.start()], False), (match[0], True)]
        end = match.end()
    return [part for part in (*parts, (text[end:], False)) if part[0]]
