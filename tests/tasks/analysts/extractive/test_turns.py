"""A "yes, but" is quoted, told and extracted as one, or not at all."""

from __future__ import annotations

import pytest

from storage.records.search import Author, Work
from storage.records.writing import Finding, Page, Quote, ReadWork
from tasks.analysts.extractive.finding_allocation import list_items
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.summary import summarise_work
from tasks.analysts.extractive.turns import head_of, read_turn, read_unit, turns

WORK = Work("W1", "Tea and sleep in sailors", authors=(Author("Ann Ray"), Author("Bo Lind")), year=2001)
AFFIRMED = "Tea was associated with longer sleep in sailors."


def read(text: str) -> ReadWork:
    return ReadWork(WORK, "ray2001tea", summarise_work(WORK, [Page("W1", 0, text)]))


def find_findings(text: str) -> list[Finding]:
    return [finding for finding in read(text).summary.findings if finding.kind == "finding"]


@pytest.mark.parametrize(
    "turning",
    [
        "However, sailors on night watch slept as before.",
        "But sailors on night watch slept as before.",
        "Nevertheless, sailors on night watch slept as before.",
        "On the other hand, sailors on night watch slept as before.",
        "Sailors on night watch, however, slept as before.",
        "Only sailors on day watch slept longer.",
        "Some bad nights nevertheless persisted on the night watch.",
        "Sailors on night watch, as they were called by the mates, however, slept as before.",
        "While sailors on day watch dozed, sleep at night was still lower than on land.",
        "After adjustment for age, the association was no longer significant.",
        "After full adjustment, only age predicted the length of sleep.",
        "Adjusting for rank, tea was not related to sleep.",
        "This association disappeared when rank was taken into account.",
        "The association was not significant in older sailors.",
        "It was not seen in older sailors.",
        "At 12 months, the groups did not differ.",
        "No difference was found at follow-up.",
        "In older sailors, tea was not associated with sleep.",
        "Although sailors liked tea, they slept no better on land.",
        "Despite the benefits, sailors did not like tea.",
        "Finally, although sailors liked tea, they slept no better on land.",
        "In practice, sailors often slept badly.",
        "As a result, sailors on tea fell less often.",
        "Sailors on tea fell less often as a result.",
        "Sailors on milk slept even longer compared with this effect.",
        "Moreover, the differences in sleep were not explained by rank.",
        "Results were highly context-specific.",
    ],
)
def test_a_result_is_never_quoted_without_the_sentence_that_turns_it(turning: str):
    """The quote takes in both sentences, verbatim and with its place on the page, and the text says both."""
    page = f"We studied 90 sailors on six ships for one year. {AFFIRMED} {turning} Coffee had no effect on dreams."
    (finding,) = [each for each in find_findings(page) if AFFIRMED[:-1] in each.text]
    assert finding.quote.text == page[finding.quote.char_start : finding.quote.char_end]
    assert finding.quote.text == f"{AFFIRMED} {turning}"
    assert read_unit(finding) == (AFFIRMED, turning)
    assert not any(turning in each.quote.text for each in find_findings(page) if each != finding)


@pytest.mark.parametrize(
    "following",
    [
        "Coffee was associated with shorter sleep.",
        "After adjustment for age, the association remained significant.",
        "These results suggest that sailors should not drink coffee.",
        "In addition, coffee was not associated with dreams of sailors.",
        "In a multivariable model, rank was associated with sleep.",
        "It is likely that coffee did not matter.",
    ],
)
def test_what_goes_on_or_holds_is_no_turn(following: str):
    """Another result, one that holds, and what follows from it, are told without each other."""
    assert not turns(following, AFFIRMED)


def test_a_result_whose_turn_cannot_be_quoted_is_left_out():
    """Both are told or neither: a turn that breaks off takes its result with it."""
    page = f"We studied 90 sailors. {AFFIRMED} However, (a night watch slept as before. Coffee had no effect on dreams."
    assert [each.text for each in find_findings(page)] == ["Coffee had no effect on dreams."]


def test_calls_and_limits_of_the_study_turn_no_result():
    """What is left to be studied and how small a sample was are told with the gaps."""
    page = f"We studied 90 sailors. {AFFIRMED} However, further research is needed. However, our sample size was small."
    assert AFFIRMED in [each.text for each in find_findings(page)]


