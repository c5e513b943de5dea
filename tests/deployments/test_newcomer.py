"""A newcomer's path, typed and clicked: a server, `litreview serve`, a run, a person asked, the review seen in the UI.

It takes minutes: `make operated`. With LITREVIEW_SCREENSHOTS=FOLDER the screenshots of the pages are made again.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from playwright.sync_api import Page, sync_playwright

from storage.publication.published import select_published
from tests.deployments.newcomer import CHROMIUM, Finished, Paused, wait_for
from tests.fakes.prefect_server import serve_prefect

REPOSITORY = Path(__file__).resolve().parents[2]
TOPIC = "hair cortisol as a measure of long-term stress"
PICTURES = ("prisma", "saturation", "theme-map")
TABLES = ("coverage", "cost", "themes")

pytestmark = [
    pytest.mark.skipif("LITREVIEW_OPERATED" not in os.environ, reason="minutes long: make operated"),
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine to see the UI with"),
]


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Serve Prefect and, as a newcomer types it, `litreview serve`; yield a client of the API."""
    home = tmp_path_factory.mktemp("newcomer")
    with pytest.MonkeyPatch.context() as patch:
        # The UI asks the address that the environment of its server names.
        patch.delenv("PREFECT_API_URL", raising=False)
        patch.setenv("PYTHONPATH", str(REPOSITORY))
        patch.setenv("LITREVIEW_CACHE", str(home / "cache"))
        patch.setenv("LITREVIEW_REVIEWS", str(home / "reviews"))
        patch.chdir(home)
        with serve_prefect(home / "prefect") as address, httpx.Client(base_url=address, timeout=30) as client:
            typed = [sys.executable, "-m", "flows.cli.main", "serve"]
            serving = subprocess.Popen(typed, start_new_session=True, stderr=subprocess.PIPE, text=True)
            assert serving.stderr is not None
            said: list[str] = []
            listening = Thread(target=said.extend, args=(serving.stderr,))
            listening.start()
            try:
                wait_for(lambda: client.post("/deployments/count", json={}).json() == 7, 240)
                yield client
            finally:
                serving.send_signal(signal.SIGINT)
                try:
                    assert serving.wait(120) == 0
                    listening.join(30)
                    assert "work again once it is restarted" in said[-1]
                finally:
                    # With it, a flow run that did not end by itself.
                    with suppress(ProcessLookupError):
                        os.killpg(serving.pid, signal.SIGKILL)


@pytest.fixture(scope="module")
def paused(api: httpx.Client) -> Paused:
    """Type what the page on watching says and wait until the run asks a person."""
    command = ["deployment", "run", "review/quick", "-p", f"topic={TOPIC}", "-p", "catalogue=demo"]
    typed = [sys.executable, "-m", "prefect", *command, "-p", "name=newcomer", "-p", 'ask=["screening"]']
    told = subprocess.run(typed, capture_output=True, text=True, timeout=180, check=True).stdout
    flow_run_id = re.search(r"UUID: (\S+)", told)
    assert flow_run_id
    at = f"/flow_runs/{flow_run_id[1]}"

    def keyset() -> dict[str, str] | None:
        state = api.get(at).json()["state"]
        assert state["type"] not in ("FAILED", "CRASHED"), state["message"]
        keys: dict[str, str] | None = state["state_details"].get("run_input_keyset") if state else None
        return keys

    keys = wait_for(keyset, 400)
    form = wait_for(lambda: api.get(f"{at}/input/{keys['schema']}").json(), 10)
    return Paused(at, flow_run_id[1], form)


@pytest.fixture(scope="module")
def finished(api: httpx.Client, paused: Paused) -> Finished:
    """Answer what the run asks through the API, and wait for the end."""
    works = [name for name in paused.form["properties"] if name not in ("decision", "answered_by")]
    answer = {"run_input": {works[0]: "include", "answered_by": "Ada"}}
    assert api.post(f"{paused.at}/resume", json=answer).json()["status"] == "ACCEPT"
    wait_for(lambda: api.get(paused.at).json()["state_type"] == "COMPLETED", 900)
    return Finished(Path(os.environ["LITREVIEW_REVIEWS"]) / "newcomer", paused.flow_run_id, works)


