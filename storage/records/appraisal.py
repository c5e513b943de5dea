"""What a person says of the quality of a work, domain by domain of a tool."""

from __future__ import annotations

from dataclasses import dataclass

OVERALL = "Overall"
"""The domain of the judgement on the whole, which a person gives and nothing computes."""


@dataclass(frozen=True, slots=True)
class Appraisal:
    """One judgement: `tool` and `domain` as in `tasks.evidence.appraisal`, `judgement` in the words of the tool.

    `reason` may be empty; `reviewer` is the person's name.
    """

    work_id: str
    tool: str
    domain: str
    judgement: str
    reason: str
    reviewer: str
