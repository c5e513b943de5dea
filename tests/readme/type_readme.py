"""Types every command of README and pages, in order, in a fresh clone: ``make readme``.

Called as ``python -m tests.readme.type_readme [FOLDER [PAGE …]]``; with pages, only what those are the first to have is
typed. What is committed is cloned into a temporary folder (or FOLDER, which stays), the environment this runs in is
lent to it, and services and files that a reader has are stood in for. It ends with 1 at the first command that does
otherwise than its page says.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Collection
from contextlib import ExitStack
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory

import httpx

from tests.readme.comings import SERVER, await_coming
from tests.readme.commands import PAGES, Command, read_pages
from tests.readme.stand_ins import DATA, clone, lay_out_files, lend_environment, services_of
from tests.readme.terminal import Failed, Terminal
from tests.readme.typed import Typed, choose


def main(folder: Path, pages: Collection[str] = PAGES) -> int:
    """Type the commands of pages into a clone in a folder, print what came of each, and return the exit status."""
    if not DATA.is_dir():
        print(f"the data beside the repository ({DATA}) is needed: it stands in for a reader's own files")
        return 2
    checkout = clone(folder)
    lend_environment(checkout)
    lay_out_files(checkout)
    commands = [each for each in read_pages(checkout) if each.page in pages]
    if any(each.text == "prefect server start" for each in commands) and _is_taken():
        print(f"something answers at {SERVER} already, where readers are to start a server; end it first")
        return 2
    left: list[tuple[Command, str]] = []
    typed = 0
    with services_of(checkout) as environment, ExitStack() as stack:
        terminal = Terminal(checkout, environment)
        stack.callback(terminal.end)
        for command in commands:
            what = _read(command)
            if isinstance(what, str):
                left.append((command, what))
                continue
            try:
                _carry_out(terminal, command, what)
            except Failed as failed:
                print(f"{_locate(command)}  FAILED  {_shorten(command.text)}\n{failed}")
                return 1
            typed += 1
    print(f"\n{typed} commands typed, each did what it should; {len(left)} not typed:")
    for command, reason in left:
        print(f"{_locate(command)}  {_shorten(command.text, 70):70s}  {reason}")
    return 0


def _read(command: Command) -> Typed | str:
    if command.kind == "python":
        return Typed((f".venv/bin/python -c {quote(command.text)}",))
    if command.kind == "sql":
        queries = [query.strip() for query in command.text.split(";") if query.strip()]
        return Typed(tuple(f"litreview sql demo {quote(query)}" for query in queries))
    return choose(command)


def _carry_out(terminal: Terminal, command: Command, what: Typed) -> None:
    began = time.monotonic()
    printed = ""
    for line in what.lines:
        if what.beside:
            terminal.start(line)
        else:
            printed = terminal.type(line, what.exits, what.keys)
    terminal.check_beside()
    said = await_coming(what.then, terminal, what.lines[-1], printed) if what.then else ""
    print(f"{_locate(command)}  {time.monotonic() - began:5.0f} s  {_shorten(command.text)}", flush=True)
    if what.lines != (command.text,) and command.kind == "shell":
        for line in what.lines:
            print(f"               as: {_shorten(line, 180)}")
    if said:
        print(f"               {said}", flush=True)


def _locate(command: Command) -> str:
    return f"{Path(command.page).stem:>20s} {command.line:3d}"


def _shorten(text: str, most: int = 130) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def _is_taken() -> bool:
    try:
        httpx.get(SERVER, timeout=2)
    except httpx.ConnectError:
        return False
    return True


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(main(Path(sys.argv[1]), sys.argv[2:] or PAGES))
    with TemporaryDirectory(prefix="litreview-readme-") as temporary:
        sys.exit(main(Path(temporary)))
