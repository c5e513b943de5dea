"""The scripts of a loopback Anthropic: one per form of answer, deterministic, without a model.

They write valid, sensible answers of realistic length out of the data blocks alone, so that a whole review can be made
and priced on one machine; they say nothing about how well a model would judge or write.
"""

from __future__ import annotations

from tests.benchmarks.servers.scripted import (
    organizing,
    reading,
    repairing,
    supervising_facts,
    supervising_structure,
    supervising_theory,
    translating,
    writing,
)
from tests.benchmarks.servers.scripted.protocol import Script

SCRIPTS: dict[str, Script] = {
    **reading.SCRIPTS,
    **organizing.SCRIPTS,
    **writing.SCRIPTS,
    **repairing.SCRIPTS,
    **supervising_facts.SCRIPTS,
    **supervising_structure.SCRIPTS,
    **supervising_theory.SCRIPTS,
    **translating.SCRIPTS,
}
