"""False statements about how a review was made, as a careless editor or a model would write them.

They are worded apart from the check that has to find them: numbers changed where they stand, sentences taken out or
turned round, and statements in other words, each false by the review's own record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tasks.procedure.facts import Facts
from tests.benchmarks.procedure_wordings import WORDINGS

_FIELD = re.compile(r"\{(\w+)\}")
_NUMBER = re.compile(r"(?<![\w.@/-])\d[\d,]*(?:\.\d+)?(?![\w@/-])")
_OWN_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z“])")
_METHODS, _BODY_ENDS, _APPENDIX = "\n## Methodology\n", "\n## References\n", "\n## Appendix\n"
_PLACES = ("## Abstract", "## Methodology", "### Scope", "### Limitations of this review")
_ROW_NUMBER = re.compile(r"(?<=\| )\d[\d,]*(?= \|)")
_DRAWN = re.compile(r">n = (\d[\d,]*)<")
_THEME_SIZE = re.compile(r"(?<=\()\d+(?= works?\))")
# What a reader must be told of, where it is so.
_TOLD = (
    "asked only for works cited", "more works matched", "No person judged", "No human screened", "a person judged",
    "beyond the tier's size", "ranked too low", "are in the corpus, which", "No full text was read", "Languages were",
    "No person named", "a person gave", "The search ended because", "project note", "had been retracted was read",
    "risk of bias", "decided otherwise", "left out before screening", "brought up to date", "without a human judge",
)  # fmt: skip
_FEW = 10_000


@dataclass(frozen=True, slots=True)
class Plant:
    """A review with one false statement in it: its kind, the statement, the whole text and the PRISMA picture."""

    kind: str
    sentence: str
    markdown: str
    picture: str


def list_wordings(facts: Facts, random: Random) -> list[tuple[str, str]]:
    """Return the statements in other words that are false of a review, as (kind, sentence)."""
    return [(one.kind, _fill(one.text, facts, random)) for one in WORDINGS if one.is_false(facts)]


def _fill(text: str, facts: Facts, random: Random) -> str:
    """Return a wording with counts that are no count of the review; `recall_of_found` is that of the search."""

    def choose(match: re.Match[str]) -> str:
        if match[1] == "recall_of_found":
            return f"{100 * float(facts.numbers['recall']):.1f}%"
        return f"{_invent(facts.count(match[1]), facts, random):,}"

    return _FIELD.sub(choose, text)


def _invent(true: int, facts: Facts, random: Random) -> int:
    """Return a count as a slip would make it: near, doubled, with digits exchanged, or another count of the review."""
    digits = str(true)
    others = [value for value in facts.numbers.values() if isinstance(value, int) and 1 < value < _FEW]
    slips = [true + 1, true + 7, max(2, true - 3), 2 * true + 2, int(digits[::-1] or 0), random.choice([*others, true])]
    return random.choice([slip for slip in slips if slip > 1 and slip != true] or [true + 2])


_TURNS = (
    (r"^No (\w+)", r"A \1"),
    (r"\bnot admitted\b", "admitted"),
    (r"\bwere not restricted\b", "were restricted to English"),
    (r"\bbackward\b", "only forward"),
    (r"\bnever\b", "always"),
    (r"\bwithout a human judge\b", "by a human judge"),
    (r"\balone\.", "and by two people."),
    (r"\bbest first\b", "in random order"),
    (r"\bof any year\b", "of the last ten years"),
    (r"\beach tied to a verbatim quotation\b", "most of them without a quotation"),
    (r"\bis extractive\b", "is a meta-analysis"),
    (r"\bverbatim\b", "paraphrased"),
    (r"\bwas not appraised\b", "was appraised"),
    (r"\bwas not assessed\b", "was assessed"),
    (r"\bby a language model\b", "by a human reader"),
    (r"\btitle and abstract\b", "full text"),
)


def plant_all(markdown: str, picture: str, facts: Facts, random: Random) -> Iterator[Plant]:
    """Yield copies of a review, each with one false statement: in other words, with a number or a turn, or left out."""
    own = list(_list_own(markdown))
    for kind, sentence, changed in (
        *_plant_wordings(markdown, facts, random),
        *_plant_numbers(markdown, own, facts, random),
        *_plant_turns(markdown, own),
        *_plant_omissions(markdown, own),
        *_plant_rows(markdown, facts, random),
    ):
        if changed != markdown:
            yield Plant(kind, sentence, changed, picture)
    for match in random.sample(list(_DRAWN.finditer(picture)), 3):
        fresh = _slip(match[1], facts, random)
        drawn = f"{picture[: match.start(1)]}{fresh}{picture[match.end(1) :]}"
        yield Plant("PRISMA count changed", fresh, markdown, drawn)


def _list_own(markdown: str) -> Iterator[str]:
    """Yield the sentences without citation of notes, abstract, methodology and limits."""
    body = markdown.split(_BODY_ENDS, maxsplit=1)[0]
    for part in re.split(r"\n(?=#{2,3} |> \*\*Note)", body):
        heading, _, text = part.partition("\n")
        if heading.startswith(">"):
            yield heading.removeprefix("> **Note.** ")
        elif heading.lstrip("# ") in {"Abstract", "Limitations of this review", *_METHOD_PARTS}:
            sentences = (one for block in text.split("\n\n") for one in _OWN_SENTENCE.split(block.strip()))
            yield from (one for one in sentences if one[:1] != "!")


_METHOD_PARTS = ("Search strategy", "Selection criteria", "Data extraction", "Synthesis approach")
Change = tuple[str, str, str]


def _plant_wordings(markdown: str, facts: Facts, random: Random) -> Iterator[Change]:
    """Yield each false statement put at the end of a paragraph where a review speaks of its methods."""
    places = [place for place in _PLACES if f"\n{place}" in markdown]
    for kind, sentence in list_wordings(facts, random):
        heading = random.choice(places)
        start = markdown.index(f"\n{heading}")
        end = markdown.index(f"\n{heading.split()[0]} ", start + 1)
        blocks = [block for block in markdown[start:end].split("\n\n") if block and block.lstrip()[0] not in "#!"]
        place = random.choice(blocks)
        yield kind, sentence, markdown.replace(place.rstrip(), f"{place.rstrip()} {sentence}", 1)


def _plant_numbers(markdown: str, own: list[str], facts: Facts, random: Random) -> Iterator[Change]:
    """Yield each sentence that holds a number in digits with one of them changed."""
    for sentence in own:
        places = [match for match in _NUMBER.finditer(sentence) if not match[0].endswith(",")]
        if places:
            chosen = random.choice(places)
            fresh = _slip(chosen[0], facts, random)
            changed = sentence[: chosen.start()] + fresh + sentence[chosen.end() :]
            kind = "theme size changed" if _THEME_SIZE.search(sentence) else "number changed"
            yield kind, changed, _replace(markdown, sentence, changed)


def _plant_turns(markdown: str, own: list[str]) -> Iterator[Change]:
    """Yield each sentence that can be turned round, turned round."""
    for sentence in own:
        for pattern, replacement in _TURNS:
            turned = re.sub(pattern, replacement, sentence, count=1)
            if turned != sentence:
                yield "turned round", turned, _replace(markdown, sentence, turned)


def _plant_omissions(markdown: str, own: list[str]) -> Iterator[Change]:
    """Yield the review without one sentence that tells of a limit."""
    start = markdown.index(_METHODS)
    methods = markdown[start : markdown.index("\n## ", start + 1)]
    for sentence in own:
        if sentence in methods and any(words in sentence for words in _TOLD):
            yield "left out", sentence, _replace(markdown, sentence, "")


def _plant_rows(markdown: str, facts: Facts, random: Random) -> Iterator[Change]:
    """Yield rows of the appendix with a number changed, and rows left out."""
    before, _, appendix = markdown.partition(_APPENDIX)
    tables = appendix.split("### Problems met")[0]
    rows = [line for line in tables.splitlines() if line.startswith("| ") and _ROW_NUMBER.search(line)]
    for row in random.sample(rows, min(6, len(rows))):
        found = _ROW_NUMBER.search(row)
        if found and appendix.count(row) == 1:
            changed = row[: found.start()] + _slip(found[0], facts, random) + row[found.end() :]
            yield "row of the appendix changed", changed, before + _APPENDIX + appendix.replace(row, changed)
    for row in random.sample(rows, min(2, len(rows))):
        yield "row of the appendix left out", row, before + _APPENDIX + appendix.replace(f"{row}\n", "", 1)


def _replace(markdown: str, sentence: str, changed: str) -> str:
    """Return the review with a sentence changed; as it is where the sentence stands in it more than once."""
    return markdown.replace(sentence, changed) if markdown.count(sentence) == 1 else markdown


def _slip(number: str, facts: Facts, random: Random) -> str:
    if "." in number:
        value = float(number)
        return f"{random.choice([value / 2, max(0.0, value - 11.3), 100 - value / 3]):.1f}"
    value = int(number.replace(",", ""))
    if "," not in number and value in range(1800, 2100):
        return str(value + random.choice([-11, -6, -3, 4, 9]))
    return f"{_invent(value, facts, random):,}"
