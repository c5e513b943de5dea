"""A section put right where it says of how the review was made what its record does not."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.citations.sentences import replace_sentences
from tasks.procedure.checking import Fault
from tasks.procedure.disclosures import Omission

_HEADING = "### "


def mend_section(markdown: str, faults: Sequence[Fault], omissions: Sequence[Omission]) -> str:
    """Return a section with statements at fault as the record has them, or dropped, and what is left out added.

    What is added stands at the end of the part it belongs to, or of the section where there is no such part.
    """
    replaced = {
        fault.statement.text: fault.instead if fault.instead and fault.instead not in markdown else ""
        for fault in faults
    }
    mended = replace_sentences(markdown, replaced) if replaced else markdown
    for omission in omissions:
        if omission.instead not in mended:
            mended = _add(mended, omission)
    return mended


def _add(markdown: str, omission: Omission) -> str:
    blocks = markdown.strip().split("\n\n")
    heading = f"{_HEADING}{omission.heading or omission.place}"
    start = blocks.index(heading) if heading in blocks else None
    end = len(blocks)
    if start is not None:
        later = (place for place in range(start + 1, len(blocks)) if blocks[place].startswith(_HEADING))
        end = next(later, len(blocks))
    if end and not blocks[end - 1].startswith("#"):
        blocks[end - 1] = f"{blocks[end - 1].rstrip()} {omission.instead}"
    else:
        blocks.insert(end, omission.instead)
    return "\n\n".join(blocks) + "\n"
