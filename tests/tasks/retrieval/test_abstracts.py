"""Abstracts for works whose catalogue has none, over loopback services."""

from __future__ import annotations

import pytest

from storage.records.search import Work
from tasks.retrieval.services import Services
from tasks.retrieval.tasks import find_abstract
from tasks.services.answers import Absence, Abstract
from tasks.services.crossref import Crossref
from tasks.services.europe_pmc import EuropePmc
from tasks.services.semantic_scholar import SemanticScholar
from tasks.services.service import read_abstract_text
from tests.fakes.scholarly_services import PublishedWork, serve_scholarly_services

ABSTRACT = (
    "We measured what nobody had measured before and found that it is larger than anybody ever thought it would be."
)
WORK = Work("W1", "A study of things that were never studied", doi="10.1234/a")


def services_at(url: str) -> Services:
    opened = {
        "crossref": Crossref.at(url, None),
        "europepmc": EuropePmc.at(url),
        "semanticscholar": SemanticScholar.at(url, None, pace=0.0),
    }
    return Services(opened)


@pytest.mark.parametrize("known", ["semanticscholar", "crossref", "europepmc"])
def test_the_first_service_that_has_an_abstract_gives_it(known: str):
    """With its name, and its answer as provenance."""
    published = PublishedWork("10.1234/a", WORK.title, ABSTRACT, known_to=frozenset({known}))
    with serve_scholarly_services([published]) as world:
        found = find_abstract(WORK, services_at(world.url))

    assert isinstance(found, Abstract)
    assert (found.source, found.response.source) == (known, known)
    assert found.text.endswith(ABSTRACT)


def test_without_one_the_reason_names_every_service():
    """An absence is for good only if every service answered."""
    with serve_scholarly_services([]) as world:
        absent = find_abstract(WORK, services_at(world.url))
        world.play("crossref", *[500] * 5)
        silent = find_abstract(WORK, services_at(world.url))

    assert absent == Absence(
        "abstracts",
        "semanticscholar does not know this work. crossref does not know this work. europepmc does not know this work.",
    )
    assert isinstance(silent, Absence)
    assert silent.status == "unavailable"
    assert "crossref answered with status 500." in silent.reason


def test_nobody_to_ask_is_an_absence():
    """Without services there is a sentence, not an error."""
    assert isinstance(find_abstract(WORK, Services()), Absence)


@pytest.mark.parametrize(
    ("stated", "begins"),
    [
        (f"<jats:title>Abstract</jats:title><jats:p>{ABSTRACT}</jats:p>", "We measured"),
        (f"<jats:sec><jats:title>SUMMARY</jats:title><jats:p>{ABSTRACT}</jats:p></jats:sec>", "We measured"),
        (f"ABSTRACT: {ABSTRACT}", "We measured"),
        (f"Abstract {ABSTRACT}", "We measured"),
        (f"Abstract\n{ABSTRACT}", "We measured"),
        (f"Abstract art was what we saw. {ABSTRACT}", "Abstract art"),
        (f"<jats:title>Methods</jats:title><jats:p>{ABSTRACT}</jats:p>", "Methods We measured"),
        (f"A &lt; B &amp; C. {ABSTRACT}", "A < B & C."),
    ],
)
def test_headings_and_markup_go_and_words_stay(stated: str, begins: str):
    """A heading "Abstract" says nothing; "abstract" as a word does."""
    text = read_abstract_text(stated)

    assert text
    assert text.startswith(begins)
    assert text.endswith(ABSTRACT)
