"""The checklists: complete, filled from record and text, and never "reported" for what is not there."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from storage.reading.procedure import Procedure
from tasks.procedure.facts import Facts
from tasks.reporting.checklists import CHECKLISTS, fill_checklist, read_checklist, render_checklists
from tasks.reporting.checklists.record import Entry, Reported, list_places

_METHODS = """### Search strategy

The catalogue was searched; an estimated 90.5% was found.

### Selection criteria

Works of any year were eligible. No person judged the works by a score on title and abstract.

### Synthesis approach

The works were grouped. No effect was pooled, and the risk of bias of individual works was not assessed."""
_SECTIONS = [
    ("Abstract", "This review sets out what is known. The catalogue was searched. The corpus holds 3 works."),
    (
        "Introduction",
        "### Background and rationale\n\nIts aim is order.\n\n### Research questions\n\nIt asks a question.",
    ),
    ("Methodology", _METHODS),
    ("Discussion", "### Synthesis across themes\n\nIt helps [@lee2001x].\n\n### Limitations of this review\n\nMany."),
]
_APPENDIX = """### Queries as run

1. x

### Sources and dates of the search

The search was made on 2 January 2026. No study registry was searched. The search strategies were not peer reviewed.

### Full texts

None.

### Works left out, with reasons

None.

### Registration, support, interests and availability

No registration and no protocol of this review is on record. Competing interests: to be stated by the authors."""
_NUMBERS = {"queries": 2, "identified": 9, "not_reached": 2, "screened": 7, "relevant": 4, "corpus": 3, "cited": 3}


def _review(appendix: str = _APPENDIX, shown: Mapping[str, str] | None = None, **numbers: int | str) -> Reported:
    places = list_places(_SECTIONS, appendix) | {"Figure 1": "Left to be screened: 7."} | dict(shown or {})
    return Reported(Facts({}, Procedure()), {**_NUMBERS, **numbers}, "Hair and stress", places)


def _fill(name: str, review: Reported) -> Mapping[str, Entry]:
    return {item.number: entry for item, entry in fill_checklist(read_checklist(name), review)}


def test_every_item_is_there_once():
    """PRISMA 2020 has 27 items in 42 rows, the others as many as their sources."""
    numbers = {name: [item.number for item in read_checklist(name).items] for name in CHECKLISTS}
    assert {name: len(given) for name, given in numbers.items()} == {
        "prisma_2020": 42, "prisma_2020_abstract": 12, "prisma_s": 16, "prisma_traice": 17, "raise": 4, "swim": 10,
    }  # fmt: skip
    assert all(len(set(given)) == len(given) for given in numbers.values())
    assert {int(number.rstrip("abcdef")) for number in numbers["prisma_2020"]} == set(range(1, 28))


def test_nothing_is_reported_of_a_review_without_text():
    """Without a text and without numbers no item is reported, not even in part."""
    empty = Reported(Facts({}), {}, "Hair", {})
    states = {entry.status for name in CHECKLISTS for entry in _fill(name, empty).values()}
    assert states == {"not done", "not applicable"}


def test_each_place_named_is_in_the_text():
    """Whatever is reported is reported somewhere; the places are those of the review."""
    review = _review()
    for name in CHECKLISTS:
        for number, entry in _fill(name, review).items():
            assert entry.where or entry.status in {"not done", "not applicable"}, (name, number)
            assert set(entry.where) <= {*review.places, "References", "Theme sections", "Title"}


@pytest.mark.parametrize(
    ("name", "number", "gone", "then"),
    [
        ("prisma_2020", "16b", "Works left out, with reasons", "not done"),
        ("prisma_2020", "6", "The search was made on 2 January 2026.", "partly"),
        ("prisma_2020", "7", "Queries as run", "not done"),
        ("prisma_2020", "16a", "Full texts", "partly"),
        ("prisma_2020", "24a", "No registration and no protocol of this review is on record.", "not done"),
        ("prisma_s", "13", "The search was made on 2 January 2026.", "not done"),
    ],
)
def test_an_item_is_met_only_by_what_stands_there(name: str, number: str, gone: str, then: str):
    """Taken out of the appendix, what met an item meets it no more."""
    assert _fill(name, _review())[number].status == "reported"
    assert _fill(name, _review(_APPENDIX.replace(gone, "")))[number].status == then


def test_characteristics_are_reported_only_of_works_that_have_them():
    """A table without entries reports nothing, one of some works a part, one of all works the item."""
    shown = {"Table 1": "Characteristics of included works."}
    states = [_fill("prisma_2020", _review(shown=shown, characterised=n))["17"].status for n in (0, 2, 3)]
    assert states == ["not done", "partly", "reported"]
    assert _fill("prisma_2020", _review(characterised=3))["17"].status == "not done"


def test_what_was_not_done_is_said_so():
    """Peer review, registries, risk of bias and what authors state are not done, with the place that says it."""
    assert _fill("prisma_s", _review())["14"] == Entry(
        "not done", ("Appendix, Sources and dates of the search",), "The strategies were not peer reviewed."
    )
    filled = _fill("prisma_2020", _review())
    assert (filled["11"].status, filled["11"].where) == ("not done", ("Methodology, Synthesis approach",))
    assert filled["26"].status == "not done"
    assert filled["1"].status == "not done"
    assert _fill("prisma_2020", Reported(Facts({}), {}, "Hair: a systematic review", {}))["1"].status == "reported"


def test_automation_is_told_as_it_was_used():
    """Prompts do not apply without a model; oversight is a person's judgement, agreement one measured blind."""
    without = _fill("prisma_traice", _review())
    assert without["M6"].status == "not applicable"
    assert without["M8"].status == "not done"
    judged = _review(judged_by_people=5, judged_blind=4, kappa="0.61")
    judged = Reported(judged.facts, judged.numbers, judged.title, judged.places | {"Appendix, Verdicts of people": "."})
    filled = _fill("prisma_traice", judged)
    assert filled["M8"].status == "reported"
    assert filled["R2"] == Entry("reported", ("Appendix, Verdicts of people",), "Kappa 0.61 over four works.")


