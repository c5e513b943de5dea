"""A new edition of a text made from the one before it: what an update left untouched is carried over verbatim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from storage.core.clock import now
from storage.core.ledger import Ledger
from storage.updates.updates import Update
from storage.writing.themes import current_edition

# Tables of groupings carried over to the new edition: as a whole, and only for the works that stay.
_PER_EDITION = ("clustering_group", "agreement")
_PER_WORK = ("clustering", "theme_path")


@dataclass(frozen=True, slots=True)
class Member:
    """A work of a theme: `was_id` in the previous edition, None if placed now; `work_id` now, None if it has left."""

    theme_id: str
    was_id: str | None
    work_id: str | None
    is_key: bool = False
    nearness: float | None = None


@dataclass(frozen=True, slots=True)
class OldSection:
    """A section of the previous edition in its last version; `departed` are cited citekeys that left the corpus.

    It is outdated if an amendment of the protocol changed what it tells.
    """

    section_id: str
    version: int
    heading: str
    markdown: str
    is_integrated: bool
    departed: tuple[str, ...]
    is_outdated: bool = False


@dataclass(frozen=True, slots=True)
class Treatment:
    """What becomes of a section: `action` is carried, rewritten or dropped, `reason` says why."""

    section: OldSection
    action: str
    reason: str


def read_members(ledger: Ledger, update: Update) -> list[Member]:
    """Return the works of each theme of the previous edition, in order, and what stands for each in the corpus now."""
    rows = ledger.frame("carried_members", edition=update.edition)
    return [Member(row["theme_id"], row["was_id"], row["work_id"], row["is_key"]) for row in rows.iter_rows(named=True)]


def read_old_sections(ledger: Ledger, update: Update) -> list[OldSection]:
    """Return the sections of the previous edition in order."""
    rows = ledger.frame("edition_sections", edition=update.edition)
    return [OldSection(**row | {"departed": tuple(row["departed"])}) for row in rows.iter_rows(named=True)]


def is_treated(ledger: Ledger, update: Update) -> bool:
    """Return whether this update has decided what becomes of the sections."""
    rows = ledger.select("SELECT count(*) FROM living_section WHERE number = $number", number=update.number)
    return bool(rows.item())


def sections_to_rewrite(ledger: Ledger, update: Update) -> set[str]:
    """Return the sections that are to be rewritten and still have their old version, or a person's of it.

    None in a new edition.
    """
    rows = ledger.select(
        "SELECT section_id FROM living_section AS l JOIN current_section AS s USING (section_id) "
        "WHERE (s.version = l.version OR s.produced_by = 'human') AND number = $number AND \"action\" = 'rewritten'",
        number=update.number,
    )
    return set(rows["section_id"])


def add_treatments(ledger: Ledger, update: Update, treatments: Sequence[Treatment]) -> None:
    """Append what becomes of each section. Call inside a transaction, or by itself if the edition stays."""
    ledger.append(
        "living_section",
        [
            {
                "number": update.number,
                "section_id": each.section.section_id,
                "action": each.action,
                "reason": each.reason,
                "version": each.section.version,
            }
            for each in treatments
        ],
    )


def carry_over(
    ledger: Ledger, update: Update, members: Sequence[Member], treatments: Sequence[Treatment], changed: Sequence[str]
) -> None:
    """Append the current edition's themes, and those analyses and sections that nothing changed, in one transaction.

    Themes keep id, label, description, words and position; analyses of `changed` themes are left out. A carried section
    is a new version with the text, claims and producer of the last.
    """
    edition = current_edition(ledger)
    present = [member for member in members if member.work_id]
    works = {str(member.was_id): str(member.work_id) for member in present if member.was_id}
    themes = list(dict.fromkeys(member.theme_id for member in present))
    with ledger.transaction():
        ledger.append("theme_work", _rank(edition, present))
        for table, kept in (("theme", themes), ("theme_analysis", [name for name in themes if name not in changed])):
            ledger.append(table, _copy(ledger, table, update, edition).filter(pl.col("theme_id").is_in(kept)))
        for table in _PER_EDITION:
            ledger.append(table, _copy(ledger, table, update, edition))
        for table in _PER_WORK:
            rows = _copy(ledger, table, update, edition)
            ledger.append(
                table,
                rows.filter(pl.col("work_id").is_in(list(works))).with_columns(pl.col("work_id").replace(works)),
            )
        ledger.append("theme_path", _explain(edition, present))
        for each in treatments:
            if each.action == "carried":
                _carry_section(ledger, each.section, edition)
        add_treatments(ledger, update, treatments)


def _rank(edition: str, present: Sequence[Member]) -> pl.DataFrame:
    """Return the rows of `theme_work`; a theme whose representatives all left is represented by its first work."""
    places: dict[str, list[Member]] = {}
    for member in present:
        if all(member.work_id != other.work_id for other in places.setdefault(member.theme_id, [])):
            places[member.theme_id].append(member)
    return pl.DataFrame(
        [
            {
                "edition": edition,
                "theme_id": theme_id,
                "work_id": member.work_id,
                "position": position,
                "is_key": member.is_key or (position == 0 and not any(other.is_key for other in group)),
            }
            for theme_id, group in places.items()
            for position, member in enumerate(group)
        ]
    )


def _explain(edition: str, present: Sequence[Member]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "edition": edition,
                "work_id": member.work_id,
                "theme_id": member.theme_id,
                "action": "update",
                "reason": f"Added by an update, in the nearest theme (cosine {member.nearness:.2f}).",
            }
            for member in present
            if member.nearness is not None
        ]
    )


def _copy(ledger: Ledger, table: str, update: Update, edition: str) -> pl.DataFrame:
    rows = ledger.select(f"SELECT * FROM {table} WHERE edition = $edition ORDER BY ALL", edition=update.edition)
    return rows.with_columns(edition=pl.lit(edition))


def _carry_section(ledger: Ledger, section: OldSection, edition: str) -> None:
    latest = "SELECT max(version) + 1 AS version FROM section WHERE section_id = $section_id"
    place: Mapping[str, object] = {"section_id": section.section_id, "old": section.version}
    version = int(ledger.select(latest, section_id=section.section_id).item())
    ledger.change(
        "INSERT INTO section BY NAME SELECT * REPLACE ($version AS version, $edition AS edition, $now AS created_at) "
        "FROM section WHERE section_id = $section_id AND version = $old",
        **place,
        version=version,
        edition=edition,
        now=now(),
    )
    ledger.change(
        "INSERT INTO claim BY NAME SELECT * REPLACE ($version AS version) "
        "FROM claim WHERE section_id = $section_id AND version = $old",
        **place,
        version=version,
    )
    if section.is_integrated:
        ledger.change(
            "INSERT INTO edit BY NAME SELECT 'integration' AS loop, 1 AS iteration, $section_id AS section_id, "
            "$version AS from_version, $version AS to_version, 'carried over with its transitions' AS note",
            section_id=section.section_id,
            version=version,
        )
