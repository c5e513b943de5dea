"""Two people at the page in two browsers at once: conflicts, a killed server, keyboard alone, axe, hostile text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright
from statsmodels.stats.inter_rater import cohens_kappa, to_table

from storage.core.ledger import Ledger
from storage.publication.published import select_published
from storage.screening.criteria import add_criteria
from tests.deployments.newcomer import CHROMIUM
from tests.flows.human.page_servers import PageServer
from tests.flows.human.reviews import OpenReview, store_texts

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine to see the page with"),
]

_HOSTILE = "</script><script>alert(1)</script> <img src=x onerror=alert(2)> &amp; 樹木 \u202etrees"
_VERDICTS = ("include", "exclude", "unsure")
_KEYS = dict(zip(_VERDICTS, "ieu", strict=True))
Sit = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return a headless Chromium."""
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def serve(searched: OpenReview, home: Path, tmp_path: Path, closed_port: int) -> Iterator[Callable[[], PageServer]]:
    """Return what serves the page of a copy of the searched review at one port, two people required."""
    assert searched
    servers: list[PageServer] = []

    def start() -> PageServer:
        servers.append(PageServer(tmp_path.name, home, closed_port, "--screeners", "2"))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


@pytest.fixture
def sit(browser: Browser) -> Iterator[Sit]:
    """Return what opens the page in a browser profile of its own and enters a name; nothing leaves this machine."""
    contexts = []
    told: list[str] = []

    def enter(server: PageServer, name: str, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: told.append(str(error)))
        page.on("dialog", lambda dialog: told.append(dialog.message))
        page.on("request", lambda asked: None if asked.url.startswith(server.origin) else told.append(asked.url))
        page.goto(server.address)
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator("#person")).to_have_text(f"You: {name}")
        return page

    yield enter
    for context in contexts:
        context.close()
    assert [one for one in told if not one.startswith("data:")] == []


def press(page: Page, key: str) -> None:
    """Press a key once the page is ready for it."""
    expect(page.locator("body:not([aria-busy])")).to_have_count(1)
    page.keyboard.press(key)


def judge(page: Page, key: str) -> None:
    """Give a verdict by its key and wait until it is kept."""
    expect(page.locator("body:not([aria-busy])")).to_have_count(1)
    before = page.locator("#after").text_content() or ""
    title = page.locator("#title").text_content()
    press(page, key)
    expect(page.locator("#after")).not_to_have_text(before)
    expect(page.locator("#after")).to_contain_text(title or "")


def read(home: Path, tmp_path: Path, sql: str) -> list[tuple[Any, ...]]:
    with Ledger(home / tmp_path.name) as ledger:
        return ledger.select(sql).rows()


