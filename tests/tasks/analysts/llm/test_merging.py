"""Theme merging: themes of both groupings, every work with its path, whatever the model says."""

from __future__ import annotations

import time
from collections import Counter

import orjson
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.records.writing import Theme
from tasks.analysts.extractive.topic_groups import keep_topic_groups
from tasks.analysts.llm.merging import MergedList, merge_themes
from tasks.language_models.dialogue import Answer
from tasks.themes.description import MergedThemes, MergeMaterial
from tests.benchmarks.servers.scripted.organizing import SCRIPTS
from tests.benchmarks.servers.scripted.protocol import read_blocks
from tests.tasks.analysts.anthropic.conducting import conduct, play
from tests.tasks.analysts.anthropic.crossed_groups import make_material, propose

# Topic group 1 is divided by meaning; W007 is in two semantic groups, of which 2 holds its fellows.
TOPICS = (0, 0, 0, 1, 1, 1, 1, 2, 2, 2)
MEANINGS: tuple[tuple[int, ...], ...] = ((0,), (0,), (0,), (1,), (1,), (2,), (2,), (0, 2), (2,), (2,))
MATERIAL = make_material(TOPICS, MEANINGS)
GOOD = {"Childhood Obesity": ["s0"], "Nurses": ["t1/s1"], "Assays": ["t1/s2", "t2"]}


def works_of(merged: MergedThemes) -> dict[str, tuple[str, ...]]:
    return {theme.label: tuple(sorted(theme.work_ids)) for theme in merged.themes}


def steps_of(merged: MergedThemes) -> dict[tuple[str, str], str]:
    label = {theme.theme_id: theme.label for theme in merged.themes}
    return {(path.work_id, label[path.theme_id]): path.action for path in merged.paths}


def test_themes_are_made_of_the_groups_named():
    """Works follow their cells; kept, split and merged groups are told apart; a work between two groups is in both."""
    merged, questions, remarks = conduct(merge_themes(MATERIAL), lambda _: propose(GOOD))
    assert works_of(merged) == {
        "Assays": ("W005", "W006", "W007", "W008", "W009"),
        "Childhood Obesity": ("W000", "W001", "W002", "W007"),
        "Nurses": ("W003", "W004"),
    }
    steps = steps_of(merged)
    assert Counter(steps.values()) == {"keep": 10, "bridge": 1}
    assert steps["W007", "Childhood Obesity"] == "bridge"
    assert steps["W007", "Assays"] == "keep"
    assert len(questions) == 1
    assert remarks == []
    paths = {(path.work_id, path.action): path for path in merged.paths}
    assert (paths["W007", "keep"].topic_group, paths["W007", "keep"].semantic_group) == (2, 2)
    assert (paths["W007", "bridge"].topic_group, paths["W007", "bridge"].semantic_group) == (2, 0)
    assert paths["W000", "keep"].reason == "Both groupings say so."


def test_parts_of_groups_and_several_groups_are_called_so():
    """Of a theme that holds a part of one group the works were split off, of one with more than a group merged."""
    merged, _, _ = conduct(
        merge_themes(MATERIAL), lambda _: propose({"One": ["t0", "s1"], "Two": ["t1/s2"], "Rest": ["t2"]})
    )
    steps = steps_of(merged)
    assert {steps[work_id, "One"] for work_id in ("W000", "W001", "W002", "W003", "W004")} == {"merge"}
    assert {steps[work_id, "Two"] for work_id in ("W005", "W006")} == {"split"}
    assert {steps[work_id, "Rest"] for work_id in ("W008", "W009")} == {"keep"}


def test_the_most_specific_claim_counts():
    """A cell goes before a semantic group, and that before a topic group, so that a theme can be named by its rest."""
    themes = {"Topic": ["t1"], "Meaning": ["s2"], "Rest": ["t0", "t2"]}
    merged, questions, _ = conduct(merge_themes(MATERIAL), lambda _: propose(themes))
    assert works_of(merged)["Topic"] == ("W003", "W004")
    assert works_of(merged)["Meaning"] == ("W005", "W006", "W007", "W008", "W009")
    assert len(questions) == 1


def test_nobodys_cells_are_asked_about_and_then_placed_by_rule():
    """Cells that no theme claims twice go where most of their group went, called leftover; none is lost."""
    themes = {"Childhood Obesity": ["s0"], "Assays": ["t1/s2", "t2"]}
    merged, questions, remarks = conduct(merge_themes(MATERIAL), lambda _: propose(themes))
    assert "t1/s1" in questions[1].correction
    assert remarks[0].kind == "merging answered with faults"
    assert works_of(merged)["Assays"] == ("W003", "W004", "W005", "W006", "W007", "W008", "W009")
    assert steps_of(merged)["W003", "Assays"] == "leftover"


