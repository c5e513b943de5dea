"""What people decide is kept, is asked once, is never overruled, and is compared with what the analyst said."""

from __future__ import annotations

import pytest
from sklearn.metrics import cohen_kappa_score

from storage.references.retractions import Retraction, add_retractions, exclude_retracted
from storage.runs.reviews import finish_run, start_run
from storage.screening.human import (
    Answer,
    add_answer,
    add_question,
    await_person,
    earlier_pauses,
    end_wait,
    has_answer,
    read_answers,
    screening_agreement,
    screening_queue,
)
from storage.screening.screening import add_decisions, exclude_ineligible, screening_progress, select_corpus
from storage.writing.themes import current_edition
from storage.writing.versions import appendix_frames
from tasks.human.screening import decide_by_person, tell_agreement

THRESHOLD, ALL = 0.6, 100


def queue(ledger, width=1.0, most=ALL):
    return screening_queue(ledger, THRESHOLD, width, most)


def judge(ledger, verdicts, *, seen=False, by="person"):
    """Append a person's verdict on each of the works, as judging in the terminal does."""
    works = {work["work_id"]: work for work in queue(ledger)}
    with ledger.transaction():
        add_decisions(
            ledger, [decide_by_person(works[name], verdict, by, 1, seen=seen) for name, verdict in verdicts.items()]
        )


@pytest.fixture
def screened(ledger, make_work, find_works, screen_works):
    """Return a ledger of six screened works: two the analyst was sure of, three it was not, one it left unsure."""
    find_works(ledger, [make_work(number) for number in range(1, 8)])
    for name, score in {"W1": 0.95, "W2": 0.7, "W3": 0.5, "W4": 0.61, "W5": 0.05}.items():
        screen_works(ledger, {name: "include" if score > THRESHOLD else "exclude"}, score=score)
    screen_works(ledger, {"W6": "unsure"}, score=None)
    return ledger


def test_the_most_uncertain_come_first(screened):
    """Unsure works lead, then the nearest to the threshold on either side, ties by id; the band and number bound it."""
    assert [work["work_id"] for work in queue(screened)] == ["W6", "W4", "W2", "W3", "W1", "W5"]
    assert [work["work_id"] for work in queue(screened, width=0.2)] == ["W6", "W4", "W2", "W3"]
    assert [work["work_id"] for work in queue(screened, most=2)] == ["W6", "W4"]


def test_a_work_judged_waits_no_more(screened):
    """Also one that the person was unsure of."""
    judge(screened, {"W6": "unsure", "W2": "exclude"})
    assert [work["work_id"] for work in queue(screened)] == ["W4", "W3", "W1", "W5"]


def test_every_change_of_mind_is_a_decision(screened, corpus_ids):
    """Include, exclude, include again: three rows, of which the last is in force, at the stage of the analyst's."""
    work = next(work for work in queue(screened) if work["work_id"] == "W3")
    for earlier, verdict in enumerate(("include", "exclude", "include"), 1):
        with screened.transaction():
            add_decisions(screened, [decide_by_person(work, verdict, "person: Ann", earlier, seen=False)])
    rows = screened.select("SELECT verdict, decided_by FROM decision WHERE method = 'human' ORDER BY seq")
    assert rows.rows() == [("include", "person: Ann"), ("exclude", "person: Ann"), ("include", "person: Ann")]
    assert "W3" in corpus_ids(screened)


def test_people_do_not_count_as_batches(screened):
    """How far the screening of a stage went does not change when a person judges."""
    before = screening_progress(screened, 0)
    judge(screened, {"W2": "exclude", "W3": "include"})
    assert screening_progress(screened, 0) == before


def test_a_person_is_never_overruled(screened, screen_works, corpus_ids):
    """Neither by the size of the tier, nor by a later verdict of the analyst, nor by a retraction."""
    judge(screened, {"W3": "include", "W1": "exclude"})
    select_corpus(screened, 1)
    screen_works(screened, {"W3": "exclude", "W1": "include"}, stage=1)
    select_corpus(screened, 1)
    assert corpus_ids(screened) == {"W3"}
    add_retractions(screened, [Retraction("W3", "retraction", "crossref")], (), ())
    exclude_retracted(screened, 1)
    assert corpus_ids(screened) == {"W3"}
    assert screened.select("SELECT work_id FROM retracted_work")["work_id"].to_list() == ["W3"]


