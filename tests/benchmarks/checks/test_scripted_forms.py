"""The forms of answer that are asked for: the API can follow each, and each has a script."""

from __future__ import annotations

import pkgutil
from collections import Counter
from importlib import import_module

import pytest
from anthropic import transform_schema
from pydantic import BaseModel

from tasks.analysts import llm as analyst
from tests.benchmarks.servers.messages_schema import check_schema
from tests.benchmarks.servers.refused import Refused
from tests.benchmarks.servers.scripted import SCRIPTS, organizing, reading, writing


def find_forms() -> dict[str, type[BaseModel]]:
    """Return the models that the analyst's modules define, by name."""
    modules = [import_module(f"{analyst.__name__}.{module.name}") for module in pkgutil.iter_modules(analyst.__path__)]
    found = [thing for module in modules for thing in vars(module).values() if isinstance(thing, type)]
    return {form.__name__: form for form in found if issubclass(form, BaseModel) and form is not BaseModel}


FORMS = find_forms()


@pytest.mark.parametrize("title", sorted(SCRIPTS))
def test_the_api_can_follow_the_form_of_every_script(title: str):
    """A form that it refuses would cost no money, but end every review."""
    check_schema(transform_schema(FORMS[title]))


def test_no_two_scripts_answer_in_the_same_form():
    """The title alone tells the server what is asked."""
    titles = Counter(title for module in (organizing, reading, writing) for title in module.SCRIPTS)
    assert [title for title, count in titles.items() if count > 1] == []


def test_a_form_as_pydantic_writes_it_is_refused():
    """Bounds and open objects are what the SDK's translation is for."""
    with pytest.raises(Refused):
        check_schema(FORMS["RelevanceList"].model_json_schema() | {"additionalProperties": True})
