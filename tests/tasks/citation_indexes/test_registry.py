"""Which second indexes a review asks: those named, else those of its tier where works come from a service."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage.core.errors import InputError
from tasks.citation_indexes.registry import CITATION_INDEXES, open_citation_indexes
from tasks.environment.settings import Settings

ALL = list(CITATION_INDEXES)
URL = "http://127.0.0.1:9"


def opened(named=(), quality="high_quality", *, is_service=True, is_public=True, **given: str) -> list[str]:
    settings = Settings(_env_file=None, **given)
    return [
        index.name
        for index in open_citation_indexes(named, quality, settings, is_service=is_service, is_public=is_public).opened
    ]


@pytest.mark.parametrize(
    ("quality", "asked"),
    [("quick", []), ("standard", ["semantic-scholar"]), ("comprehensive", ALL), ("high_quality", ALL)],
)
def test_the_tier_says_who_is_asked(quality, asked):
    """A quick review asks nobody, a standard one the index that answers about 500 works at once, others all."""
    assert opened(quality=quality) == asked


def test_a_catalogue_in_files_asks_nobody_unless_told_to():
    """Even with addresses set; and whoever is named is asked."""
    assert opened(is_service=False, is_public=False, crossref_url=URL) == []
    assert opened(["crossref"], "quick", is_service=False, is_public=False) == ["crossref"]


def test_a_catalogue_elsewhere_asks_only_indexes_whose_address_is_set():
    """A catalogue on this machine must not lead to questions to the world."""
    assert opened(is_public=False) == []
    assert opened(is_public=False, semantic_scholar_url=URL) == ["semantic-scholar"]


def test_an_empty_address_switches_off_or_is_refused_when_named():
    """The sentence names the setting."""
    assert opened(opencitations_url="") == ["semantic-scholar", "crossref"]
    with pytest.raises(InputError, match="LITREVIEW_OPENCITATIONS_URL"):
        opened(["opencitations"], opencitations_url="")


def test_a_replay_asks_nobody(tmp_path: Path):
    """It follows the record instead."""
    found = open_citation_indexes(
        ALL, "standard", Settings(_env_file=None, replay=tmp_path), is_service=True, is_public=True
    )
    assert (found.opened, found.record) == ((), tmp_path)
