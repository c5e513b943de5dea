"""How the search was conducted, what was left out and what the authors have to declare: parts of the appendix.

Items are numbered as in PRISMA-S (Rethlefsen et al. 2021, doi:10.1186/s13643-020-01542-z) and PRISMA 2020 (Page et al.
2021, doi:10.1136/bmj.n71).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date

import polars as pl

from tasks.metadata.paratext import REASONS
from tasks.procedure.facts import Facts
from tasks.reporting.exhibits import Block, show
from tasks.reporting.tables import Table
from tasks.text.cleaning import escape_markdown

SOURCES, FULL_TEXTS, LEFT_OUT, UNCITED, DECLARED, CHECKLISTS = (
    "Sources and dates of the search",
    "Full texts",
    "Works left out, with reasons",
    "Works included but not cited",
    "Registration, support, interests and availability",
    "Reporting checklists",
)
LISTED = 100
"""Works left out that the appendix lists at most; the tables handed over have all."""

_UNRETRIEVED = "unretrieved_as "
_EXCLUDED_BY = "fulltext_excluded_by "
_WHY_NO_TEXT = {
    "absent": "no source knew an open copy",
    "unavailable": "the source gave no answer",
    "refused": "the source refused it",
    "wrong content": "another document came in its place",
}


def describe_sources(sources: pl.DataFrame, facts: Facts) -> list[Block]:
    """Return where, how, when and with which limits was searched, and what was not done.

    Columns of `sources` as `storage.publication.handover.read_sources` has them.
    """
    if not sources.height:
        return [f"### {SOURCES}", "No source was searched."]
    # A name and a digest without a space between them would run into the next column.
    named = sources.with_columns(pl.col("source").str.replace(r"^(.+)@([0-9a-f]{8,})$", "$1 (digest $2)"))
    columns = {"source": "Source", "way": "Searched by", "searches": "Searches", "records": "Records returned"}
    columns |= {"works": "Works found", "from": "First day", "until": "Last day"}
    told = facts.tell(
        [
            "In all, {discovered:work was/works were} identified; one found in several ways counts once (item 15).",
            "Records with one DOI, not that of a meeting, or one title, first author and year were one work (item 16).",
            "In this way {duplicates:record was/records were} left out as a duplicate."
            if facts.count("duplicates") == 1
            else "In this way {duplicates:record was/records were} left out as duplicates.",
            "" if facts.count("duplicates") else "No duplicate was found.",
            (
                "Limits of years, languages and types are those of the methodology; those of a single query stand with "
                "it (item 9)."
            ),
            "Each source was searched by itself, not through a platform that searches several at once (item 2).",
            "No study registry was searched and no website or table of contents was browsed (items 3 and 4).",
            "Nobody was contacted for further works (item 6).",
            "Beside the searches, the user had named {named:work/works} (item 7).",
            "Beside the searches, {imported:record was/records were} imported from files (item 7).",
            "" if facts.count("named") or facts.count("imported") else "Works were found in no other way (item 7).",
            "No published search filter was used, and no search strategy of another review (items 10 and 11).",
            "The search was brought up to date {updates:time/times} (item 12)."
            if facts.count("updates")
            else "The search has not been brought up to date since (item 12).",
            "The search strategies were not peer reviewed (item 14).",
        ]
    )
    return [f"### {SOURCES}", _tell_days(sources), *show("sources", Table(named, columns)), " ".join(told)]


def _tell_days(sources: pl.DataFrame) -> str:
    """Return the sentence on the days of the search; a source that is silent on its days does not count."""
    first, last = (sources[name].drop_nulls() for name in ("from", "until"))
    if not len(first) or not len(last):
        return "The days of the search are not on record (PRISMA-S item 13)."
    days = list(dict.fromkeys((_say_day(first.min()), _say_day(last.max()))))
    span = f"on {days[0]}" if len(days) == 1 else f"from {days[0]} to {days[1]}"
    return f"The search was made {span} (UTC; PRISMA-S item 13)."


def _say_day(day: object) -> str:
    return f"{day.day} {day:%B %Y}" if isinstance(day, date) else ""


def describe_fulltexts(counts: Mapping[str, int]) -> list[Block]:
    """Return for how many works a full text was looked for, and why some were not retrieved; `counts` are PRISMA's."""
    if not counts.get("sought"):
        told = (
            "No full text was looked for (PRISMA 2020 item 16a): works were judged and read on title and abstract, or "
            "on what the catalogue has in place of one."
        )
        return [f"### {FULL_TEXTS}", told]
    told = (
        f"After screening, the full text of {counts['sought']:,} works was looked for; {counts['retrieved']:,} were "
        f"retrieved and {counts['unretrieved']:,} were not (PRISMA 2020 item 16a). {_tell_assessed(counts)}: those "
        "without one were read in the abstract, where there was one."
    )
    why = [
        {"why": _WHY_NO_TEXT.get(status, f"the file could not be read: {status}"), "works": n}
        for status, n in count_unretrieved(counts)
    ]
    columns = {"why": "Why no full text was retrieved", "works": "Works"}
    if not why:
        return [f"### {FULL_TEXTS}", told, "All were retrieved."]
    return [f"### {FULL_TEXTS}", told, *show("unretrieved", Table(pl.DataFrame(why), columns))]


