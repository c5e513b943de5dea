"""`litreview bench verify`, how a review was made: false statements planted into clean reviews, found by `verify`.

Each is planted alone into a copy of the review's files, as an editor would leave them, and the check of `verify` looks
at the copy with nothing but the ledger beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from flows.verify.review import APPENDIX_FILE, PICTURE_FILE, read_account
from storage.writing.evidence import read_evidence
from storage.writing.versions import open_snapshot
from tasks.verification.evidence import Failure
from tasks.verification.procedure import Account, Files, check_procedure
from tests.benchmarks.procedure_faults import Plant, plant_all
from tests.benchmarks.procedure_reviews import make_reviews
from tests.benchmarks.rows import Row, share

_PLANTED = 100
_WORLD = "statements on how it was made"


@dataclass(frozen=True)
class CleanText:
    """A clean review: its sections, its files, and what its ledger says of how it was made."""

    name: str
    sections: tuple[tuple[str, str], ...]
    files: Files
    account: Account

    def check(self) -> list[Failure]:
        """Return what the check of `verify` finds."""
        return [one for check in check_procedure(self.sections, self.files, self.account) for one in check.failures]

    def with_plant(self, plant: Plant) -> CleanText:
        """Return the review with a plant in its files."""
        return replace(self, files=replace(self.files, review=plant.markdown, picture=plant.picture))


def measure_verify_procedure(seeds: int) -> list[Row]:
    """Return the false alarms on each clean review and, per seed, the shares of a hundred plants found, by kind."""
    with TemporaryDirectory(prefix="litreview-bench-") as home:
        texts = [read_clean(name, folder) for name, folder in make_reviews(Path(home))]
    rows = [Row(one.name, "false alarms on the clean review", len(one.check())) for one in texts]
    for seed in range(1, seeds + 1):
        rows += measure_plants(texts, seed)
    return rows


def read_clean(name: str, folder: Path) -> CleanText:
    """Return a finished review as the check sees it."""
    with open_snapshot(folder) as ledger:
        evidence, account = read_evidence(ledger, is_whole=False), read_account(ledger)
    review, appendix, picture = (
        (folder / file).read_text(encoding="utf-8") for file in ("review.md", APPENDIX_FILE, PICTURE_FILE)
    )
    sections = tuple((heading, markdown) for _, heading, markdown in evidence.sections)
    return CleanText(name, sections, Files(review, appendix, picture), account)


def measure_plants(texts: Sequence[CleanText], seed: int) -> list[Row]:
    """Return what is found of a hundred plants, drawn kind by kind in turn from all that these reviews give."""
    planted, found = Counter[str](), Counter[str]()
    for text, plant in draw_plants(texts, seed):
        planted[plant.kind] += 1
        found[plant.kind] += bool(set(text.with_plant(plant).check()) - set(text.check()))
    rows = [
        Row(_WORLD, f"{kind} ({count})", share(found[kind], count), seed=seed)
        for kind, count in sorted(planted.items())
    ]
    totals = {"planted": planted.total(), "found, share": share(found.total(), planted.total())}
    return rows + [Row(_WORLD, measure, value, seed=seed) for measure, value in totals.items()]


def draw_plants(texts: Sequence[CleanText], seed: int, most: int = _PLANTED) -> list[tuple[CleanText, Plant]]:
    """Return plants, each with the review it goes into: of every kind one after another, until there are so many."""
    random = Random(seed)  # noqa: S311 - faults are drawn, no secrets
    kinds: dict[str, list[tuple[CleanText, Plant]]] = {}
    for text in texts:
        for plant in plant_all(text.files.review or "", text.files.picture or "", text.account.facts, random):
            kinds.setdefault(plant.kind, []).append((text, plant))
    for plants in kinds.values():
        random.shuffle(plants)
    drawn: list[tuple[CleanText, Plant]] = []
    while len(drawn) < most and any(kinds.values()):
        for plants in kinds.values():
            drawn += [plants.pop()] if plants else []
    return drawn[:most]
