"""A finished review of the living world, and hands that edit it: review.md as text, a Word file as its XML."""

from __future__ import annotations

import io
import shutil
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from flows.export.formats import export_review
from flows.export.order import ExportOrder
from flows.review import review
from flows.update import update
from flows.verify.review import verify_review
from storage.core.ledger import open_published
from storage.publication.published import read_published_order
from tasks.environment.settings import read_settings
from tests.flows.updating.living_world import TOPIC, write_first, write_grown

NAME = "cortisol"
UNKNOWN = "smith2099none"
MINE = f"My own words on why this matters, resting on @vanuum2008elevated and on nothing else [@{UNKNOWN}]."
AIM = "Its aim is therefore to set out what they report, theme by theme, in words that can be traced to the sources."
OTHER_AIM = "My aim is another one: to set out what I like."
FUTURE = "A person's first word on the future, with an A\u030a in two parts."


def set_up(environment: pytest.MonkeyPatch, home: Path) -> None:
    """Have the runs of a test keep to themselves."""
    environment.setenv("LITREVIEW_CACHE", str(home / "cache"))
    environment.setenv("LITREVIEW_OPEN_LIBRARY_URL", "")


@dataclass(frozen=True)
class EditedReview:
    """A review in the folder `home`, whose catalogue is there as well."""

    home: Path

    @property
    def folder(self) -> Path:
        """Return the folder of the review."""
        return self.home / "reviews" / NAME

    @property
    def file(self) -> Path:
        """Return its review.md."""
        return self.folder / "review.md"

    def copy(self, home: Path) -> EditedReview:
        """Return a copy of the review and its catalogue in another folder."""
        shutil.copytree(self.home / "reviews", home / "reviews")
        shutil.copy(self.home / "works.jsonl", home / "works.jsonl")
        return EditedReview(home)

    def write(self) -> None:
        """Write the review."""
        write_first(self.home / "works.jsonl")
        order = {"quality": "quick", "analyst": "extractive", "grey": True, "supervision": "none"}
        place = {"catalogue": str(self.home / "works.jsonl"), "reviews": str(self.home / "reviews")}
        review.fn(TOPIC, name=NAME, quiet=True, **place, **order)

    def resume(self, **given: Any) -> None:
        """Go on with the review."""
        planned = read_published_order(self.folder) | {"catalogue": str(self.home / "works.jsonl")} | given
        review.fn(name=NAME, reviews=str(self.home / "reviews"), quiet=True, **planned)

    def grow(self) -> None:
        """Let the world of the review grow."""
        write_grown(self.home / "works.jsonl")

    def update(self, **given: Any) -> None:
        """Bring the review up to date."""
        update.fn(NAME, reviews=str(self.home / "reviews"), quiet=True, **given)

    def edit(self, *changes: tuple[str, str]) -> list[str]:
        """Replace parts of review.md, each of which stands in it once, and return the paragraphs that are new by it."""
        before = self.file.read_text("utf-8")
        after = before
        for old, new in changes:
            assert after.count(old) == 1, old
            after = after.replace(old, new)
        self.file.write_text(after, "utf-8")
        return [one for one in after.split("\n\n") if one not in before.split("\n\n")]

    def edit_three_sections(self) -> list[str]:
        """Edit three sections of review.md and return the four paragraphs that are new by it."""
        return self.edit(
            ("### Scope\n\n", f"### Scope\n\n{MINE}\n\n"),
            (AIM, OTHER_AIM),
            ("## Body mass index\n\n### Overview\n\n", "## Body mass index\n\n### Overview\n\nMine, and short.\n\n"),
            ("### Future directions\n\n", f"### Future directions\n\n{FUTURE}\n\n"),
        )

    def paragraphs(self) -> list[str]:
        """Return the paragraphs of review.md."""
        return self.file.read_text("utf-8").split("\n\n")

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        """Return the rows of a SELECT over what the review has published."""
        with open_published(self.folder) as connection:
            return connection.execute(sql).fetchall()

    def verify(self) -> tuple[str, int]:
        """Return the report of `litreview verify` and its exit code."""
        return verify_review(self.folder, read_settings())

    def export_word(self, name: str = "review.docx", style: str | None = None) -> Path:
        """Return the review exported as a Word file."""
        return export_review(self.folder, ExportOrder(to="docx", style=style, output=self.home / name))


def edit_word(document: Path, *changes: tuple[str, str]) -> Path:
    """Return a copy of a Word file with parts of its text's XML replaced, each of which stands in it once."""
    made = io.BytesIO()
    with zipfile.ZipFile(document) as given, zipfile.ZipFile(made, "w") as changed:
        for info in given.infolist():
            content = given.read(info)
            if info.filename == "word/document.xml":
                text = content.decode()
                for old, new in changes:
                    assert text.count(old) == 1, old
                    text = text.replace(old, new)
                content = text.encode()
            changed.writestr(info, content)
    target = document.with_stem(f"{document.stem}-edited")
    target.write_bytes(made.getvalue())
    return target
