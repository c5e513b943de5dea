"""Commands that check: a review against its pages, a bibliography against its records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from flows.cli.options import Reviews, find_review
from flows.orchestration.waiting import waited_for
from storage.core.errors import InputError


def verify(
    name: Annotated[str, typer.Argument(metavar="NAME | FILE.md", help="A review by name, or any review in Markdown.")],
    bibliography: Annotated[
        Path | None, typer.Argument(help="Its BibTeX file, if the review is given as a file.", show_default=False)
    ] = None,
    answers: Annotated[
        Path | None, typer.Argument(help="Folder of cached API answers as .json.", show_default=False)
    ] = None,
    *,
    reviews: Reviews = None,
    ask_model: Annotated[
        bool, typer.Option("--ask-model", help="Ask LITREVIEW_LOCAL_MODEL too whether works support what cites them.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Check every quote, claim, citation and reference of a review against what it rests on; exit 1 names what fails.

    Of anybody's Markdown and BibTeX files: citations without an entry, works that stand twice or are retracted and,
    with API answers, every field of every entry and citations that seem to stand in the wrong sentence.
    """
    if bibliography and ask_model:
        raise InputError("--ask-model is for reviews by name; leave it out, or give the review's name")
    if bibliography:
        _check_files(bibliography, answers, review=Path(name))
        from flows.verify.files import FilesToVerify, verify_files
        from tasks.environment.settings import read_settings

        files = FilesToVerify(Path(name), bibliography, answers, read_settings().retraction_watch)
        with waited_for("verify"):
            report, exit_code = verify_files(files, as_json=as_json)
    elif Path(name).suffix in {".md", ".markdown"}:
        raise InputError(f"the bibliography of {name} is missing; give the BibTeX file after it")
    else:
        folder = find_review(name, reviews)
        with waited_for("verify"):
            from flows.verify.review import verify_review
            from tasks.environment.settings import read_settings

            report, exit_code = verify_review(folder, read_settings(), as_json=as_json, ask_model=ask_model)
    typer.echo(report)
    raise typer.Exit(exit_code)


def check_bib(
    bibliography: Annotated[Path, typer.Argument(help="BibTeX file.")],
    answers: Annotated[Path, typer.Argument(help="Folder of cached API answers as .json.")],
    mode: Annotated[
        Literal["strict", "warn"], typer.Option(help="strict exits 1 when a field is not verified.")
    ] = "strict",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,  # noqa: FBT002
) -> None:
    """Check every field of a bibliography against the API answers it should come from."""
    _check_files(bibliography, answers)
    from flows.verify.files import check_bib

    report, exit_code = check_bib(bibliography, answers, mode, as_json=as_json)
    typer.echo(report)
    raise typer.Exit(exit_code)


def _check_files(bibliography: Path, answers: Path | None, review: Path | None = None) -> None:
    """Refuse files that cannot be read before the modules that read them are imported.

    Raises:
        InputError: a file cannot be read, or the folder of answers is not a folder.
    """
    from tasks.provenance.bibliography import check_answers, read_text_file

    if review:
        read_text_file(review, "review", "a review in Markdown")
    read_text_file(bibliography, "bibliography", "a BibTeX file")
    if answers:
        check_answers(answers)
