"""The loop of facts: every sentence is held against its sources; what fails is corrected, all else keeps every byte."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from flows.context.context import ReviewContext
from flows.supervision.facts import facts
from storage.core.ledger import Ledger
from storage.core.places import WORKING_FILE
from storage.records.writing import Claim
from storage.writing.sections import written_sections
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.passages import Line
from tasks.revision.fact_rules import KEPT, Correction
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.benchmarks.servers.scripted.protocol import Asked
from tests.flows.planted_review import NAMES, fill_ledger, set_bench, tell_findings, write_sections

pytestmark = pytest.mark.slow
PLANTED = ("introduction", "theme:two", "conclusions")


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
    """Yield a service that judges and corrects by what it is shown."""
    with serve_anthropic(SCRIPTS) as loopback:
        yield loopback


def plant_flaws() -> dict[str, Line]:
    """Return a false number, a finding under another work's citekey, and a sentence that no work says."""
    told = tell_findings()
    numbered = next(one for one in told[10:] if re.search(r"(?<![\w.])\d+(?![\w.])", one.line.text.partition(" [@")[0]))
    false = re.sub(r"(?<![\w.])\d+(?![\w.])", "98765", numbered.line.text, count=1)
    stolen = next(one for one in told[10:] if one is not numbered)
    thief = next(one for one in told[10:] if one not in (numbered, stolen))
    swapped = stolen.line.text.replace(stolen.work.citekey, thief.work.citekey)
    invented = f"Volcanic ash on distant moons turned purple in 9876 winters [@{thief.work.citekey}]."
    return {
        "introduction": _line(false, numbered.work.citekey, numbered.finding.finding_id),
        "theme:two": _line(swapped, thief.work.citekey, thief.finding.finding_id),
        "conclusions": _line(invented, thief.work.citekey, thief.finding.finding_id),
    }


def _line(text: str, citekey: str, finding_id: str) -> Line:
    return Line(text, (Claim(text, citekey, finding_id),))


def _texts(ledger: Ledger) -> dict[str, str]:
    return {name: text for name, (_, text) in written_sections(ledger).items()}


def _facts(ledger: Ledger) -> list[int]:
    tables = ("section", "claim", "edit", "supervision", "llm_call", "problem")
    return [ledger.select(f"SELECT count(*) FROM {table}").item() for table in tables]


def _verdicts(ledger: Ledger) -> set[str | None]:
    rows = ledger.select("SELECT DISTINCT verdict_analyst FROM claim JOIN current_section USING (section_id, version)")
    return set(rows["verdict_analyst"].to_list())


@pytest.mark.parametrize("model", [False, True])
def test_flaws_of_fact_are_found_and_repaired_and_nothing_else_changes(
    ledger: Ledger, server: LoopbackAnthropic, *, model: bool
) -> None:
    """A false number, a swapped citation and an invention go; their neighbours and other sections keep every byte."""
    flaws = plant_flaws()
    before = write_sections(ledger, flaws)
    facts.fn(set_bench(ledger, server if model else None))
    after = _texts(ledger)
    assert {name for name in NAMES if after[name] != before[name]} == set(PLANTED)
    kept = {name: before[name].split(flaws[name].text) for name in PLANTED}
    for name, (first, last) in kept.items():
        assert flaws[name].text not in after[name]
        assert after[name].startswith(first.rstrip(" "))
        assert after[name].endswith(last.lstrip(" "))
    assert "98765" not in after["introduction"]
    assert after["conclusions"] == before["conclusions"].replace(f"{flaws['conclusions'].text} ", "")
    assert ledger.select("SELECT * FROM unsupported_claim").is_empty()
    assert _verdicts(ledger) == {"supported"}
    edits = ledger.select(
        "SELECT section_id, from_version, to_version, issue, severity, len(paragraphs) FROM edit ORDER BY section_id"
    ).rows()
    assert [(name, old, new, paragraphs) for name, old, new, _, _, paragraphs in edits] == [
        (name, 1, 2, 1) for name in sorted(PLANTED)
    ]
    assert all(severity == "high" for *_, severity, _ in edits)
    issues = {name: issue for name, _, _, issue, _, _ in edits}
    assert "number" in issues["introduction"]
    assert "citation" in issues["theme:two"] or "authors" in issues["theme:two"]
    judged = ledger.select("SELECT DISTINCT topic FROM supervision WHERE action = 'judge'")["topic"].to_list()
    assert sorted(judged) == sorted(line.text for line in flaws.values())