def _tell_assessed(counts: Mapping[str, int]) -> str:
    assessed, excluded = counts.get("fulltext_assessed", 0), counts.get("fulltext_excluded", 0)
    if not assessed:
        return "No work was found eligible or ineligible by its full text"
    by = [(key.removeprefix(_EXCLUDED_BY), n) for key, n in sorted(counts.items()) if key.startswith(_EXCLUDED_BY)]
    coded = "; ".join(f"{escape_markdown(criterion)} ({n:,})" for criterion, n in by)
    return (
        f"The language model, or people, held {assessed:,} full texts against the criteria, and {excluded:,} were "
        f"excluded{f', by criterion: {coded}' if coded else ''}; the model excludes only by words that stand in them. "
        "For want of a full text none was excluded"
    )


def count_unretrieved(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return for how many works each kind of failure was the last, most first."""
    found = {key.removeprefix(_UNRETRIEVED): n for key, n in counts.items() if key.startswith(_UNRETRIEVED)}
    return sorted(found.items(), key=lambda one: (-one[1], one[0]))


_LET_IN_LATE = [
    (
        "When the search had ended, works with scores down to {by_bound_from} were included too: "
        "{by_bound:work/works}, which the table of stages does not count."
    )
]


def describe_left_out(fates: pl.DataFrame, facts: Facts) -> list[Block]:
    """Return the works that were judged but are not in the corpus, those nearest to it first, and what is no work.

    Columns of `fates` as `storage.publication.handover.read_fates` has them.
    """
    return [f"### {LEFT_OUT}", *_list_judged(fates, facts), *_list_set_apart(fates)]


def describe_uncited(fates: pl.DataFrame, cited: Collection[str]) -> list[Block]:
    """Return the works of the corpus that no sentence cites, so that every included work can be found; often nothing.

    Columns of `fates` as `storage.publication.handover.read_fates` has them; `cited` are citekeys.
    """
    included = fates.filter(pl.col("fate") == "included") if fates.height else fates
    uncited = included.filter(~pl.col("citekey").is_in(list(cited))) if included.height else included
    if not uncited.height:
        return []
    told = (
        f"Works of the corpus that the text does not cite, since nothing of them is told there: {uncited.height:,} of "
        f"{included.height:,}."
    )
    named = uncited.sort("year", "title", nulls_last=True).with_columns(_name_works().alias("work"))
    return [f"### {UNCITED}", told, *show("uncited", Table(named, {"citekey": "Key", "work": "Work"}))]


def _list_set_apart(fates: pl.DataFrame) -> list[Block]:
    """Return the records that are no single work, which nobody judged; nothing where there is none."""
    apart = fates.filter(pl.col("fate") == "ineligible", pl.col("reason").is_in(REASONS)) if fates.height else fates
    if not apart.height:
        return []
    shown = apart.sort("title", "work_id").head(LISTED)
    told = (
        f"Records left out before screening because they are no single work: {apart.height:,}. What is in them by one "
        "author is not told from the rest, so none of it is taken for a finding of those named."
    )
    if shown.height < apart.height:
        told += f" The first {shown.height:,} are listed."
    named = shown.with_columns(_name_works().alias("work"))
    return [told, *show("set-apart", Table(named, {"work": "Record", "reason": "Why it is left out"}))]


def _name_works() -> pl.Expr:
    year = pl.col("year").cast(pl.String).fill_null("n.d.")
    return pl.format("{} ({}), {}", "title", year, pl.coalesce("doi", "work_id"))


def _list_judged(fates: pl.DataFrame, facts: Facts) -> list[Block]:
    order = {"left out": "relevant, left out", "unsure": "unsure", "excluded": "excluded"}
    judged = fates.filter(pl.col("fate").is_in(list(order))) if fates.height else fates
    if not judged.height:
        return ["Every work that was judged is in the corpus."]
    places = pl.col("fate").replace_strict({fate: place for place, fate in enumerate(order)}, return_dtype=pl.Int8)
    shown = judged.sort(places, pl.col("score").neg(), "work_id", nulls_last=True).head(LISTED)
    named = shown.with_columns(_name_works().alias("work"), pl.col("fate").replace_strict(order))
    nearest = "" if judged.height == shown.height else f" The {shown.height:,} nearest to it are listed."
    told = (
        f"Works that were judged but are not in the corpus: {judged.height:,} (PRISMA 2020 item 16b).{nearest} The "
        "workbook that `litreview export` makes has all of them, and the works never screened; so has the table "
        "`decision`."
    )
    told = " ".join([told, *facts.tell(_LET_IN_LATE)])
    columns = {"work": "Work", "fate": "Judged", "score": "Score", "reason": "Why it is not in the corpus"}
    if "criterion_name" in named.columns and named["criterion_name"].count():
        columns |= {"criterion_name": "Criterion"}
    return [told, *show("left-out", Table(named, columns))]


def declare(known: Mapping[str, int | float | str]) -> list[str]:
    """Return what is known of registration, protocol and availability, and what only the authors can state.

    `known` are the facts of `storage.publication.handover.read_reporting_facts`, and of a protocol by name: which
    version (`protocol_version`) is in force since when (`protocol_since`), and its `registration`, if it states one.
    """
    by = escape_markdown(f"litreview {known.get('program_version', '')}".strip())
    model = known.get("embedding_model")
    compared = f" Texts were compared by embeddings of the model {escape_markdown(str(model))}." if model else ""
    return [
        f"### {DECLARED}",
        _tell_protocol(known),
        (
            "Funding and other support: to be stated by the authors (item 25). Competing interests: to be stated by "
            "the authors (item 26)."
        ),
        (
            "The records, decisions, findings, quotations and versions of the text are in the database `corpus.duckdb` "
            f"beside this text, and every number here can be asked of it. The program that made the review is {by}, "
            f"under the MIT licence (item 27).{compared}"
        ),
        (
            "No effect measure was chosen beforehand, no sensitivity analysis was made, and bias from missing results "
            "was not assessed (items 12, 13f, 14, 20d and 21)."
        ),
        f"### {CHECKLISTS}",
        (
            "The file `checklists.md` says where each item of PRISMA 2020, PRISMA-S, PRISMA-trAIce, RAISE and SWiM is "
            "reported, or that it was not done."
        ),
    ]


def _tell_protocol(known: Mapping[str, int | float | str]) -> str:
    version = int(known.get("protocol_version", 0))
    if not version:
        return (
            "No registration and no protocol of this review is on record (PRISMA 2020 item 24). What was asked for "
            "before the search stands in the table `review` of its database and in `run.json`."
        )
    registration = known.get("registration")
    registered = f"registered as {escape_markdown(str(registration))}" if registration else "without a registration"
    amended = {1: "It was not amended.", 2: "It was amended once."}.get(version, f"It was amended {version - 1} times.")
    return (
        f"The review follows a protocol {registered} (PRISMA 2020 item 24). "
        f"It stands in the file `protocol.md`; version {version} is in force since {known['protocol_since']} (UTC). "
        f"{amended} Every version, with date, reason and what it changed, is in the tables `protocol\\_version` and "
        "`protocol\\_change`."
    )
