"""Commands that keep a finished review alive: update."""

from __future__ import annotations

import typer

from flows.cli.options import Budget, NoBatch, NoServer, Reviews, path_text, quieten


def update(
    name: str,
    budget: Budget = None,
    no_batch: NoBatch = False,  # noqa: FBT002 - a flag
    reviews: Reviews = None,
    no_server: NoServer = False,  # noqa: FBT002 - a flag
) -> None:
    """Bring a finished review up to date with what was published since; changes.md says what changed."""
    order = {"name": name, "budget": budget, "batch": not no_batch, "reviews": path_text(reviews)}
    from flows.context.readiness import check_update

    check_update(order, served=not no_server)
    quieten()
    from flows.update import update
    from flows.updating.phases import CHANGES_FILE

    finished = update.fn(**order) if no_server else update(**order)
    typer.echo(str(finished.path.with_name(CHANGES_FILE)))
