"""Keys from Secret blocks of a real server reach the service they are for, and nothing that is kept or shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from prefect import flow
from prefect.blocks.system import Secret
from prefect.client.orchestration import get_client
from pydantic import SecretStr
from pytest_httpserver import HTTPServer

from flows.cli.doctor import examine
from flows.orchestration.address import holds_secret
from flows.orchestration.secret_blocks import add_secrets
from flows.review import review
from storage.core.errors import InputError
from tasks.environment.settings import SECRETS, Settings, read_settings
from tests.fakes.prefect_server import serve_prefect
from tests.faults.world import TOPIC, write_world

pytestmark = pytest.mark.slow

KEY = "sk-block-0f6d2c41-only-in-the-server"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Serve Prefect, without a key in the environment."""
    folder = tmp_path_factory.mktemp("secrets")
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("ANTHROPIC_API_KEY", "LITREVIEW_CORE_API_KEY", "LITREVIEW_REPLAY", "LITREVIEW_BUDGET_USD"):
            patch.delenv(variable, raising=False)
        patch.setenv("LITREVIEW_CACHE", str(folder / "cache"))
        patch.setenv("LITREVIEW_REVIEWS", str(folder / "reviews"))
        patch.chdir(folder)
        with serve_prefect(folder / "prefect"):
            yield folder


def read_in_a_run(settings: Settings) -> Settings:
    """Return what the settings are within a flow run."""
    found = []

    @flow(name="look", validate_parameters=False)
    def look() -> None:
        found.append(add_secrets(settings))

    look()
    return found[0]


def order(home: Path) -> dict[str, object]:
    return {
        "topic": TOPIC,
        "catalogue": str(write_world(home / "works.jsonl")),
        "name": "secret",
        "quality": "quick",
        "analyst": "anthropic",
        "budget": 1.0,
        "batch": False,
        "quiet": True,
    }


def test_every_secret_setting_has_a_block_named_after_its_variable() -> None:
    """In lower case, with dashes, as names of blocks are."""
    assert SECRETS["anthropic_api_key"] == "anthropic-api-key"
    assert SECRETS["openalex_api_key"] == "litreview-openalex-api-key"
    assert set(SECRETS) == {name for name, each in Settings.model_fields.items() if "SecretStr" in str(each.annotation)}


def test_without_a_block_a_key_is_missed_before_anything_starts(home: Path) -> None:
    """The server says that it has none: one sentence, no folder, no flow run."""
    assert holds_secret("anthropic-api-key") is False
    with pytest.raises(InputError, match="the Anthropic analyst needs a key"):
        review(**order(home))
    assert not (home / "reviews").exists()
    with get_client(sync_client=True) as client:
        assert client.read_flow_runs() == []


def test_the_environment_comes_first_and_blocks_fill_what_it_lacks(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a flow run; without one, and for what is no text, a block is passed over."""
    assert home
    Secret(value="from the block").save("litreview-core-api-key")
    Secret(value={"no": "text"}).save("litreview-zotero-api-key")
    assert add_secrets(read_settings()).core_api_key is None
    settings = read_in_a_run(read_settings())
    assert settings.core_api_key == SecretStr("from the block")
    assert (settings.zotero_api_key, settings.anthropic_api_key) == (None, None)
    monkeypatch.setenv("LITREVIEW_CORE_API_KEY", "from the environment")
    assert read_in_a_run(read_settings()).core_api_key == SecretStr("from the environment")


def test_a_key_from_a_block_is_sent_to_its_service_and_kept_nowhere(
    home: Path, monkeypatch: pytest.MonkeyPatch, httpserver: HTTPServer
) -> None:
    """A service that refuses it has seen it; no file, log line or flow run has, nor the server in plain."""
    refused = {"type": "error", "error": {"type": "authentication_error", "message": f"no such key: {KEY}"}}
    httpserver.expect_request("/v1/messages").respond_with_json(refused, status=401)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", httpserver.url_for("").rstrip("/"))
    Secret(value=KEY).save("anthropic-api-key")
    with pytest.raises(InputError, match="refuses the key in ANTHROPIC_API_KEY"):
        review(**order(home))
    assert [KEY in str(request.headers) for request, _ in httpserver.log] == [True]
    kept = [path for path in home.rglob("*") if path.is_file()]
    assert any(path.name == "corpus.duckdb" for path in kept)
    assert [path.name for path in kept if KEY.encode() in path.read_bytes()] == []
    with get_client(sync_client=True) as client:
        assert KEY not in str([run.model_dump() for run in client.read_flow_runs()])
        assert KEY not in str([line.message for line in client.read_logs(limit=200)])


def test_the_doctor_says_where_a_key_is(home: Path) -> None:
    """Not set here, but with the server; never what it is."""
    assert home
    Secret(value=KEY).save("anthropic-api-key", overwrite=True)
    report, _ = examine()
    assert "ANTHROPIC_API_KEY: in the Secret block 'anthropic-api-key' of the Prefect server" in report
    assert KEY not in report
