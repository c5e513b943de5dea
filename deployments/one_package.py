"""How litreview is built: by setuptools, a wheel from a tree in which everything lies in one import package.

The checkout has `flows`, `tasks` and `storage` at its top. Installed like that they would stand in the way of anybody's
own folders of these names, or those in theirs. In the wheel they are `litreview_engine.flows` and so on: every import
of ours, every text that is the name of a module or of something in one, and the entrypoints of the deployments are
given the name in front. What names a module in a way that cannot be seen here ends the build. An editable install and
the sources are as setuptools makes them.
"""

from __future__ import annotations

import ast
import re
import shutil
import tempfile
from collections.abc import Collection, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (  # the other hooks of PEP 517 and 660, as they are
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

PACKAGE = "litreview_engine"
LAYERS = ("flows", "tasks", "storage")
SHEETS = ("prefect.yaml", "automations.yaml")
"""What of `deployments` is for who has the package alone."""

_ABOUT = '"""litreview as it is installed: its flows, tasks and storage in a package of their own."""\n'
_LAYER = rf"(?:{'|'.join(LAYERS)})"
_IMPORT = re.compile(rf"(?:from|import)\s+(?={_LAYER}\b)")
_LITERAL = re.compile(r"""[rR]?(?:"{3}|'{3}|"|')(?=\w)""")
_NAME = re.compile(rf"{_LAYER}(?:\.\w+)+(?::\w+)?")
_BEGINNING = re.compile(rf"{_LAYER}\.\w*$")


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """Build the wheel into a folder and return its file name."""
    there, made = Path(wheel_directory).resolve(), metadata_directory and str(Path(metadata_directory).resolve())
    with _laid_out():
        return build_meta.build_wheel(str(there), config_settings, made)


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Any = None) -> str:
    """Write the metadata of the wheel into a folder and return its name there."""
    there = Path(metadata_directory).resolve()
    with _laid_out():
        return build_meta.prepare_metadata_for_build_wheel(str(there), config_settings)


@contextmanager
def _laid_out() -> Iterator[None]:
    with tempfile.TemporaryDirectory() as folder:
        lay_out(Path.cwd(), Path(folder))
        with chdir(folder):
            yield


def lay_out(checkout: Path, tree: Path) -> None:
    """Write what the wheel is built from into an empty folder.

    Raises:
        ValueError: a file names a module of ours in a way that would be wrong once installed.
    """
    package = tree / PACKAGE
    for layer in LAYERS:
        shutil.copytree(checkout / layer, package / layer, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    (package / "__init__.py").write_text(_ABOUT, encoding="utf-8")
    ours = [path for path in package.rglob("*") if path.suffix == ".py" or path.is_dir()]
    modules = {".".join(path.relative_to(package).with_suffix("").parts) for path in ours}
    for source in (path for path in ours if path.is_file()):
        try:
            source.write_text(rename_modules(source.read_text(encoding="utf-8"), modules), encoding="utf-8")
        except ValueError as error:
            raise ValueError(f"{source.relative_to(package)}: {error}") from error
    (package / "deployments").mkdir()
    for sheet in SHEETS:
        text = (checkout / "deployments" / sheet).read_text(encoding="utf-8")
        (package / "deployments" / sheet).write_text(_rename_entrypoints(text), encoding="utf-8")
    for file in ("README.md", "LICENSE"):
        shutil.copy(checkout / file, tree)
    # What builds the copy is setuptools alone; what names a module in it is text in double quotes.
    project = (checkout / "pyproject.toml").read_text(encoding="utf-8").split("\n[project]\n", 1)[1]
    project = re.sub(rf'"{_LAYER}\*"', f'"{PACKAGE}*"', re.sub(rf'"(?={_LAYER}\.)', f'"{PACKAGE}.', project))
    (tree / "pyproject.toml").write_text(f"[project]\n{project}", encoding="utf-8")


def rename_modules(source: str, modules: Collection[str]) -> str:
    """Return a Python source with the package's name before every name of a module of ours, line by line as it was.

    Raises:
        ValueError: a module is named in a way that would be wrong once installed; with the line.
    """
    lines = source.encode("utf-8").splitlines(keepends=True)
    changes: list[tuple[int, int]] = []  # line and byte in it, before which the name goes

    def find(at: ast.expr | ast.stmt, pattern: re.Pattern[str]) -> None:
        rest = lines[at.lineno - 1][at.col_offset :].decode("utf-8")
        if (found := pattern.match(rest)) is None:
            raise ValueError(f"line {at.lineno} names a module in a way that cannot be followed")
        changes.append((at.lineno - 1, at.col_offset + len(found[0])))

    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=str(module), level=0) if module.partition(".")[0] in LAYERS:
                find(node, _IMPORT)
            case ast.Import(names=names) if any(each.name.partition(".")[0] in LAYERS for each in names):
                if len(names) > 1 or not names[0].asname:
                    raise ValueError(f"line {node.lineno} wants to be 'from … import …', or 'import … as …' alone")
                find(node, _IMPORT)
            case ast.JoinedStr(values=[ast.Constant(value=str(begun)), *_]) if _BEGINNING.match(begun):
                raise ValueError(f"line {node.lineno} puts the name of a module together")
            case ast.Constant(value=str(text)) if _NAME.fullmatch(text) and _is_ours(text, modules):
                find(node, _LITERAL)
    for line, place in sorted(changes, reverse=True):
        lines[line] = lines[line][:place] + f"{PACKAGE}.".encode() + lines[line][place:]
    return b"".join(lines).decode("utf-8")


def _is_ours(text: str, modules: Collection[str]) -> bool:
    """Return whether a text is the name of a module of ours or of something in one."""
    name = text.partition(":")[0]
    within = name.rpartition(".")[0]
    return name in modules or (within in modules and within not in LAYERS)


def _rename_entrypoints(text: str) -> str:
    return re.sub(rf"\b(entrypoint: )(?={_LAYER}\.)", rf"\g<1>{PACKAGE}.", text)
