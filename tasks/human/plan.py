"""The question about the plan, before anything is searched, and the plan and queries that follow from the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from storage.records.criteria import CRITERION, ELEMENTS, Criterion
from storage.records.search import Formulation, Plan
from tasks.human.forms import Field, Form
from tasks.text.cleaning import escape_markdown

SUBJECT = "plan"
_KINDS = {
    "questions": "question",
    "focus_areas": "focus area",
    "exclude_terms": "term that excludes a work",
    "criteria": "criterion",
}
_HELP = {
    "questions": "A work that helps to answer it is included; it is searched for as well.",
    "focus_areas": "A work on the topic that bears on it is preferred; it is searched for as well.",
    "exclude_terms": "A work whose title or abstract contains it is excluded.",
    "criteria": f"As in: include population: adults. Or: exclude design: case reports. (Of {', '.join(ELEMENTS)}.)",
}
_PATTERNS = {"criteria": CRITERION}
_CRITERIA = (
    "The language model is asked about each criterion that names a population, design or the like one by one, for each "
    "work; what title and abstract leave open excludes no work."
)
_SEARCHED = {"research question": "questions", "focus area": "focus_areas"}


def ask_for_plan(plan: Plan, queries: Sequence[Formulation], estimate: str, *, spends: bool) -> Form:
    """Return the form: criteria and queries to add and to drop; `estimate` are the lines of `litreview estimate`.

    `spends` says that the review costs money.
    """
    include, exclude = list_criteria(plan, {})
    criteria = [Criterion.read(line) for line in plan.criteria if spends]
    include += [one.text for one in criteria if one.kind == "include"]
    exclude += [one.text for one in criteria if one.kind == "exclude"]
    told = [
        f"The plan of the review of *{escape_markdown(plan.topic)}*, before anything is searched.",
        "**Inclusion criteria**\n\n" + _list(include),
        "**Exclusion criteria**\n\n" + _list([*exclude, *_state_rules(plan)]),
        "**Searched for**\n\n" + _list([f"{query.strategy}, {_label(query)}" for query in queries]),
        "**Estimated cost**\n\n```\n" + estimate + "\n```",
    ]
    fields: list[Field] = []
    if spends:
        told.insert(3, _CRITERIA)
    for name, noun in _KINDS.items() if spends else [*_KINDS.items()][:-1]:
        if stated := tuple(getattr(plan, name)):
            fields.append(Field(f"drop_{name}", f"Drop a {noun}", (), stated))
        fields.append(Field(f"add_{name}", f"Add a {noun}", (), (), _HELP[name], _PATTERNS.get(name, "")))
    if droppable := tuple(dict.fromkeys(_label(query) for query in queries if query.strategy == "keyword")):
        fields.append(Field("drop_queries", "Drop a keyword query", (), droppable))
    fields.append(Field("add_queries", "Add a keyword query", (), (), "Plain words; all of them are searched for."))
    return Form("plan", SUBJECT, "\n\n".join(told), tuple(fields), spends)


def _list(items: Sequence[str]) -> str:
    return "\n".join(f"- {escape_markdown(item)}" for item in items)


def _label(query: Formulation) -> str:
    return f"{query.framing}: {query.text}"


def _state_rules(plan: Plan) -> list[str]:
    years = f"{plan.from_year or 'any year'} to {plan.to_year or 'any year'}"
    rules = [
        f"published outside the years {years}" if plan.from_year or plan.to_year else "",
        f"in no language of {', '.join(plan.languages)}" if plan.languages else "",
        "" if plan.grey else "a preprint, report or dissertation",
        *(f"about the term: {term}" for term in plan.exclude_terms),
        "retracted",
    ]
    return [rule for rule in rules if rule]


def list_criteria(plan: Plan, changed: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the inclusion and exclusion criteria, one sentence each, of a plan with a person's changes."""
    include = [f"About {plan.topic}", *(f"Answers: {question}" for question in plan.questions)]
    include += [f"Bears on: {area}" for area in changed.get("add_focus_areas", ())]
    return include, [f"Contains the term: {term}" for term in changed.get("add_exclude_terms", ())]


def revise_plan(plan: Plan, changed: Mapping[str, Any]) -> Plan:
    """Return the plan as a person left it, by which works are judged and sections written."""

    def revise(name: str) -> tuple[str, ...]:
        kept = (text for text in getattr(plan, name) if text not in changed.get(f"drop_{name}", ()))
        return tuple(dict.fromkeys((*kept, *changed.get(f"add_{name}", ()))))

    return replace(
        plan,
        questions=revise("questions"),
        focus_areas=revise("focus_areas"),
        exclude_terms=revise("exclude_terms"),
    )


def revise_queries(queries: Sequence[Formulation], plan: Plan, changed: Mapping[str, Any]) -> list[Formulation]:
    """Return the queries of a plan without those dropped, and with those added and those for criteria added.

    Dropped with a question or focus area are the queries for it. What a person adds finds works however seldom cited.
    """
    words = [query for query in queries if query.strategy == "keyword"]
    model = replace(
        words[0] if words else Formulation("keyword", "", ""), cited_by_over=None, cited_by_exempt_from=None
    )
    kept = [query for query in queries if not _is_dropped(query, changed)]
    known = {query.text for query in kept}
    asked = {"added by a person": "queries"} | _SEARCHED
    return kept + [
        replace(model, framing=framing, text=text, from_year=plan.from_year, to_year=plan.to_year)
        for framing, name in asked.items()
        for text in changed.get(f"add_{name}", ())
        if text not in known
    ]


def _is_dropped(query: Formulation, changed: Mapping[str, Any]) -> bool:
    if query.strategy != "keyword":
        return False
    criteria = changed.get(f"drop_{_SEARCHED.get(query.framing)}", ())
    return _label(query) in changed.get("drop_queries", ()) or any(query.text.endswith(text) for text in criteria)