def test_unknown_groups_and_citekeys_are_asked_about_and_then_ignored():
    """A group or citekey that is not in the data is named in the correction; what else the answer says stays."""
    answer = propose(GOOD | {"Nurses": ["t1/s1", "t9", "s1/t1"]}, key_works=["author1", "nobody2020"])
    merged, questions, _ = conduct(merge_themes(MATERIAL), lambda _: answer)
    assert "'t9' is no group or cell" in questions[1].correction
    assert "'s1/t1' is no group or cell" in questions[1].correction
    assert "'nobody2020' is no citekey" in questions[1].correction
    assert works_of(merged)["Nurses"] == ("W003", "W004")


def test_key_works_are_those_named_in_the_theme_then_the_heaviest():
    """A work named for a theme it is not in is no key work of it; the heaviest and the most typical follow."""
    merged, questions, _ = conduct(merge_themes(MATERIAL), lambda _: propose(GOOD, key_works=["author9", "author0"]))
    keys = {theme.label: theme.key_work_ids for theme in merged.themes}
    assert keys["Assays"] == ("W009", "W005", "W006", "W007")
    assert keys["Childhood Obesity"] == ("W000", "W001", "W002", "W007")
    assert len(questions) == 1


def test_what_the_model_says_of_a_theme_is_kept():
    """Sub-themes, conflicts, gaps and relations come with the theme; its words and coherence are computed."""
    answer = orjson.loads(propose(GOOD, sub_themes=["Boys", "Girls"], conflicts="Two disagree.", gaps="No follow-up."))
    answer["themes"][0]["relationships"] = [{"to": "assays", "how": "rests on them."}]
    merged, _, _ = conduct(merge_themes(MATERIAL), lambda _: orjson.dumps(answer).decode())
    theme = next(theme for theme in merged.themes if theme.label == "Childhood Obesity")
    assert (theme.sub_themes, theme.conflicts, theme.gaps) == (("Boys", "Girls"), "Two disagree.", "No follow-up.")
    assert theme.relationships == "Assays: rests on them."
    assert "obesity" in " ".join(theme.words)
    assert theme.source == "by hand; merged with semantic groups by the anthropic analyst"
    assert theme.work_ids[0] == "W000"


def test_foreign_text_does_not_reach_a_theme():
    """Texts with links, citations or beyond their length are asked again, and left out if they come again."""
    answer = propose(GOOD, conflicts="See https://evil.example/x.", gaps="[@author1] says.", reason="so " * 300)
    merged, questions, _ = conduct(merge_themes(MATERIAL), lambda _: answer)
    assert len(questions) == 2
    assert {(theme.conflicts, theme.gaps) for theme in merged.themes} == {("", "")}
    assert {path.reason for path in merged.paths if path.action != "bridge"} == {"No reason was given."}


def test_without_a_semantic_grouping_topic_groups_are_the_themes():
    """Nothing is asked; the themes are those of the extractive analyst, with a remark."""
    alone = MergeMaterial(MATERIAL.plan, MATERIAL.corpus, MATERIAL.grouping, ())
    merged, questions, remarks = conduct(merge_themes(alone), lambda _: "")
    assert merged == keep_topic_groups(alone)
    assert {path.action for path in merged.paths} == {"keep"}
    assert questions == []
    assert [remark.kind for remark in remarks] == ["themes by topic words"]


def test_a_refusal_leaves_the_topic_groups():
    """Refused, the themes are the topic groups; the paths still say which semantic group a work was in."""
    merged, questions, remarks = conduct(merge_themes(MATERIAL), lambda _: Answer("", "refusal"))
    assert merged.themes == keep_topic_groups(MATERIAL).themes
    assert {path.semantic_group for path in merged.paths} == {0, 1, 2}
    assert len(questions) == 1
    assert [remark.kind for remark in remarks] == ["merging not answered", "themes by topic words"]


def test_everything_others_wrote_stands_in_data():
    """Labels, titles, words and counts are in the data blocks; the instructions hold our numbers only."""
    _, [question], _ = conduct(merge_themes(MATERIAL), lambda _: propose(GOOD))
    blocks = read_blocks(question.data)
    assert blocks["cells"] == [
        {"cell": "t0/s0", "works": 3},
        {"cell": "t1/s1", "works": 2},
        {"cell": "t1/s2", "works": 2},
        {"cell": "t2/s2", "works": 3},
    ]
    assert blocks["semantic_groups"][0]["label"] == "Meaning 0"
    assert blocks["topic_groups"][1]["words"] == ["word1"]
    assert {work["cell"] for work in blocks["works"]} == {"t0/s0", "t1/s1", "t1/s2", "t2/s2"}
    assert "Meaning" not in question.instructions
    assert "{{" not in question.instructions
    assert question.answer is MergedList


