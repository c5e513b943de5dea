"""Re-generation: sections whose citations do not hold are repaired, twice at most; all else keeps every byte."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from flows.context.context import ReviewContext
from flows.verification import check_sections
from storage.core.ledger import Ledger
from storage.core.places import WORKING_FILE
from storage.records.writing import Claim, Draft
from storage.writing.citation_checks import read_citekeys
from storage.writing.sections import add_section, written_sections
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.passages import Line
from tasks.citations.pandoc import find_citekeys
from tasks.reporting.markdown import ReviewMeta, assemble_review
from tasks.verification.citations import INVALID
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.benchmarks.servers.scripted.protocol import Asked, read_blocks
from tests.flows.planted_review import (
    BOGUS,
    NAMES,
    fill_ledger,
    plant,
    read_works,
    set_bench,
    tell_findings,
    write_sections,
)

pytestmark = pytest.mark.slow

FIXED, UNTOUCHED = NAMES[::2], NAMES[1::2]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a ledger whose works were read."""
    folder = tmp_path_factory.mktemp("filled")
    fill_ledger(folder)
    return folder / WORKING_FILE


@pytest.fixture
def ledger(tmp_path: Path, filled: Path) -> Iterator[Ledger]:
    """Yield a ledger of a review that is read and not written."""
    shutil.copyfile(filled, tmp_path / WORKING_FILE)
    with Ledger(tmp_path) as opened:
        yield opened


@pytest.fixture
def server() -> Iterator[LoopbackAnthropic]:
    """Yield a service that repairs sensibly."""
    with serve_anthropic(SCRIPTS) as loopback:
        yield loopback


def check(bench: ReviewContext) -> None:
    """Check and repair with the ledger as the only one who knows citekeys, as without Zotero."""
    check_sections(bench, dict.fromkeys(read_citekeys(bench.ledger), "ledger"))


def _texts(ledger: Ledger) -> dict[str, str]:
    return {name: text for name, (_, text) in written_sections(ledger).items()}


def _versions(ledger: Ledger) -> dict[str, int]:
    return dict(ledger.select("SELECT section_id, max(version) FROM section GROUP BY section_id").iter_rows())


def _facts(ledger: Ledger) -> list[int]:
    tables = ("section", "claim", "citation_check", "edit", "problem", "llm_call")
    return [ledger.select(f"SELECT count(*) FROM {table}").item() for table in tables]


def _asked(server: LoopbackAnthropic) -> list[dict[str, Any]]:
    """Return the data blocks of each question asked."""
    bodies = [request.body for request in server.requests]
    return [
        read_blocks("\n".join(part["text"] for message in body["messages"] for part in message["content"]))
        for body in bodies
    ]


def _assert_fixed(ledger: Ledger, before: dict[str, str]) -> None:
    after = _texts(ledger)
    assert {name: after[name] for name in UNTOUCHED} == {name: before[name] for name in UNTOUCHED}
    assert _versions(ledger) == dict.fromkeys(UNTOUCHED, 1) | dict.fromkeys(FIXED, 2)
    for name in FIXED:
        assert BOGUS not in after[name]
        kept = [sentence.line.text for sentence in tell_findings() if sentence.line.text in before[name]]
        assert len(kept) == 2
        assert all(sentence in after[name] for sentence in kept)
    assert set().union(*map(find_citekeys, after.values())) <= set(read_citekeys(ledger))
    assert ledger.select("SELECT * FROM unsupported_claim").is_empty()
    assert ledger.select("SELECT * FROM problem WHERE phase = 'verification'").is_empty()


def _assert_queryable(ledger: Ledger) -> None:
    invalid = ledger.select(
        "SELECT section_id, version, citekey, checked_against, reason, attempt FROM citation_check "
        "WHERE status = 'invalid' ORDER BY ALL"
    )
    assert invalid.rows() == [(name, 1, BOGUS, "ledger", INVALID, 1) for name in sorted(FIXED)]
    last = ledger.select("SELECT DISTINCT status, attempt FROM citation_check WHERE version = 2").rows()
    assert last == [("valid", 2)]
    edits = ledger.select(
        "SELECT loop, iteration, section_id, from_version, to_version, issue, list_contains(citations_before, $key), "
        "list_contains(citations_after, $key) FROM edit ORDER BY section_id",
        key=BOGUS,
    )
    assert edits.rows() == [
        ("verification", 1, name, 1, 2, f"@{BOGUS}: {INVALID}", True, False) for name in sorted(FIXED)
    ]


