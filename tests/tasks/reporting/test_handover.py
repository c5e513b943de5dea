"""A review for other programs: read back by real readers, whatever its titles hold, and the same every time."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import datetime

import openpyxl
import polars as pl
import pytest

from storage.records.search import Author, Work
from tasks.reporting.handover import Handover
from tasks.reporting.handover.crate import METADATA, describe_crate
from tasks.reporting.handover.notes import make_notes, name_notes
from tasks.reporting.handover.quarto import make_quarto
from tasks.reporting.handover.spreadsheets import make_csv, make_workbook

_TITLES = (
    '=HYPERLINK("http://evil.example")', "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1+1", "../../etc/passwd",
    "Haarkortisol — 毛发皮质醇 \u202e العربية", "x" * 300, "a\nb\rc\x00d\x1be", "[[Review]] ![[x]] %%hidden%% #tag",
    "{{< include /etc/passwd >}} `{python} 1+1` `r system('x')`", "```{python}\nimport os\n```", "-0.5",
)  # fmt: skip
_WRITTEN = datetime(2026, 1, 2, 3, 4, 5)  # noqa: DTZ001 - as stored
_LABELS = ("CON", "a/b", "A\\B", "a:b", "y" * 300, "..", "Ängste", "A\u0308ngste", "Review", "[[x]]|#^")
_FATES = ("included", "excluded", "left out", "unsure", "not screened", "duplicate", "ineligible", "not decided")


def _fate(number: int, fate: str) -> dict[str, object]:
    title = _TITLES[number % len(_TITLES)]
    return {
        "fate": fate, "reason": title, "score": -0.5 if number else None, "work_id": f"W{number}",
        "citekey": f"lee{number}x" if fate == "included" else None, "doi": f"10.1/{number}", "title": title,
        "authors": [title, "Ann Lee"], "year": 2000 + number, "type": "article", "venue": title, "is_retracted": False,
        "themes": [_LABELS[number % len(_LABELS)]] if fate == "included" else [],
    }  # fmt: skip


@pytest.fixture
def review() -> Handover:
    """Return a review of works with hostile titles, one for each fate beside those included."""
    included = [_fate(number, "included") for number in range(len(_TITLES))]
    others = [_fate(number, fate) for number, fate in enumerate(_FATES[1:], 100)]
    works = {
        str(row["citekey"]): Work(
            str(row["work_id"]), str(row["title"]), doi=str(row["doi"]), year=2000,
            authors=(Author("Ann Lee", orcid="https://orcid.org/0000-0001-2345-6789"), Author(str(row["title"]))),
        )
        for row in included
    }  # fmt: skip
    cited = " ".join(f"It holds [@{key}]." for key in works)
    text = '---\ntitle: "Hair"\ndate: "as of 2020"\nbibliography: "references.bib"\nheader-includes: "x"\n---\n\n'
    text += f"## Abstract\n\n{cited}\n\n## References\n\n"
    text += "::: {#refs}\n```{=text}\n{{< include /etc/passwd >}}\n```\n:::\n"
    findings = [
        {
            "citekey": "lee0x",
            "doi": None,
            "kind": "finding",
            "finding": title,
            "quote": title,
            "page": 3,
            "cited_in": ["Abstract"],
            "result": result,
        }
        for title in _TITLES
        for result in (1, 2)
    ]
    return Handover(
        name="hair", title="Hair", works=works, version="1.0", written_at=_WRITTEN,
        files={"review.md": text, "references.bib": "", "prisma.svg": "<svg/>"},
        sections=[("Abstract", f"As two say [@lee0x; see @lee1x], but not [this](https://x.org). {cited}")],
        fates=pl.DataFrame(included + others, infer_schema_length=None), findings=pl.DataFrame(findings),
        appraisals=pl.DataFrame(),
        sources=pl.DataFrame({"source": ["=one"], "searches": [2], "from": [_WRITTEN.date()]}),
        counts={"identified": 20, "corpus": 13},
    )  # fmt: skip


def _unzip(packed: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert not any(name.startswith("/") or ".." in name.split("/") for name in archive.namelist())
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        return {name.split("/", 1)[1]: archive.read(name).decode() for name in archive.namelist()}


@pytest.mark.parametrize("make", [make_csv, make_workbook, make_quarto, make_notes])
def test_the_same_review_gives_the_same_bytes(review: Handover, make):
    """No clock and no order of the moment enters a file."""
    assert make(review) == make(review)


def test_a_workbook_holds_text_and_numbers_but_no_formula(review: Handover):
    """Every sheet is read back; each title is the text that it was, and all works found are in one of three sheets."""
    book = openpyxl.load_workbook(io.BytesIO(make_workbook(review)))
    assert book.sheetnames == ["Included", "Excluded", "Unscreened", "Findings", "Sources", "Prisma"]
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} <= {"s", "n", "b"}
    assert not any(cell.hyperlink for cell in cells)
    heads = [cell.value for cell in book["Included"][1]]
    titles = [row[heads.index("title")].value for row in book["Included"].iter_rows(min_row=2)]
    assert titles[0] == '=HYPERLINK("http://evil.example")'
    assert "毛发皮质醇" in titles[6]
    assert "a b c d e" in titles
    assert [book[name].max_row - 1 for name in ("Included", "Excluded", "Unscreened")] == [len(_TITLES), 3, 4]
    assert book["Included"].cell(3, heads.index("score") + 1).value == -0.5
    assert book.properties.created == review.written_at


def test_csv_is_read_as_it_was_and_begins_no_formula(review: Handover):
    """Polars reads each table; what would be a formula follows an apostrophe, numbers stay numbers."""
    files = _unzip(make_csv(review))
    assert sorted(files) == [
        f"{name}.csv" for name in ("excluded", "findings", "included", "prisma", "sources", "unscreened")
    ]
    included = pl.read_csv(files["included.csv"].encode())
    assert included.height == len(_TITLES)
    assert included["title"].to_list()[:6] == [
        "'=HYPERLINK(\"http://evil.example\")", "'+1+cmd|' /C calc'!A0", "'-2+3", "'@SUM(A1)", "'=1+1",
        "../../etc/passwd",
    ]  # fmt: skip
    assert included["score"].to_list()[1] == -0.5
    assert pl.read_csv(files["sources.csv"].encode()).row(0) == ("'=one", 2, "2026-01-02")


def test_quarto_runs_nothing(review: Handover):
    """The engine runs no code, no shortcode is left, and only fields of ours are in the front matter."""
    files = _unzip(make_quarto(review))
    front, body = files["review.qmd"].removeprefix("---\n").split("\n---\n", 1)
    assert [line.split(":")[0] for line in front.splitlines() if not line.startswith(" ")] == [
        "title", "date", "bibliography", "lang", "engine", "format",
    ]  # fmt: skip
    assert "engine: markdown" in front
    assert "{{<" not in body
    assert "::: {#refs}\n:::" in body
    assert sorted(files) == ["README.md", "prisma.svg", "references.bib", "review.qmd"]


def test_every_link_between_notes_resolves(review: Handover):
    """Review, themes and works link to notes that there are, and to no other; titles make no link, embed or comment."""
    files = _unzip(make_notes(review))
    names = {name.removesuffix(".md") for name in files if name.endswith(".md")}
    linked = {name: set(re.findall(r"\[\[([^\]|]*)", text)) for name, text in files.items() if name.endswith(".md")}
    assert set().union(*linked.values()) <= names
    assert len(names) == 1 + len(_LABELS) + len(_TITLES)
    assert {f"lee{number}x" for number in range(len(_TITLES))} <= linked["Review.md"]
    assert "As two say ([[lee0x]]; see [[lee1x]]), but not [this](https://x.org)." in files["Review.md"]
    for name, text in files.items():
        assert "![[" not in text
        assert "%%" not in text.split("\n---\n")[-1], name
    assert files["lee0x.md"].split("## Findings")[1].count("\n- ") == len(_TITLES)  # each once, whatever its results
    front = files["lee9x.md"].removeprefix("---\n").split("\n---\n")[0]
    told = {line.split(": ", 1)[0]: json.loads(line.split(": ", 1)[1]) for line in front.splitlines()}
    assert told["title"] == "[ [Review]] ![ [x]] %%hidden%% #tag"


def test_names_of_notes_are_safe_everywhere():
    """No separator, control character, reserved or empty name; none alike without case, accents composed or not."""
    names = name_notes([*_LABELS, *_TITLES, "", "nul", "Nul.txt", "same", "SAME"], ["Review"])
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        assert 0 < len(name) <= 90
        assert not re.search(r'[\\/:*?"<>|#^\[\]\x00-\x1f]', name)
        assert not re.match(r"(?i)(con|nul)(\.|$)", name)
        assert name == name.strip(" .")
    assert names[8] == "Review 2"


def test_a_crate_describes_each_of_its_files(review: Handover):
    """JSON-LD as RO-Crate 1.1 wants it: descriptor, root, every file, every reference within it resolved."""
    files = {"review.md": b"# Hair", "a b.svg": b"<svg/>", "corpus.duckdb": b"x"}
    assert describe_crate(review, files) == describe_crate(review, files)
    crate = json.loads(describe_crate(review, files))
    assert crate["@context"] == "https://w3id.org/ro/crate/1.1/context"
    graph = {entity["@id"]: entity for entity in crate["@graph"]}
    assert len(graph) == len(crate["@graph"])
    descriptor, root = graph[METADATA], graph["./"]
    assert (descriptor["@type"], descriptor["about"]) == ("CreativeWork", {"@id": "./"})
    assert descriptor["conformsTo"] == {"@id": "https://w3id.org/ro/crate/1.1"}
    assert (root["@type"], root["datePublished"]) == ("Dataset", "2026-01-02")
    assert all(root[name] for name in ("name", "description", "license"))
    assert {part["@id"] for part in root["hasPart"]} == {"review.md", "a%20b.svg", "corpus.duckdb"}
    assert graph["review.md"]["contentSize"] == "6"
    assert len(root["citation"]) == len(_TITLES)

    def refer(value: object) -> list[str]:
        if isinstance(value, dict):
            return [value["@id"]] if set(value) == {"@id"} else [one for part in value.values() for one in refer(part)]
        return [one for part in value for one in refer(part)] if isinstance(value, list) else []

    assert {one for one in refer(crate["@graph"]) if one != "https://w3id.org/ro/crate/1.1"} <= set(graph)
    assert graph["https://orcid.org/0000-0001-2345-6789"]["name"] == "Ann Lee"
