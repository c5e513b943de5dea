"""The page of a review in a browser: cards by mouse and keyboard, sorting, paper, no script, no network."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from flows.export.downloads import downloads_served
from flows.export.formats import export_review
from flows.export.order import ExportOrder
from tests.deployments.newcomer import CHROMIUM
from tests.flows.export.paged_review import HOSTILE, TOPIC, make_paged_review

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine to see the page with"),
]

_WORDS = "Hair cortisol and perceived stress in adults followed over several years in two countries, study"
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return what makes the page of a review once: of hostile records, or of so many ordinary works."""
    home = tmp_path_factory.mktemp("reviews")

    @cache
    def make_page(name: str) -> Path:
        folder = home / name.replace(" ", "-")
        if name == "hostile":
            make_paged_review(folder, HOSTILE)
        else:
            make_paged_review(folder, [f"{_WORDS} {i}" for i in range(int(name.split()[1]))], "Stress", findings=6)
        return export_review(folder, ExportOrder(to="report"))

    return make_page


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return a headless Chromium."""
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def show(browser: Browser, make: Callable[[str], Path]) -> Iterator[Open]:
    """Return what opens a page; at the end, nothing stood in the console and no request had left it."""
    told: list[str] = []
    contexts = []

    def open_page(name: str = "hostile", address: str = "", **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | options)
        contexts.append(context)
        page = context.new_page()
        where = address or make(name).as_uri()
        page.on("console", lambda message: told.append(message.text))
        page.on("pageerror", lambda error: told.append(str(error)))
        page.on("request", lambda asked: told.append(asked.url) if asked.url not in {where, "data:,"} else None)
        page.goto(where)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert told == []


def _citation(page: Page, place: int) -> Any:
    return page.locator("main .prose a.cite").nth(place)


def test_a_card_opens_and_closes_by_mouse(show: Open) -> None:
    """It has reference, the quote of this very sentence first, summary, way and reason; a click beside it closes it."""
    page = show()
    _citation(page, 3).click()
    card = page.locator("dialog")
    assert card.is_visible()
    said = " ".join(card.inner_text().split())
    assert said.index("Lee1, Ann") < said.index("The words this rests on") < said.index("Summary")
    assert "bstract of 1:" in card.locator(".rests q").inner_text()
    assert "Other findings of it" in said
    assert "score 0.87" in said
    assert "Keyword search" in said
    page.mouse.click(20, 20)
    assert not card.is_visible()
    _citation(page, 0).click()
    assert "Retracted, 2019-05-01" in card.inner_text()
    card.get_by_label("Close").click()
    assert not card.is_visible()
    assert page.url.endswith("report.html")


def test_a_card_opens_and_closes_by_keyboard(show: Open) -> None:
    """Return opens it with the focus inside, Tab stays inside, Escape closes it, and the focus is where it was."""
    page = show()
    _citation(page, 2).focus()
    page.keyboard.press("Enter")
    inside = "document.activeElement.closest('dialog') !== null"
    assert page.locator("dialog").is_visible()
    assert page.evaluate(inside)
    for _ in range(3):
        page.keyboard.press("Tab")
        assert page.evaluate(f"{inside} || document.activeElement === document.body")
    page.keyboard.press("Escape")
    assert not page.locator("dialog").is_visible()
    assert page.evaluate("[...document.querySelectorAll('main .prose a.cite')].indexOf(document.activeElement)") == 2


def test_citations_everywhere_open_the_card_of_their_work(show: Open) -> None:
    """Also those of the evidence and the dots of the figures; each with what it rests on."""
    page = show("of 50")
    wrong = page.evaluate(
        """() => [...document.querySelectorAll("a.cite[data-findings]")].filter((_, n) => n % 23 < 1).filter((link) => {
            link.click();
            const card = document.querySelector("dialog");
            const entry = document.querySelector(link.hash).querySelector(".entry").textContent;
            const same = card.querySelector(".entry").textContent === entry;
            const fits = card.open && same && card.querySelector(".rests q");
            card.close();
            return !fits;
        }).length"""
    )
    assert wrong == 0
    page.locator("#figure-citations [data-work]").first.dispatch_event("click")
    assert page.locator("dialog .entry").count() == 1


def test_the_evidence_is_sorted_and_filtered(show: Open) -> None:
    """By words, theme and kind together, told in numbers; by any column, up and down, by keyboard too."""
    page = show("of 50")
    rows = page.locator("table.evidence tbody tr:visible")
    assert page.locator(".shown").inner_text() == "300 findings"
    page.get_by_role("searchbox").fill("study 7 finding")
    page.locator("[name=kind]").select_option("finding")
    shown = page.locator(".shown").inner_text()
    assert shown == f"{rows.count()} of 300 findings"
    assert 0 < rows.count() < 300
    page.get_by_role("searchbox").fill("no such word")
    assert rows.count() == 0
    page.get_by_role("searchbox").fill("")
    page.locator("[name=kind]").select_option("")
    page.locator("[name=theme]").select_option("Measures")
    assert rows.count() == 150
    page.locator("[name=theme]").select_option("")
    year = page.locator("th[data-sort]", has_text="Year")
    for order in ("ascending", "descending"):
        year.get_by_role("button").press("Enter")
        assert year.get_attribute("aria-sort") == order
        years = [int(text) for text in page.locator("table.evidence tbody tr td:nth-child(2)").all_inner_texts()]
        assert years == sorted(years, reverse=order == "descending")


@pytest.mark.parametrize("name", ["hostile", "of 50"])
def test_the_page_is_whole_without_a_script(show: Open, name: str) -> None:
    """Citations lead to references, which tell the rest and lead to the table of findings; no filters are shown."""
    page = show(name, java_script_enabled=False)
    assert not page.locator("form.filters").is_visible()
    assert page.locator("table.evidence tbody tr").first.is_visible()
    _citation(page, 1).click()
    assert page.url.endswith("#ref-lee0x")
    reference = page.locator("#ref-lee0x")
    assert reference.is_visible()
    reference.locator("summary").click()
    assert "score 0.87" in reference.inner_text()
    reference.get_by_role("link", name="in the evidence table").click()
    assert page.url.endswith("#finding-1")


def test_hostile_records_change_nothing(show: Open) -> None:
    """The title stays the review's, no element of theirs is there, and all parts of the page are seen."""
    page = show()
    assert page.title() == TOPIC
    assert page.locator("script").count() == 1
    assert page.locator("img, iframe, svg svg").count() == 0
    for part in ("figures", "evidence", "search", "cost", "references"):
        assert page.locator(f"#{part}").is_visible()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", ["hostile", "of 50"])
