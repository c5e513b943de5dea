"""What no source should state and any may: texts and JSON of any shape, and recorded answers spoilt by them."""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from hypothesis import strategies as st

from tasks.metadata.fields import decode_json

# Names, pages, years, identifiers and signs as they were met or may be: nobody, bodies, single names, particles,
# suffixes, other scripts and digits, right to left, control characters, broken LaTeX, halves of pairs, huge numbers.
_HUGE = ["9" * 5_000, "x" * 3_000, ", " * 3_000, ". " * 3_000]
_MET = json.loads(Path(__file__).with_name("oddities.json").read_text("utf-8"))
texts = st.sampled_from([*_MET["names"], *_MET["numbers"], *_HUGE]) | st.text(max_size=40)
_ATOMS = st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.floats(allow_nan=False) | texts
_KEYS = [
    "family",
    "given",
    "name",
    "author",
    "display_name",
    "date-parts",
    "DOI",
    "title",
    "type",
    "updated",
    "value",
    "",
]
values = st.recursive(
    _ATOMS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS), inner, max_size=3),
    max_leaves=6,
)


def read_real_answers(shared_data: Path) -> dict[str, Any]:
    """Return every recorded answer we have that is JSON or Atom, decoded, by a name for it."""
    folders = (shared_data / "provenance", shared_data / "recordings")
    answers = {}
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
        for place, body in enumerate(_read_bodies(path)):
            try:
                answers[f"{path.name} {place}"] = decode_json(body)
            except ValueError:
                answers[f"{path.name} {place}"] = {"body": body}
    return answers


def _read_bodies(path: Path) -> Iterator[str]:
    if path.suffix == ".json":
        yield path.read_text("utf-8", "replace")
    elif path.suffix in {".yaml", ".yml"}:
        try:
            cassette = yaml.load(path.read_text("utf-8", "replace"), yaml.CSafeLoader)
        except yaml.YAMLError:
            return  # two cassettes of content negotiation are cut
        for interaction in (cassette or {}).get("interactions", []):
            response = interaction["response"]
            body = response.get("content") or (response.get("body") or {}).get("string") or ""
            raw = body if isinstance(body, bytes) else str(body).encode("utf-8", "surrogateescape")
            yield (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).decode("utf-8", "replace")


def list_places(value: Any, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield where anything stands in a decoded answer, as steps from its top."""
    steps: list[tuple[str | int, Any]] = list(value.items()) if isinstance(value, dict) else []
    steps += enumerate(value) if isinstance(value, list) else []
    for step, child in steps:
        yield (*place, step)
        yield from list_places(child, (*place, step))


@st.composite
def spoilt(draw: st.DrawFn, answers: dict[str, Any]) -> Any:
    """Return a recorded answer, cut to 200,000 characters, in which up to five places hold anything or are gone."""
    answer = copy.deepcopy(answers[draw(st.sampled_from(sorted(answers)))])
    if len(json.dumps(answer)) > 200_000:
        answer = answer[:3] if isinstance(answer, list) else {key: _cut(inner) for key, inner in answer.items()}
    for place in draw(st.lists(st.sampled_from(list(list_places(answer)) or [()]), max_size=5)):
        inside = answer
        try:
            for step in place[:-1]:
                inside = inside[step]
            if draw(st.booleans()):
                inside[place[-1]] = draw(values)
            else:
                del inside[place[-1]]
        except (TypeError, KeyError, IndexError):
            continue  # an earlier change took the place away
    return answer


def _cut(value: Any) -> Any:
    return value[:3] if isinstance(value, list) else value
