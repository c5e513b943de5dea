"""Several people screen by name: blind until enough have judged, conflicts held for people, nothing overruled."""

from __future__ import annotations

import pytest

from storage.core.errors import InputError
from storage.publication.published import explain_work
from storage.records.screeners import ScreenerVerdict
from storage.references.retractions import Retraction, add_retractions, exclude_retracted
from storage.screening.criteria import add_criteria
from storage.screening.human import screening_agreement, screening_queue
from storage.screening.screeners import add_verdict, require_screeners, withdraw_verdict
from storage.screening.screening import select_corpus
from storage.screening.screening_by_name import (
    conflict_queue,
    count_required,
    find_screener,
    list_criteria,
    list_judged,
    read_last_verdict,
    read_opinions,
    read_screening_counts,
    read_shown_work,
    screener_agreement,
    screener_queue,
)
from tests.storage.screening.named_verdicts import ANNA, BEN, CLEO, say, undo

THRESHOLD = 0.6


def decisions(ledger, work_id):
    """Return verdict and author of each decision of people on a work, in order."""
    return ledger.select(
        "SELECT verdict, decided_by FROM decision WHERE method = 'human' AND work_id = $work_id ORDER BY seq",
        work_id=work_id,
    ).rows()


@pytest.fixture
def screened(ledger, make_work, find_works, screen_works):
    """Return a ledger of six screened works, nearest the threshold first W1, that two people each must judge."""
    find_works(ledger, [make_work(number) for number in range(1, 7)])
    for number in range(1, 7):
        screen_works(ledger, {f"W{number}": "include"}, score=0.6 + number / 20)
    require_screeners(ledger, 2, ANNA)
    return ledger


def test_one_verdict_decides_nothing_and_shows_nothing(screened):
    """It waits for the second; until then neither person sees what the other or the analyst says."""
    say(screened, ANNA, "W1", "exclude")
    assert decisions(screened, "W1") == []
    shown = read_opinions(screened, "W1", ANNA)
    assert (shown["state"], shown["mine"]["verdict"]) == ("pending", "exclude")
    assert (shown["others"], shown["analyst"]) == ([], None)
    shown = read_opinions(screened, "W1", BEN)
    assert (shown["mine"], shown["others"], shown["analyst"]) == (None, [], None)
    assert next(iter(screener_queue(screened, BEN, THRESHOLD))) == "W1"
    assert not {"verdict", "score", "reason"} & set(read_shown_work(screened, "W1"))
    assert screener_agreement(screened) == []


def test_two_alike_decide_together(screened, corpus_ids):
    """The decision is theirs, with the criterion that both name; only then each sees what was said."""
    add_criteria(screened, [], ["No people."])
    criterion = next(one["criterion_id"] for one in list_criteria(screened) if one["text"] == "No people.")
    say(screened, ANNA, "W1", "exclude", criterion_id=criterion)
    say(screened, BEN, "W1", "exclude")
    assert decisions(screened, "W1") == [("exclude", "people: Anna, Ben")]
    assert screened.select("SELECT criterion_id FROM screening_decision WHERE work_id = 'W1'").item() == criterion
    assert "W1" not in corpus_ids(screened)
    shown = read_opinions(screened, "W1", ANNA)
    assert [(row["screener"], row["verdict"]) for row in shown["others"]] == [(BEN, "exclude")]
    assert shown["analyst"]["verdict"] == "include"
    assert read_opinions(screened, "W1", CLEO)["others"] == []


def test_a_conflict_is_held_until_people_end_it(screened, corpus_ids):
    """Neither the one nor the other verdict nor the analyst's counts; it is in the queue of those who may decide it."""
    say(screened, ANNA, "W1", "include")
    say(screened, BEN, "W1", "exclude")
    assert decisions(screened, "W1") == [("unsure", "people: Anna, Ben")]
    assert "W1" not in corpus_ids(screened)
    assert conflict_queue(screened, CLEO) == {"W1": False}
    assert conflict_queue(screened, ANNA) == {"W1": True}
    assert "W1" not in list(screener_queue(screened, CLEO, THRESHOLD))
    assert "W1" not in list(screening_queue(screened, THRESHOLD, 1.0, 100))
    counts = {"works": 6, "decided": 0, "conflicts": 1, "pending": 5, "reasons_differ": 0}
    assert read_screening_counts(screened) == counts


