"""A work as a person appraises it in a terminal: title, notes with their words, the tool and the domain asked about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from storage.records.appraisal import OVERALL
from tasks.evidence.appraisal import Tool, needs_appraisal, propose_tool, read_tools
from tasks.text.cleaning import plain_text

HELP = "s skip the work · b back · o open the abstract · q quit"
_FIELDS = ("design", "n", "population", "setting", "follow_up", "randomisation", "blinding", "attrition", "adjustment")
_LONGEST_QUOTE = 240


def choose_works(queue: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the works that may have data to be appraised; reviews, theory, methods and the like have no tool."""
    return [work for work in queue if needs_appraisal(work["design"])]


def find_begun(work: Mapping[str, Any]) -> Tool | None:
    """Return the tool that was last used on a work and left before the end; None where none was."""
    return read_tools()[work["judged"][-1]["tool"]] if work["judged"] else None


def list_given(work: Mapping[str, Any], tool: Tool) -> dict[str, str]:
    """Return what was said of a work already, by domain."""
    return {one["domain"]: one["judgement"] for one in work["judged"] or () if one["tool"] == tool.key}


def draw_place(place: int, works: int, appraised: int) -> Text:
    """Return the position in the queue, counted from 1, and how many works were appraised in this session."""
    return Text(f"{place} of {works} · {appraised} appraised", style="dim")


def draw_notes(work: Mapping[str, Any]) -> Text:
    """Return what was extracted of how the study was made, each with the words it stands on."""
    notes = {note["field"]: note for note in work["notes"] or ()}
    lines = [_draw_note(notes[field]) for field in _FIELDS if field in notes]
    return Text("\n").join(lines or [Text("Nothing was extracted of how it was made.", style="dim")])


def _draw_note(note: Mapping[str, str]) -> Text:
    words = plain_text(note["quote"])
    cut = words if len(words) <= _LONGEST_QUOTE else f"{words[: _LONGEST_QUOTE - 1]}\u2026"
    name = note["field"].replace("_", " ")
    named = Text(name if name == "n" else name.capitalize(), style="bold")
    return named.append(f": {plain_text(note['value'])}", style="not bold").append(f" \u201c{cut}\u201d", style="dim")


def draw_tools(work: Mapping[str, Any]) -> Text:
    """Return the question for the tool, with the one that is made for the design of the work."""
    proposed = propose_tool(work["design"], work["n"])
    design = work["design"] or "not on record"
    lines = [f"Tool (design: {design}{'' if proposed or not work['design'] else ', for which none of these was made'})"]
    for number, tool in enumerate(read_tools().values(), 1):
        lines.append(f"  {number}  {tool.name}{' (proposed: an empty line takes it)' if tool == proposed else ''}")
    return Text("\n".join([*lines, f"  {HELP}"]))


def draw_question(tool: Tool, domain: str, given: str | None) -> Text:
    """Return the question about a domain with the tool's words; an empty line keeps what was given before."""
    head = Text(
        f"\n{tool.name} {domain}: {tool.asked[domain]}" if domain != OVERALL else f"\n{tool.name}, on the whole"
    )
    head.stylize("bold")
    words = " · ".join(f"{number} {word}" for number, word in enumerate(tool.words(domain), 1))
    kept = f" · empty: {given}, as before" if given else ""
    return head.append(f"\n  {words}{kept}", style="not bold")


def read_choice(line: str, words: Sequence[str]) -> str | None:
    """Return which of the words a line names, by its number or its letters, whatever their case; None for none."""
    typed = " ".join(line.split()).casefold()
    if typed.isdecimal():
        return words[int(typed) - 1] if 0 < int(typed) <= len(words) else None
    begun = [word for word in words if word.casefold() == typed] or [
        word for word in words if typed and word.casefold().startswith(typed)
    ]
    return begun[0] if len(begun) == 1 else None


def tell_session(appraised: int, works: int, disagreements: int, going_on: str) -> list[str]:
    """Return the result of a session in lines; `going_on` is the command that takes the judgements into the review."""
    lines = [f"{appraised} of {works} works appraised."]
    if disagreements:
        matters = "judgement" if disagreements == 1 else "judgements"
        lines.append(f"Two reviewers differ on {disagreements} {matters} (view appraisal_disagreement).")
    if appraised:
        lines.append(f"Run '{going_on}' to take these judgements into the review.")
    return lines
