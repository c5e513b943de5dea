"""Commands that ask a finished review: people with `ask`, programs with `mcp`."""

from __future__ import annotations

from typing import Annotated

import typer

from flows.cli.options import Reviews, find_review
from flows.orchestration.waiting import waited_for
from storage.core.errors import InputError
from tasks.analysts.registry import ANALYSTS, asks_models


def ask(  # noqa: PLR0917 - one per option
    name: str,
    question: Annotated[str, typer.Argument(help="What to ask, as a sentence.")],
    analyst: Annotated[
        str | None, typer.Option(help="Have it worded by a language model: anthropic (paid) or local.")
    ] = None,
    budget: Annotated[
        float | None, typer.Option(min=0, help="Dollars that may be spent over all runs and questions of the review.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,  # noqa: FBT002
    reviews: Reviews = None,
) -> None:
    """Answer a question from what the works of a review say, with quotes and citekeys, or say that they do not say."""
    if analyst is not None and analyst not in ANALYSTS:
        choice = ", ".join(one for one in ANALYSTS if ANALYSTS[one].is_offered)
        raise InputError(f"there is no analyst '{analyst}'; give --analyst {choice}")
    worded = analyst is not None and asks_models(analyst)
    if budget is not None and not worded:
        raise InputError("--budget is for language models; give --analyst anthropic with it")
    folder = find_review(name, reviews)
    with waited_for("ask"):
        from flows.questions import ask_corpus, ask_with_model
        from tasks.answering.telling import tell_answer, to_json
        from tasks.environment.settings import read_settings

        if analyst is not None and worded:
            reply, draft = ask_with_model(folder, question, analyst, budget, read_settings())
        else:
            reply, draft = ask_corpus(folder, question), None
    typer.echo(to_json(reply, draft) if as_json else tell_answer(reply, draft))


def mcp(name: str, reviews: Reviews = None) -> None:
    """Serve a review to another program, read-only, by the Model Context Protocol on standard input and output."""
    folder = find_review(name, reviews)
    from flows.programs import serve_programs

    serve_programs(folder)
