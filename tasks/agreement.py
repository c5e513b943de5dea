"""How far two ways of grouping the same works agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of two groupings of `works` works, to six decimals.

    `ari` is the adjusted Rand index (Hubert and Arabie 1985): 1 for the same groups, about 0 by chance. `nmi` is the
    normalised mutual information, by the arithmetic mean of the entropies (Strehl and Ghosh 2002; Vinh et al. 2010):
    1 for the same groups, 0 for independent ones.
    """

    ari: float
    nmi: float
    works: int


def measure_agreement(one: Sequence[int], other: Sequence[int]) -> Agreement:
    """Return the agreement of two groupings, given as each work's group number, in the same order of works.

    Raises:
        ValueError: the groupings are of different length.
    """
    from sklearn.metrics import (  # noqa: PLC0415 - a second that only organization has to pay
        adjusted_rand_score,
        normalized_mutual_info_score,
    )

    ari = float(adjusted_rand_score(one, other))
    nmi = float(normalized_mutual_info_score(one, other))
    return Agreement(round(ari, _DECIMALS), round(nmi, _DECIMALS), len(one))
