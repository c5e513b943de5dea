"""The subject of a review as its sentences name it."""

from __future__ import annotations

import pytest

from storage.records.search import Plan, Work
from tasks.analysts.extractive.subject import name_subject
from tasks.analysts.protocol import ReviewMaterial
from tests.tasks.analysts.conftest import gather, read_abstract

_TEXT = (
    "We examined whether emicizumab prevents bleeding in humans with Parkinson disease. The pharmacokinetics of "
    "emicizumab were linear in the EU. We found that emicizumab reduced bleeding in Parkinson disease."
)


def _name(topic: str) -> str:
    work = Work("W1", "Emicizumab", abstract=_TEXT)
    return name_subject(ReviewMaterial(Plan(topic), (gather([read_abstract(work, _TEXT)]),), (), {}))


@pytest.mark.parametrize(
    ("topic", "named"),
    [
        (
            "Pharmacokinetics and Associated Efficacy of Emicizumab in Humans: A Systematic Review",
            "pharmacokinetics and associated efficacy of emicizumab in humans",
        ),
        ("EMICIZUMAB IN PARKINSON DISEASE IN THE EU", "emicizumab in Parkinson disease in the EU"),
        ("Does Emicizumab Reduce Bleeding in Humans?", "the effect of emicizumab on bleeding in humans"),
        ("Bayesian models of CRISPR", "Bayesian models of CRISPR"),
        ("Comparative efficacy of emicizumab", "comparative efficacy of emicizumab"),
        ("Behandlung der H\u00e4mophilie bei Kindern", "\u201cBehandlung der H\u00e4mophilie bei Kindern\u201d"),
    ],
)
def test_subject_fits_into_a_sentence(topic, named):
    """Capitals are those the sources write inside sentences; names and acronyms keep theirs; no question is left."""
    assert _name(topic) == named
