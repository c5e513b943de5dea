"""People in the loop: asked about the plan, the uncertain band of screening, and the themes, where a run wants it.

The interface: a review run with ``ask="plan,screening,themes"`` (any of them; ``ask_timeout`` in hours, ``on_timeout``
"continue" or "stop") pauses its own flow run, not a subflow, at each. While it waits, the flow run is Paused in
Prefect, `run.status` is "paused" and the published corpus shows what is asked about. It is answered by "Resume" in the
UI, or by ``POST /flow_runs/{id}/resume`` with ``{"run_input": {…}}``; fields left out stay at their defaults, which
change nothing, and every form has `decision` ("go on" or "stop") and `answered_by`:

* plan: ``add_questions``, ``add_focus_areas``, ``add_exclude_terms``, ``add_queries`` (lists of texts), for a language
  model ``add_criteria`` (lines such as "exclude design: case reports"), and ``drop_…`` for each (existing entries);
* screening: a field for each work, named by its work id, as ``{"W1": "include", "W2": "exclude", "W3": "unsure"}``;
* themes: a field for each theme, named by its theme id, with its label: a new label renames the theme, that of another
  theme merges the two, an empty one drops it.

The form is at ``GET /flow_runs/{id}/input/{key}``, the keys in ``state.state_details.run_input_keyset`` of the flow
run; ask again while it is missing, since the state is set a moment earlier. An answer that does not fit the form is
rejected, and the run goes on waiting. Without Prefect the same is asked in the terminal, where an answer that does not
fit is asked for again and the end of the input is a stop; without a terminal, the run goes on with a problem on record.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from prefect.client.schemas.objects import FlowRun
from prefect.context import FlowRunContext

from flows.context.context import ReviewContext, ReviewRecord
from flows.context.estimate import tell_estimate
from flows.context.loops import read_workload
from flows.context.replay import follow_deed
from flows.human.pause import answer_address, answer_given, pause_for
from flows.human.screening_session import judge_works
from flows.human.terminal import Keyboard, question_in_terminal
from flows.searching.querying import formulate_all
from flows.snowballing import settle_corpus
from storage.core.errors import StoppedByPerson
from storage.runs.reviews import add_problem
from storage.screening.criteria import add_criteria, awaits_criteria, read_criteria, state_criteria, unstated_criteria
from storage.screening.human import (
    PERSON,
    Answer,
    add_answer,
    add_question,
    await_person,
    earlier_pauses,
    end_wait,
    has_answer,
    read_answers,
    screening_queue,
)
from storage.screening.screening import add_decisions
from storage.searching.snowballing import finished_stages
from tasks.human.forms import Form, read_answer
from tasks.human.plan import SUBJECT, ask_for_plan, list_criteria, revise_plan
from tasks.human.points import Asking, Point
from tasks.human.screening import BAND, MOST_AT_ONCE, ask_for_verdicts, read_verdicts
from tasks.language_models.estimate import estimate_cost
from tasks.screening.tasks import THRESHOLD, propose_criteria

_SECONDS = 3600
UNREAD_CRITERIA = (
    "the criteria ordered are not applied: this analyst scores works and cannot tell whether one meets them; use "
    "--exclude for words that exclude a work, or --analyst anthropic"
)


def agree_on_plan(review: ReviewContext) -> ReviewContext:
    """Return the context with the plan as people left it, its criteria on record.

    If they are asked, it is before the first search.

    Raises:
        StoppedByPerson: a person stopped the run, or nobody answered and the run is to stop then.
    """
    if awaits_criteria(review.ledger) or unstated_criteria(review.ledger, review.plan.criteria):
        _settle_criteria(review)
    if is_asked(review, "plan", SUBJECT) and not finished_stages(review.ledger):
        models, batch = review.models, bool(review.gateway and review.gateway.batches)
        loops = [read_workload(name) for name in review.loops]
        estimate = tell_estimate(
            estimate_cost(review.tier, models, batch=batch, fulltext=review.plan.fulltext, loops=loops)
            if models
            else []
        )
        queries = formulate_all(review, review.plan)
        shown = replace(review.plan, criteria=read_criteria(review.ledger))
        ask(review, ask_for_plan(shown, queries, estimate, spends=bool(models)))
    changed = read_answers(review.ledger, "plan")
    agreed = revise_plan(review.plan, changed)
    with review.ledger.transaction():
        add_criteria(review.ledger, *list_criteria(agreed, changed))
        state_criteria(review.ledger, changed.get("add_criteria", ()), PERSON)
    return replace(review, plan=replace(agreed, criteria=read_criteria(review.ledger)))


def _settle_criteria(review: ReviewContext) -> None:
    """Put the criteria that works are judged by one by one on record: those ordered, else what the analyst proposes."""
    ordered = review.plan.criteria
    given = tuple(unstated_criteria(review.ledger, ordered))
    if not ordered and review.analyst.reads:
        review.progress.note("plan", "proposing criteria that works are judged by")
        given = review.ask_analyst(propose_criteria, "propose criteria", review.analyst, review.plan)
    with review.ledger.transaction():
        state_criteria(review.ledger, given, PERSON if ordered else review.analyst.name)
    for line in given:
        review.progress.say("plan", f"criterion {'ordered' if ordered else 'proposed'}: {line}")
    if given and not review.analyst.reads:
        add_problem(review.ledger, "plan", "criteria not applied", UNREAD_CRITERIA)
        review.progress.say("plan", UNREAD_CRITERIA)


def describe_asking(asking: Asking) -> dict[str, str]:
    """Return when people are asked, as kept in a run's settings for resuming; nothing where nobody is asked."""
    if not asking.points:
        return {}
    what = "stop" if asking.stops else "continue"
    return {"ask": ",".join(asking.points), "ask_timeout": str(asking.hours), "on_timeout": what}


