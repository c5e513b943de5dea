"""A review that people had a hand in is made again from its record without asking them, to the same hash and text."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from flows.context.order import read_order
from flows.human.appraisal_session import appraise_review
from flows.human.named_session import screen_by_name
from flows.human.screening_session import screen_review
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.review import work_through
from flows.verify.review import verify_review
from storage.core.canonical import canonical_hash
from storage.core.errors import InputError, RecordMissing, StoppedByPerson
from storage.core.ledger import Ledger
from storage.publication.published import read_published_order, select_published
from storage.reading.pooling import add_pooling
from storage.records.pooling import Pooling
from storage.screening.screening_by_name import count_required
from storage.writing.versions import open_snapshot
from tasks.environment.settings import Settings, read_settings
from tests.faults.world import TOPIC, write_world
from tests.flows.human.terminals import sit_at_terminal

pytestmark = pytest.mark.slow

SEED = "10.5555/trees.2"


def work(home: Path, name: str, record: Path | None = None, typed: str = "", **changes: object) -> Path:
    given = {"topic": TOPIC, "name": name, "reviews": home}
    if not record:
        given |= {"as_of": 2024, "quality": "quick", "catalogue": home / "works.jsonl", "analyst": "instant"}
    order = read_order({**given, **changes})
    settings = read_settings().model_copy(update={"replay": record})
    with (
        sit_at_terminal(typed),
        open_context(order, settings, Progress(quiet=True)) as bench,
    ):
        work_through(bench)
    return home / name


def resume(home: Path, name: str, typed: str = "", **changes: object) -> Path:
    stored = read_published_order(home / name)
    return work(home, name, typed=typed, **{name: stored[name] for name in stored if name != "topic"} | changes)


def know(folder: Path) -> tuple[str, str]:
    with open_snapshot(folder) as ledger:
        return canonical_hash(ledger), (folder / "review.md").read_text(encoding="utf-8")


def type_plan(*, stop: bool = False, excluded: str = "", query: str = "") -> str:
    """Return what is typed at the form of the plan: decision, three lists, queries dropped, queries added, a name."""
    lists = ("", "", excluded, "", query)
    return ("2\n" if stop else "\n") + "".join(f"{text}\n\n" if text else "\n" for text in lists) + "Ann\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder with a world and the review "judged", in which people had a hand at every turn."""
    folder = tmp_path_factory.mktemp("replaying")
    write_world(folder / "works.jsonl")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LITREVIEW_CACHE", str(folder / "cache"))
        patch.setenv("LITREVIEW_OPEN_LIBRARY_URL", "")
        # Stopped before anything was searched, asked again, and asked about the works of which the analyst is unsure.
        with pytest.raises(StoppedByPerson):
            work(folder, "judged", typed=type_plan(stop=True), ask="plan,screening", seeds=(SEED,))
        resume(folder, "judged", typed=type_plan(query="courtyard canopies") + "esq")
        # `litreview screen`, taken into the review by the next run, which asks about the themes of what is left.
        with sit_at_terminal("seuq"):
            screen_review(folder / "judged")
        resume(folder, "judged", typed="\nShade and Heat\n" + "\n" * 8, ask="themes")
        yield folder


def test_people_had_a_hand_in_it(home: Path) -> None:
    """Else nothing would be shown: a stop, a plan, verdicts of both kinds and a new name for a theme are on record."""
    answers = select_published(
        home / "judged", "SELECT question, stops, CAST(answer AS VARCHAR) FROM human_answer"
    ).rows()
    assert sorted((name, stops) for name, stops, _ in answers) == [
        ("plan", False), ("plan", True), ("screening", False), ("themes", False),
    ]  # fmt: skip
    assert select_published(home / "judged", "SELECT count(*) FROM decision WHERE decided_by = 'person'").item() == 3
    assert select_published(home / "judged", "SELECT count(*) FROM current_theme WHERE label = 'Shade and Heat'").item()


