"""The rule of sizes: what becomes of themes too small, too many, too large or too few, and of works between them."""

from __future__ import annotations

from collections import Counter

from tasks.themes.merging import Contingency, GatheredTheme, Proposal, cross_groups, gather_themes, size_rule
from tasks.themes.words import rank_groups


def cross(topics: list[int], meanings: list[tuple[int, ...]]) -> Contingency:
    ids = [f"W{number:03}" for number in range(len(topics))]
    groups = [
        [w for w, groups in zip(ids, meanings, strict=True) if n in groups] for n in range(max(map(max, meanings)) + 1)
    ]
    return cross_groups(dict(zip(ids, topics, strict=True)), groups)


def gather(contingency: Contingency, *parts: str, same_words: bool = False) -> list[GatheredTheme]:
    """Return the themes gathered for proposals of these parts; a work's words are its topic group, and all the same."""
    proposals = []
    for number, names in enumerate(parts):
        read = [
            (name.partition("/")[0], name.partition("/")[2]) if "/" in name else (name, name) for name in names.split()
        ]
        cells = tuple((int(t[1:]) if t[0] == "t" else None, int(s[1:]) if s[0] == "s" else None) for t, s in read)
        proposals.append(Proposal(f"Theme {number}", cells, "Because."))
    terms = {
        work_id: frozenset({"hair"} if same_words else {"hair", f"topic{topic}"})
        for work_id, (topic, _) in contingency.cell_of.items()
    }
    return gather_themes(contingency, proposals, terms)


def sizes(themes: list[GatheredTheme]) -> list[int]:
    return [len(theme.steps) for theme in themes]


def test_the_rule_follows_the_size_of_the_corpus():
    """5-15 themes of at most 40% from 25 works on, 2-4 below, one below four works."""
    assert (size_rule(25).fewest, size_rule(25).most, size_rule(25).largest, size_rule(25).smallest) == (5, 15, 10, 2)
    assert (size_rule(300).largest, size_rule(300).smallest) == (120, 3)
    assert (size_rule(24).fewest, size_rule(24).most, size_rule(24).largest) == (2, 4, 24)
    assert (size_rule(3).fewest, size_rule(3).most) == (1, 1)


def test_a_theme_of_one_work_joins_the_nearest_by_words():
    """The work's new step says from where it came and why."""
    contingency = cross([0, 0, 0, 1, 1, 1, 1], [(0,), (0,), (0,), (1,), (1,), (1,), (2,)])
    themes = gather(contingency, "s0", "s1", "s2")
    assert sizes(themes) == [3, 4]
    action, reason = themes[1].steps["W006"]
    assert action == "merge"
    assert "'Theme 2' was too small" in reason


def test_too_many_themes_are_joined_from_the_smallest():
    """Of seven proposed for a corpus that may have four, the smallest go."""
    topics = [0] * 5 + [1] * 5 + [2] * 5 + [3] * 2 + [4] * 2 + [5] * 2
    themes = gather(cross(topics, [(topic,) for topic in topics]), *(f"s{number}" for number in range(6)))
    assert len(themes) == 4
    assert sum(sizes(themes)) == len(topics)


def test_a_theme_too_large_is_divided_along_its_topic_groups():
    """Above 40% the largest topic group leaves; the part has no label yet, and its steps say where it was."""
    topics = [0] * 8 + [1] * 8 + [2] * 4 + [3] * 4 + [4] * 4 + [5] * 4
    themes = gather(cross(topics, [(topic,) for topic in topics]), "s0 s1", "s2", "s3", "s4", "s5")
    assert max(sizes(themes)) <= 0.4 * len(topics)
    assert [theme.label for theme in themes] == ["Theme 0", "Theme 1", "Theme 2", "Theme 3", "Theme 4", ""]
    assert set(themes[-1].steps.values()) == {
        ("split", "Split off 'Theme 0', since it held 16 works, too many for one.")
    }


def test_fifteen_themes_one_of_them_too_large_still_fit():
    """Small themes make room for the parts of the large one."""
    topics = [n % 5 for n in range(30)] + [5 + n // 2 for n in range(28)]
    meanings = [(0,)] * 30 + [(1 + n // 2,) for n in range(28)]
    themes = gather(cross(topics, meanings), *(f"s{number}" for number in range(15)))
    assert 5 <= len(themes) <= 15
    assert max(sizes(themes)) <= 0.4 * len(topics)
    assert sum(sizes(themes)) == len(topics)


def test_what_cannot_be_divided_gives_no_themes():
    """Identical groups in both ways leave nothing to divide along: the caller is told by an empty answer."""
    contingency = cross([0] * 30, [(0,)] * 30)
    assert gather(contingency, "s0") == []
    assert gather(contingency, "s7") == []
    assert gather(contingency) == []


def test_proposals_that_leave_most_works_out_make_no_themes():
    """Rules place what is left over; where that would be most of the corpus, nobody has merged anything."""
    contingency = cross([0] * 4 + [1] * 6, [(0,)] * 4 + [(1,)] * 6)
    assert gather(contingency, "s0") == []
    assert sizes(gather(contingency, "s1")) == [6, 4]


def test_a_cell_akin_to_no_theme_goes_where_its_words_are():
    """Where an unclaimed cell shares no group with any theme, words decide; of equal ones the first."""
    contingency = cross([0, 0, 1, 1, 2], [(0,), (0,), (1,), (1,), (2,)])
    themes = gather(contingency, "s0", "s1", same_words=True)
    assert themes[0].steps["W004"][0] == "leftover"


def test_bridges_end_where_a_theme_is_full():
    """A second theme is joined only as far as 40% of the works; the first one always holds the work."""
    topics = [0] * 9 + [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4
    meanings: list[tuple[int, ...]] = [(topic,) for topic in topics]
    meanings[9:13] = [(0, 1)] * 3 + [(1,)]
    themes = gather(cross(topics, meanings), *(f"s{number}" for number in range(5)))
    assert sizes(themes)[0] == 10
    actions = Counter(action for theme in themes for action, _ in theme.steps.values())
    assert actions == {"keep": 25, "bridge": 1}


def test_groups_are_ranked_by_the_words_they_share():
    """A group with the rarer words in common is nearer; groups without any share come last, in their order."""
    groups = [[{"soil"}], [{"hair", "stress"}, {"hair"}], [{"hair"}], [{"moon"}]]
    assert rank_groups([{"hair", "stress"}], groups) == [1, 2, 0, 3]
    assert rank_groups([set()], groups) == [0, 1, 2, 3]
