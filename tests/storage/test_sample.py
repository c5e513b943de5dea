"""The demo corpus: real works, notes of our own instead of abstracts."""

from __future__ import annotations

import gzip
import json
import re
from importlib.resources import files
from pathlib import Path

WORKS = [json.loads(line) for line in files("storage.sample").joinpath("works.jsonl").read_text("utf-8").splitlines()]
RUN_OF_WORDS = 8


def split_words(text: str) -> list[str]:
    """Return the words of a text in lower case, punctuation ignored."""
    return re.findall(r"[^\W_]+", text.lower())


def test_there_are_about_150_works_with_notes_of_40_to_80_words() -> None:
    """Each record is an OpenAlex work with a note that says it is one, and no abstract of the authors."""
    assert 140 <= len(WORKS) <= 160
    assert len({work["id"] for work in WORKS}) == len(WORKS)
    for work in WORKS:
        assert 40 <= len(work["abstract"].split()) <= 80, work["id"]
        assert work["abstract_source"] == "project note"
        assert "abstract_inverted_index" not in work


def test_the_works_cite_each_other() -> None:
    """Snowballing has something to follow: the corpus holds hundreds of citations within itself."""
    ids = {work["id"] for work in WORKS}
    assert sum(cited in ids for work in WORKS for cited in work["referenced_works"]) > 500


def test_no_note_takes_eight_words_in_a_row_from_its_source(shared_data: Path) -> None:
    """Facts carry over, sentences do not: no run of eight words stands in the source's title or abstract."""
    sources = {}
    with gzip.open(shared_data / "worlds" / "van_der_valk_2021" / "works.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            places = {place: word for word, at in (record["abstract_inverted_index"] or {}).items() for place in at}
            sources[record["id"]] = f"{record['title']} . {' '.join(places[place] for place in sorted(places))}"
    for work in WORKS:
        note, source = split_words(work["abstract"]), split_words(sources[work["id"]])
        assert len(source) > RUN_OF_WORDS
        taken = {tuple(source[i : i + RUN_OF_WORDS]) for i in range(len(source) - RUN_OF_WORDS + 1)}
        copied = [run for i in range(len(note)) if (run := tuple(note[i : i + RUN_OF_WORDS])) in taken]
        assert not copied, (work["id"], copied)
