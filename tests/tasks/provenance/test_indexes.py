"""Which indexes a review may ask."""

from __future__ import annotations

import pytest

from tasks.environment.settings import read_settings
from tasks.provenance.indexes import open_indexes


def test_public_indexes_are_asked_only_with_the_public_openalex(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files and mirrors stay with themselves unless an address is set; an empty address and a replay ask nobody."""

    def asked(*, through_openalex: bool, **settings: str) -> list[str]:
        for name in ("OPENALEX_URL", "CROSSREF_URL", "SEMANTIC_SCHOLAR_URL", "ARXIV_URL", "REPLAY"):
            monkeypatch.delenv(f"LITREVIEW_{name}", raising=False)
        for name, value in settings.items():
            monkeypatch.setenv(f"LITREVIEW_{name}", value)
        indexes = open_indexes(read_settings(), through_openalex=through_openalex)
        return [client.address.name for client in indexes.clients]

    assert asked(through_openalex=True) == ["crossref", "semanticscholar", "arxiv"]
    assert asked(through_openalex=True, CROSSREF_URL="", ARXIV_URL="") == ["semanticscholar"]
    assert asked(through_openalex=True, OPENALEX_URL="http://127.0.0.1:9") == []
    assert asked(through_openalex=True, REPLAY="elsewhere") == []
    assert asked(through_openalex=False) == []
    assert asked(through_openalex=False, CROSSREF_URL="http://127.0.0.1:9") == ["crossref"]
    assert asked(through_openalex=False, ARXIV_URL="http://127.0.0.1:9") == ["arxiv"]
