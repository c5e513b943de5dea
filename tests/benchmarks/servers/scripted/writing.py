"""Scripts that write: sections made of findings' words, cited as asked and as long as asked, and what connects them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, count, pairwise
from typing import Any

from tasks.text.cleaning import count_words
from tasks.text.numbers import find_numbers, find_spelled_numbers
from tests.benchmarks.servers.scripted.protocol import Asked, Script

_LEADS = (
    "{who} report that {what}",
    "According to {who}, {what}",
    "As {who} describe it, {what}",
    "In the account of {who}, {what}",
    "{who} state that {what}",
    "For {who}, {what}",
)
_LINKS = (
    "Other works approach the same matter from another side.",
    "What follows adds to this picture.",
    "Here the evidence is less uniform.",
    "The designs behind these statements differ.",
    "A related line of work asks what this depends on.",
    "Not all of this points the same way.",
)
_THEME_HEADINGS = ("What is reported", "On what evidence", "Where accounts differ", "What stays open")
_FRAME_HEADINGS = {
    "introduction": ("Background and rationale", "Research questions", "Scope and structure"),
    "methodology": ("Search strategy", "Selection criteria", "Data extraction", "Synthesis approach"),
    "discussion": ("Synthesis across themes", "Implications", "Limitations of this review", "Future directions"),
}
_FRAME_LINKS = (
    "The works on {label} were read side by side before anything was written about them.",
    "What {label} has in common with the other themes is taken up where they meet.",
    "For {label}, statements were kept apart from the reasons that their authors give for them.",
    "Under {label}, works of different design stand next to each other.",
    "How far the works on {label} carry depends on what was measured, where, and in whom.",
    "Readers who come for {label} alone will find it treated in a section of its own.",
    "The order within {label} follows how often works refer to one another.",
    "Nothing is said of {label} that could not be followed to a source.",
)
_BRIDGES = (
    "From {before} the matter leads on to {after}.",
    "What is known of {before} raises the matter of {after}.",
    "Behind {before} stands the matter of {after}.",
    "With {before} in view, {after} can be considered.",
)
_LONGEST, _SENTENCES, _LINK_EVERY = 22, 5, 5
_UNFIT = re.compile(r"https?:|www\.|[<>{}`\\|*#^~$]|\w@\w", re.IGNORECASE)
_TASK = re.compile(r"# Task: write the (\w+)")


def write_section(asked: Asked) -> dict[str, Any]:
    """Return a theme section to length: what must be cited first, then work after work, finding after finding."""
    task, works = asked.blocks["task"], asked.blocks["works"]
    first = {citekey: place for place, citekey in enumerate(task["must_cite"])}
    ordered = sorted(works, key=lambda work: first.get(work["citekey"], len(first)))
    words = task["words"] - sum(len(heading.split()) for heading in _THEME_HEADINGS)
    sentences = _fill(_mix(_tell(ordered), iter(())), words)
    return {"outline": list(_THEME_HEADINGS), "markdown": _lay_out(sentences, _THEME_HEADINGS)}


def write_frame(asked: Asked) -> dict[str, Any]:
    """Return a framing section to length: the review's own sentences first, then findings where works may be cited."""
    found = _TASK.search(asked.instructions)
    step = found[1] if found else ""
    blocks = asked.blocks
    headings = _FRAME_HEADINGS.get(step, ())
    words = blocks["task"]["words"] - sum(len(heading.split()) for heading in headings)
    procedure = [text for part in blocks.get("procedure", {}).values() for text in part]
    own = [*procedure, *blocks.get("limits", ()), *blocks.get("basis", ())]
    labels = [entry.get("label") or entry.get("heading") for entry in _themes(blocks)] or [blocks["review"]["topic"]]
    works = blocks.get("works", [])
    told = _mix(_tell(works), iter(own)) if works else chain(own, _speak_of([label for label in labels if label]))
    sentences = _fill(told, words)
    text = _lay_out(sentences, headings) if headings or works else " ".join(sentences)
    return {"outline": list(headings), "markdown": text}


def write_transitions(asked: Asked) -> dict[str, Any]:
    """Return an opening for every section but the first that names its matter and that of the one before."""
    sections = asked.blocks["sections"]
    given = []
    for place, (before, after) in enumerate(pairwise(sections)):
        bridge = _BRIDGES[place % len(_BRIDGES)].format(before=_matter(before), after=_matter(after))
        given.append({"section_id": after["section_id"], "opening": bridge, "closing": ""})
    return {"transitions": given}