def test_all_are_one_file_with_tables_of_their_own():
    """Each has its counts and a table; the first column has the checklist's name."""
    text = render_checklists(_review())
    for name in CHECKLISTS:
        checklist = read_checklist(name)
        assert f"## {checklist.name}\n" in text
        assert f"| {checklist.name} | Item | State | Where | What |" in text
        assert checklist.after in text
    assert len([line for line in text.splitlines() if line.startswith("| ")]) == 42 + 12 + 16 + 17 + 4 + 10 + 2 * 6


def test_appraisal_by_people_is_reported_where_it_was_done():
    """Items on risk of bias point to the judgements; works that wait for one make the results partial."""
    appendix = f"{_APPENDIX}\n\n### Appraisal by people\n\nPeople judged each domain."
    states = {}
    for appraised in (0, 2, 3):
        review = _review(appendix if appraised else _APPENDIX, appraised=appraised, appraisable=3)
        filled = fill_checklist(read_checklist("prisma_2020"), review)
        states[appraised] = [entry.status for item, entry in filled if item.number in {"11", "18"}]
    assert states == {0: ["not done"] * 2, 2: ["reported", "partly"], 3: ["reported", "reported"]}


def test_pooling_is_reported_where_a_person_asked_for_it():
    """Methods and results of synthesis then point to what was pooled, not to the sentence that nothing was."""
    methods = _METHODS.replace("No effect was pooled", "At a person's request, effects were pooled in one comparison")
    table = {"Table 3": "Effects pooled at a person's request, with 95% confidence intervals."}
    found = {}
    for pooled in (0, 1):
        sections = [(head, methods if pooled and head == "Methodology" else text) for head, text in _SECTIONS]
        appendix = f"{_APPENDIX}\n\n### Pooling on request\n\nPeople asked." if pooled else _APPENDIX
        places = list_places(sections, appendix)
        numbers = {"themes": 3, "pooled": pooled}
        review = Reported(Facts(numbers), numbers, "T: a review", places | (table if pooled else {}))
        filled = fill_checklist(read_checklist("prisma_2020"), review)
        found[pooled] = {item.number: entry for item, entry in filled if item.number in {"12", "13d", "13e", "20b"}}
    assert found[1]["20b"].status == "reported"
    assert "Table 3" in found[1]["20b"].where
    assert {entry.status for entry in found[1].values()} == {"reported", "partly"}
    assert found[0]["13d"].status == found[1]["13d"].status == "reported"
    assert "no effect was pooled" in found[0]["13d"].what
    assert "pooled on request in one comparison" in found[1]["13d"].what