def test_kappa_is_that_of_scikit_learn(screened):
    """Three verdicts, agreed on, differed about and left unsure; six works are too few for an interval."""
    assert screening_agreement(screened) is None
    said = {"W1": "include", "W2": "exclude", "W3": "exclude", "W4": "include", "W5": "unsure", "W6": "unsure"}
    judge(screened, said)
    pairs = screened.select("SELECT analyst, person FROM judged_twice ORDER BY work_id")
    agreement = screening_agreement(screened)
    assert agreement["works"] == 6
    assert agreement["observed"] == pytest.approx(4 / 6, abs=1e-6)
    assert agreement["kappa"] == pytest.approx(cohen_kappa_score(pairs["analyst"], pairs["person"]), abs=1e-6)
    assert (agreement["low"], agreement["high"]) == (None, None)


def test_kappa_by_hand(ledger, make_work, find_works, screen_works):
    """Fifty works: 35 equal verdicts make 0.7, chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5, so kappa is 0.2 / 0.5 = 0.4.

    Wilson's interval of 35 in 50 by hand: z ** 2 = 3.841459; its middle is (0.7 + 3.841459 / 100) / (1 + 3.841459 / 50)
    = 0.685729, half its width 1.959964 * sqrt(0.21 / 50 + 3.841459 / 10000) / 1.076829 = 0.123236; less 0.5, twice.
    """
    pairs = [("include", "include")] * 20 + [("include", "exclude")] * 5
    pairs += [("exclude", "include")] * 10 + [("exclude", "exclude")] * 15
    find_works(ledger, [make_work(number) for number in range(1, len(pairs) + 1)])
    screen_works(ledger, {f"W{place}": analyst for place, (analyst, _) in enumerate(pairs, 1)})
    judge(ledger, {f"W{place}": person for place, (_, person) in enumerate(pairs, 1)})
    agreement = screening_agreement(ledger)
    assert agreement["observed"] == 0.7
    assert agreement["kappa"] == 0.4
    assert agreement["low"] == pytest.approx(2 * (0.685729 - 0.123236 - 0.5), abs=1e-5)
    assert agreement["high"] == pytest.approx(2 * (0.685729 + 0.123236 - 0.5), abs=1e-5)


def _judge_pairs(ledger, make_work, find_works, screen_works, pairs):
    find_works(ledger, [make_work(number) for number in range(1, len(pairs) + 1)])
    screen_works(ledger, {f"W{place}": analyst for place, (analyst, _) in enumerate(pairs, 1)})
    judge(ledger, {f"W{place}": person for place, (_, person) in enumerate(pairs, 1)})
    return screening_agreement(ledger)


@pytest.mark.parametrize(
    ("works", "verdicts", "has_interval"),
    [(2, 2, False), (7, 2, False), (8, 2, True), (17, 3, False), (18, 3, True), (60, 3, True)],
)
def test_perfect_agreement_is_no_certainty(  # noqa: PLR0917 - fixtures and the case
    ledger, make_work, find_works, screen_works, works, verdicts, has_interval
):
    """Agreement on everything has an interval with a width, the narrower the more works; on few works it has none."""
    said = ("include", "exclude", "unsure")[:verdicts]
    pairs = [(said[i % verdicts],) * 2 for i in range(works)]
    agreement = _judge_pairs(ledger, make_work, find_works, screen_works, pairs)
    assert agreement["kappa"] == 1.0
    assert (agreement["low"] is not None) == has_interval
    if has_interval:
        assert (agreement["low"] < 0.95, agreement["high"]) == (True, 1.0)
        assert "95% interval" in tell_agreement(agreement)
    else:
        assert "too few works for an interval" in tell_agreement(agreement)


def test_one_verdict_throughout_has_no_kappa(screened):
    """Where both always say the same one thing, agreement beyond chance is not defined; perfect agreement has one."""
    judge(screened, {"W1": "include", "W2": "include"})
    assert screening_agreement(screened)["kappa"] is None
    judge(screened, {"W3": "exclude"})
    agreement = screening_agreement(screened)
    assert (agreement["kappa"], agreement["low"], agreement["high"]) == (1.0, None, None)