def test_a_large_corpus_is_told_in_examples():
    """Of 300 works in 60 cells at most 100 are told, some of every cell."""
    many = make_material([number % 10 for number in range(300)], [((number // 10) % 6,) for number in range(300)])
    _, questions, _ = conduct(merge_themes(many), play(SCRIPTS))
    works = read_blocks(questions[0].data)["works"]
    assert len(works) == 100
    assert len({work["cell"] for work in works}) == len(read_blocks(questions[0].data)["cells"])
    assert len(questions[0].data) < 60_000


def test_scripted_merging_is_valid_and_varied():
    """The loopback's script keeps some groups and splits others, without an objection, in no time."""
    topics = [number % 6 for number in range(90)]
    meanings = [((number // 6) % 5 if number % 6 else 0,) for number in range(90)]
    meanings[7], meanings[20] = (0, 1), (2, 3)
    begun = time.process_time()
    merged, questions, remarks = conduct(merge_themes(make_material(topics, meanings)), play(SCRIPTS))
    assert {path.action for path in merged.paths} >= {"split", "bridge"}
    assert len(questions) == 1
    assert remarks == []
    assert time.process_time() - begun < 5


PARTS = st.one_of(
    st.integers(0, 7).map("t{}".format),
    st.integers(0, 9).map("s{}".format),
    st.tuples(st.integers(0, 7), st.integers(0, 9)).map(lambda pair: f"t{pair[0]}/s{pair[1]}"),
    st.sampled_from(["", "/", "t", "s1/t1", "w3", "t1/s", "t\u0661"]),
)
LABELS = st.text("ab ", max_size=4)
THEMES = st.lists(st.tuples(LABELS, st.lists(PARTS, max_size=8)), max_size=18)


@settings(max_examples=80)
@given(data=st.data(), themes=THEMES, size=st.integers(6, 70))
def test_no_work_is_lost_whatever_is_answered(data, themes, size):
    """Any groups, named or unknown: every work in one or two of 5-15 themes (2-4 below 25 works), paths complete."""
    topics = [number % (6 if size >= 25 else 3) for number in range(size)]
    groups = st.one_of(st.tuples(st.integers(0, 7)), st.tuples(st.integers(0, 3), st.integers(4, 7)))
    material = make_material(topics, data.draw(st.lists(groups, min_size=size, max_size=size)))
    for group, place in enumerate(data.draw(st.none() | st.lists(st.integers(0, 15), min_size=8, max_size=8)) or ()):
        themes += [(f"Theme {place}", [f"s{other}" for other in (group, place)])]
    rows = [orjson.loads(propose({label: parts}))["themes"][0] for label, parts in themes]
    merged, _, _ = conduct(merge_themes(material), lambda _: orjson.dumps({"themes": rows}).decode())
    check_complete(merged, material)


def check_complete(merged: MergedThemes, material: MergeMaterial) -> None:
    works = len(material.corpus)
    times = Counter(work_id for theme in merged.themes for work_id in theme.work_ids)
    assert set(times) == set(material.corpus)
    assert set(times.values()) <= {1, 2}
    fewest, most = (5, 15) if works >= 25 else (2, 4)
    assert fewest <= len(merged.themes) <= most
    assert all(len(theme.work_ids) >= 2 for theme in merged.themes)
    assert works < 25 or all(len(theme.work_ids) <= 0.4 * works for theme in merged.themes)
    assert len({theme.label.casefold() for theme in merged.themes} - {""}) == len(merged.themes)
    assert len({theme.theme_id for theme in merged.themes}) == len(merged.themes)
    assert sorted((path.work_id, path.theme_id) for path in merged.paths) == sorted(
        (work_id, theme.theme_id) for theme in merged.themes for work_id in theme.work_ids
    )
    first = Counter(path.work_id for path in merged.paths if path.action != "bridge")
    assert set(first) == set(material.corpus)
    assert set(first.values()) == {1}
    assert all(path.reason for path in merged.paths)
    assert all(is_shaped(theme) for theme in merged.themes)


def is_shaped(theme: Theme) -> bool:
    return set(theme.key_work_ids) <= set(theme.work_ids) and list(theme.work_ids) == sorted(theme.work_ids)