def test_three_sentences_are_one_unit_and_no_more():
    """A turn may turn again; what goes on turning begins anew."""
    turning = "However, tea improved the mood of {} at sea in spring."
    page = " ".join(["We studied 90 sailors.", AFFIRMED, *(turning.format(who) for who in ("cooks", "boys", "mates"))])
    assert sorted(len(read_unit(each)) for each in find_findings(page)) == [1, 3]


@pytest.mark.parametrize(
    ("turning", "told"),
    [
        ("However, Coffee Ltd sold more.", "longer sleep in sailors; however, Coffee Ltd sold more [@"),
        ("This effect was not seen in cooks.", "longer sleep in sailors; this effect was not seen in cooks [@"),
        ("But we found no effect in cooks.", "; but the authors found no effect in cooks [@"),
        ("However, our cooks did not sleep.", "; however, “our cooks did not sleep” [@"),
        ("However, the study found none in cooks.", "; however, the study found none in cooks [@"),
    ],
)
def test_both_halves_are_told_in_one_sentence(turning: str, told: str):
    """One sentence with one citation says both, whoever speaks in the second half."""
    work = read(f"We studied 90 sailors on six ships for one year. {AFFIRMED} {turning}")
    (finding,) = [each for each in work.summary.findings if AFFIRMED[:-1] in each.text]
    assert told in Writer.of([work], "any").tell(work, finding).text


def test_a_unit_stands_alone_where_its_first_half_does():
    """Words of the turn that point back mean the half that is told before it."""
    work = read(f"We studied 90 sailors. {AFFIRMED} This effect was not seen in cooks.")
    (item,) = list_items([work], "finding")
    assert head_of(item.finding) == AFFIRMED
    assert item.stands_alone
    assert not item.grade


def test_quotes_of_several_sentences_that_do_not_turn_are_read_as_one():
    """What a model quoted in several sentences is no unit of this kind."""
    text = f"{AFFIRMED} Coffee had no effect."
    finding = Finding("W1", "Tea helps.", Quote("W1", 0, 0, len(text), text))
    assert read_unit(finding) == (text,)
    assert head_of(finding) == "Tea helps."


TOOK_BACK = "Sailors with tea had a higher risk of burns than sailors without tea."


def find_directions(text: str) -> list[str]:
    return [one.value for one in read(text).summary.extractions if one.field == "direction"]


def test_no_direction_is_stated_that_a_turn_takes_back():
    """A result that an adjustment ends has no direction in tables and counts, nor an effect; by itself it has one."""
    scene = "We studied 90 sailors on six ships for one year."
    assert find_directions(f"{scene} {TOOK_BACK}") == ["+"]
    for turning in (
        "After adjustment for age, this difference disappeared.",
        "However, the risk of burns did not differ at sea.",
        "However, most burns healed well.",
    ):
        assert find_directions(f"{scene} {TOOK_BACK} {turning}") == []


def test_results_on_other_outcomes_keep_their_directions():
    """A contrast with a result on another outcome takes nothing back: both directions are read."""
    other = "However, sailors with tea had lower blood pressure than sailors without tea."
    assert find_directions(f"We studied 90 sailors on six ships for one year. {TOOK_BACK} {other}") == ["+", "-"]


def test_a_turn_that_says_nothing_by_itself_is_left_out_with_what_cannot_be_quoted():
    """Where the first half is no sentence to quote, a second that means it is none either."""
    page = "We studied 90 sailors on six ships. Both slept longer. However, the combination was better in cooks."
    assert find_findings(page) == []


@pytest.mark.parametrize(
    "judging",
    [
        "None were related to tea.",
        "These events occurred only with rum.",
        "Both sailors had also received rum.",
        "All were mild.",
        "The events resolved when tea was stopped.",
    ],
)
def test_what_a_harm_came_of_is_told_with_it(judging: str):
    """Whether it was due to what was given, what else had been, and how it ended; its direction stays."""
    harm = "Rashes were more frequent in sailors treated with tea, and 3 sailors had serious adverse events."
    found = find_findings(f"We studied 90 sailors on six ships for one year. {harm} {judging} Coffee had no effect.")
    assert [read_unit(one) for one in found if "Rashes" in one.text] == [(harm, judging)]
    assert not turns(judging, AFFIRMED) or judging.startswith("These")


