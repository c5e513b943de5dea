"""Which works of a theme are told of, in brief or whole, and which only listed as without a result told."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.tasks.analysts.conftest import gather, read_abstract
from tests.tasks.analysts.written_review import ANALYST, make_work

KEY = re.compile(r"(?<![\\\w])@([\w:.-]*\w)")


def test_works_without_room_are_told_of_in_brief_or_counted_as_untold():
    """What rules read on both sides is said in a few words, the rest is cited as untold: no count without its matter.

    The last two are told of all the same: a count of one or two says less than what they found.
    """
    told = "Hair cortisol was higher in nurses than in teachers during the long winter of the study in town."
    briefs = ("sleep quality in wards", "night shifts in hospitals", "noise in schools", "heat in mines", "cold at sea")
    works = [read_abstract(make_work("W1", "Smith"), told)]
    works += [
        read_abstract(make_work(f"W{n}", "Jones"), f"Hair cortisol was related to {what}.")
        for n, what in enumerate(briefs, 2)
    ]
    works += [
        read_abstract(make_work("W7", "Lee"), "At night, naps led to a lower rate of errors than coffee."),
        read_abstract(make_work("W8", "Kim"), "Saliva cortisol did not differ between night nurses and day nurses."),
    ]
    many, few = (_key_findings(works[:count]) for count in (8, 3))
    assert "related to sleep quality in wards [@keyW2]" in many
    assert (
        "In brief, further works report lower rate of errors with naps than with coffee (at night) [@keyW7], no "
        "difference in saliva cortisol between night nurses and day nurses [@keyW8] and more hair cortisol in nurses "
        "than in teachers [@keyW1]." in many
    )
    single = _key_findings(works[1:7], words=25)
    assert "In brief, a further work reports lower rate of errors with naps than with coffee (at night)" in single
    assert re.search(
        r"(Three|Four) further works belong to this theme by subject, without a result told in this section \[@", many
    )
    assert set(KEY.findall(many)) == {f"keyW{n}" for n in range(1, 9)}
    assert "related to night shifts in hospitals" in few
    assert "further work" not in few
    assert set(KEY.findall(few)) == {"keyW1", "keyW2", "keyW3"}


def test_every_work_without_a_result_told_is_listed_as_that():
    """What is said of aims, designs and gaps is no result, so a work that is cited for them alone is in the list."""
    works = [
        read_abstract(make_work("W1", "Smith"), "Hair cortisol was higher in nurses than in teachers."),
        read_abstract(make_work("W2", "Jones"), "The aim of this study was to compare naps of nurses and teachers."),
    ]
    theme = gather(works)
    markdown = ANALYST.write_theme(theme, ANALYST.analyse_theme(theme), 400).markdown
    assert "[@keyW2]" in markdown.split("### Key findings")[0]
    assert (
        "One further work belongs to this theme by subject, without a result told in this section [@keyW2]." in markdown
    )
    assert "[@keyW1]" not in markdown.split("without a result told")[1].split(".")[0]


def test_what_is_cited_most_is_told_first():
    """Where room ends, works that no other of the corpus cites are left, whatever stands by itself most easily."""
    places = ("wards", "schools", "mines", "towns", "ships", "camps", "farms", "courts", "banks")
    plain = [
        read_abstract(make_work(f"W{n}", "Jones"), f"Hair cortisol was related to noise in {place}.")
        for n, place in enumerate(places)
    ]
    cited = read_abstract(make_work("W9", "Lee"), "Overall, nurses with long naps made fewer errors than the others.")
    told = _key_findings([*plain, replace(cited, in_degree=7)], words=60)
    assert told.index("nurses with long naps made fewer errors") < told.index("further works")


def _key_findings(works, words=40):
    theme = gather(works)
    draft = ANALYST.write_theme(theme, ANALYST.analyse_theme(theme), words)
    return draft.markdown.split("### Key findings")[1].split("###")[0]
