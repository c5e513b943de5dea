"""``litreview …``: a thin front end to the flows. Exit 0 done, 1 the run stopped short, 2 bad input."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from flows.cli import ask, catalogue, edits, export, inspect, protocol, run, schedule, serve, verify
from flows.cli.options import quieten
from flows.orchestration.exit import end_quietly
from storage.core.errors import LitreviewError
from tasks.environment.settings import VERSION

_WRONG = 2
_INTERRUPTED = 130  # Typer's exit code for Ctrl-C

_CHECKOUT = Path(__file__).resolve().parents[2]

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="From a research question to a literature review whose every claim can be checked to the word.",
)

for _command in (
    run.demo,
    run.run,
    run.estimate,
    protocol.protocol,
    run.resume,
    run.update,
    run.screen,
    run.appraise,
    run.pool,
    edits.edits,
    inspect.status,
    inspect.sql,
    inspect.why,
    ask.ask,
    verify.verify,
    export.export,
    verify.check_bib,
    serve.serve,
    ask.mcp,
    schedule.schedule,
    inspect.doctor,
    inspect.prune,
):
    # A query may begin with a comment, "-- which works …", which is not an option.
    app.command(context_settings={"ignore_unknown_options": _command is inspect.sql})(_command)


def _tell_version(asked: bool) -> None:  # noqa: FBT001 - typer's signature
    if asked:
        print(VERSION)
        raise typer.Exit


@app.callback()
def _take_options(
    context: typer.Context,
    _version: Annotated[  # noqa: FBT002 - a flag
        bool, typer.Option("--version", help="Print the version and exit.", callback=_tell_version, is_eager=True)
    ] = False,
) -> None:
    """Take the options before a command; runs before Prefect is imported, which then reads its log level."""
    if context.invoked_subcommand != "serve":
        quieten()


app.command(name="list")(inspect.list_all)
app.add_typer(catalogue.catalogue_app, name="catalogue")
if (_CHECKOUT / "tests" / "benchmarks").is_dir():
    # Benches need worlds and servers that are not part of the package.
    sys.path.append(str(_CHECKOUT))
    from tests.benchmarks.commands import bench_app

    app.add_typer(bench_app, name="bench", callback=quieten)


def main() -> None:
    """Run the command line; every error is one sentence on standard error and the exit code of its class.

    Characters that the terminal's encoding lacks are printed as escapes.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status = app(standalone_mode=False)
    except LitreviewError as error:
        _leave(str(error), error.exit_code)
    except typer.Abort:
        _leave("not confirmed, so nothing was done", 1)
    except typer.TyperException as error:
        _refuse(error)
    except KeyboardInterrupt:
        status = _INTERRUPTED
    if status == _INTERRUPTED:
        _leave("interrupted; run the same command again to continue", 1)
    sys.exit(status)


def _refuse(error: typer.TyperException) -> NoReturn:
    """Say in one sentence what is wrong with a command line; the classes of Typer's exceptions are not public."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()  # type: ignore[attr-defined]  # see above
        sys.exit(_WRONG)
    context = getattr(error, "ctx", None)
    asked = f"{context.command_path if context else 'litreview'} --help"
    message = " ".join(error.format_message().split()).rstrip(".")
    _leave(f"{message[:1].lower()}{message[1:]}; '{asked}' tells what can be given", _WRONG)


def _leave(sentence: str, code: int) -> NoReturn:
    print(f"litreview: {sentence}", file=sys.stderr)
    sys.exit(code)


def end() -> None:
    """Run the command line and end the process."""
    end_quietly(main)


if __name__ == "__main__":
    end()