def ask_about_screening(review: ReviewContext) -> None:
    """Let people judge the works the analyst is least sure of, once a search has ended, and settle the corpus thereby.

    Raises:
        StoppedByPerson: as for the plan.
    """
    subject = f"stage {finished_stages(review.ledger) - 1}"
    if not is_asked(review, "screening", subject):
        return
    works = screening_queue(review.ledger, THRESHOLD, BAND, MOST_AT_ONCE)
    if not works:
        return

    def decide(form: Form, answer: Answer) -> None:
        add_decisions(review.ledger, read_verdicts(form, works, answer))

    def judge(form: Form, keyboard: Keyboard) -> Mapping[str, Any] | None:
        judged = judge_works(review.ledger, review.plan, works, keyboard, form)
        return None if judged is None else {}

    ask(review, ask_for_verdicts(review.plan, subject, works), decide, judge)
    settle_corpus(review)


def is_asked(review: ReviewRecord, point: Point, subject: str) -> bool:
    """Return whether people are to be asked about something and have not answered yet."""
    return point in review.asking.points and not has_answer(review.ledger, point, subject)


def ask(
    review: ReviewContext,
    form: Form,
    carry_out: Callable[[Form, Answer], None] | None = None,
    question: Callable[[Form, Keyboard], Mapping[str, Any] | None] = question_in_terminal,
) -> None:
    """Put a form to a person and commit the answer and its effects, in one transaction.

    A replay repeats what people did in the record. In a terminal, `question` puts the form. An answer that a flow run
    got while its process was gone is taken over. If nobody can be asked, or nobody answers in time and the run is to
    go on, this is recorded as a problem.

    Raises:
        StoppedByPerson: a person stopped the run, or nobody answered and the run is to stop then.
    """
    if review.people:
        follow_deed(review, review.people, form, carry_out)
        return
    context = FlowRunContext.get()
    flow_run = context.flow_run if context else None
    if flow_run is None and not sys.stdin.isatty():
        _go_on_without(review, form, "nobody could be asked: there is neither Prefect nor a terminal")
        return
    form, given = _answered_meanwhile(review, form) if flow_run else (form, None)
    if given is None:
        form, given = _wait_for_answer(review, form, flow_run, question)
    if given is None:
        waited = f"nobody answered within {review.asking.hours:g} hours"
        if review.asking.stops:
            raise StoppedByPerson(f"{form.point}: {waited}; {_remedy(review)}")
        _go_on_without(review, form, waited)
        return
    answer = read_answer(form, given)
    with review.ledger.transaction():
        add_answer(review.ledger, form.point, form.subject, form.round, answer)
        if carry_out and not answer.stops:
            carry_out(form, answer)
    if answer.stops:
        raise StoppedByPerson(f"{form.point}: a person stopped the run; {_remedy(review)}")
    review.progress.say(form.point, f"a person answered and changed {len(answer.values)} fields")


def _remedy(review: ReviewRecord) -> str:
    return f"run 'litreview resume {review.ledger.folder.name}' to be asked again"


def _go_on_without(review: ReviewContext, form: Form, why: str) -> None:
    add_problem(review.ledger, form.point, "nobody asked", f"{why}; the run continued unchanged")
    review.progress.say(form.point, f"{why}; continuing")


def _answered_meanwhile(review: ReviewRecord, form: Form) -> tuple[Form, Mapping[str, Any] | None]:
    """Return the form as asked, and the answer to a flow run whose process was gone before it could commit it."""
    for times, flow_run_id in earlier_pauses(review.ledger, form.point, form.subject):
        asked = replace(form, round=times)
        if (given := answer_given(asked, flow_run_id)) is not None:
            return asked, given
    return form, None


def _wait_for_answer(
    review: ReviewContext,
    form: Form,
    flow_run: FlowRun | None,
    question: Callable[[Form, Keyboard], Mapping[str, Any] | None],
) -> tuple[Form, Mapping[str, Any] | None]:
    seconds = review.asking.hours * _SECONDS
    times = add_question(review.ledger, form.point, form.subject, str(flow_run.id) if flow_run else None)
    form = replace(form, round=times)
    await_person(review.ledger, f"waits for a person: {form.point}")
    try:
        if flow_run is None:
            return form, question(form, Keyboard(seconds))
        review.progress.say(
            form.point, f"waits for a person, {review.asking.hours:g} hours: {answer_address(flow_run)}"
        )
        return form, pause_for(form, seconds, flow_run)
    finally:
        end_wait(review.ledger)
