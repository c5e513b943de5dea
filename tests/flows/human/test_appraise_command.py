"""``litreview appraise NAME``: a terminal, files, two reviewers, and a review in use."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from flows.human import appraisal_session
from storage.core.canonical import canonical_hash
from storage.core.ledger import Ledger
from storage.core.places import PUBLISHED_FILE, WORKING_FILE
from storage.publication.published import select_published
from storage.publication.share import share_corpus
from storage.writing.versions import open_snapshot
from tests.flows.human.terminals import sit_at_terminal

Appraise = Callable[..., tuple[int, str, str]]

_SAID = 'SELECT work_id, tool, domain, judgement, reason, reviewer FROM appraisal ORDER BY "at"'
_FIRST = "SELECT work_id FROM appraised_work"


@pytest.fixture
def review(home: Path, tmp_path: Path) -> Path:
    """Return the folder of a copy of the searched review, whose corpus has citekeys and a randomised trial."""
    folder = Path(shutil.copytree(home / "searched", tmp_path / "trees"))
    with Ledger(folder) as ledger:
        works = ledger.select('SELECT work_id FROM corpus ORDER BY "year", work_id')["work_id"]
        with ledger.transaction():
            for number, work_id in enumerate(works):
                ledger.change("UPDATE work SET citekey = $key WHERE work_id = $id", key=f"w{number}", id=work_id)
            read = {"work_id": works[0], "pages": 0, "source": "extractive"}
            noted = {"finding_id": "", "quote_id": "q1", "result": 0, "question": "", **read}
            ledger.append("reading", [read | {"produced_by": "extractive"}])
            words = {"page": 0, "char_start": 0, "char_end": 29, "text": "Trees were randomly assigned."}
            ledger.append("quote", [{"quote_id": "q1", "work_id": works[0], "source": "abstract", **words}])
            for position, (field, value) in enumerate(
                (("design", "randomised trial"), ("randomisation", "randomly assigned"))
            ):
                ledger.append("extraction", [noted | {"field": field, "value": value, "position": position}])
        ledger.publish()
    return folder


@pytest.fixture
def appraise(review: Path, type_here: Callable[..., subprocess.CompletedProcess[str]]) -> Appraise:
    """Return what runs the command with further arguments: exit code, standard output and error."""

    def run(*given: str) -> tuple[int, str, str]:
        done = type_here("appraise", "trees", "--reviews", str(review.parent), *given)
        return done.returncode, done.stdout, done.stderr

    return run


def _say(words: str) -> str:
    """Return the lines typed for one work: a judgement each, without a reason."""
    return "".join(f"{word}\n\n" for word in words.split(","))


def test_a_work_is_appraised_domain_by_domain(appraise: Appraise, review: Path) -> None:
    """The tool for the design is proposed, its words are taken by number or letters, reasons kept, the whole given."""
    typed = "\n" + _say("1,some") + "b\n2\nno concealment\n" + _say("3,LOW,1") + "High\nnot by me\nq\n"
    with sit_at_terminal(typed):
        code, out, err = appraise()
    assert code == 0, err
    assert "RoB 2 (proposed: an empty line takes it)" in err
    assert "Randomisation: randomly assigned \u201cTrees were randomly assigned.\u201d" in err
    said = select_published(review, _SAID).rows()
    (work,) = {row[0] for row in said}
    assert [row[1:] for row in said] == [
        ("rob2", "D1", "Low", "", "person"),
        ("rob2", "D2", "Some concerns", "", "person"),
        ("rob2", "D2", "Some concerns", "no concealment", "person"),
        ("rob2", "D3", "High", "", "person"),
        ("rob2", "D4", "Low", "", "person"),
        ("rob2", "D5", "Low", "", "person"),
        ("rob2", "Overall", "High", "not by me", "person"),
    ]
    assert select_published(review, _FIRST).item() == work
    assert select_published(review, "SELECT count(*) FROM current_appraisal").item() == 6
    assert out.splitlines()[0].startswith("1 of ")
    assert "litreview resume trees" in out


def test_leaving_loses_nothing_and_the_rest_is_asked_later(
    appraise: Appraise, review: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C after the second domain: both are kept, and the next session begins with the third, of the same tool."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        asked = appraisal_session.draw_question
        patch.setattr(
            appraisal_session,
            "draw_question",
            lambda tool, domain, given: interrupt() if domain == "D3" else asked(tool, domain, given),
        )
        with sit_at_terminal("\n" + _say("1,1")):
            code, _, err = appraise()
    assert (code, "interrupted; run the same command again" in err) == (1, True)
    with sit_at_terminal(_say("1,1,1,1") + "q\n"):
        _, _, err = appraise()
    assert "RoB 2 D3" in err
    assert "RoB 2 D2" not in err
    assert "Tool (" not in err.split("RoB 2, on the whole")[0]
    assert select_published(review, "SELECT count(*) FROM appraised_work").item() == 1


def test_another_tool_another_work_and_the_end_of_the_input(appraise: Appraise, review: Path) -> None:
    """What is no choice is asked again; back from the first domain leads to the tools; skipping goes on."""
    with sit_at_terminal("9\nx\n1\nb\n2\n" + _say("critical") + "s\nq\n"):
        code, out, err = appraise()
    assert code == 0, err
    assert select_published(review, _SAID).rows()[0][1:4] == ("robins-i", "D1", "Critical")
    assert err.count("Type a number from 1 to 6") == 2
    assert "2 of " in err
    assert out.startswith("0 of ")


def test_each_reviewer_has_a_queue_and_differences_show(appraise: Appraise, review: Path) -> None:
    """A second reviewer is not told what the first said, and the view tells where they differ."""
    with sit_at_terminal("\n" + _say("1,1,1,1,1,1") + "q\n"):
        appraise("--reviewer", "Ann")
    with sit_at_terminal("\n" + _say("1,3,1,1,1,3") + "q\n"):
        _, out, err = appraise("--reviewer", "Bo bo@x.org")
    assert "as before" not in err
    assert "Two reviewers differ on 2 judgements" in out
    differing = select_published(
        review, "SELECT domain, judgement, reviewer, other_judgement, other_reviewer FROM appraisal_disagreement"
    )
    assert sorted(differing.rows()) == [
        ("D2", "Low", "person: Ann", "High", "person: Bo"),
        ("Overall", "Low", "person: Ann", "High", "person: Bo"),
    ]
    with sit_at_terminal("q\n"):
        _, _, err = appraise("--reviewer", "Ann")
    assert "Trees were randomly assigned" not in err


def test_a_file_is_taken_as_a_whole_or_not_at_all(appraise: Appraise, review: Path, tmp_path: Path) -> None:
    """With a fault exit 2 and no row; without, the same judgements as typed, and robvis' columns again on export."""
    file = tmp_path / "judged.csv"
    head = "Study,D1,D2,D3,D4,D5,Overall,Weight\n"
    file.write_text(f"{head}w0,Low,Low,Low,Low,Low,Low,1\nw1,Low,Low,Low,Low,Bad,Low,1\n", encoding="utf-8")
    code, out, err = appraise("--from", str(file))
    assert (code, out, "line 3: D5 is 'Bad'" in err) == (2, "", True)
    assert not select_published(review, _SAID).height
    file.write_text(f"{head}w0,Low,High,Low,Low,Low,Some concerns,1\n", encoding="utf-8")
    code, out, err = appraise("--from", str(file), "--reviewer", "Ann")
    assert (code, out.splitlines()[0]) == (0, "1 of 1 works appraised."), err
    (code, _, err) = appraise("--from", str(tmp_path / "none.csv"))
    assert (code, "cannot be read" in err) == (2, True)