def test_two_people_in_two_browsers_at_once(
    serve: Callable[[], PageServer], sit: Sit, home: Path, tmp_path: Path
) -> None:
    """Work by work, with five conflicts: every verdict is kept, kappa is statsmodels', and people end the conflicts."""
    server = serve()
    anna, ben = sit(server, "Anna"), sit(server, "Ben")
    said = [("include", "exclude")] * 3 + [("exclude", "include"), ("unsure", "include")]
    said += [("include", "include")] * 4 + [("exclude", "exclude")] * 3
    for one, other in said:
        assert anna.locator("#title").text_content() == ben.locator("#title").text_content()
        assert "Anna" not in (ben.locator("#work").text_content() or "")
        judge(anna, _KEYS[one])
        judge(ben, _KEYS[other])
        expect(ben.locator("#after")).to_contain_text(f"Anna: {one}")
    expect(anna.locator("#to-conflicts")).to_have_text("Conflicts (5)")
    table, _ = to_table([[_VERDICTS.index(verdict) for verdict in both] for both in said], bins=3)
    kappa = cohens_kappa(table).kappa
    expect(anna.locator("#agreement")).to_contain_text(f"agree on {100 * 7 / 12:.1f}% of 12 works")
    expect(anna.locator("#agreement")).to_contain_text(f"Cohen's kappa {kappa:.2f}")

    press(anna, "x")
    expect(anna.locator("#said")).to_contain_text("Ben: ")
    press(anna, "n")
    anna.keyboard.type("Read again together.")
    anna.keyboard.press("Enter")
    judge(anna, "c")
    cleo = sit(server, "Cleo")
    press(cleo, "x")
    for left in (4, 3, 2, 1):
        expect(cleo.locator("#to-conflicts")).to_have_text(f"Conflicts ({left})")
        expect(cleo.locator("#said")).to_be_empty()
        judge(cleo, "e")
        expect(cleo.locator("#after")).to_contain_text("Decided by a third person.")
    expect(cleo.locator("#nothing")).to_have_text("No conflict is open.")
    expect(ben.locator("#to-conflicts")).to_have_text("Conflicts (0)", timeout=20_000)

    code, out = server.stop()
    assert code == 0
    assert "12 of 24 works decided, each by 2 people" in out
    own = read(home, tmp_path, "SELECT screener, verdict FROM screener_verdict WHERE kind = 'own' ORDER BY seq")
    assert own == [pair for both in said for pair in zip(("person: Anna", "person: Ben"), both, strict=True)]
    (pair,) = read(home, tmp_path, "SELECT works, percent, kappa FROM screener_agreement")
    assert pair == pytest.approx((12, 100 * 7 / 12, kappa), abs=1e-9)
    decided = read(
        home,
        tmp_path,
        "SELECT verdict, count(*) FROM screening_decision WHERE method = 'human' GROUP BY ALL ORDER BY ALL",
    )
    assert decided == [("exclude", 7), ("include", 5)]
    kinds = select_published(
        home / tmp_path.name, "SELECT kind, count(*) FROM screener_verdict GROUP BY ALL ORDER BY ALL"
    )
    assert kinds.rows() == [("consensus", 1), ("own", 24), ("third", 4)]


def test_a_server_killed_under_the_browser(
    serve: Callable[[], PageServer], sit: Sit, home: Path, tmp_path: Path
) -> None:
    """What was not answered stays in the browser and is sent to the next server, once; what was answered is kept."""
    server = serve()
    anna = sit(server, "Anna")
    judge(anna, "i")
    server.kill()
    title = anna.locator("#title").text_content()
    press(anna, "e")
    expect(anna.locator("#status")).to_contain_text("Not saved yet")
    again = serve()
    assert again.token != server.token
    expect(anna.locator("#status")).to_contain_text("Open the one that litreview printed last")
    anna.goto(again.address)
    expect(anna.locator("#undo")).to_contain_text("exclude")
    expect(anna.locator("#undo")).to_contain_text((title or "")[:40])
    again.stop()
    kept = read(home, tmp_path, "SELECT screener, verdict FROM screener_verdict ORDER BY seq")
    assert kept == [("person: Anna", "include"), ("person: Anna", "exclude")]


def test_keyboard_alone(serve: Callable[[], PageServer], sit: Sit, home: Path, tmp_path: Path) -> None:
    """Criterion by digit, note, exclusion, back, undo, skip; what is typed into the note is no command."""
    with Ledger(home / tmp_path.name) as ledger, ledger.transaction():
        add_criteria(ledger, ["Trees."], ["No trees."])
    server = serve()
    anna = sit(server, "Anna")
    title = anna.locator("#title")
    first = title.text_content() or ""
    press(anna, "1")
    expect(anna.get_by_label("1 exclude No trees.")).to_be_checked()
    press(anna, "n")
    anna.keyboard.type("zebras, i.e. no trees")
    anna.keyboard.press("Enter")
    judge(anna, "e")
    second = title.text_content() or ""
    assert second != first
    press(anna, "b")
    expect(title).to_have_text(first)
    expect(anna.locator("#said")).to_have_text(
        "You: excludeOthers have yet to judge it; what they and the analyst say is shown then."
    )
    press(anna, "z")
    expect(title).to_have_text(first)
    expect(anna.locator("#undo")).to_be_hidden()
    press(anna, "s")
    expect(title).to_have_text(second)
    assert anna.evaluate("document.activeElement.id") == "title"
    server.stop()
    sql = "SELECT v.kind, verdict, note, text FROM screener_verdict AS v LEFT JOIN criterion USING (criterion_id)"
    rows = read(home, tmp_path, f"{sql} ORDER BY seq")
    assert rows == [("own", "exclude", "zebras, i.e. no trees", "No trees."), ("withdrawal", None, "", None)]


