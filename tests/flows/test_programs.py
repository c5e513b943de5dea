"""``litreview mcp``: the SDK's own client lists and calls every tool over standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import CallToolResult

from flows.programs import NOTICE
from storage.core.places import PUBLISHED_FILE
from tests.flows.asked_review import INJECTED, make_asked_review

T = TypeVar("T")
_BLOCK = re.compile(r'<data name="(\w+)">\n(.*)\n</data>', re.DOTALL)
CALLS: dict[str, dict[str, Any]] = {
    "search": {"words": "cortisol nurses"},
    "why": {"work": "lee2001night"},
    "evidence": {"words": "drivers"},
    "quotes": {"citekey": "lee2004odd"},
    "ask": {"question": "Are night shifts associated with higher cortisol in nurses?"},
    "sql": {"query": "SELECT citekey FROM corpus ORDER BY citekey"},
}
REFUSED = {
    "a file": "SELECT * FROM read_csv('{folder}/private.csv')",
    "a file by its name": "SELECT * FROM '{folder}/private.csv'",
    "a copy": "COPY (SELECT 1) TO '{folder}/out.csv'",
    "another database": "ATTACH '{folder}/other.duckdb' AS other",
    "an extension": "INSTALL httpfs",
    "a setting": "SET enable_external_access = true",
    "a change": "DELETE FROM work",
    "two statements": "SELECT 1; COPY (SELECT 1) TO '{folder}/out.csv'",
    "nothing": "not a query",
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a review that can be asked, and a private file beside it."""
    folder = tmp_path_factory.mktemp("reviews")
    make_asked_review(folder / "shifts")
    (folder / "private.csv").write_text("secret\n42\n", encoding="utf-8")
    return folder


def converse(shelf: Path, talk: Callable[[ClientSession], Awaitable[T]]) -> T:
    """Return what comes of a conversation with the server, started as a program starts it."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "flows.cli.main", "mcp", "shifts", "--reviews", str(shelf)],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
    )

    async def meet() -> T:
        async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            return await talk(session)

    return asyncio.run(asyncio.wait_for(meet(), 240))


def read_text(result: CallToolResult) -> str:
    return "".join(part.text for part in result.content if part.type == "text")


def test_every_tool_is_listed_as_reading_only_and_answers_in_marked_data(shelf: Path) -> None:
    """The text says that it is data, in one block that nothing in it closes; the structured result is the same."""
    before = (shelf / "shifts" / PUBLISHED_FILE).read_bytes()

    async def talk(session: ClientSession) -> tuple[Any, dict[str, CallToolResult]]:
        listed = await session.list_tools()
        return listed.tools, {name: await session.call_tool(name, given) for name, given in CALLS.items()}

    tools, results = converse(shelf, talk)
    assert {tool.name for tool in tools} == set(CALLS)
    assert all(tool.annotations.read_only_hint and not tool.annotations.destructive_hint for tool in tools)
    assert all(tool.description for tool in tools)
    told = {}
    for name, result in results.items():
        text = read_text(result)
        assert not result.is_error, text
        assert text.startswith(f"{NOTICE}\n")
        assert text.count("</data>") == 1
        block = _BLOCK.search(text)
        assert block, text
        told[name] = json.loads(block[2])
        assert result.structured_content == {"notice": NOTICE, block[1]: told[name]}
    assert [row["citekey"] for row in told["search"]][:2] == ["lee2001night", "lee2004odd"]
    assert told["why"]["Decisions"][0]["verdict"] == "include"
    assert {row["citekey"] for row in told["evidence"]} == {"lee2002sleep"}
    assert told["ask"]["answered"] is True
    assert told["ask"]["passages"][0]["citekey"] == "lee2001night"
    assert told["sql"][0] == {"citekey": "lee2001night"}
    assert all(row["quote"] for row in told["quotes"])
    assert (shelf / "shifts" / PUBLISHED_FILE).read_bytes() == before


def test_sql_reads_the_review_and_nothing_else(shelf: Path) -> None:
    """No file, database, extension, setting or change; bounded rows; each refusal says why in a sentence."""
    hostile = {name: sql.format(folder=shelf) for name, sql in REFUSED.items()}

    async def talk(session: ClientSession) -> tuple[dict[str, CallToolResult], CallToolResult]:
        refused = {name: await session.call_tool("sql", {"query": sql}) for name, sql in hostile.items()}
        return refused, await session.call_tool("sql", {"query": "SELECT * FROM range(1000)", "most": 7})

    refused, bounded = converse(shelf, talk)
    for name, result in refused.items():
        assert result.is_error, name
        assert "42" not in read_text(result), name
    assert "cannot be answered" in read_text(refused["a file"])
    assert not (shelf / "out.csv").exists()
    assert bounded.structured_content is not None
    assert len(bounded.structured_content["rows"]) == 7


def test_wrong_calls_and_texts_that_give_orders_change_nothing(shelf: Path) -> None:
    """An unknown work is named; a plain instruction in an abstract comes back as a quotation in the block."""

    async def talk(session: ClientSession) -> list[CallToolResult]:
        return [
            await session.call_tool("why", {"work": "nobody"}),
            await session.call_tool("quotes", {"citekey": "nobody"}),
            await session.call_tool("ask", {"question": "Does coffee cure measles?"}),
            await session.call_tool("sql", {"query": "SELECT abstract FROM corpus WHERE citekey = 'lee2004odd'"}),
        ]

    unknown, unquoted, refused, hostile = converse(shelf, talk)
    assert unknown.is_error
    assert "nobody" in read_text(unknown)
    assert unquoted.is_error
    assert "search finds citekeys" in read_text(unquoted)
    assert refused.structured_content is not None
    assert refused.structured_content["answer"]["answered"] is False
    assert "does not say" in refused.structured_content["answer"]["why_not"]
    text = read_text(hostile)
    assert text.index('<data name="rows">') < text.index(INJECTED) < text.rindex("</data>")
    assert text.count("</data>") == 1