def test_nothing_is_wider_than_the_screen(show: Open, name: str, width: int) -> None:
    """The page does not scroll sideways, with a card open either; wide tables and figures do, in boxes of their own."""
    page = show(name, viewport={"width": width, "height": 844})
    for open_card in (False, True):
        if open_card:
            _citation(page, 0).click()
            box = page.locator("dialog").bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_paper_has_the_text_and_the_references_alone(show: Open, tmp_path: Path) -> None:
    """Printed, there are no controls, contents or cards, in light colours on any screen; the references are there."""
    page = show("of 50", color_scheme="dark")
    dark = page.evaluate("getComputedStyle(document.body).color")
    page.emulate_media(media="print", color_scheme="dark")
    for gone in (".contents", "form.filters", "details.more", "dialog"):
        assert not page.locator(gone).first.is_visible()
    for there in ("h1", "#references .entry", "table.evidence", "#figure-prisma svg"):
        assert page.locator(there).first.is_visible()
    assert page.evaluate("getComputedStyle(document.body).color") != dark
    page.pdf(path=tmp_path / "page.pdf", prefer_css_page_size=True)
    assert (tmp_path / "page.pdf").read_bytes()[:5] == b"%PDF-"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_serious_violation_is_found_by_axe(show: Open, width: int, scheme: str) -> None:
    """WCAG 2.2 A and AA and axe's best practices, with and without a card open."""
    rules = {
        "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    }
    for open_card in (False, True):
        page = show("hostile", viewport={"width": width, "height": 844}, color_scheme=scheme, bypass_csp=True)
        if open_card:
            _citation(page, 0).click()
        found = Axe().run(page, options=rules).response["violations"]
        serious = [
            (each["id"], each["nodes"][0]["html"][:200], each["nodes"][0]["failureSummary"][:300])
            for each in found
            if each["impact"] in {"serious", "critical"}
        ]
        assert serious == []


@pytest.mark.parametrize("name", ["of 50", pytest.param("of 300", marks=pytest.mark.slow)])
def test_the_time_to_interactive_is_told(show: Open, name: str, make: Callable[[str], Path]) -> None:
    """Until the script has run and a card can be opened; printed, since it depends on the machine."""
    page = show(name)
    until = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    click = "document.querySelector('a.cite').click()"
    took = page.evaluate(f"() => {{ const begun = performance.now(); {click}; return performance.now() - begun; }}")
    assert page.locator("dialog").is_visible()
    size = make(name).stat().st_size / 1e6
    sys.stdout.write(f"{name} works: interactive after {until:.0f} ms, a card in {took:.0f} ms, {size:.2f} MB\n")


def test_it_works_as_it_is_served(show: Open, make: Callable[[str], Path], closed_port: int) -> None:
    """From `litreview serve` its script runs under a policy that allows no more than the page's own."""
    reviews = make("of 50").parents[2]
    with downloads_served(reviews, f"http://127.0.0.1:{closed_port}") as url:
        address = f"{url}/of-50/report.html"
        answer = httpx.get(address, timeout=60)
        assert answer.status_code == HTTPStatus.OK
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "sandbox allow-scripts" in policy
        page = show(address=address)
        _citation(page, 0).click()
        assert page.locator("dialog").is_visible()
