"""Each part that a topic joins is answered: who names it, what they find, or that nothing on it was recognised."""

from __future__ import annotations

from dataclasses import replace

from storage.reading.procedure import FacetShare, Procedure
from storage.records.search import Author, Plan, Work
from storage.records.writing import ReadWork, Theme
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.extractive.answers import write_answers
from tasks.analysts.extractive.clear_results import is_clear
from tasks.analysts.extractive.facet_names import read_main, read_matters, read_names
from tasks.analysts.extractive.facets_in_turn import HEADING, _count, mark_told
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.protocol import ReviewMaterial, ThemeMaterial
from tests.tasks.analysts.anthropic.real_works import abstract_page

_TEXTS = (
    ("Yield of barley under drought", "We grew barley for two years. Results: Yield fell by half under drought."),
    (
        "Barley in dry soils",
        "Background: Barley is old. In conclusion, drought lowered the yield of barley in all plots.",
    ),
    ("Roots of barley", "Barley roots were dug up. Results: Deep roots were found in all dry plots."),
    ("Aroma of beer", "Beer was tasted by a panel. Results: The aroma of beer was stronger with dark malt."),
    ("Barley on hills", "Barley was sown on hills. Results: Plants on hills were shorter than plants in valleys."),
)


def _read(number: int, title: str, abstract: str) -> ReadWork:
    work = Work(f"W{number}", title, abstract=abstract, year=2010 + number, authors=(Author("Ada Stone"),))
    summary = ExtractiveAnalyst().summarise_work(work, abstract_page(work))
    return ReadWork(work, f"stone{2010 + number}", summary, in_degree=0)


def _review(topic: str) -> ReviewMaterial:
    works = tuple(_read(number, *text) for number, text in enumerate(_TEXTS))
    ids = tuple(read.work.work_id for read in works)
    plan = Plan(topic)
    theme = ThemeMaterial(plan, Theme("t1", "Barley roots", "", (), 0.1, ids, ids[:1], "merged"), works)
    return ReviewMaterial(plan, (theme,), (), {})


def test_each_part_is_answered():
    """Findings that name a part are told with citation, the rest counted; what no finding names is said to be so."""
    draft = write_answers(_review("Yield, roots, aroma and price of barley"), 120)
    assert draft.markdown.startswith(f"### {HEADING}\n\n")
    told = draft.markdown.split("\n\n")[1:]
    assert [one.partition(":")[0] for one in told] == ["On yield", "On roots", "On aroma", "On price"]
    assert "two of the five included works are about it" in told[0]
    assert "[@stone2010]" in told[0]
    assert "“Barley roots” is a section on it" in told[1]
    assert "one of the five included works is about it" in told[2]
    assert "none of the five included works names it" in draft.markdown
    assert {claim.citekey for claim in draft.claims} <= {"stone2010", "stone2011", "stone2012", "stone2013"}


def test_counts_of_a_part_add_up_to_the_works_that_name_it():
    """Of the works about a part it is said how many have findings on it, and of how many one is told."""
    draft = write_answers(_review("Yield and aroma of barley"), 120)
    assert "two of the five included works are about it; by rule one of these has findings on it." in draft.markdown
    assert _count(3, 15) == "; by rule 18 of these have findings on it, of which three are told here"
    assert _count(0, 2) == "; by rule two of these have findings on it"
    assert "not answered here" in _count(0, 0)


def test_safety_is_answered_by_the_harms_that_works_state():
    """A work that says what harm a treatment did answers a part called safety without the word; deaths go first."""
    works = [
        _read(
            0, "Drug A in gout", "Results: Nausea was reported by 12 of 40 patients with drug A. Pain fell with drug A."
        ),
        _read(1, "Drug A at night", "Results: Two patients died of a stroke during treatment with drug A."),
        _read(2, "Sleep", "Results: Sleep was longer with drug A."),
    ]
    theme = ThemeMaterial(Plan("t"), Theme("t1", "Drug A", "", (), 0.1, (), (), "merged"), tuple(works))
    told = write_answers(ReviewMaterial(Plan("Efficacy and safety of drug A"), (theme,), (), {}), 200).markdown
    safety = told.partition("On safety")[2]
    assert "two of the three included works are about it" in safety
    assert "Nausea was reported by 12 of 40" in safety
    assert "died of a stroke" in safety


def test_set_phrases_and_negations_name_nothing():
    """A word that means something else in a phrase of any field is no name of a part."""
    name_in = read_names(["trade", "art"], ())
    assert name_in("Trade grew with art.") == {"trade", "art"}
    assert name_in("It is trade as usual with state-of-the-art boats and non-trade goods.") == set()


def test_a_word_used_in_passing_is_no_part_that_is_met():
    """A work is about what its title or several sentences name as a thing; help with money is no study of money."""
    texts = (
        "Aid came. Fields were dry. Farms asked for financial help after storms. Rice failed.",
        "Green finance was new. Fields were dry. Much of the finance went to farms. Rice failed.",
        "Banks were asked to finance the farms. Fields were dry. The financial sector lent. Rice failed.",
    )
    works = [_read(number, "Farms and storms", text) for number, text in enumerate(texts)]
    assert [read_matters(["finance"], works)(work) for work in works] == [set(), {"finance"}, set()]
    assert read_matters(["finance"], works)(_read(7, "Finance for farms", texts[0])) == {"finance"}
    theme = ThemeMaterial(Plan("t"), Theme("t1", "Farms", "", (), 0.1, (), (), "merged"), (works[0],))
    told = write_answers(ReviewMaterial(Plan("Finance and rice"), (theme,), (), {}), 120).markdown
    assert "On finance: one of the one included works names it, in passing; this counts works by these words" in told