def test_what_is_shared_holds_the_appraisals(appraise: Appraise, review: Path, tmp_path: Path) -> None:
    """The copy for others has the judgements, and no address that a reason names."""
    with sit_at_terminal("\n1\nasked bo@example.org\n" + _say("1,1,1,1,1") + "q\n"):
        appraise()
    shared = tmp_path / "shared"
    shared.mkdir()
    with open_snapshot(review) as copy:
        share_corpus(copy, shared / PUBLISHED_FILE)
    assert select_published(shared, "SELECT count(*) FROM appraised_work").item() == 1
    assert "example.org" not in str(select_published(shared, _SAID).rows())


def test_the_hash_tells_what_was_judged_and_not_when(appraise: Appraise, review: Path) -> None:
    """Nobody's appraisal leaves the hash of a review as it was; another judgement is another review."""
    with open_snapshot(review) as copy:
        hashes = [canonical_hash(copy)]
    with sit_at_terminal("\n" + _say("1,1,1,1,1,1") + "q\n"):
        appraise()
    with open_snapshot(review) as copy:
        hashes.append(canonical_hash(copy))
        for change in ('"at" = "at" + INTERVAL 1 DAY', "judgement = 'High' WHERE domain = 'Overall'"):
            with copy.transaction():
                copy.change(f"UPDATE appraisal SET {change}")
            hashes.append(canonical_hash(copy))
    none, judged, later, otherwise = hashes
    assert judged == later
    assert len({none, judged, otherwise}) == 3


def test_a_review_in_use_is_left_alone(appraise: Appraise, review: Path) -> None:
    """One sentence and exit 2, as for a review that there is not."""
    with Ledger(review), sit_at_terminal("\n"):
        code, _, err = appraise()
    assert (code, err.startswith("litreview: review 'trees' is already in use")) == (2, True)
    (review / WORKING_FILE).unlink()
    code, _, err = appraise()
    assert (code, err.startswith("litreview: there is no review in ")) == (2, True)
