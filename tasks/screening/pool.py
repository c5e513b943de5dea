"""The works that are ranked together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RankingPool:
    """Works to rank together, by place: ids without repeats, title and abstract, the ids each work refers to.

    Decided and undecided works alike belong to it: a decided work's references and citers tell about the rest.
    """

    work_ids: tuple[str, ...]
    texts: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        """Check that the parts are aligned."""
        if not len(self.work_ids) == len(self.texts) == len(self.references):
            raise ValueError("a ranking pool needs one text and one list of references for each work")