def test_the_text_tells_what_people_did(home: Path) -> None:
    """Who judged, who named a theme and what was changed before the search is told; nothing says that nobody did."""
    text = (home / "judged" / "review.md").read_text(encoding="utf-8")
    for told in ("a person judged three", "a person gave one theme its name", "a person added one query"):
        assert told in text
    for denied in ("without a human judge", "No person judged", "score alone"):
        assert denied not in text


def test_verify_finds_what_its_record_denies(home: Path, tmp_path: Path) -> None:
    """The review holds as it was written; with one sentence turned round in the file it fails and says why."""
    folder = Path(shutil.copytree(home / "judged", tmp_path / "turned"))
    report, exit_code = verify_review(folder, Settings(_env_file=None))
    assert exit_code == 0, report
    text = (folder / "review.md").read_text(encoding="utf-8")
    for before, after in (
        ("Of the works screened, a person judged three as well.", "Of the works screened, nobody looked at any."),
        ("a person added one query", "a person added nine queries"),
        ("No full text was read.", "Most full texts were read."),
        ("Open access was never a condition for inclusion.", "Open access was a condition for inclusion."),
    ):
        assert before in text
        (folder / "review.md").write_text(text.replace(before, after), encoding="utf-8")
        report, exit_code = verify_review(folder, Settings(_env_file=None))
        assert (exit_code, after.rstrip(".") in report) == (1, True), after


def test_replay_gives_the_same_review(home: Path) -> None:
    """Hash and text are the same though nobody is asked and neither seeds nor options are given again."""
    again = work(home, "again", record=home / "judged")
    assert know(again)[1] == know(home / "judged")[1]
    assert know(again)[0] == know(home / "judged")[0]
    assert select_published(again, "SELECT count(*) FROM human_question").item() == 0
    assert select_published(again, "SELECT seeds FROM review").item().to_list() == [SEED]


