"""The command by which a person screens: screen."""

from __future__ import annotations

import typer

from flows.cli.options import Reviews, find_review


def screen(name: str, reviews: Reviews = None) -> None:
    """Judge works yourself, the most uncertain first; 'resume' or 'update' then takes your verdicts into the review."""
    folder = find_review(name, reviews)
    from flows.human.screening_session import screen_review

    for line in screen_review(folder):
        typer.echo(line)
