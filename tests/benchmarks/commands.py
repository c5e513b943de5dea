"""``litreview bench …``: every promise measured, beside its bound or peer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from storage.core.errors import InputError
from tests.benchmarks.collections.command import convert
from tests.benchmarks.options import AsJson, Folders, HideReferences, LargeFolders, NoSeeds, Pdfs, Quality, Seeds

if TYPE_CHECKING:
    from tests.benchmarks.rows import Row
    from tests.benchmarks.worlds import World

bench_app = typer.Typer(no_args_is_help=True, help="Measure what litreview promises on worlds with known answers.")


@bench_app.command()
def recall(
    world: Folders = None, quality: Quality = "high_quality", seeds: NoSeeds = 1, as_json: AsJson = False
) -> None:
    """Review each world from its title alone: what is found, screened, accepted, and how much of it belongs."""
    from tests.benchmarks.recall import measure_recall

    _print(measure_recall(_worlds(world), quality), as_json=as_json)


@bench_app.command()
def structural(
    world: Folders = None, quality: Quality = "high_quality", seeds: NoSeeds = 1, as_json: AsJson = False
) -> None:
    """Hold the structural rule (co-cited or coupled with 3 relevant works) against the semantic score."""
    from tests.benchmarks.structural import measure_structural

    _print(measure_structural(_worlds(world), quality), as_json=as_json)


@bench_app.command()
def transfer(
    searches: Annotated[bool, typer.Option("--searches", help="Also how far works are included: an hour.")] = False,
    seeds: NoSeeds = 1,
    as_json: AsJson = False,
) -> None:
    """Choose settings on some worlds and measure them on others, among worlds made from ../shared/data."""
    from tests.benchmarks.transfer import measure_transfer

    _print(measure_transfer(searches=searches), as_json=as_json)


@bench_app.command()
def rank(world: Folders = None, seeds: NoSeeds = 1, as_json: AsJson = False) -> None:
    """Rank each world from its title alone, beside BM25 and sentence embeddings."""
    from tests.benchmarks.rank import measure_rank

    _print(measure_rank(_worlds(world)), as_json=as_json)


@bench_app.command()
def screen(world: Folders = None, seeds: Seeds = 5, as_json: AsJson = False) -> None:
    """Screen each world with its labels from one included and one excluded work, beside ASReview (`make asreview`)."""
    from tests.benchmarks.screen import measure_screen

    _print(measure_screen(_worlds(world), seeds), as_json=as_json)


@bench_app.command()
def stop(world: Folders = None, seeds: Seeds = 20, as_json: AsJson = False) -> None:
    """Screen each world with its labels until recall is shown or the budget is used up; then compare with the truth."""
    from tests.benchmarks.stop import measure_stop

    _print(measure_stop(_worlds(world), seeds), as_json=as_json)


@bench_app.command()
def requests(
    world: LargeFolders = None, quality: Quality = "high_quality", seeds: NoSeeds = 1, as_json: AsJson = False
) -> None:
    """Search through a loopback OpenAlex: calls beside the fewest there could be, and dollars."""
    from tests.benchmarks.requests import measure_requests

    _print(measure_requests(world or [], quality), as_json=as_json)


@bench_app.command()
def citations(
    world: LargeFolders = None,
    quality: Quality = "standard",
    hide_references: HideReferences = 0.33,
    seed: Annotated[int, typer.Option(help="Which works these are.", min=0)] = 0,
    as_json: AsJson = False,
) -> None:
    """Hide the references of a third of the works: how many a second index gives back, and what the search regains."""
    from tests.benchmarks.citations import measure_citations

    _print(measure_citations(world or [], quality, hide_references, seed), as_json=as_json)


@bench_app.command()
def cost(
    world: LargeFolders = None, quality: Quality = "high_quality", seeds: NoSeeds = 1, as_json: AsJson = False
) -> None:
    """Write a review through a loopback language service: calls, tokens, dollars, citations, beside their bounds."""
    from tests.benchmarks.cost import measure_cost

    _print(measure_cost(world or [], quality), as_json=as_json)


@bench_app.command()
def labels(world: Folders = None, quality: Quality = "standard", seeds: NoSeeds = 1, as_json: AsJson = False) -> None:
    """Organise a key-less review of each world: the share of themes whose label holds for half of their works."""
    from tests.benchmarks.labels import measure_labels

    _print(measure_labels(world or [], quality), as_json=as_json)


@bench_app.command()
def parse(pdfs: Pdfs = None, as_json: AsJson = False) -> None:
    """Read PDFs: status, words and their order beside the truth, pages a second, with plain pdftext and pypdf."""
    from os import environ

    from tests.benchmarks.parse import find_pdfs, measure_parse, write_measures_json, write_measures_table

    measures = measure_parse(find_pdfs(pdfs), environ.get("LITREVIEW_MARKER_COMMAND", ""))
    typer.echo(write_measures_json(measures) if as_json else write_measures_table(measures))


@bench_app.command()
def verify(
    world: Annotated[
        list[Path] | None,
        typer.Option(
            "--world",
            help="Folder with a .bib and the API answers it comes from; ../shared/data/provenance/* unless given.",
            show_default=False,
        ),
    ] = None,
    seeds: Seeds = 1,
    as_json: AsJson = False,
) -> None:
    """Plant faults into a clean review and clean bibliographies: how many are found, kind by kind, and false alarms."""
    from tests.benchmarks.verify_bib import measure_verify_bib
    from tests.benchmarks.verify_procedure import measure_verify_procedure
    from tests.benchmarks.verify_review import measure_verify_review

    reviews = [*measure_verify_review(seeds), *measure_verify_procedure(seeds)]
    _print([*reviews, *measure_verify_bib(world or [], seeds)], as_json=as_json)


@bench_app.command()
def words(
    claims: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            help="Claims, a JSON object a line: world, work_id, half, kind, claim; the repository's unless given.",
            show_default=False,
        ),
    ] = None,
    half: Annotated[
        Literal["development", "report"] | None,
        typer.Option(help="The half of the works that rules were made on, or the other.", show_default=False),
    ] = None,
    ask_model: Annotated[
        bool, typer.Option("--ask-model", help="Ask LITREVIEW_LOCAL_MODEL too; an hour or two without a GPU.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Hold claims against abstracts: those made wrong told from right ones, kind by kind, and false alarms."""
    from contextlib import nullcontext

    from flows.language_models.support import asked_model
    from tasks.environment.settings import read_settings
    from tests.benchmarks.words import CLAIMS, measure_words

    with asked_model(read_settings()) if ask_model else nullcontext() as ask:
        _print(measure_words(claims or CLAIMS, ask, half or ""), as_json=as_json)