@pytest.fixture(scope="module")
def browse(api: httpx.Client) -> Iterator[Callable[[str, str], Page]]:
    """Return a function that opens a page of the UI and returns it once a text is seen."""
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(120_000)

        def open_page(path: str, seen: str) -> Page:
            page.goto(f"{str(api.base_url).removesuffix('/api/')}/v2{path}")
            page.get_by_text(seen).first.wait_for()
            return page

        yield open_page
        browser.close()


@pytest.fixture(scope="module")
def artifacts(api: httpx.Client, finished: Finished) -> dict[str, dict[str, Any]]:
    """Return the artifacts of the run by key, fetched from the API."""
    of_run = {"artifacts": {"flow_run_id": {"any_": [finished.flow_run_id]}}, "limit": 100}
    return {artifact["key"]: artifact for artifact in api.post("/artifacts/filter", json=of_run).json()}


@pytest.fixture
def take(tmp_path: Path) -> Callable[[Page, str], Path]:
    """Return a function that takes a screenshot, into docs/screenshots when that is asked for."""
    folder = REPOSITORY / os.environ.get("LITREVIEW_SCREENSHOTS", tmp_path)

    def shoot(page: Page, name: str) -> Path:
        path = folder / f"{name}.png"
        page.wait_for_timeout(1_500)
        page.screenshot(path=path)
        assert path.stat().st_size < 200_000
        return path

    return shoot


def test_the_form_explains_itself(
    api: httpx.Client, browse: Callable[[str, str], Page], take: Callable[[Page, str], Path]
) -> None:
    """The page that starts a run shows titles, explanations and the tiers to choose from."""
    deployment = api.get("/deployments/name/review/quick").json()
    filled = quote(json.dumps(deployment["parameters"]))
    page = browse(f"/deployments/deployment/{deployment['id']}/run?parameters={filled}", "Research questions")
    shown = page.locator("body").inner_text()
    for text in (
        "Topic",
        "business, finance and biodiversity",
        "Tier",
        "Earliest publication year",
        "Budget",
        "Ask people",
    ):
        assert text in shown
    page.get_by_text("Topic", exact=True).first.scroll_into_view_if_needed()
    take(page, "form")


def test_a_bad_parameter_is_refused_in_one_sentence(api: httpx.Client) -> None:
    """The server refuses what the form does not allow, before anything runs."""
    typed = ["deployment", "run", "review/quick", "-p", "topic=bees", "-p", "catalogue=demo", "-p", "quality=superb"]
    refused = subprocess.run(
        [sys.executable, "-m", "prefect", *typed], capture_output=True, text=True, timeout=180, check=False
    )
    assert api
    assert refused.returncode == 1
    said = " ".join((refused.stdout + refused.stderr).split())
    assert "Validation failed for field 'quality'" in said
    assert "'high_quality'" in said


def test_the_question_is_seen_in_the_browser(
    paused: Paused, browse: Callable[[str, str], Page], take: Callable[[Page, str], Path]
) -> None:
    """The page of the waiting run offers to resume it, and shows the works to judge, each with its abstract."""
    page = browse(f"/runs/flow-run/{paused.flow_run_id}", "Paused")
    page.locator("button[aria-haspopup=menu]").first.click()
    page.get_by_role("menuitem", name="Resume").click()
    page.get_by_text("Go on or stop").first.wait_for()
    take(page, "question")


def test_the_answer_is_a_decision(finished: Finished) -> None:
    """What the person answered is on record with the method human, and in force."""
    decided = select_published(finished.folder, "SELECT work_id, decided_by FROM decision WHERE method = 'human'")
    assert decided.rows() == [(finished.asked_about[0], "person: Ada")]
    current = select_published(
        finished.folder, "SELECT work_id, verdict FROM screening_decision WHERE method = 'human'"
    )
    assert current.rows() == [(finished.asked_about[0], "include")]


def test_the_run_is_named_and_tagged(api: httpx.Client, finished: Finished) -> None:
    """Tier and topic; the tags are those of the deployment and of the review."""
    run = api.get(f"/flow_runs/{finished.flow_run_id}").json()
    assert run["name"] == f"quick: {TOPIC}"
    assert {"litreview", "quick", "newcomer", "extractive"} <= set(run["tags"])


