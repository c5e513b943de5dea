"""Collections of the field in the form in which they are published become worlds that the benches can read."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

from flows.cli.main import app
from storage.core.errors import InputError
from tasks.catalogues.local.files import read_records
from tasks.catalogues.work_record import find_work_id
from tests.benchmarks.collections.registry import convert_collection
from tests.benchmarks.recall import measure_recall
from tests.benchmarks.worlds import WORKS, find_worlds, read_world

TOPIC = (
    "Topic: CD000001 \n\nTitle: Triage tools for injuries of children \n  and adolescents \n\n"
    "Query: \nexp algorithms/ \n(decision adj3 rule*).mp. \n\nPids: \n"
)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_world_written_as_clef_tar_keeps_its_included_works(tmp_path: Path, shared_data: Path, ending: str) -> None:
    """Topic, qrels and OpenAlex records of a labelled world give the works with a PubMed id, and their labels."""
    world = read_world(shared_data / "worlds" / "donners_2021")
    raws = {str(find_work_id(raw)): raw for raw in map(_decode, read_records(world.works_file))}
    pmids = {key: raw["ids"]["pmid"].rsplit("/", 1)[-1] for key, raw in raws.items() if raw["ids"].get("pmid")}
    topics = tmp_path / "2019-TAR" / "topics"
    topics.mkdir(parents=True)
    text = TOPIC + "".join(f"    {pmid} \n" for pmid in pmids.values())
    (topics / "CD000001").write_text(text.replace("\n", ending), "utf-8", newline="")
    rows = [f"CD000001     0     {pmid}     {int(key in world.gold)}\n" for key, pmid in pmids.items()]
    (tmp_path / "2019-TAR" / "full.test.abs.2019.qrels").write_text("".join(rows), "utf-8")
    (tmp_path / "2019-TAR" / "full.test.content.2019.qrels").write_text(rows[0].replace("  0\n", "  1\n"), "utf-8")

    written = convert_collection("clef-tar", tmp_path / "2019-TAR", tmp_path / "worlds", [world.works_file], 5)

    made = read_world(written[0].folder)
    assert made.title == "Triage tools for injuries of children and adolescents"
    assert set(made.references) == pmids.keys()
    assert made.gold == world.gold & pmids.keys()
    assert written[0].missing == 0
    assert any(made.references.values()), "citations of OpenAlex records are kept"


def _decode(record: Any) -> dict[str, Any]:
    return dict(json.loads(record.text))


def test_clef_tar_takes_an_export_of_pubmed_and_counts_what_has_no_record(tmp_path: Path) -> None:
    """Records of an NBIB export are works without citations; included works that it lacks are counted, not made up."""
    topics = tmp_path / "source" / "topics"
    topics.mkdir(parents=True)
    (topics / "CD2").write_text(TOPIC.replace("CD000001", "CD2") + "    11 \n    12 \n    13 \n", "utf-8")
    (tmp_path / "source" / "a.qrels").write_text("CD2 0 11 1\nCD2 0 12 0\nCD2 0 14 1\n", "utf-8")
    export = "".join(
        f"PMID- {pmid}\nTI  - Work {pmid} \u00e9\nAB  - About it.\nDP  - 2010 May\n\n" for pmid in (11, 12, 13)
    )
    (tmp_path / "pubmed.nbib").write_text(export, "utf-8")

    written = convert_collection("clef-tar", tmp_path / "source", tmp_path / "w", [tmp_path / "pubmed.nbib"], 1)

    assert [(each.works, each.included, each.missing) for each in written] == [(3, 1, 1)]
    assert len(read_world(written[0].folder).references) == 3


def test_rows_of_csmed_become_a_world_of_each_review(tmp_path: Path) -> None:
    """Rows without a PubMed id are known by title, reviews by their titles where these are given."""
    source = tmp_path / "csmed"
    source.mkdir()
    with (source / "all.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["review_name", "pmid", "title", "abstract", "label"])
        rows.writerow(["CD1", "5", "Statins, \u03b2-blockers", "Found less.", "included"])
        rows.writerow(["CD1", "NA", "Of mice", "", "excluded"])
        rows.writerow(["CD2", "5", "Statins, \u03b2-blockers", "Found less.", 0])
        rows.writerow(["CD2", "", "Of men", "", 1])
    (source / "titles.csv").write_text("review_name,review_title\nCD1,Statins for everybody\n", "utf-8")

    written = convert_collection("csmed", source, tmp_path / "w", [], 1)

    worlds = find_worlds([each.folder for each in written])
    assert [(world.title, world.works, len(world.gold)) for world in worlds] == [
        ("Statins for everybody", 2, 1),
        ("CD2", 2, 1),
    ]


def test_questions_of_litsearch_share_one_corpus_with_its_citations(tmp_path: Path) -> None:
    """Each question has the papers that answer it included, and the corpus is written once; a search runs on it."""
    source = tmp_path / "litsearch"
    (source / "corpus_clean").mkdir(parents=True)
    (source / "query").mkdir()
    corpus = [
        {
            "corpusid": number,
            "title": f"{'Consistency of generated summaries' if number < 4 else 'Parsing of trees'} {number}",
            "abstract": "Summaries are checked for consistency." if number < 4 else "Trees are parsed.",
            "citations": [1] if 1 < number < 4 else [],
            "full_paper": "",
        }
        for number in range(1, 13)
    ]
    pl.DataFrame(corpus, schema_overrides={"citations": pl.List(pl.Int64)}).write_parquet(
        source / "corpus_clean" / "full-00000-of-00001.parquet"
    )
    queries = [
        {"query": "Where is research on the consistency of generated summaries?", "corpusids": [1, 2, 3]},
        {"query": "Any paper on parsing of trees?", "corpusids": [5]},
    ]
    pl.DataFrame(queries).write_parquet(source / "query" / "full-00000-of-00001.parquet")

    written = convert_collection("litsearch", source, tmp_path / "w", [], 1)

    assert len(written) == 2
    assert (written[0].folder / WORKS).samefile(written[1].folder / WORKS)
    first = read_world(written[0].folder)
    assert (first.works, len(first.gold)) == (12, 3)
    rows = measure_recall([first], "quick")
    assert next(row.value for row in rows if row.measure == "seen") == 1.0


def test_reviews_of_scireviewgen_have_what_they_cite_among_what_all_cite(tmp_path: Path) -> None:
    """Chapters of one review are one world; lists in Python's notation, as CSV has them, are read, nothing is run."""
    frame = pl.DataFrame(
        {
            "paper_id": ["7", "7", "8"],
            "title": ["Survey of parsing", "Survey of parsing", "Survey of speech"],
            "bib_titles": [str(["A tree", "B tree"]), str(["C tree"]), str(["Voices", "A  Tree"])],
            "bib_abstracts": [str(["a", "b"]), str(["c"]), str(["d", "a"])],
        }
    )
    frame.write_csv(tmp_path / "original_survey_df.csv")

    written = convert_collection("scireviewgen", tmp_path / "original_survey_df.csv", tmp_path / "w", [], 1)

    assert [(each.works, each.included) for each in written] == [(4, 3), (4, 2)]