def test_a_third_person_decides_blind(screened, corpus_ids):
    """Unsure leaves it open; include or exclude ends it, in the third's name, whatever it is."""
    say(screened, ANNA, "W1", "include")
    say(screened, BEN, "W1", "exclude")
    say(screened, CLEO, "W1", "unsure", kind="third")
    assert len(conflict_queue(screened, "person: Dan")) == 1
    say(screened, CLEO, "W1", "include", kind="third")
    assert decisions(screened, "W1")[-1] == ("include", CLEO)
    assert conflict_queue(screened, ANNA) == {}
    assert "W1" in corpus_ids(screened)
    blind = screened.select("SELECT blind FROM screener_verdict WHERE kind = 'third' ORDER BY seq")["blind"].to_list()
    assert blind == [True, False]


def test_those_who_differ_agree(screened):
    """By a consensus that says how, or by changing to the same verdict; both are theirs, and neither is blind."""
    for work_id in ("W1", "W2"):
        say(screened, ANNA, work_id, "include")
        say(screened, BEN, work_id, "exclude")
    say(screened, ANNA, "W1", "exclude", kind="consensus", note="No adults in it.")
    say(screened, ANNA, "W2", "exclude")
    assert decisions(screened, "W1")[-1] == decisions(screened, "W2")[-1] == ("exclude", "people: Anna, Ben")
    reason = "SELECT reason FROM screening_decision WHERE work_id = 'W1'"
    assert screened.select(reason).item() == "People differed, then agreed: No adults in it."
    assert not screened.select("SELECT blind FROM screener_verdict ORDER BY seq DESC LIMIT 2")["blind"].any()
    (pair,) = screener_agreement(screened)
    assert (pair["works"], pair["alike"]) == (2, 0)
    assert screening_agreement(screened) is None


@pytest.mark.parametrize(
    ("who", "fields"),
    [
        (ANNA, {"verdict": "exclude", "note": " "}),
        (ANNA, {"verdict": "unsure", "note": "Who knows."}),
        (CLEO, {"verdict": "exclude", "note": "I say so."}),
    ],
)
def test_a_consensus_is_of_those_who_differ_and_says_how(screened, who, fields):
    """No reason, no decision, or somebody else: refused."""
    say(screened, ANNA, "W1", "include")
    say(screened, BEN, "W1", "exclude")
    with pytest.raises(InputError, match="consensus"):
        say(screened, who, "W1", kind="consensus", **fields)
    assert len(conflict_queue(screened, CLEO)) == 1


def test_all_unsure_is_for_people_to_resolve(screened, screen_works):
    """Two people who are unsure leave it to a third; a later verdict of the analyst changes nothing."""
    say(screened, ANNA, "W1", "unsure")
    say(screened, BEN, "W1", "unsure")
    screen_works(screened, {"W1": "include"}, stage=1)
    assert screened.select("SELECT verdict FROM screening_decision WHERE work_id = 'W1'").item() == "unsure"
    say(screened, CLEO, "W1", "include", kind="third")
    assert screened.select("SELECT verdict FROM screening_decision WHERE work_id = 'W1'").item() == "include"


