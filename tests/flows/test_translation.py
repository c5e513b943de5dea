"""A review written in another language: translated once its English text holds, and as checkable as that."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from flows.export.formats import export_review
from flows.export.order import ExportOrder
from flows.review import review
from flows.verify.review import verify_review
from storage.core.ledger import Ledger
from storage.writing.sections import written_sections
from tasks.citations.pandoc import find_citekeys
from tasks.environment.settings import read_settings
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.benchmarks.servers.scripted.protocol import Asked
from tests.benchmarks.servers.scripted.translating import translate
from tests.faults.world import TOPIC, write_world

pytestmark = pytest.mark.slow

HEADINGS = {
    "de": ("Zusammenfassung", "Einleitung", "Methodik", "Diskussion", "Schlussfolgerungen", "Literatur", "Anhang"),
    "zh": ("摘要", "引言", "方法", "讨论", "结论", "参考文献", "附录"),
}
Order = Callable[..., Path]


@pytest.fixture(scope="module")
def server() -> Iterator[LoopbackAnthropic]:
    """Yield a service that answers by script, one passage in seven without its citations."""

    def leave_out(asked: Asked) -> dict[str, Any]:
        given = translate(asked)
        for passage in given["passages"]:
            if len("".join(asked.blocks["passages"][passage["id"] - 1]["sentences"])) % 7 == 0:
                passage["sentences"] = [re.sub("⟦\\d+⟧", "", sentence) for sentence in passage["sentences"]]
        return given

    with serve_anthropic(SCRIPTS | {"Translation": leave_out}) as loopback:
        yield loopback


@pytest.fixture(scope="module")
def order(server: LoopbackAnthropic, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Order]:
    """Yield what makes a review, or goes on with it, in a language, and returns its folder."""
    home = tmp_path_factory.mktemp("translated")
    works = write_world(home / "works.jsonl")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LITREVIEW_CACHE", str(home / "cache"))
        environment.setenv("LITREVIEW_OPEN_LIBRARY_URL", "")
        environment.setenv("ANTHROPIC_BASE_URL", server.url)
        environment.setenv("ANTHROPIC_API_KEY", "key")

        def make(write_in: str | None) -> Path:
            options = {"quality": "quick", "analyst": "anthropic", "supervision": "none", "batch": False}
            reviews = str(home / "reviews")
            review.fn(TOPIC, name="r", catalogue=str(works), reviews=reviews, write_in=write_in, quiet=True, **options)
            return home / "reviews" / "r"

        yield make


@pytest.fixture(scope="module")
def english(order: Order) -> tuple[Path, str]:
    """Return the folder of a review in English, and its text."""
    folder = order(None)
    return folder, (folder / "review.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module", params=HEADINGS)
def shown(request: pytest.FixtureRequest, order: Order, english: tuple[Path, str]) -> tuple[str, Path, str]:
    """Return a language, and the folder and text of that review in it."""
    folder = order(request.param)
    assert folder == english[0]
    return request.param, folder, (folder / "review.md").read_text(encoding="utf-8")


def test_headings_notices_and_text_are_in_the_language(shown: tuple[str, Path, str]) -> None:
    """Every heading of the review itself, every notice and the date; paragraphs not translated are counted."""
    code, folder, text = shown
    assert all(f"\n## {heading}\n" in text for heading in HEADINGS[code])
    assert f'\nlang: "{code}"\n' in text
    notices = re.findall("^> \\*\\*(.+?)\\.\\*\\* (.+)$", text, flags=re.MULTILINE)
    assert {mark for mark, _ in notices} == {"Hinweis" if code == "de" else "说明"}
    assert not any(re.search(r"\b(?:the|was|were|works)\b", notice) for _, notice in notices)
    with Ledger(folder) as ledger:
        problems = ledger.select("SELECT message FROM problem WHERE phase = 'translation'")["message"].to_list()
    assert problems
    assert any(("übersetzt werden" if code == "de" else "未能翻译") in notice for _, notice in notices)


def test_citations_numbers_and_sources_are_those_of_the_english(
    shown: tuple[str, Path, str], english: tuple[Path, str]
) -> None:
    """Each citekey as often as in the English, and the references to the letter."""
    _, folder, text = shown
    with Ledger(folder) as ledger:
        cited = [key for _, markdown in written_sections(ledger).values() for key in find_citekeys(markdown)]
        pairs = ledger.select("SELECT text, translated FROM translation").rows()
    assert set(find_citekeys(text.split("\n## ")[2])) <= set(cited)
    assert all(sorted(find_citekeys(one)) == sorted(find_citekeys(other)) for one, other in pairs)
    references = english[1].partition("::: {#refs}")[2].partition("\n:::")[0]
    assert references
    assert references in text


def test_everything_is_verified_as_in_english(shown: tuple[str, Path, str]) -> None:
    """Claims, quotes, citations and statements on procedure are about the English text, and all hold."""
    _, folder, _ = shown
    report, code = verify_review(folder, read_settings())
    assert code == 0, report
    assert "review.md was changed" not in report
    told = json.loads(verify_review(folder, read_settings(), as_json=True)[0])
    checked = {check["name"]: check["checked"] for check in told["checks"]}
    assert checked["claims that rest on a quote of their work"] > 100
    assert checked["statements on how it was made"] > 30


def test_a_forged_sentence_in_the_translation_is_found(shown: tuple[str, Path, str]) -> None:
    """One that cites and is not as it was translated fails, as it does in English."""
    code, folder, text = shown
    forged = "Alles ist bewiesen [@lind2012street]." if code == "de" else "一切都已证明 [@lind2012street]。"
    first = next(line for line in text.split("\n\n") if "[@" in line)
    try:
        (folder / "review.md").write_text(text.replace(first, f"{first} {forged}", 1), encoding="utf-8")
        report, failed = verify_review(folder, read_settings())
    finally:
        (folder / "review.md").write_text(text, encoding="utf-8")
    assert failed == 1
    assert "not as it was written" in report


def test_documents_are_of_the_language(shown: tuple[str, Path, str], tmp_path: Path) -> None:
    """Word and HTML files name it, so that their readers hyphenate, date and read it aloud as that language."""
    code, folder, _ = shown
    word = export_review(folder, ExportOrder(to="docx", output=tmp_path / "r.docx"))
    with zipfile.ZipFile(word) as packed:
        assert re.search(f'<w:lang[^>]*="{code}', packed.read("word/styles.xml").decode())
        assert ("Inhalt" if code == "de" else "目录") in packed.read("word/document.xml").decode()
    page = export_review(folder, ExportOrder(to="html", output=tmp_path / "r.html")).read_text(encoding="utf-8")
    assert f'<html xmlns="http://www.w3.org/1999/xhtml" lang="{code}"' in page
    report = (folder / "report.html").read_text(encoding="utf-8")
    assert f'<div class="prose" lang="{code}">' in report
    findings = [finding for finding in re.findall(r'class="cite"[^>]*data-findings="([\d ]*)"', report) if finding]
    assert len(findings) > 50


def _cut(text: str) -> str:
    """Return a review without its appendix, which counts the answers of models."""
    return re.split("\n## (?:Appendix|Anhang|附录)\n", text)[0]


def test_nothing_is_paid_for_twice_and_english_comes_back(
    order: Order, shown: tuple[str, Path, str], english: tuple[Path, str], server: LoopbackAnthropic
) -> None:
    """Ordered again the review asks for what is not translated, once; ordered in English it is as it was."""
    code, _, text = shown
    folder = order(code)
    assert _cut((folder / "review.md").read_text(encoding="utf-8")) == _cut(text)
    asked = len(server.requests)
    order(code)
    assert _cut((order(None) / "review.md").read_text(encoding="utf-8")) == _cut(english[1])
    assert len(server.requests) == asked
    assert order(code) == folder


def test_the_plan_says_the_language(shown: tuple[str, Path, str]) -> None:
    """`review.write_in` holds it, and what was translated is on record with its English."""
    code, folder, _ = shown
    with Ledger(folder) as ledger:
        assert ledger.select("SELECT write_in FROM review").item() == code
        rows = ledger.select("SELECT count(*) FROM translation WHERE language = $code", code=code).item()
    assert rows > 100
    assert orjson.loads((folder / "run.json").read_bytes())["numbers"]["themes"] >= 1
