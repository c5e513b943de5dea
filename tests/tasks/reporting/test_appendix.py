"""The appendix: every table, and a sentence where there is none."""

from __future__ import annotations

import polars as pl

from tasks.reporting.appendix import describe_appendix
from tasks.reporting.exhibits import Numbering

_EMPTY = pl.DataFrame()


def _render(**frames: object) -> str:
    names = (
        *("queries", "strategies", "stages", "criteria", "themes", "agreement", "models", "people", "loops", "edits"),
        *(
            "hand_edits",
            "missed",
            "problems",
            "appraisals",
            "differing",
            "poolings",
            "pooled_results",
            "screeners",
            "pairs",
        ),
    )
    given = dict.fromkeys(names, _EMPTY) | {"stop_reason": ""} | frames
    return Numbering("A").write(describe_appendix(**given))  # type: ignore[arg-type]


def _rows(appendix: str) -> list[list[str]]:
    lines = [line for line in appendix.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]


def test_empty_frames_give_one_honest_sentence_each():
    """Nothing to show is said, section by section, and no table is drawn."""
    assert _render() == (
        "### Queries as run\n\nNo query was run.\n\n"
        "### Selection criteria\n\nNo criterion was stated beyond the topic itself.\n\n"
        "### Works by search strategy\n\nA work found by several strategies counts in each of them "
        "(PRISMA-S items 15 and 16).\n\nNo search returned a work.\n\n"
        "### Snowballing\n\nNo stage of snowballing was run.\n\nWhy snowballing ended: no reason was recorded.\n\n"
        "### Themes\n\nThe works were not organised into themes.\n\n"
        "### Much-cited works outside the corpus\n\nAccording to the references on record, no work cited by three "
        "or more works of the corpus is absent from it.\n\n"
        "### Problems met\n\nNo problem was recorded."
    )


def test_criteria_that_works_were_held_against_tell_who_stated_them_and_what_they_did():
    """Without any, the table is as it was."""
    rows = {"kind": ["include", "include"], "text": ["About trees", "population: adults"]}
    plain = _rows(_render(criteria=pl.DataFrame(rows | {"proposed_by": [None, None], "works": [None, None]})))
    assert plain[0] == ["Kind", "Criterion"]
    held = _rows(_render(criteria=pl.DataFrame(rows | {"proposed_by": [None, "person"], "works": [None, 3]})))
    assert held[0] == ["Kind", "Criterion", "Stated by", "Works left out"]
    assert held[3] == ["include", "population: adults", "person", "3"]


def _queries(**columns: object) -> pl.DataFrame:
    given = {"strategy": "keyword", "text": "x", "filters": "", "catalogue": "one", "url": None, "hits": 1} | columns
    return pl.DataFrame({name: [value] for name, value in given.items()})


def test_queries_stand_as_run():
    """Long queries are whole and escaped, limits are said in words, one catalogue is named once."""
    text = "stress | cortisol " * 100
    filters = "types article,review; cited by over 10; cited by exempt from 2020; limit 25"
    appendix = _render(queries=_queries(text=text, filters=filters, catalogue="works.jsonl.gz", hits=12_345))
    assert "Catalogue searched (PRISMA-S item 1): works.jsonl.gz." in appendix
    assert f"1. **Keyword search**, {text.strip()}".replace("|", "\\|") in appendix
    limits = "Limits: types article,review; cited over 10 times or published from 2020 on; the best 25 taken."
    assert f"   {limits} Hits: 12,345." in appendix
    assert appendix.count("works.jsonl.gz") == 1


def test_addresses_are_read_by_people():
    """An address stands decoded, so that it wraps where words end; what stands for a file is no address."""
    address = "https://api.example.org/works?search=hair%20cortisol%20%22stress%22&filter=type:article%7Creview"
    appendix = _render(queries=_queries(url=address))
    assert 'works?search=hair cortisol "stress"&filter=type:article\\|review' in appendix
    assert "%20" not in appendix
    assert "local:" not in _render(queries=_queries(url="local:works.jsonl?search=hair%20cortisol"))


def test_several_catalogues_are_named_with_each_query():
    """Where queries differ in catalogue, each says its own."""
    appendix = _render(queries=pl.concat([_queries(catalogue="one"), _queries(catalogue="two")]))
    assert "Catalogue: one. Hits: 1." in appendix
    assert "Catalogue: two. Hits: 1." in appendix


def test_columns_are_as_wide_as_their_words():
    """A column of long texts leaves years and numbers the room they need."""
    missed = pl.DataFrame(
        {"work_id": ["W1"], "title": ["A long title of a work " * 9], "year": [1999], "cited_by_corpus": [7],
         "reason": ["Not decided yet, for a long reason " * 8]}
    )  # fmt: skip
    rule = next(line for line in _render(missed=missed).splitlines() if line.startswith("| --"))
    _, work, cited, _, _ = rule.split("|")
    assert len(cited.strip()) >= len("Cited") + 4
    assert len(work) > 2 * len(cited)


