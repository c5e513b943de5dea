"""What is typed is what stands in README and pages: nothing is passed over, no stand-in outlives its command."""

from __future__ import annotations

import re
import shlex
from itertools import product

import pytest
import typer

from flows.cli.main import app
from storage.core.errors import InputError
from tests.readme.commands import PAGES, REPOSITORY, Command, read_commands, read_pages
from tests.readme.typed import Typed, choose, list_stale

_SEVERAL = re.compile(r"[\w-]+(?:\|[\w-]+)+")
_STANDING = {"COMMAND": "run", "N": "1"}
_SHELL = [each for each in read_pages() if each.kind == "shell"]
_ASSIGNED = re.compile(r"^(?:[A-Z_]+=\S+ )*(?:\.venv/bin/)?")
_OURS = [each for each in _SHELL if _ASSIGNED.sub("", each.text).startswith("litreview ")]


def test_commands_are_found_in_blocks_and_sentences_but_not_in_figures() -> None:
    """Each once, in order, without its comment; listings of files are none."""
    text = (
        "Say `litreview list` or `litreview.py`.\n\n    make review   # quick\n    export A=b\n\n"
        "    review.md   a file\n\nor\n\n    from flows import x\n    x.y\n\n"
        "```sql\nSELECT 1;\n```\n\n    make review\n"
    )
    found = [(each.line, each.kind, each.text) for each in read_commands(text)]
    assert found == [
        (1, "shell", "litreview list"),
        (3, "shell", "make review"),
        (4, "shell", "export A=b"),
        (10, "python", "from flows import x\nx.y\n"),
        (13, "sql", "SELECT 1;\n"),
    ]


def test_every_page_is_typed() -> None:
    """A page that is added is put into the order, and one that is gone is taken out of it."""
    there = {f"docs/{path.name}" for path in (REPOSITORY / "docs").glob("*.md")}
    assert {*PAGES} == {"README.md", *there}


def test_every_command_of_the_pages_is_typed_or_has_a_reason() -> None:
    """What stands for something (NAME, …) has a stand-in, and the tables hold nothing that the pages have lost."""
    assert len(_SHELL) > 90
    for each in _SHELL:
        what = choose(each)
        if isinstance(what, Typed):
            for line in what.lines:
                standing = {"NAME", "TOPIC", "WORK", "FILE", "DIR", "SNAPSHOT", "STORE", "COMMAND", "…"}
                assert not standing & set(line.replace('"', " ").split()), line
    assert list_stale(read_pages()) == []


@pytest.mark.parametrize("command", _OURS, ids=lambda each: f"{each.page}:{each.line} {each.text}")
def test_every_command_and_option_of_the_pages_exists(command: Command) -> None:
    """Also of those that are not typed: each is one that the command line takes, with as many arguments as it wants."""
    words = shlex.split(_ASSIGNED.sub("", command.text))[1:]
    either = [each.split("|") if _SEVERAL.fullmatch(each) else [_STANDING.get(each, each)] for each in words]
    for line in product(*either):
        _parse(list(line))


def _parse(words: list[str]) -> None:
    """Have a command line understood, but not carried out; raises what Typer does where it is not."""
    at = typer.main.get_command(app)
    parent, name = None, "litreview"
    while True:
        try:
            context = at.make_context(name, list(words), parent=parent)
        except (InputError, typer.Exit):  # understood: DIR is no folder, or help was printed
            return
        if not hasattr(at, "resolve_command"):
            return
        name, at, words = at.resolve_command(context, [*context._protected_args, *context.args])
        parent = context