def test_only_blind_first_verdicts_are_compared(screened):
    """Who knew the analyst's verdict, or changes their mind after seeing it, is no independent judge."""
    judge(screened, {"W1": "exclude"})
    with screened.transaction():
        work = {"work_id": "W1", "stage": 0, "score": 0.95}
        add_decisions(screened, [decide_by_person(work, "include", "person", 2, seen=True)])
    judge(screened, {"W2": "include"}, seen=True)
    compared = screened.select("SELECT work_id, person, blind FROM judged_twice ORDER BY work_id")
    assert compared.rows() == [("W1", "exclude", True), ("W2", "include", False)]
    assert screening_agreement(screened)["works"] == 1


def test_the_appendix_has_what_people_did(screened):
    """How many works people judged, how many blind, and how far they agree; nothing where nobody judged."""
    assert appendix_frames(screened)["people"].is_empty()
    judge(screened, {"W1": "include", "W3": "include"})
    judge(screened, {"W2": "exclude"}, seen=True)
    (row,) = appendix_frames(screened)["people"].rows(named=True)
    assert (row["judged"], row["overturned"], row["works"]) == (3, 2, 2)
    assert row["kappa"] == screening_agreement(screened)["kappa"]


def test_an_answer_is_asked_for_once(ledger):
    """Stopping the run is an answer after which the same is asked again; what was changed adds up."""
    assert add_question(ledger, "plan", "plan", "run-1") == 0
    answer(ledger, 0, Answer({"add_queries": ["oak"]}, stops=True))
    assert not has_answer(ledger, "plan", "plan")
    assert earlier_pauses(ledger, "plan", "plan") == []
    assert add_question(ledger, "plan", "plan", "run-2") == 1
    assert earlier_pauses(ledger, "plan", "plan") == [(1, "run-2")]
    answer(ledger, 1, Answer({"add_queries": ["elm"]}, answered_by="person: Ann"))
    assert has_answer(ledger, "plan", "plan")
    assert not has_answer(ledger, "plan", "other")
    assert earlier_pauses(ledger, "plan", "plan") == []
    assert read_answers(ledger, "plan") == {"add_queries": ["elm"]}


def answer(ledger, times, given, question="plan", subject="plan"):
    with ledger.transaction():
        add_answer(ledger, question, subject, times, given)


def test_terms_that_people_change_exclude_works(ledger, make_work, find_works):
    """A term added excludes at once; one dropped from the plan excludes no more."""
    find_works(ledger, [make_work(1, title="Cortisol of dogs"), make_work(2, title="Cortisol of nurses")])
    ledger.change("UPDATE review SET exclude_terms = ['nurses']")
    answer(ledger, 0, Answer({"add_exclude_terms": ["DOGS"], "drop_exclude_terms": ["nurses"]}))
    assert exclude_ineligible(ledger, 0, grey=False) == 1
    assert ledger.select("SELECT work_id FROM decision")["work_id"].to_list() == ["W1"]


def test_changed_themes_are_another_edition(screened):
    """Leaving the themes as they are is none, changing them is one, and changing the corpus is another again."""
    before = current_edition(screened)
    answer(screened, 0, Answer(), "themes", before)
    assert current_edition(screened) == before
    answer(screened, 1, Answer({"t1": "Strain"}), "themes", before)
    changed = current_edition(screened)
    assert changed != before
    judge(screened, {"W1": "exclude"})
    assert current_edition(screened) not in {before, changed}


def test_a_run_that_waits_says_so(screened):
    """Paused while it waits, running after; a run killed while it waited was stopped, as the next one finds."""
    start_run(screened, "1", {}, None)
    await_person(screened, "waits for a person: plan")
    status = "SELECT status, message FROM run ORDER BY started_at"
    assert screened.select(status).rows() == [("paused", "waits for a person: plan")]
    end_wait(screened)
    assert screened.select(status).rows() == [("running", None)]
    await_person(screened, "waits for a person: plan")
    again = start_run(screened, "1", {}, None)
    assert screened.select("SELECT status FROM run ORDER BY started_at")["status"].to_list() == ["stopped", "running"]
    finish_run(screened, again, "finished", 0)