def test_what_people_decided_is_never_overruled(screened, screen_works, corpus_ids):
    """Neither by the size of the tier, nor the analyst, nor a retraction; and no row of what they said changes."""
    for work_id, verdict in (("W1", "include"), ("W6", "exclude")):
        say(screened, ANNA, work_id, verdict)
        say(screened, BEN, work_id, verdict)
    say(screened, ANNA, "W2", "include")
    say(screened, BEN, "W2", "exclude")
    said = screened.select("FROM screener_verdict ORDER BY seq")
    select_corpus(screened, 1)
    screen_works(screened, {"W1": "exclude", "W6": "include", "W2": "include"}, stage=1)
    select_corpus(screened, 1)
    add_retractions(screened, [Retraction("W1", "retraction", "crossref")], (), ())
    exclude_retracted(screened, 1)
    assert {"W1", "W2", "W6"} & corpus_ids(screened) == {"W1"}
    assert screened.select("FROM screener_verdict ORDER BY seq").equals(said)


def test_what_is_sent_twice_counts_once(screened):
    """A verdict, a withdrawal and a consensus, sent again since the answer was lost; another may not have the id."""
    one = ScreenerVerdict("v", "W1", ANNA, "include")
    for _ in range(2):
        add_verdict(screened, one)
    with pytest.raises(InputError, match="another verdict"):
        add_verdict(screened, ScreenerVerdict("v", "W1", BEN, "include"))
    for name in ("w", "w", "w2"):
        withdraw_verdict(screened, name, "v", ANNA)
    assert screened.select("SELECT kind FROM screener_verdict ORDER BY seq")["kind"].to_list() == ["own", "withdrawal"]
    say(screened, ANNA, "W1", "include")
    say(screened, BEN, "W1", "exclude")
    agreed = ScreenerVerdict("c", "W1", BEN, "include", "consensus", note="Read again.")
    for _ in range(2):
        add_verdict(screened, agreed)
    assert decisions(screened, "W1") == [("unsure", "people: Anna, Ben"), ("include", "people: Anna, Ben")]


def test_a_verdict_taken_back_was_never_decisive(screened, corpus_ids):
    """What was said before stands again; a decision that rested on it is held until people decide anew."""
    first = say(screened, ANNA, "W1", "include")
    second = say(screened, ANNA, "W1", "exclude")
    assert read_last_verdict(screened, ANNA)["verdict_id"] == second
    undo(screened, ANNA, second)
    assert read_last_verdict(screened, ANNA)["verdict_id"] == first
    last = say(screened, BEN, "W1", "include")
    assert "W1" in corpus_ids(screened)
    undo(screened, BEN, last)
    assert decisions(screened, "W1") == [("include", "people: Anna, Ben"), ("unsure", ANNA)]
    assert "W1" not in corpus_ids(screened)
    assert next(iter(screener_queue(screened, BEN, THRESHOLD))) == "W1"
    say(screened, BEN, "W1", "include")
    assert "W1" in corpus_ids(screened)
    # Ben had seen Anna's verdict by then, so that his first one is what counts as independent.
    (pair,) = screener_agreement(screened)
    assert (pair["works"], pair["percent"]) == (1, 100)
    with pytest.raises(InputError, match="no such verdict of yours"):
        undo(screened, ANNA, last)


def test_a_slip_taken_back_in_time_is_no_opinion(screened):
    """What is taken back before anything was shown does not count for agreement; what is after it does."""
    undo(screened, ANNA, say(screened, ANNA, "W1", "exclude"))
    say(screened, ANNA, "W1", "include")
    say(screened, BEN, "W1", "include")
    undo(screened, BEN, say(screened, BEN, "W2", "exclude"))
    assert [(pair["works"], pair["alike"]) for pair in screener_agreement(screened)] == [(1, 1)]