@pytest.mark.parametrize("options", [{}, {"color_scheme": "dark"}, {"viewport": {"width": 380, "height": 800}}])
def test_it_can_be_used_by_everybody(
    serve: Callable[[], PageServer], sit: Sit, home: Path, tmp_path: Path, options: dict[str, Any]
) -> None:
    """Axe finds nothing on the first view, a work, a conflict; hostile text is text; nothing is wider than a phone."""
    with Ledger(home / tmp_path.name) as ledger, ledger.transaction():
        ledger.change("UPDATE work SET title = $hostile, abstract = $hostile, venue = $hostile", hostile=_HOSTILE)
        add_criteria(ledger, [], [_HOSTILE])
    server = serve()
    anna = sit(server, "Anna", **options)
    assert Axe().run(anna).response["violations"] == []
    assert anna.locator("#title mark").all_text_contents() == ["trees"]
    assert "<script>" in (anna.locator("#title").text_content() or "")
    assert anna.locator("img").count() == 0
    work = server.get("view", who="Anna", mode="queue", work="")["work"]["id"]
    server.judge("Anna", work, "include", note=_HOSTILE)
    server.judge("<b>Ben</b>", work, "exclude")
    press(anna, "x")
    expect(anna.locator("#agreeing")).to_be_visible()
    assert Axe().run(anna).response["violations"] == []
    assert anna.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page = anna.context.new_page()
    page.goto(server.address)
    expect(page.locator("#name")).to_be_focused()
    assert Axe().run(page).response["violations"] == []


def test_full_texts_are_excluded_for_a_reason(
    serve: Callable[[], PageServer], sit: Sit, home: Path, tmp_path: Path
) -> None:
    """By the keyboard: f shows them, o opens the text, a digit is the reason; two reasons for one verdict are told."""
    folder = home / tmp_path.name
    one, two = store_texts(folder, 2)
    server = serve()
    anna, ben = sit(server, "Anna"), sit(server, "Ben")
    for page in (anna, ben):
        press(page, "f")
        expect(page.locator("#to-texts")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#to-texts")).to_have_text("Full texts (2)")
    press(anna, "o")
    expect(anna.locator("#pages")).to_contain_text(f"Page 2 of {one}: trees.")
    press(anna, "e")
    expect(anna.locator("#status")).to_contain_text("names its reason")
    assert Axe().run(anna).response["violations"] == []
    press(anna, "1")
    judge(anna, "e")
    judge(anna, "i")
    expect(anna.locator("#nothing")).to_have_text("No full text is left for you to judge.")
    press(ben, "2")
    judge(ben, "e")
    expect(ben.locator("#after")).to_contain_text("Anna: exclude. E1 exclude design: case reports")
    expect(ben.locator("#after")).to_contain_text("different reasons")
    judge(ben, "i")
    expect(ben.locator("#agreement")).to_contain_text("agree on 100.0% of 2 works")
    press(ben, "f")
    expect(ben.locator("#to-queue")).to_have_attribute("aria-pressed", "true")
    assert server.stop()[0] == 0
    rows = "SELECT work_id, name FROM reason_conflict ORDER BY screener"
    assert read(home, tmp_path, rows) == [(one, "E1"), (one, "E2")]
    decided = "SELECT work_id, verdict, phase FROM decision WHERE method = 'human' ORDER BY seq"
    assert read(home, tmp_path, decided) == [(one, "exclude", "full text"), (two, "include", "full text")]
