"""Which indexes a review may ask."""

from __future__ import annotations

import pytest

from tasks.catalogues.registry import is_public
from tasks.environment.settings import read_settings
from tasks.provenance.indexes import open_indexes


def test_public_indexes_are_asked_only_with_the_public_openalex(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files and mirrors stay with themselves unless an address is set; an empty address and a replay ask nobody."""

    def asked(*, online: bool, **settings: str) -> list[str]:
        for name in ("OPENALEX_URL", "CROSSREF_URL", "SEMANTIC_SCHOLAR_URL", "ARXIV_URL", "REPLAY"):
            monkeypatch.delenv(f"LITREVIEW_{name}", raising=False)
        for name, value in settings.items():
            monkeypatch.setenv(f"LITREVIEW_{name}", value)
        settings_now = read_settings()
        indexes = open_indexes(settings_now, online=online and is_public("openalex", settings_now))
        return [client.address.name for client in indexes.clients]

    assert asked(online=True) == ["crossref", "semanticscholar", "arxiv"]
    assert asked(online=True, CROSSREF_URL="", ARXIV_URL="") == ["semanticscholar"]
    assert asked(online=True, OPENALEX_URL="http://127.0.0.1:9") == []
    assert asked(online=True, REPLAY="elsewhere") == []
    assert asked(online=False) == []
    assert asked(online=False, CROSSREF_URL="http://127.0.0.1:9") == ["crossref"]
    assert asked(online=False, ARXIV_URL="http://127.0.0.1:9") == ["arxiv"]