def test_without_a_model_sections_1_3_5_are_fixed_and_2_4_untouched(ledger: Ledger) -> None:
    """A stolen finding gets its source back, what no work says is dropped, and a padded citation loses the padding."""
    before = write_sections(ledger, planted := plant())
    told = tell_findings()
    check(set_bench(ledger))
    _assert_fixed(ledger, before)
    _assert_queryable(ledger)
    after = _texts(ledger)
    assert told[10].line.text in after["introduction"]
    assert after["theme:two"] == before["theme:two"].replace(f"{planted['theme:two'].text} ", "")
    assert told[11].line.text in after["conclusions"]


def test_with_a_model_sections_1_3_5_are_fixed_and_2_4_untouched(ledger: Ledger, server: LoopbackAnthropic) -> None:
    """One question per section at fault, with the list of what is wrong and why, and works to look things up in."""
    before = write_sections(ledger, planted := plant())
    check(set_bench(ledger, server))
    _assert_fixed(ledger, before)
    _assert_queryable(ledger)
    asked = _asked(server)
    wrong = {"citekey": BOGUS, "why": INVALID}
    assert sorted(blocks["faults"][0]["sentence"] for blocks in asked) == sorted(planted[name].text for name in FIXED)
    assert [blocks["faults"][0]["wrong"] for blocks in asked] == [[wrong]] * 3
    assert all(finding["ref"] for blocks in asked for work in blocks["works"] for finding in work["findings"])


@pytest.mark.parametrize("model", [False, True])
def test_a_second_run_does_and_pays_nothing(ledger: Ledger, server: LoopbackAnthropic, *, model: bool) -> None:
    """After repair nothing is asked, written or recorded again."""
    write_sections(ledger, plant())
    check(set_bench(ledger, server if model else None))
    facts, asked = _facts(ledger), len(server.requests)
    check(set_bench(ledger, server if model else None))
    assert (_facts(ledger), len(server.requests)) == (facts, asked)


@pytest.mark.parametrize("model", [False, True])
def test_a_review_in_order_is_left_as_it_is(ledger: Ledger, server: LoopbackAnthropic, *, model: bool) -> None:
    """Nothing is asked and no version made; each citekey has its one verdict of the first attempt."""
    before = write_sections(ledger, {})
    check(set_bench(ledger, server if model else None))
    assert (_texts(ledger), set(_versions(ledger).values()), server.requests) == (before, {1}, [])
    assert ledger.select("SELECT count(*) FROM edit").item() == 0
    checks = ledger.select("SELECT DISTINCT status, checked_against, reason, attempt FROM citation_check")
    assert checks.rows() == [("valid", "ledger", None, 1)]


def _repair_stubbornly(asked: Asked) -> dict[str, Any]:
    """Return the sentences with yet another work that does not exist."""
    attempt = asked.blocks["task"]["attempt"]
    return {
        "repairs": [
            {"ref": fault["ref"], "text": f"Ash turned purple in winter [@phantom{attempt}:f1]."}
            for fault in asked.blocks["faults"]
        ],
        "look_up": [],
    }


def test_what_stays_invalid_keeps_its_sentence_with_a_marker_and_is_reported(ledger: Ledger) -> None:
    """Asked twice, the second time about its own new fault; then the citation gives way to a harmless marker."""
    before = write_sections(ledger, {"theme:two": plant()["theme:two"]})
    with serve_anthropic(SCRIPTS | {"SectionRepair": _repair_stubbornly}) as server:
        check(set_bench(ledger, server))
        check(set_bench(ledger, server))
        asked = _asked(server)
    assert [blocks["task"]["attempt"] for blocks in asked] == [1, 2]
    assert [blocks["faults"][0]["wrong"][0]["citekey"] for blocks in asked] == [BOGUS, "phantom1"]
    after = _texts(ledger)
    assert f'Ash turned purple in winter <!-- TODO citation "phantom2" removed: {INVALID} -->.' in after["theme:two"]
    assert {name: after[name] for name in NAMES if name != "theme:two"} == {
        name: before[name] for name in NAMES if name != "theme:two"
    }
    assert _versions(ledger)["theme:two"] == 4
    problems = ledger.select("SELECT kind, message FROM problem WHERE phase = 'verification'").rows()
    assert [kind for kind, _ in problems] == ["citation removed"]
    assert "phantom2" in problems[0][1]
    checks = ledger.select(
        "SELECT version, citekey, attempt FROM citation_check WHERE status = 'invalid' ORDER BY version"
    )
    assert checks.rows() == [(1, BOGUS, 1), (2, "phantom1", 2), (3, "phantom2", 3)]
    works = {read.citekey: read.work for read in read_works()}
    meta = ReviewMeta(as_of=2020, works=works, keywords=(), notices=(), appendix="None.")
    assert "<!-- TODO" in assemble_review("A title", list(written_sections(ledger).values()), meta)


