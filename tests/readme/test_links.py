"""README and pages lead somewhere: every link, anchor and picture is there, and so is every path that they name."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.readme.commands import PAGES, REPOSITORY

_LINKED = (*PAGES, "CHANGELOG.md", "deployments/README.md", "storage/sample/README.md")
_ROOMS = ("flows", "tasks", "storage", "tests", "deployments", "docs")
_PATH = re.compile(rf"(?:{'|'.join(_ROOMS)})/[\w./-]*")
_MODULE = re.compile(r"[\w-]+\.(?:py|toml|sql|yaml)")
_MOST_OF_A_README = 12_288


@cache
def _parse(page: str) -> tuple[Token, ...]:
    return tuple(MarkdownIt().enable("table").parse((REPOSITORY / page).read_text("utf-8")))


@cache
def _list_anchors(page: str) -> frozenset[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    tokens, seen, anchors = _parse(page), Counter[str](), set()
    for before, token in pairwise(tokens):
        if before.type != "heading_open":
            continue
        said = "".join(child.content for child in token.children or () if child.type in {"text", "code_inline"})
        slug = re.sub(r"[^\w\- ]", "", said.lower()).replace(" ", "-")
        anchors.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return frozenset(anchors)


def _read_inline(page: str, kind: str) -> list[Token]:
    return [child for token in _parse(page) for child in token.children or () if child.type == kind]


@pytest.mark.parametrize("page", _LINKED)
def test_every_link_anchor_and_picture_is_there(page: str) -> None:
    """Links are relative to the page; an anchor is a heading of the page that is linked to."""
    targets = [str(each.attrs["href"]) for each in _read_inline(page, "link_open")]
    targets += [str(each.attrs["src"]) for each in _read_inline(page, "image")]
    for target in targets:
        if re.match(r"https?://", target):
            continue
        file, _, anchor = target.partition("#")
        there = (REPOSITORY / page).parent / file if file else REPOSITORY / page
        assert there.exists(), target
        if anchor:
            assert anchor in _list_anchors(str(there.resolve().relative_to(REPOSITORY))), target


@pytest.mark.parametrize("page", [*PAGES, "CHANGELOG.md"])
def test_every_path_of_ours_that_is_named_exists(page: str) -> None:
    """A module, a folder or a file of the checkout that stands in code is there, under that name."""
    for code in _read_inline(page, "code_inline"):
        if _PATH.fullmatch(code.content) and "…" not in code.content:
            assert (REPOSITORY / code.content).exists(), code.content


def test_every_module_that_the_page_on_the_code_names_exists() -> None:
    """Also where it is named without its folder: `protocol.py`, `merging.py`."""
    listed = subprocess.run(["git", "ls-files", *_ROOMS], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    there = {Path(each).name for each in listed.stdout.splitlines()}
    named = {each.content for each in _read_inline("docs/architecture.md", "code_inline")}
    assert {each for each in named if _MODULE.fullmatch(each)} <= there | {"pyproject.toml"}


def test_the_rooms_on_the_page_are_those_of_the_code() -> None:
    """Every room of tasks stands in its layer, from the bottom, as the import contract has them."""
    text = (REPOSITORY / "docs" / "architecture.md").read_text("utf-8")
    told = text.split("## The rooms of tasks, from the bottom\n")[1].split("\n## ")[0]
    rows = [set(re.findall(r"`(\w+)`", row)) for row in told.splitlines() if re.match(r"\| \d", row)]
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (layers,) = (each["layers"] for each in contracts if each.get("containers") == ["tasks"])
    assert rows == [set(layer.split(" : ")) for layer in reversed(layers)]


def test_the_readme_is_short_and_leads_to_every_page() -> None:
    """Who opens it finds what there is; what there is to say of it stands on the pages."""
    assert len((REPOSITORY / "README.md").read_bytes()) <= _MOST_OF_A_README
    linked = {str(each.attrs["href"]).partition("#")[0] for each in _read_inline("README.md", "link_open")}
    assert {*PAGES} - {"README.md"} <= linked
