"""What people did is told apart by what they were asked, whenever they did it."""

from __future__ import annotations

from storage.publication.recorded_people import read_recorded_people
from storage.runs.reviews import finish_run, start_run
from storage.screening.human import Answer, add_answer, add_question, screening_queue
from storage.screening.screening import add_decisions
from tasks.human.forms import Form
from tasks.human.screening import decide_by_person


def test_a_verdict_belongs_to_the_question_it_names(ledger, make_work, find_works, screen_works):
    """One that a slow machine committed late is of its question; one given unasked right after the answer is not."""
    find_works(ledger, [make_work(1), make_work(2)])
    screen_works(ledger, {"W1": "include", "W2": "include"})
    first, second = screening_queue(ledger, 0.6, 1.0, 2)
    run = start_run(ledger, "0", {}, None)
    form = Form("screening", "stage 0", "Do they belong?", (), round=add_question(ledger, "screening", "stage 0", None))
    with ledger.transaction():
        add_answer(ledger, form.point, form.subject, form.round, Answer({first["work_id"]: "exclude"}))
        add_decisions(ledger, [decide_by_person(first, "exclude", "person", 1, form, seen=True)])
        ledger.change("UPDATE decision SET decided_at = decided_at + INTERVAL 1 MINUTE WHERE method = 'human'")
    finish_run(ledger, run, "finished", 0)
    with ledger.transaction():
        add_decisions(ledger, [decide_by_person(second, "exclude", "person", 1, seen=False)])
    ledger.publish()
    deeds = read_recorded_people(ledger.folder).deeds
    assert [(deed.point, [row["work_id"] for row in deed.verdicts]) for deed in deeds] == [
        ("screening", [first["work_id"]]),
        ("", [second["work_id"]]),
    ]