def test_an_interrupted_replay_goes_on(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between two runs of the record, it takes the verdicts in and ends with the same hash."""

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("flows.context.replay._judge", die)
        with pytest.raises(KeyboardInterrupt):
            work(home, "interrupted", record=home / "judged")
    work(home, "interrupted", record=home / "judged")
    assert know(home / "interrupted") == know(home / "judged")


def test_verdicts_not_taken_in_yet_are_replayed(home: Path) -> None:
    """Where nobody resumed the record after its last verdicts, they are in the ledger and not in the text."""
    shutil.copytree(home / "judged", home / "waiting")
    with sit_at_terminal("iiq"):
        screen_review(home / "waiting")
    again = work(home, "waiting-again", record=home / "waiting")
    assert know(again) == know(home / "waiting")


@pytest.mark.parametrize("taken_in", [True, False])
def test_appraisals_are_replayed(home: Path, tmp_path: Path, taken_in: bool) -> None:  # noqa: FBT001 - of two cases
    """Judgements on quality, one of them replaced, belong to the record, whether or not a run has followed them."""
    name = f"appraised-{taken_in}"
    shutil.copytree(home / "judged", home / name)
    work_id, other = select_published(home / name, "SELECT work_id FROM corpus ORDER BY work_id")["work_id"][:2]
    file = tmp_path / "judged.csv"
    for study, first in ((work_id, "High"), (work_id, "Low"), (other, "Low")):
        file.write_text(f"Study,D1,D2,D3,D4,D5,Overall\n{study},{first},Low,Low,Low,Low,{first}\n", encoding="utf-8")
        appraise_review(home / name, "Ann", file)
    if taken_in:
        resume(home, name, ask="")
    again = work(home, f"{name}-again", record=home / name)
    assert know(again) == know(home / name)
    said = "SELECT judgement FROM current_appraisal WHERE domain = 'Overall'"
    assert select_published(again, said)["judgement"].to_list() == ["Low", "Low"]
    assert select_published(again, "SELECT count(*) FROM appraisal").item() == 18


@pytest.mark.parametrize("taken_in", [True, False])
def test_requests_to_pool_are_replayed(home: Path, taken_in: bool) -> None:  # noqa: FBT001 - of two cases
    """One that was taken back and one that stands belong to the record, whether or not a run has followed them."""
    name = f"pooled-{taken_in}"
    shutil.copytree(home / "judged", home / name)
    for outcome, wanted in (("errors", True), ("errors", False), ("falls", True)):
        with Ledger(home / name) as ledger:
            with ledger.transaction():
                add_pooling(ledger, Pooling("naps", outcome, "OR", "pm", "", "person: Ann", wanted))
            ledger.publish()
    if taken_in:
        resume(home, name, ask="")
    again = work(home, f"{name}-again", record=home / name)
    assert know(again) == know(home / name)
    assert select_published(again, "SELECT outcome FROM current_pooling")["outcome"].to_list() == ["falls"]
    assert select_published(again, "SELECT count(*) FROM pooling").item() == 3


@pytest.mark.parametrize("taken_in", [True, False])
def test_screening_by_name_is_replayed(home: Path, taken_in: bool) -> None:  # noqa: FBT001 - of two cases
    """What each of two people said, what they took back, and what was decided; whoever goes on then comes after it."""
    name = f"screened-{taken_in}"
    shutil.copytree(home / "judged", home / name)
    for who, keys in (("Anna", "iezuiq"), ("Ben", "ieiq")):
        with sit_at_terminal(keys):
            screen_by_name(home / name, who, 2, "queue")
    if taken_in:
        resume(home, name, ask="")
    again = work(home, f"{name}-again", record=home / name)
    assert know(again) == know(home / name)
    said = "SELECT screener, work_id, kind, verdict FROM screener_verdict ORDER BY seq"
    assert select_published(again, said).equals(select_published(home / name, said))
    with Ledger(again) as ledger:
        assert ledger.select("SELECT max(seq) < nextval('event_seq') FROM screener_verdict").item()
        assert count_required(ledger) == 2


def test_another_order_is_refused(home: Path) -> None:
    """A topic, a seed or a tier that is not the record's is named before anything is done."""
    record = home / "judged"
    for changes, named in (
        ({"topic": "Street trees and burglary"}, "topic"),
        ({"seeds": ("10.1000/other",)}, "seeds"),
        ({"quality": "comprehensive"}, "quality"),
        ({"fulltext": "oa"}, "fulltext"),
    ):
        with pytest.raises(InputError, match=named):
            work(home, "other", record=record, **changes)
    assert not (home / "other").exists()


def test_what_cannot_be_followed_is_refused(home: Path) -> None:
    """An update, and verdicts on a run that was broken off: one sentence says why."""
    for name, sql, why in (
        (
            "updated",
            "INSERT INTO living_update SELECT 1, 101, 2020, 2021, 'a', 'a', 'e', '{}', now()",
            "updated 1 times",
        ),
        ("broken", "UPDATE run SET status = 'failed' WHERE status = 'finished'", "was interrupted"),
    ):
        shutil.copytree(home / "judged", home / name)
        with Ledger(home / name) as ledger:
            with ledger.transaction():
                ledger.change(sql)
            ledger.publish()
        with pytest.raises(InputError, match=why):
            work(home, f"{name}-again", record=home / name)


def test_a_record_of_other_works_ends_the_replay(home: Path, tmp_path: Path) -> None:
    """Verdicts on works that this catalogue lacks are never dropped in silence."""
    lines = (home / "works.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    judged = select_published(home / "judged", "SELECT work_id FROM decision WHERE decided_by = 'person'")["work_id"]
    kept = [line for line in lines if json.loads(line)["id"].rpartition("/")[2] != judged[0]]
    (tmp_path / "fewer.jsonl").write_text("".join(kept), encoding="utf-8")
    with pytest.raises(RecordMissing, match=r"did not find|is not"):
        work(home, "fewer", record=home / "judged", catalogue=str(tmp_path / "fewer.jsonl"))
