"""The parse bench measures every file beside its peers, and says what it couldn't read."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from storage.core.errors import InputError
from tasks.parsing.protocol import ParsedDocument, ParsedPage
from tests.benchmarks.commands import bench_app
from tests.benchmarks.parse import NOT_INSTALLED, describe_reading, find_pdfs, measure_parse, write_measures_table
from tests.tasks.parsing.made_papers import tell, two_columns
from tests.tasks.parsing.made_pdfs import write_pdf

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path):
    write_pdf(tmp_path / "paper.pdf", two_columns(1))
    topics = " ".join(tell(topic, 8) for topic in ("meadows", "forests"))
    opening = f"Pollinators of Alpine Meadows\nAda Bee and Otto Wasp\nAbstract\n{tell('abstract', 3)} Few bees came."
    (tmp_path / "paper.txt").write_text(f"{opening}\n1 Introduction\n{topics}\nReferences\nWasp, O. (2002).\n")
    (tmp_path / "torn.pdf").write_bytes(b"%PDF-1.4 nothing")
    return tmp_path


def test_a_folder_is_measured(folder):
    """A paper of two columns has its words in order, which plain pdftext reads across; a torn file is broken."""
    measures = {(each.file, each.parser): each for each in measure_parse(find_pdfs(folder), "")}
    ours, plain = measures["paper.pdf", "litreview"], measures["paper.pdf", "pdftext"]
    assert (ours.status, ours.pages) == ("parsed", 1)
    assert ours.f1 > 0.9
    assert ours.order == 1.0 > plain.order
    assert ours.pages_per_second > 0
    torn = measures["torn.pdf", "litreview"]
    assert (torn.status, torn.f1, torn.order) == ("broken", None, None)
    assert measures["torn.pdf", "pypdf"].status in (NOT_INSTALLED, "broken")


def test_the_command_prints_json_and_a_table(folder):
    """`bench parse --json` has an object for each file with its peers in it, the table a line for each of them."""
    answer = CliRunner().invoke(bench_app, ["parse", "--pdfs", str(folder), "--json"])
    files = {file["file"]: file for file in json.loads(answer.stdout)}
    assert set(files) == {"paper.pdf", "torn.pdf"}
    assert {"status", "pages", "pages_per_second", "quality", "f1", "order", "peers"} < set(files["paper.pdf"])
    assert set(files["paper.pdf"]["peers"]) == {"pdftext", "pypdf"}
    table = write_measures_table(
        [
            describe_reading(
                "a.pdf", "litreview", ParsedDocument("parsed", "x", (ParsedPage(1, "a b"),), page_count=4), 2.0, ["a"]
            )
        ]
    )
    assert table.splitlines()[1].split() == ["a.pdf", "litreview", "parsed", "4", "2.0", "0.667", "1.000"]


def test_a_folder_without_pdfs_is_an_input_error(tmp_path):
    """Nothing to read is said in one sentence with the remedy."""
    with pytest.raises(InputError, match="--pdfs"):
        find_pdfs(tmp_path)