@dataclass(frozen=True)
class Interrupted(ExtractiveAnalyst):
    """Is interrupted when it is to repair the second section."""

    repaired: list[str] = field(default_factory=list)

    def repair_section(self, material: Any, heading: str, markdown: str, faults: Any) -> Draft:
        """Return the repair of the first section."""
        if self.repaired:
            raise KeyboardInterrupt
        self.repaired.append(heading)
        return super().repair_section(material, heading, markdown, faults)


def test_an_interrupted_repair_goes_on_where_it_was(ledger: Ledger) -> None:
    """What was repaired before the interrupt stays and is not repaired again."""
    before = write_sections(ledger, plant())
    with pytest.raises(KeyboardInterrupt):
        check(set_bench(ledger, analyst=Interrupted()))
    assert sorted(_versions(ledger).values()) == [1, 1, 1, 1, 2]
    check(set_bench(ledger))
    _assert_fixed(ledger, before)
    _assert_queryable(ledger)


def test_an_answer_already_paid_for_is_not_paid_again(ledger: Ledger, server: LoopbackAnthropic) -> None:
    """Interrupted by the service's spend limit the repair goes on with what was answered."""
    before = write_sections(ledger, plant())
    server.play("", "spend")
    with pytest.raises(Exception, match="spend"):
        check(set_bench(ledger, server))
    check(set_bench(ledger, server))
    _assert_fixed(ledger, before)
    assert ledger.select("SELECT count(*) FROM llm_call").item() == 3


def test_who_knows_a_citekey_is_on_record(ledger: Ledger) -> None:
    """A key that Zotero has is checked against Zotero, one it lacks against the ledger."""
    write_sections(ledger, {})
    keys = read_citekeys(ledger)
    known = dict.fromkeys(keys, "ledger") | dict.fromkeys(keys[::2], "zotero")
    check_sections(set_bench(ledger), known)
    checks = dict(ledger.select("SELECT DISTINCT citekey, checked_against FROM citation_check").iter_rows())
    assert checks == {key: known[key] for key in checks}
    assert set(checks.values()) == {"ledger", "zotero"}


def test_a_claim_on_another_works_finding_is_repaired(ledger: Ledger) -> None:
    """Words of one work cited as another's get their own source, and the claim its finding."""
    told = tell_findings()
    swapped = told[10].line.text.replace(told[10].work.citekey, told[12].work.citekey)
    claim = Claim(swapped, told[12].work.citekey, told[10].finding.finding_id)
    write_sections(ledger, {"discussion": Line(swapped, (claim,))})
    check(set_bench(ledger))
    assert told[10].line.text in _texts(ledger)["discussion"]
    assert _versions(ledger) == dict.fromkeys(NAMES, 1) | {"discussion": 2}
    assert ledger.select("SELECT * FROM unsupported_claim").is_empty()


def test_a_fault_of_the_ledger_is_reported_not_written_over(ledger: Ledger) -> None:
    """A quote that is gone from its page is a problem on record; the text stays."""
    before = write_sections(ledger, {})
    ledger.change("UPDATE document SET text = 'Something else.'")
    check(set_bench(ledger))
    assert _texts(ledger) == before
    kinds = ledger.select("SELECT DISTINCT kind FROM problem WHERE phase = 'verification'")["kind"].to_list()
    assert kinds == ["unsupported claim"]


def test_an_abstract_may_lose_its_only_sentence_to_a_marker(ledger: Ledger) -> None:
    """Where nothing would be left the sentence stays, marked."""
    add_section(ledger, "abstract", 0, "Abstract", Draft(f"All is well [@{BOGUS}].\n"))
    check(set_bench(ledger))
    assert _texts(ledger)["abstract"] == f'All is well <!-- TODO citation "{BOGUS}" removed: {INVALID} -->.\n'
