"""The supervision loops in the order they run: a loop registered here is offered, run, priced and shown everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prefect import Flow

    from tasks.language_models.estimate import Workload

ALL, NONE = "all", "none"


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop: where its flow is and what estimates its use of language models, each imported when it is needed.

    `is_quick` says whether the quick tier runs it by default; the other tiers run all loops.
    """

    flow: str
    workload: str
    is_quick: bool = False


_WORK = "tasks.language_models.estimate"

# Loops that may add works come first, the one that checks every sentence last.
LOOPS: dict[str, Loop] = {
    "theory": Loop("flows.supervision.flow:theory", f"{_WORK}:theory"),
    "literature": Loop("flows.supervision.flow:literature", f"{_WORK}:literature"),
    "structure": Loop("flows.supervision.structure:structure", f"{_WORK}:structure", is_quick=True),
    "editing": Loop("flows.supervision.flow:editing", f"{_WORK}:editing"),
    "facts": Loop("flows.supervision.facts:facts", f"{_WORK}:facts", is_quick=True),
}


def list_loops(quality: str) -> tuple[str, ...]:
    """Return the loops that a tier runs by default."""
    return tuple(name for name, loop in LOOPS.items() if loop.is_quick or quality != "quick")


def open_loop(name: str) -> Flow[Any, Any]:
    """Return the flow of a loop."""
    flow: Flow[Any, Any] = resolve_name(LOOPS[name].flow)
    return flow


def read_workload(name: str) -> Workload:
    """Return what estimates how much a loop asks of language models."""
    workload: Workload = resolve_name(LOOPS[name].workload)
    return workload