def _themes(blocks: dict[str, Any]) -> list[dict[str, Any]]:
    return blocks.get("themes") or blocks.get("sections") or blocks.get("openings") or []


def _tell(works: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield citing sentences without end: every work's first finding, then every second one, then anew."""
    told = [(work, finding) for work in works for finding in work.get("findings", []) if _is_fit(work, finding)]
    ranks = {id(finding): place for work in works for place, finding in enumerate(work.get("findings", []))}
    told.sort(key=lambda pair: ranks[id(pair[1])])
    for turn in count() if told else ():
        work, finding = told[turn % len(told)]
        # Counting the rounds in gives a finding told again another lead.
        lead = _LEADS[(turn + turn // len(told)) % len(_LEADS)]
        sentence = lead.format(who=work.get("authors", "others"), what=shorten(finding["text"]))
        yield f"{sentence} [@{work['citekey']}:{finding['ref']}]."


def _is_fit(work: dict[str, Any], finding: dict[str, Any]) -> bool:
    return not _UNFIT.search(f"{work.get('authors', '')} {finding['text']}") and "withheld" not in finding["text"]


def shorten(text: str) -> str:
    """Return a finding as the end of a sentence: one clause of at most 22 words, without brackets."""
    clean = re.sub(r"[\[\]@]", "", re.sub(r"[.!?](?=\s|$)", "", text))
    words = clean.split()[:_LONGEST]
    if words and words[0][1:].islower():
        words[0] = words[0].lower()
    return " ".join(words).rstrip(" ,;:.")


def _mix(citing: Iterator[str], own: Iterator[str]) -> Iterator[str]:
    """Yield citing sentences with one of the review's own, or a link while there is none, after every few."""
    for place, sentence in enumerate(citing):
        if place % _LINK_EVERY == 1:
            yield next(own, _LINKS[place // _LINK_EVERY % len(_LINKS)])
        yield sentence


def _speak_of(labels: Sequence[str]) -> Iterator[str]:
    """Yield sentences about the review itself, each label in each wording once."""
    for place in range(len(labels) * len(_FRAME_LINKS)):
        turn, which = divmod(place, len(labels))
        yield _FRAME_LINKS[(which + turn) % len(_FRAME_LINKS)].format(label=labels[which])


def _fill(sentences: Iterator[str], words: int) -> list[str]:
    """Return the sentences that together come nearest to so many words."""
    chosen: list[str] = []
    length = 0
    for sentence in sentences:
        more = count_words(sentence)
        if length and abs(length + more - words) > abs(length - words):
            break
        chosen.append(sentence)
        length += more
    return chosen


def write_text(asked: Asked) -> dict[str, Any]:
    """Return what is asked for: a theme's section, or one that frames the themes."""
    return write_section(asked) if "must_cite" in asked.blocks["task"] else write_frame(asked)


def _lay_out(sentences: Sequence[str], headings: Sequence[str]) -> str:
    """Return the sentences in paragraphs, under as many of the headings as they suffice for."""
    parts = headings[: max(1, len(sentences) // 2)] or ("",)
    edges = [round(place * len(sentences) / len(parts)) for place in range(len(parts) + 1)]
    blocks: list[str] = []
    for heading, (start, end) in zip(parts, pairwise(edges), strict=True):
        if heading:
            blocks.append(f"### {heading}")
        blocks += [" ".join(sentences[at : min(at + _SENTENCES, end)]) for at in range(start, end, _SENTENCES)]
    return "\n\n".join(blocks)


def _matter(section: dict[str, Any]) -> str:
    """Return what a section is about, without what a transition must not state."""
    heading = re.sub(r"[\[\]@#*`<>|\\]", "", section["heading"])
    return "this matter" if find_numbers(heading) or find_spelled_numbers(heading) else heading.lower()


def write_answers(asked: Asked) -> dict[str, Any]:
    """Return an answer to every question to length, made of findings' words, each of low certainty."""
    blocks = asked.blocks
    told = _mix(_tell(blocks["works"]), iter(()))
    return {
        "answers": [
            {
                "question": question["number"],
                "consistency": "Results were put side by side where they could be.",
                "designs": "Designs differ between the works.",
                "size": "Few works state how many they studied.",
                "directness": "Populations are those asked about.",
                "direction": "",
                "certainty": "low",
                "markdown": " ".join(_fill(told, blocks["task"]["words"])),
            }
            for question in blocks["questions"]
        ]
    }


SCRIPTS: dict[str, Script] = {
    "WrittenText": write_text,
    "TransitionList": write_transitions,
    "QuestionAnswers": write_answers,
}
