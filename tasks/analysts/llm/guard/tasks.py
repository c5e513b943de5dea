"""Other people's texts on their way into a data block: what only a program would read stays out, the rest is bounded.

A text cannot close its block (`tasks.language_models.data_blocks`), no tool is offered, and answers are checked against
what was sent; so an instruction in plain words is shown as the data it is. Role and block tags mean nothing to a
reader.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from tasks.language_models.dialogue import Dialogue, Remark

WITHHELD = "[sentence withheld]"

_STOP = re.compile(r"[.!?\u2026]+[\"'\u2019\u201d)\]]*(?=\s)|[\u3002\uff01\uff1f\u061f]+|[\r\n\u2028\u2029]+")
_ELEMENTS = (
    r"data|system|user|assistant|human|developer|instructions?|prompt|tool\w{0,20}|functions?\w{0,20}|invoke"
    r"|antml:\w{1,30}|thinking|document|search_results?|script|iframe"
)
# Tags of chat templates, elements of requests with what they hold, their escapes, turns, and characters nobody sees.
_TAGS = re.compile(
    r"<\|[a-z_ ]{1,40}\|>|<{1,2}/?\s{0,3}sys\s{0,3}>{1,2}|\[/?inst\]|</?(?:start|end)_of_turn>"
    rf"|<\s{{0,5}}({_ELEMENTS})\b[^<>]{{0,200}}>(?s:.{{0,1000}}?)<\s{{0,5}}/\s{{0,5}}\1\s{{0,5}}>"
    rf"|<\s{{0,5}}/?\s{{0,5}}(?:{_ELEMENTS})\b[^<>]{{0,200}}>"
    rf"|(?:&lt;|\\u003c|\\x3c|%3c)\s{{0,5}}(?:/|%2f)?\s{{0,5}}(?:{_ELEMENTS})\b"
    r"|<!\[cdata\[|\]\]>|\b(?:human|user):\s(?s:.{1,400}?)\bassistant:\s"
    r"|[\U000e0000-\U000e007f\U000e0100-\U000e01ef\u202d\u202e\u2066-\u2069]",
    re.IGNORECASE,
)


def admit_text(text: str, most: int, work_id: str) -> Dialogue[str]:
    """Return the text without sentences that hold a tag, cut between words to at most `most` characters.

    A remark on the work says how much was withheld without quoting it: remarks appear in the review's appendix.
    """
    admitted, withheld = withhold_tagged(text)
    if withheld:
        yield Remark("text addressing a program", f"{withheld} sentences withheld from the model", work_id)
    if len(admitted) <= most:
        return admitted
    cut = admitted[:most]
    return cut.rsplit(maxsplit=1)[0] if " " in cut else cut


def withhold_tagged(text: str) -> tuple[str, int]:
    """Return the text with sentences that hold a role or block tag or hidden text replaced, and their number.

    Neighbouring sentences give one ``[sentence withheld].``; the rest of the text is returned unchanged.
    """
    kept: list[str] = []
    done = count = 0
    for begin, end in find_tagged(text):
        between = text[done:begin]
        if between.strip() or not count:
            kept += [between, f"{WITHHELD}."]
        count += 1
        done = end
    return "".join([*kept, text[done:]]), count


def find_tagged(text: str) -> list[tuple[int, int]]:
    """Return the places, in order, of the sentences that hold a tag only a program would read."""
    tags = [match.span() for match in _TAGS.finditer(text)]
    if not tags:
        return []
    sentences = split_roughly(text)
    begins, ends = [begin for begin, _ in sentences], [end for _, end in sentences]
    tagged = {place for first, last in tags for place in range(bisect_right(ends, first), bisect_left(begins, last))}
    return [sentences[place] for place in sorted(tagged)]


def split_roughly(text: str) -> list[tuple[int, int]]:
    """Return the places of the sentences, without the white space around them; abbreviations also end one."""
    places = []
    begin = 0
    for end in [*(stop.end() for stop in _STOP.finditer(text)), len(text)]:
        sentence = text[begin:end]
        if stripped := sentence.strip():
            start = begin + len(sentence) - len(sentence.lstrip())
            places.append((start, start + len(stripped)))
        begin = end
    return places
