"""Records of screening: a work to judge, an analyst's judgement of it, a decision."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from storage.records.criteria import Criterion
    from storage.records.search import Work

Verdict = Literal["include", "exclude", "unsure"]
Method = Literal["cocitation", "ranker", "llm", "human", "rule"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A work to judge, with its links to the corpus: direct citations, co-citing works, shared references.

    `promise` is the score the ranking gave it before it was judged (0 is even odds, or the mean), `vector` the
    unit-length embedding of title and abstract when the analyst uses vectors, else empty.
    """

    work: Work
    links: int = 0
    cocited_with: int = 0
    coupled_with: int = 0
    promise: float = 0.0
    vector: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """An analyst's relevance judgement: score in [0, 1], one-sentence reason, the features it rests on.

    Without a score the analyst could not tell, and the work stays unsure. `criterion` is the one that decided, if any.
    """

    work_id: str
    score: float | None
    reason: str
    features: dict[str, float] = field(default_factory=dict)
    criterion: Criterion | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision on a work, as appended to `decision`, whose column comments explain the fields."""

    work_id: str
    phase: str
    stage: int | None
    verdict: Verdict
    method: Method
    reason: str
    score: float | None = None
    batch: int | None = None
    criterion_id: str | None = None
    features: dict[str, float] = field(default_factory=dict)
    decided_by: str = "litreview"
    tier_works: int | None = None
    earlier: int | None = None
    subject: str | None = None
    round: int | None = None