def test_each_has_a_queue_of_their_own(screened):
    """Works that others have begun come first; those that enough have judged are nobody's any more."""
    assert list(screener_queue(screened, ANNA, THRESHOLD)) == [f"W{number}" for number in range(1, 7)]
    say(screened, ANNA, "W5", "include")
    say(screened, ANNA, "W1", "include")
    say(screened, BEN, "W1", "include")
    assert list(screener_queue(screened, ANNA, THRESHOLD)) == ["W2", "W3", "W4", "W6"]
    assert list(screener_queue(screened, BEN, THRESHOLD)) == ["W5", "W2", "W3", "W4", "W6"]
    assert list(screener_queue(screened, CLEO, THRESHOLD)) == ["W5", "W2", "W3", "W4", "W6"]
    assert list_judged(screened, ANNA) == ["W5", "W1"]
    progress = screened.select("FROM screener_progress ORDER BY screener").rows()
    assert progress == [(ANNA, 2, 4), (BEN, 1, 5)]


def test_a_late_third_opinion_is_kept_and_counts(screened):
    """Somebody who had the work before them when two agreed on it: their verdict is kept, and if it differs, held."""
    say(screened, ANNA, "W1", "include")
    say(screened, BEN, "W1", "include")
    say(screened, CLEO, "W1", "exclude", kind="third")
    assert screened.select("SELECT kind FROM screener_verdict WHERE screener = $who", who=CLEO).item() == "own"
    assert decisions(screened, "W1")[-1] == ("unsure", "people: Anna, Ben, Cleo")


def test_one_person_alone_decides_as_before(ledger, make_work, find_works, screen_works):
    """Where one is required, a verdict by name is a decision at once; asking for two later asks for the second one."""
    find_works(ledger, [make_work(1), make_work(2)])
    screen_works(ledger, {"W1": "include", "W2": "include"})
    say(ledger, ANNA, "W1", "exclude")
    assert decisions(ledger, "W1") == [("exclude", ANNA)]
    assert list(screener_queue(ledger, BEN, THRESHOLD)) == ["W2"]
    require_screeners(ledger, 2, BEN)
    assert (count_required(ledger), decisions(ledger, "W1")) == (2, [("exclude", ANNA)])
    assert list(screener_queue(ledger, BEN, THRESHOLD)) == ["W1", "W2"]
    say(ledger, BEN, "W2", "include")
    require_screeners(ledger, 1, BEN)
    assert decisions(ledger, "W2") == [("include", BEN)]
    require_screeners(ledger, 1, BEN)
    assert ledger.select("SELECT count(*) FROM required_screeners").item() == 2
    with pytest.raises(InputError, match="0 people cannot"):
        require_screeners(ledger, 0, BEN)


def test_nobody_screens_what_is_not_to_be_screened(screened, screen_works, make_work, find_works):
    """A work nobody found, one that a rule took out, one a person had decided on without a name; no such criterion."""
    find_works(screened, [make_work(7)])
    screen_works(screened, {"W7": "include"}, method="human")
    for work_id in ("W99", "W7"):
        with pytest.raises(InputError, match="no work"):
            say(screened, ANNA, work_id, "include")
    with pytest.raises(InputError, match="no such criterion"):
        say(screened, ANNA, "W1", "exclude", criterion_id="x")
    with pytest.raises(InputError, match="a verdict is include"):
        say(screened, ANNA, "W1", "maybe")


def test_a_name_is_one_person_however_it_is_written(screened):
    """Only case differs: the same; without a name nobody screens beside others."""
    say(screened, ANNA, "W1", "include")
    assert find_screener(screened, "person: ANNA") == ANNA
    assert find_screener(screened, "person: Änne") == "person: Änne"
    with pytest.raises(InputError, match="needs a name"):
        find_screener(screened, "person")


def test_why_tells_who_said_what_once_enough_have(screened):
    """Nothing of a work that waits for the second person; of others everything, in order."""
    say(screened, ANNA, "W1", "include", note="Adults.")
    say(screened, ANNA, "W2", "include")
    say(screened, BEN, "W2", "exclude")
    screened.publish()
    part = "Verdicts of people by name"
    assert explain_work(screened.folder, "W1")[part].is_empty()
    told = explain_work(screened.folder, "W2")[part].select("screener", "verdict", "blind").rows()
    assert told == [(ANNA, "include", True), (BEN, "exclude", True)]