def test_a_dropped_citation_has_its_reason_on_record(ledger: Ledger) -> None:
    """What the section cited before and not after stands in the note of the edit, with why."""
    flaws = plant_flaws()
    write_sections(ledger, flaws)
    facts.fn(set_bench(ledger))
    dropped = ledger.select(
        "SELECT unnest(citations_before) AS key, citations_after, note FROM edit WHERE loop = 'facts'"
    ).rows()
    lost = [(key, note) for key, after, note in dropped if key not in after]
    assert lost
    assert all(re.search(rf"@{key} dropped: \S", note) for key, note in lost)


@pytest.mark.parametrize("model", [False, True])
def test_a_review_in_order_is_judged_once_and_left_as_it_is(
    ledger: Ledger, server: LoopbackAnthropic, *, model: bool
) -> None:
    """Every claim gets its verdict, no edit is made, and a second run does nothing at all."""
    before = write_sections(ledger, {})
    facts.fn(set_bench(ledger, server if model else None))
    assert (_texts(ledger), _verdicts(ledger)) == (before, {"supported"})
    assert ledger.select("SELECT count(*) FROM edit").item() == 0
    done, asked = _facts(ledger), len(server.requests)
    facts.fn(set_bench(ledger, server if model else None))
    assert (_facts(ledger), len(server.requests)) == (done, asked)


def _approve(asked: Asked) -> dict[str, Any]:
    return {
        "verdicts": [{"ref": one["ref"], "verdict": "supported", "reason": ""} for one in asked.blocks["sentences"]]
    }


def _say_nothing_useful(asked: Asked) -> dict[str, Any]:
    said = [
        {"ref": one["ref"], "way": "corrected", "text": "It may be so.", "reason": "x"}
        for one in asked.blocks["sentences"]
    ]
    return {"corrections": said}


def test_what_a_rule_finds_goes_whatever_the_analyst_says(ledger: Ledger) -> None:
    """An analyst that approves of everything and corrects nothing well keeps no false number in the text."""
    flaws = plant_flaws()
    write_sections(ledger, flaws)
    with serve_anthropic(SCRIPTS | {"FactVerdicts": _approve, "FactCorrections": _say_nothing_useful}) as server:
        facts.fn(set_bench(ledger, server))
    after = _texts(ledger)
    assert all(flaws[name].text not in after[name] for name in PLANTED)
    assert "98765" not in "".join(after.values())
    assert ledger.select("SELECT * FROM unsupported_claim").is_empty()


def _doubt(asked: Asked) -> dict[str, Any]:
    first, *others = asked.blocks["sentences"]
    verdicts = [{"ref": first["ref"], "verdict": "partly", "reason": "told more strongly"}]
    return {"verdicts": verdicts + [{"ref": one["ref"], "verdict": "supported", "reason": ""} for one in others]}


def _keep(asked: Asked) -> dict[str, Any]:
    given = [
        {"ref": one["ref"], "way": "kept", "text": "", "reason": "it does say so"} for one in asked.blocks["sentences"]
    ]
    return {"corrections": given}


def test_a_sentence_that_a_second_reading_finds_right_is_kept_and_not_asked_about_again(ledger: Ledger) -> None:
    """The text stays, the decision is on record, and neither the second round nor a second run asks anew."""
    before = write_sections(ledger, {})
    with serve_anthropic(SCRIPTS | {"FactVerdicts": _doubt, "FactCorrections": _keep}) as server:
        facts.fn(set_bench(ledger, server))
        asked = len(server.requests)
        facts.fn(set_bench(ledger, server))
        assert len(server.requests) == asked == 2 * len(NAMES)
    assert _texts(ledger) == before
    kept = ledger.select("SELECT count(*) FROM supervision WHERE outcome = $kept", kept=KEPT).item()
    assert kept == len(NAMES)


def test_a_correction_that_cannot_be_taken_leaves_the_last_good_text(ledger: Ledger) -> None:
    """A sentence merely doubted stays where its correction breaks a rule; two rounds at most are tried."""
    before = write_sections(ledger, {})
    with serve_anthropic(SCRIPTS | {"FactVerdicts": _doubt, "FactCorrections": _say_nothing_useful}) as server:
        facts.fn(set_bench(ledger, server))
    assert _texts(ledger) == before
    edits = ledger.select("SELECT iteration, from_version = to_version, note FROM edit ORDER BY iteration").rows()
    assert [(iteration, stays) for iteration, stays, _ in edits] == [(1, True)] * len(NAMES) + [(2, True)] * len(NAMES)
    assert all(note == "rejected: no valid answer" for *_, note in edits)