def test_the_commonest_harms_are_no_judgement_of_those_before():
    """They are told by themselves."""
    assert not turns("The most common side effects were mild itch and thirst.", "Adverse events occurred in 9 sailors.")


CHAINS = (
    ("These sailors also fell less often.", "However, some slept badly again on land."),
    ("Cooks were also shown to sleep longer.", "But a closer look shows that all of them had been given new beds."),
    (
        "Through the logs of cooks, this gain reads as a cure.",
        "But a closer look shows that all of them had been given new beds.",
    ),
    ("This gain came with fewer falls.", "Results were highly context-specific."),
)


@pytest.mark.parametrize(("between", "turning"), CHAINS)
def test_a_turn_further_on_is_told_with_what_it_turns(between: str, turning: str):
    """What goes on about the result stands between it and its turn, and all of it is one quote, told as one."""
    page = f"We studied 90 sailors on six ships. {AFFIRMED} {between} {turning} Coffee had no effect on dreams."
    (finding,) = [each for each in find_findings(page) if AFFIRMED[:-1] in each.text]
    assert finding.quote.text == f"{AFFIRMED} {between} {turning}"
    assert read_unit(finding) == (AFFIRMED, between, turning)


@pytest.mark.parametrize(
    ("between", "turning"),
    [
        ("Coffee had no effect on dreams.", "However, cooks dreamt more."),
        ("These sailors also fell less often.", "In contrast, cooks fell more often."),
    ],
)
def test_a_turn_of_the_sentence_between_leaves_the_first_alone(between: str, turning: str):
    """Another result with its own turn, or a parallel one, is not set against the result before both."""
    page = f"We studied 90 sailors on six ships for one year. {AFFIRMED} {between} {turning} Masters steered at night."
    assert any(each.quote.text == AFFIRMED for each in find_findings(page))


@pytest.mark.parametrize(
    "following",
    ["As a result, this paper adds to the debate on tea.", "Consequently, tea should be given to sailors."],
)
def test_what_authors_make_of_a_result_hangs_on_nothing(following: str):
    """A paper's own contribution and advice are no consequence that was observed."""
    page = f"We studied 90 sailors on six ships for one year. {AFFIRMED} {following}"
    assert any(each.quote.text == AFFIRMED for each in find_findings(page))


def test_a_turn_that_opens_with_no_name_goes_on_in_lower_case():
    """By its ending a word is known to be no name; a name, and a word before a name, keep their capital."""
    assert read_turn("Heightened unrest, however, is not the only reason.").text.startswith("heightened unrest")
    assert read_turn("Improvements were, however, small.").text.startswith("improvements were")
    assert read_turn("Jamison was, however, awake.").text.startswith("Jamison was")
    assert read_turn("United Kingdom crews, however, slept.").text.startswith("United Kingdom")


def test_a_turn_that_says_less_binds_though_it_says_what_was_examined():
    """A verdict after "However, when each trial is examined carefully" is the other half of what it turns."""
    praised = "Rye bread has built an impressive reputation as an effective remedy for bad sleep in bakers."
    turned = "However, when each of the randomised trials is examined carefully, the results are less convincing."
    abstract = f"This paper examines the evidence base for rye bread in the treatment of bakers. {praised} {turned}"
    work = Work("W1", "Reputation and rye bread: examining the effectiveness for bakers", abstract=abstract)
    summary = summarise_work(work, [Page("W1", 0, abstract, "abstract")])
    (found,) = (each for each in summary.findings if praised in each.quote.text)
    assert "less convincing" in found.quote.text


def test_a_verdict_on_the_evidence_is_told_with_the_fame_that_it_turns():
    """However it begins: that something "is examined" makes it no act of the text, as it says what came of that."""
    told = (
        "Objective: This paper examines the evidence base for naps in bakers. Conclusion: Naps have an impressive "
        "name among masters as a cure for haste. However, when each of the trials that comprise this evidence base is "
        "examined carefully, the actual results are less convincing about its name."
    )
    work = Work("W1", "Fame and science: napping of bakers")
    (finding,) = (one for one in summarise_work(work, [Page("W1", 0, told)]).findings if one.kind == "finding")
    assert "less convincing" in finding.quote.text
