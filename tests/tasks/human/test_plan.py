"""The plan as a person leaves it is the one that is searched, judged and written by."""

from __future__ import annotations

import dataclasses

from storage.records.search import Formulation, Plan
from tasks.human.forms import read_answer
from tasks.human.plan import ask_for_plan, list_criteria, revise_plan, revise_queries

PLAN = Plan(
    topic="Street *trees*",
    questions=("Do they cool?",),
    focus_areas=("species",),
    exclude_terms=("indoor",),
    criteria=("include population: *adults*", "exclude design: models"),
    from_year=2000,
    languages=("en",),
)
QUERIES = [
    Formulation("keyword", "topic", "street trees", 2000, None, ("article",), ("en",), cited_by_over=5, limit=25),
    Formulation("keyword", "research question", "Do they cool?", 2000),
    Formulation("keyword", "focus area", "street trees species", 2000),
    Formulation("citation", "references and citing works of the best hits", "street trees"),
]
CHANGED = {
    "drop_questions": ["Do they cool?"],
    "add_questions": ["Whom do they cool?"],
    "drop_focus_areas": ["species"],
    "add_focus_areas": ["watering"],
    "add_exclude_terms": ["bonsai"],
    "drop_criteria": ["exclude design: models"],
    "add_criteria": ["exclude setting: greenhouses"],
    "drop_queries": ["topic: street trees"],
    "add_queries": ["urban canopy"],
}


def test_the_form_tells_what_can_be_changed():
    """Criteria, queries and cost are told, as text that acts as no markup; what is there can be dropped, no more."""
    form = ask_for_plan(PLAN, QUERIES, "together  $1 - $2", spends=True)
    options = {field.name: field.options for field in form.fields if field.options}
    assert options == {
        "drop_questions": ("Do they cool?",),
        "drop_focus_areas": ("species",),
        "drop_exclude_terms": ("indoor",),
        "drop_criteria": PLAN.criteria,
        "drop_queries": (
            "topic: street trees",
            "research question: Do they cool?",
            "focus area: street trees species",
        ),
    }
    assert "Street \\*trees\\*" in form.description
    assert "together  $1 - $2" in form.description
    assert "published outside the years 2000 to any year" in form.description
    assert "- population: \\*adults\\*" in form.description.partition("Exclusion criteria")[0]
    assert "- design: models" in form.description.partition("Exclusion criteria")[2]
    assert read_answer(form, CHANGED).values == CHANGED
    assert read_answer(form, {"add_criteria": ["no greenhouses", "exclude setting: 12"]}).values == {}


def test_an_analyst_that_cannot_apply_criteria_is_not_offered_any():
    """Neither are they told as what includes and excludes."""
    form = ask_for_plan(PLAN, QUERIES, "nothing", spends=False)
    assert not [field.name for field in form.fields if "criteria" in field.name]
    assert "adults" not in form.description


def test_criteria_take_effect_in_the_plan():
    """What is dropped is gone from what works are judged by, what is added is there, and both are on record."""
    agreed = revise_plan(PLAN, CHANGED)
    assert agreed == dataclasses.replace(
        PLAN, questions=("Whom do they cool?",), focus_areas=("watering",), exclude_terms=("indoor", "bonsai")
    )
    assert list_criteria(agreed, CHANGED) == (
        ["About Street *trees*", "Answers: Whom do they cool?", "Bears on: watering"],
        ["Contains the term: bonsai"],
    )
    assert revise_plan(PLAN, {}) == PLAN


def test_queries_follow():
    """Dropped ones go, also those for criteria dropped; added ones narrow by year and language, not by citations."""
    revised = revise_queries(QUERIES, PLAN, CHANGED)
    assert [(query.strategy, query.framing, query.text) for query in revised] == [
        ("citation", "references and citing works of the best hits", "street trees"),
        ("keyword", "added by a person", "urban canopy"),
        ("keyword", "research question", "Whom do they cool?"),
        ("keyword", "focus area", "watering"),
    ]
    added = revised[1]
    assert (added.from_year, added.types, added.languages, added.limit) == (2000, ("article",), ("en",), 25)
    assert added.cited_by_over is None
    assert revise_queries(QUERIES, PLAN, {}) == QUERIES