@pytest.mark.parametrize(
    ("kind", "names", "told"),
    [
        ("unheard-of", {}, "no collection"),
        ("clef-tar", {"topics/CD1": TOPIC}, "--records"),
        ("csmed", {"a.csv": "review_name,title\nA,B\n"}, "no column label"),
        ("csmed", {"a.csv": "review_name,title,label\nA,B,maybe\n"}, "'maybe' is no label"),
        ("litsearch", {"query.jsonl": '{"query": "a", "corpusids": [1]}\n'}, "corpus"),
        ("scireviewgen", {"a.csv": "paper_id,title,bib_titles,bib_abstracts\n1,T,__import__('os'),[]\n"}, "no list"),
        ("scireviewgen", {"original_survey_df.pkl": "x"}, "there is no file"),
    ],
)
def test_what_cannot_be_converted_is_refused_in_a_sentence(
    tmp_path: Path, kind: str, names: dict[str, str], told: str
) -> None:
    """The input and the remedy are named, and no world is left."""
    source = tmp_path / "source"
    source.mkdir()
    for name, text in names.items():
        (source / name).parent.mkdir(exist_ok=True)
        (source / name).write_text(text, "utf-8")
    with pytest.raises(InputError, match=told):
        convert_collection(kind, source, tmp_path / "w", [], 1)
    assert not (tmp_path / "w").exists()


def test_the_command_lists_the_worlds_and_says_what_is_missing(tmp_path: Path) -> None:
    """`litreview bench convert` prints each folder with its counts; a second time the folder is refused, exit 2."""
    source = tmp_path / "all.csv"
    source.write_text("review_name,pmid,title,abstract,label\nA,1,One,,1\nA,2,Two,,0\n", "utf-8")
    asked = ["bench", "convert", "csmed", str(source), str(tmp_path / "w"), "--fewest", "1"]
    told = CliRunner().invoke(app, asked)
    assert (told.exit_code, "1 of 2 works included" in told.stdout) == (0, True), told.output
    with pytest.raises(InputError, match="is there already"):
        convert_collection("csmed", source, tmp_path / "w", [], 1)