def test_what_restricts_a_topic_is_what_it_is_about():
    """A part of "parts of a thing" is not enough, where most works name the thing."""
    works = _review("Barley").themes[0].works
    is_on_topic = read_main("Yield and aroma of barley", works)
    assert is_on_topic("Barley grew.")
    assert not is_on_topic("Yield of wheat fell.")
    assert read_main("Yield and aroma of rye", works)("Yield of wheat fell.")


def test_what_may_be_asked_of_anything_is_not_what_a_topic_is_about():
    """Safety makes no work one of a topic on the safety of a thing; where a topic is on nothing else, it does."""
    works = [_read(1, "Safety of mulch", "Mulch was safe."), _read(2, "Safety of rye", "Rye was safe.")]
    is_on_topic = read_main("Efficacy and safety of mulch for wheat and rye", works)
    assert is_on_topic("Mulch was safe.")
    assert not is_on_topic("The safety of walls was good.")
    assert read_main("Efficacy and safety", works)("The safety of walls was good.")


def test_a_clear_result_needs_nothing_beside_it():
    """No figure to look up and nobody made definite by another sentence."""
    assert is_clear("Mulch raised the yield of barley in both years of drought.")
    for unclear in ("Mulch raised the yield of barley (Fig 2).", "Most farms met the criteria.", "Both groups grew."):
        assert not is_clear(unclear)


def test_a_part_in_all_works_is_no_part():
    """What nearly every work names sets nothing apart, and is not answered by three of them."""
    draft = write_answers(_review("Barley, aroma and yield"), 120)
    assert "On barley: four of the five included works are about it, too many to be told here." in draft.markdown


def test_a_topic_of_one_thing_has_no_parts():
    """Where nothing can be answered by rule, that is said, with where to read on."""
    told = write_answers(_review("Roots of barley"), 120).markdown
    assert told.startswith("By rule no answer in brief can be given here")
    assert told.endswith("under the themes: Barley roots (5 works).\n")


def test_pooled_effects_answer_a_topic_of_one_thing():
    """Where results of single works cannot be set side by side, the main effect of what pools studies is told."""
    pooled = (
        "Results: Pooled across 12 trials, mulch raised the yield of barley (SMD 0.40, 95% CI 0.20 to 0.60). "
        "Pooled across 9 trials, frost did not differ (SMD 0.02, 95% CI -0.20 to 0.24)."
    )
    works = [_read(0, "Mulch for barley: a meta-analysis", pooled), _read(1, *_TEXTS[0])]
    theme = ThemeMaterial(Plan("t"), Theme("t1", "Mulch", "", (), 0.1, (), (), "merged"), tuple(works))
    draft = write_answers(ReviewMaterial(Plan("Mulch for barley"), (theme,), (), {}), 120)
    assert "nearest to an answer is what one work that pools studies comes to." in draft.markdown
    assert "0.20 to 0.60" in draft.markdown
    assert "-0.20 to 0.24" not in draft.markdown
    assert {claim.citekey for claim in draft.claims} == {"stone2010"}


def test_what_the_tier_left_out_is_said():
    """Of a part that no included work names, relevant works beyond the tier's size are told."""
    material = _review("Aroma and export")
    shares = (FacetShare("export", shares=True, relevant=3, kept=0),)
    material = replace(material, procedure=replace(Procedure(), facets=shares))
    assert "names it in title or abstract, while three works on it lay beyond the size of the tier" in (
        write_answers(material, 120).markdown
    )


def test_what_was_told_is_not_told_again():
    """Writers of later sections know it."""
    material = _review("Yield and aroma of barley")
    writer = Writer.of(material.themes[0].works, "discussion")
    mark_told(writer, material)
    told = write_answers(material, 120)
    findings = {one.finding_id: one for read in material.themes[0].works for one in read.summary.findings}
    assert any(not writer.is_new(findings[str(claim.finding_id)]) for claim in told.claims)


def test_a_part_is_told_first_by_works_named_after_it_and_not_by_how_it_was_made():
    """Of a part its own works speak, with figures before others; how it was bred or measured is no answer."""
    works = [
        _read(
            0,
            "Bread of towns",
            "Results: Aroma was stronger in towns than in hills. Aroma of bread rose with aroma of salt.",
        ),
        _read(1, "Aroma of rye", "Results: The aroma of rye fell by 40% over 3 weeks of storage."),
        _read(2, "Aroma by design", "Results: The aroma was improved by engineering the starch of dough."),
    ]
    ids = tuple(read.work.work_id for read in works)
    plan = Plan("Aroma, crust and price of bread")
    theme = ThemeMaterial(plan, Theme("t1", "Bread", "", (), 0.1, ids, ids[:1], "merged"), tuple(works))
    told = write_answers(ReviewMaterial(plan, (theme,), (), {}), 120).markdown
    assert "engineering" not in told
