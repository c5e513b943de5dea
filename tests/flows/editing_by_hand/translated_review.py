"""A review of the living world in another language than English, by a scripted model, and hands that edit it."""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flows.review import review
from storage.core.ledger import open_published
from tasks.citations.pandoc import find_citekeys
from tests.benchmarks.servers.scripted.protocol import Asked
from tests.benchmarks.servers.scripted.translating import translate
from tests.flows.editing_by_hand.edited_review import NAME, EditedReview, edit_word
from tests.flows.updating.living_world import TOPIC, write_first

END = {"de": "\n## Anhang\n", "zh": "\n## 附录\n", None: "\n## Appendix\n"}
CHANGED = {"de": "Das sehe ich anders", "zh": "我的看法不同"}
ADDED = {"de": "Ein Absatz von mir, mit einem A\u030a in zwei Teilen.", "zh": "我自己写的一段话没有引用任何文献。"}
HEADING = {"de": "### Befunde", "zh": "### 证据"}
WORD = {"de": "In Word geschrieben", "zh": "在Word中写的"}
_STOP = re.compile(r" ?(?:\[|。)")


def leave_out(asked: Asked) -> dict[str, Any]:
    """Return the translations by script, one passage in seven without its citations."""
    given = translate(asked)
    for passage in given["passages"]:
        if len("".join(asked.blocks["passages"][passage["id"] - 1]["sentences"])) % 7 == 0:
            passage["sentences"] = [re.sub("⟦\\d+⟧", "", sentence) for sentence in passage["sentences"]]
    return given


@dataclass(frozen=True)
class TranslatedReview(EditedReview):
    """A review first written in the language `code`."""

    code: str

    def write(self) -> None:
        """Write the review."""
        write_first(self.home / "works.jsonl")
        order = {"quality": "quick", "analyst": "anthropic", "supervision": "none", "batch": False}
        place = {"catalogue": str(self.home / "works.jsonl"), "reviews": str(self.home / "reviews")}
        review.fn(TOPIC, name=NAME, quiet=True, write_in=self.code, **place, **order)

    def text(self, code: str | None) -> str:
        """Return review.md in a language up to its appendix, which counts the answers of models."""
        text, end, _ = self.file.read_text("utf-8").partition(END[code])
        assert end
        return text

    def pick(self, at: int) -> str:
        """Return one of the paragraphs of review.md that cite and that are translated, by its number."""
        with open_published(self.folder) as connection:
            said = connection.execute("SELECT translated FROM translation").fetchall()
        texts = {text for (text,) in said if find_citekeys(text)}
        whole = self.file.read_text("utf-8")
        return [one for one in self.paragraphs() if whole.count(one) == 1 and any(map(one.startswith, texts))][at]

    def edit_sections(self) -> list[str]:
        """Change, add and title paragraphs in two sections, and return those that are new by it."""
        first, second = self.pick(0), self.pick(-1)
        changed = f"{CHANGED[self.code]}: {second}"
        return self.edit(
            (f"\n\n{first}\n\n", f"\n\n{HEADING[self.code]}\n\n{ADDED[self.code]}\n\n{first}\n\n"), (second, changed)
        )

    def edit_word(self, document: Path) -> Path:
        """Return a copy of a Word file of the review with one of its paragraphs that cite begun otherwise."""
        with zipfile.ZipFile(document) as given:
            text = given.read("word/document.xml").decode()
        begun = (f">{_STOP.split(self.pick(at))[0]}" for at in range(1, 9))
        start = next(one for one in begun if text.count(one) == 1)
        return edit_word(document, (start, f">{WORD[self.code]}: {start[1:]}"))
