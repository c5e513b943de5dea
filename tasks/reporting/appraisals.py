"""What people said of the quality of the works, domain by domain: the part of the appendix on it. Never a score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import polars as pl

from storage.records.appraisal import OVERALL
from storage.records.search import Work
from tasks.citations.authors import name_work
from tasks.evidence.appraisal import Tool, read_tools
from tasks.human.forms import name_reviewer
from tasks.reporting.exhibits import Block, show
from tasks.reporting.tables import Table
from tasks.text.cleaning import escape_markdown, plain_text
from tasks.text.numbers import join_phrases

HEADING = "Appraisal by people"
_NAME_TOOLS = pl.col("tool").replace({key: tool.name for key, tool in read_tools().items()})


def describe_appraisals(judged: pl.DataFrame, differing: pl.DataFrame) -> Iterator[Block]:
    """Yield what people said of the quality of the works, a table for each tool; nothing where nobody appraised any.

    Columns: judged(tool, citekey, reviewer, domain, judgement, reason), differing(citekey, tool, domain, judgement,
    reviewer, other_judgement, other_reviewer).
    """
    if not judged.height:
        return
    yield f"### {HEADING}"
    yield (
        "People judged each domain in the words of the tool, and then the whole; no judgement was made, weighed or "
        "added up by a program. Every judgement, those replaced later among them, is in the table `appraisal` of the "
        "review's database."
    )
    several = {"reviewer": "By"} if judged["reviewer"].n_unique() > 1 else {}
    for number, (key, tool) in enumerate(read_tools().items(), 1):
        of_tool = judged.filter(pl.col("tool") == key)
        if of_tool.height:
            yield f"#### {tool.name}"
            yield _tell_tool(tool, of_tool)
            columns = {"citekey": "Work"} | {domain: domain for domain in tool.asked} | several
            yield from show("judgements", Table(_list_rows(tool, of_tool), columns), tool.name, number)
    reasons = judged.filter(pl.col("reason") != "").with_columns(_NAME_TOOLS, _name("reviewer").alias("reviewer"))
    columns = {"citekey": "Work", "tool": "Tool", "domain": "Domain", "judgement": "Judgement", "reason": "Reason"}
    yield from show("reasons", Table(reasons, columns | several))
    if differing.height:
        yield f"Judgements on which two reviewers differ: {differing.height:,}."
        yield from show("differences", _list_differences(differing))


def _tell_tool(tool: Tool, judged: pl.DataFrame) -> str:
    works = judged["citekey"].n_unique()
    people = [escape_markdown(name_reviewer(one)) for one in judged["reviewer"].unique().sort()]
    asked = [f"{name}: {asked[:1].lower()}{asked[1:]}" for name, asked in tool.asked.items() if name != OVERALL]
    return (
        f"{works:,} {'work' if works == 1 else 'works'}, judged by {join_phrases(people)}. "
        f"The tool: {escape_markdown(tool.source)}. {'; '.join(asked)}."
    )


def _list_rows(tool: Tool, judged: pl.DataFrame) -> pl.DataFrame:
    rows = [
        {"citekey": key, "reviewer": name_reviewer(reviewer)} | {domain: given.get(domain, "") for domain in tool.asked}
        for (key, reviewer), given in list_judged(judged).items()
    ]
    return pl.DataFrame(rows)


def list_judged(judged: pl.DataFrame) -> dict[tuple[str, str], Mapping[str, str]]:
    """Return the judgements by domain, for each work (by citekey) and reviewer, in their order."""
    listed: dict[tuple[str, str], dict[str, str]] = {}
    for key, reviewer, domain, judgement in judged.select("citekey", "reviewer", "domain", "judgement").iter_rows():
        listed.setdefault((key, reviewer), {})[domain] = judgement
    return dict(listed)


def name_studies(judged: pl.DataFrame, works: Mapping[str, Work]) -> dict[str, str]:
    """Return authors and year of each work judged, by citekey, which follows where two works share them."""
    keys = judged["citekey"].unique().sort().to_list()
    names = {key: plain_text(name_work(works[key])) if key in works else key for key in keys}
    shared = Counter(names.values())
    return {key: f"{name} {key}" if shared[name] > 1 else name for key, name in names.items()}


def _name(column: str) -> pl.Expr:
    return pl.col(column).map_elements(name_reviewer, pl.String)


def _list_differences(differing: pl.DataFrame) -> Table:
    one = pl.format("{} ({})", "judgement", _name("reviewer")).alias("one")
    other = pl.format("{} ({})", "other_judgement", _name("other_reviewer")).alias("other")
    columns = {"citekey": "Work", "tool": "Tool", "domain": "Domain", "one": "One says", "other": "The other says"}
    return Table(differing.with_columns(_NAME_TOOLS, one, other), columns)