def test_figures_stand_beside_their_tables():
    """What there is to show is shown where it is told; without the picture there is no figure."""
    stages = pl.DataFrame({"stage": [1], "seeds": [20], "candidates": [9], "relevant": [3], "coverage_delta": [0.3]})
    shown = _render(stages=stages, pictures={"saturation.svg": "<svg/>", "citations.svg": "<svg/>"})
    assert shown.index("### Snowballing") < shown.index("](saturation.svg)") < shown.index("### Themes")
    assert shown.index("### Themes") < shown.index("![**Figure A2.** Which works") < shown.index("](citations.svg)")
    assert "![" not in _render(stages=stages)


def test_stages_and_their_end():
    """Each stage is a row with its coverage delta to two places; why it ended is a sentence."""
    stages = pl.DataFrame(
        {"stage": [1, 2], "seeds": [20, 10], "candidates": [1_000, 50], "relevant": [300, 2],
         "coverage_delta": [0.3, None]}
    )  # fmt: skip
    appendix = _render(stages=stages, stop_reason="below 10% for 2 stages.")
    assert _rows(appendix)[-2:] == [["1", "20", "1,000", "300", "0.30"], ["2", "10", "50", "2"]]
    assert "Why snowballing ended: below 10% for 2 stages." in appendix
    assert "PRISMA-S item 5" in appendix


def test_themes_missed_works_and_problems():
    """Word lists are joined, methods named, years keep four digits, long messages are cut, NaN is no number."""
    themes = pl.DataFrame(
        {
            "label": ["Hair"],
            "works": [12],
            "words": [["hair", "cortisol"]],
            "coherence": [float("nan")],
            "source": ["BERTopic"],
        }
    )
    missed = pl.DataFrame(
        {"work_id": ["W1"], "title": ["A * star"], "year": [1999], "cited_by_corpus": [7], "reason": ["too old"]}
    )
    problems = pl.DataFrame({"phase": ["retrieval"], "kind": ["broken"], "message": ["m" * 1_000], "n": [3]})
    appendix = _render(themes=themes, missed=missed, problems=problems)
    assert "Made by: BERTopic." in appendix
    rows = _rows(appendix)
    assert ["Hair", "12", "hair, cortisol"] in [row[:3] for row in rows]
    assert ["A \\* star (1999), W1", "7", "too old"] in rows
    assert ["retrieval", "broken", "m" * 299 + "…", "3"] in rows
    assert "nan" not in appendix.lower()


def test_two_groupings_are_compared():
    """Where works were grouped twice, agreement, bridges and works placed by rule are stated; else nothing is said."""
    agreement = pl.DataFrame(
        {"ari": [0.4567], "nmi": [0.6], "works": [300], "topic_groups": [12], "semantic_groups": [9], "themes": [10],
         "bridges": [7], "leftovers": [0]}
    )  # fmt: skip
    appendix = _render(agreement=agreement)
    assert "by topic words into 12 groups and by meaning into 9." in appendix
    assert "adjusted Rand index of 0.46" in appendix
    assert "normalised mutual information of 0.60" in appendix
    assert "Works that bridge two themes: 7." in appendix
    assert "bridge" not in _render()


def test_language_models_are_named_where_there_are_any():
    """Who judged and wrote stands with model, effort and prompt; without a model nothing is said."""
    models = pl.DataFrame(
        {"phase": ["screening"], "step": ["relevance"], "model": ["claude-haiku-5-5"], "effort": ["low"],
         "prompt": ["0123456789ab"], "answers": [48]}
    )  # fmt: skip
    appendix = _render(models=models)
    assert "### Language models" in appendix
    assert "claude-haiku-5-5" in appendix
    assert "0123456789ab" in appendix
    assert "Language models" not in _render()


def test_a_formula_is_text_in_a_spreadsheet():
    """A cell that begins like a formula begins with an apostrophe; numbers, negative ones too, stay numbers."""
    missed = pl.DataFrame(
        {
            "work_id": "W1",
            "title": ["=cmd()|' /C calc'!A0", "+1", "-x", "@sum", "a=b"],
            "year": 2020,
            "cited_by_corpus": -3,
            "reason": "none",
        }
    )
    rows = [row for row in _rows(_render(missed=missed)) if "W1" in row[0]]
    assert [row[0][0] for row in rows] == ["'", "'", "'", "'", "a"]
    assert {row[1] for row in rows} == {"-3"}


def test_supervision_tells_what_changed_and_what_was_left_with_which_reason():
    """Loops stand in a table, every edit in another; without supervision there is no word of it."""
    counts = {"rounds": [2], "changed": [3], "stayed": [1], "added": [0], "dropped": [1]}
    loops = pl.DataFrame({"loop": ["facts"], **counts})
    edits = pl.DataFrame(
        {"loop": ["facts"], "iteration": [1], "section": ["Bees | Flies"], "version": ["1 to 2"], "issue": ["number"],
         "note": ["1 cut; @a dropped: no source says it"]}
    )  # fmt: skip
    appendix = _render(loops=loops, edits=edits)
    assert "### Supervision" in appendix
    assert "| facts | 2 | 3 | 1 | 0 | 1 |" in appendix
    edit = "| Bees \\| Flies (facts, round 1, version 1 to 2) | number | 1 cut; \\@a dropped: no source says it |"
    assert edit in appendix
    assert "### Supervision" not in _render()