def test_tasks_have_the_titles_of_works(api: httpx.Client, finished: Finished) -> None:
    """Each corpus work was read in a task run of its title."""
    titles = select_published(finished.folder, "SELECT title FROM corpus")["title"].to_list()
    read = api.post("/task_runs/filter", json={"task_runs": {"name": {"like_": "read: "}}, "limit": 200}).json()
    names = {run["name"] for run in read}
    assert all(any(name.removeprefix("read: ")[:60] == title[:60] for name in names) for title in titles)


def test_the_artifacts_tell_the_story(artifacts: dict[str, dict[str, Any]]) -> None:
    """Progress of each phase, tables, pictures, files and the review itself belong to the run."""
    assert set(artifacts) >= {*PICTURES, *TABLES, "progress", "files", "review"}
    assert artifacts["phases"]["data"] == 100
    assert artifacts["review"]["data"].startswith("> **Note.**")
    assert "[@" not in artifacts["review"]["data"]
    links = re.findall(r"\]\((http\S+)\)", artifacts["files"]["data"])
    assert len(links) > 8
    assert {httpx.get(link, timeout=180).status_code for link in links} == {200}


def test_the_search_ran_dry_and_said_so(api: httpx.Client, finished: Finished) -> None:
    """The event for automations is there, once, about the review and with why."""
    asked = {"filter": {"event": {"name": ["litreview.saturated"]}}}
    events = wait_for(lambda: api.post("/events/filter", json=asked).json()["events"], 120)
    reason = select_published(finished.folder, "SELECT stop_reason FROM saturation ORDER BY stage DESC LIMIT 1").item()
    assert [event["resource"]["prefect.resource.id"] for event in events] == ["litreview.review.newcomer"]
    assert events[0]["payload"]["stop_reason"] == reason
    assert f"prefect.flow-run.{finished.flow_run_id}" in {each["prefect.resource.id"] for each in events[0]["related"]}


def test_the_run_is_seen_in_the_browser(
    finished: Finished, browse: Callable[[str, str], Page], take: Callable[[Page, str], Path]
) -> None:
    """The page of the run shows its name, its phases and its artifacts."""
    page = browse(f"/runs/flow-run/{finished.flow_run_id}?tab=Artifacts", "saturation")
    page.wait_for_timeout(6_000)  # the graph of the phases is drawn after everything else
    assert TOPIC[:40] in page.locator("body").inner_text()
    take(page, "run")


@pytest.mark.parametrize("key", PICTURES)
def test_a_picture_is_drawn_in_the_browser(
    key: str,
    artifacts: dict[str, dict[str, Any]],
    browse: Callable[[str, str], Page],
    take: Callable[[Page, str], Path],
) -> None:
    """The picture needs no server of files: the browser has drawn it."""
    page = browse(f"/artifacts/artifact/{artifacts[key]['id']}", key)
    picture = page.locator("img[src^='data:image/svg']").first
    picture.wait_for()
    assert picture.evaluate("image => image.complete && image.naturalWidth") == 880
    take(page, key)


@pytest.mark.parametrize(
    ("name", "kind", "begin"),
    [("docx", "wordprocessingml", b"PK"), ("pdf", "application/pdf", b"%PDF"), ("html", "html", b"<")],
)
def test_a_document_comes_when_its_link_is_clicked(
    name: str,
    kind: str,
    begin: bytes,
    artifacts: dict[str, dict[str, Any]],
    browse: Callable[[str, str], Page],
) -> None:
    """The link in the UI leads to the document, of its type and not empty."""
    page = browse(f"/artifacts/artifact/{artifacts['files']['id']}", "Its files")
    with page.context.expect_event("response", lambda answer: answer.url.endswith(f"review.{name}")) as heard:
        page.get_by_role("link", name=name, exact=True).click()
    answer = heard.value
    assert (answer.status, kind in answer.headers["content-type"]) == (200, True)
    assert httpx.get(answer.url, timeout=180).content.startswith(begin)


@pytest.mark.parametrize(
    ("key", "seen"), [("review", "Methodology"), ("progress", "Works in the review"), ("themes", "@")]
)
def test_an_artifact_is_read_in_the_browser(
    key: str,
    seen: str,
    artifacts: dict[str, dict[str, Any]],
    browse: Callable[[str, str], Page],
    take: Callable[[Page, str], Path],
) -> None:
    """The review and the tables can be read in the UI."""
    page = browse(f"/artifacts/artifact/{artifacts[key]['id']}", seen)
    take(page, key)