@bench_app.command()
def matching(as_json: AsJson = False) -> None:
    """Join records of several indexes that are one work, and no others, beside matching by DOI alone."""
    from tests.benchmarks.matching import measure_matching

    _print(measure_matching(), as_json=as_json)


@bench_app.command()
def supervise(as_json: AsJson = False) -> None:
    """Plant sixty flaws in a clean review: kind by kind how many supervision finds and repairs, and false alarms."""
    from tests.benchmarks.supervise import measure_supervise

    _print(measure_supervise(), as_json=as_json)


@bench_app.command()
def written(as_json: AsJson = False) -> None:
    """Hold the checks of a language model's answers to honest answers by others, and to wrong twins of these."""
    from tests.benchmarks.written import measure_written

    _print(measure_written(), as_json=as_json)


@bench_app.command()
def extract(as_json: AsJson = False) -> None:
    """Hold what analysts extract from abstracts (design, n, direction, effects) to what people coded by hand."""
    from tests.benchmarks.extract import measure_extraction

    _print(measure_extraction(), as_json=as_json)


@bench_app.command()
def halves(
    reviews: Annotated[Path, typer.Option(help="Folder that holds reviews.")] = Path("reviews"),
    as_json: AsJson = False,
) -> None:
    """Count the findings that reviews quote without the sentence after them that turns them ("However, ...")."""
    from tests.benchmarks.halves import measure_halves

    _print(measure_halves(reviews), as_json=as_json)


@bench_app.command()
def overhead(world: Folders = None, seeds: Seeds = 1, as_json: AsJson = False) -> None:
    """Hold a review of 300 works under Prefect against the same functions called plainly."""
    from tests.benchmarks.overhead import large_world, measure_overhead

    _print(measure_overhead(_worlds(world) if world else [large_world()], seeds), as_json=as_json)


bench_app.command()(convert)


@bench_app.command()
def scale(
    works: Annotated[
        str, typer.Option(help="How many works the made-up snapshots have, apart by commas.")
    ] = "10000,100000,1000000",
    peers_to: Annotated[int, typer.Option(help="SQLite and DuckDB are measured on up to so many works.")] = 100_000,
    folder: Annotated[
        Path | None, typer.Option(help="Folder to keep snapshots and stores in, and go on from.", show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Index made-up snapshots and search them: rate, disk, memory, seconds, beside SQLite FTS5 and scans by DuckDB."""
    from tests.benchmarks.scale import measure_scale

    sizes = works.replace("_", "").split(",")
    if not all(size.strip().isdecimal() and int(size) for size in sizes):
        raise InputError(f"'{works}' is no list of sizes; give --works such as 10000,100000")
    _print(measure_scale([int(size) for size in sizes], peers_to, folder), as_json=as_json)


def _worlds(folders: Sequence[Path] | None) -> list[World]:
    from tests.benchmarks.worlds import find_worlds

    return find_worlds(folders or [])


def _print(rows: Sequence[Row], *, as_json: bool) -> None:
    from tests.benchmarks.rows import write_json, write_table

    typer.echo(write_json(rows) if as_json else write_table(rows))