@dataclass(frozen=True)
class Interrupting(ExtractiveAnalyst):
    """Is interrupted when it has judged, or corrected, so many times."""

    judged: tuple[list[str], int] = field(default_factory=lambda: ([], 0))
    corrected: tuple[list[str], int] = field(default_factory=lambda: ([], 0))

    def judge_assertions(self, material: Any, heading: str, assertions: Any) -> Any:
        """Return the verdicts."""
        self._count(self.judged, heading)
        return super().judge_assertions(material, heading, assertions)

    def correct_assertions(self, material: Any, heading: str, markdown: str, failures: Any) -> tuple[Correction, ...]:
        """Return the corrections."""
        self._count(self.corrected, heading)
        return super().correct_assertions(material, heading, markdown, failures)

    def _count(self, counter: tuple[list[str], int], heading: str) -> None:
        done, most = counter
        if len(done) == most:
            raise KeyboardInterrupt
        done.append(heading)


def _run(ledger: Ledger, judges: int, corrects: int) -> tuple[list[str], list[str]]:
    """Run the loop with an analyst that is interrupted after so many calls; return whom it judged and corrected."""
    judged: list[str] = []
    corrected: list[str] = []
    bench: ReviewContext = set_bench(
        ledger, analyst=Interrupting(judged=(judged, judges), corrected=(corrected, corrects))
    )
    try:
        facts.fn(bench)
    except KeyboardInterrupt:
        return judged, corrected
    return judged, corrected


def _play(folder: Path, filled: Path, runs: list[tuple[int, int]]) -> tuple[list[str], list[str], dict[str, list[str]]]:
    """Return whom the runs of one loop judged and corrected, sorted, and the rows they left, table by table."""
    shutil.copyfile(filled, folder / WORKING_FILE)
    calls: tuple[list[str], list[str]] = ([], [])
    with Ledger(folder) as ledger:
        write_sections(ledger, plant_flaws())
        for most in runs:
            for all_of_kind, of_run in zip(calls, _run(ledger, *most), strict=True):
                all_of_kind.extend(of_run)
        left_out = {"section": "created_at", "claim": "sentence", "edit": "coherence", "supervision": "stage"}
        rows = {
            table: sorted(map(str, ledger.select(f"SELECT * EXCLUDE ({left}) FROM {table}").rows()))
            for table, left in left_out.items()
        }
    return sorted(calls[0]), sorted(calls[1]), rows


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, filled: Path) -> tuple[list[str], list[str], dict[str, list[str]]]:
    """Return what the loop does when nothing stops it."""
    return _play(tmp_path_factory.mktemp("whole"), filled, [(99, 99)])


@pytest.mark.parametrize("stop", [(0, 99), (4, 99), (99, 0), (99, 1), (99, 2), (6, 99)])
def test_a_loop_killed_at_any_step_repeats_none_that_was_finished(
    tmp_path: Path, filled: Path, whole: tuple[list[str], list[str], dict[str, list[str]]], stop: tuple[int, int]
) -> None:
    """Killed before any call of the analyst and started again, it makes the missing calls, to the same end."""
    assert _play(tmp_path, filled, [stop, (99, 99)]) == whole


def test_answers_paid_for_are_not_paid_again_after_a_kill(ledger: Ledger, server: LoopbackAnthropic) -> None:
    """Interrupted by the service's spend limit, the loop goes on with what was answered."""
    write_sections(ledger, plant_flaws())
    for _ in range(3):
        server.play("", "spend")
        with pytest.raises(Exception, match="spend"):
            facts.fn(set_bench(ledger, server))
    facts.fn(set_bench(ledger, server))
    calls = ledger.select("SELECT step, count(*) FROM llm_call GROUP BY step ORDER BY step").rows()
    assert calls == [("correction", 3), ("facts", 5 + 1)]


def test_a_short_budget_ends_the_loop_before_a_paid_round(ledger: Ledger, server: LoopbackAnthropic) -> None:
    """With the economy of supervision in force nothing is asked and the text stays."""
    before = write_sections(ledger, plant_flaws())
    bench = set_bench(ledger, server)
    assert bench.gateway is not None
    bench.gateway.budget._limit = 0.0
    facts.fn(replace(bench))
    assert (_texts(ledger), server.requests) == (before, [])
