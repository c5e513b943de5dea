"""What only a program would read as more than text: role tags, blocks, pre-written answers, hidden messages."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from tasks.analysts.llm.guard.folding import Folded

# Sought in folded text, so lower-case and with ASCII brackets. From such a mark on a text is not trusted at all.
OPENERS = re.compile(
    r"<\|[a-z_ ]{1,40}\|>|<{1,2}/?\s{0,3}sys\s{0,3}>{1,2}|\[/?inst\]|<start_of_turn>|<end_of_turn>"
    r"|<\s{0,5}/?\s{0,5}(?:data|system|user|assistant|human|developer|instructions?|prompt|tool\w{0,20}"
    r"|functions?\w{0,20}"
    r"|correction|admin|thinking|invoke|antml:\w{1,30}|document|search_results?|output|answer|script"
    r"|iframe)\b[^<>]{0,200}>"
    r"|(?:&lt;|\\u003c|\\x3c|%3c)\s{0,5}(?:/|%2f)?\s{0,5}(?:data|system|user|assistant|instructions?|script"
    r"|tool\w{0,20})\b"
    r"|<!\[cdata\[|\]\]>"
    r"|(?:^|[\]})>.!?:]\s|\s#{1,6}\s{0,3})(?:system|assistant|developer)(?: prompt| message| note| override|"
    r" instructions?)?\s{0,3}[:>]\s"
    r"|\bhuman: .{1,400}\bassistant: |\buser: .{1,400}\bassistant: "
    r"|(?<!-)-{3,40}\s{0,3}(?:begin|start|end|new)\b[^-]{0,60}---|(?<!#)#{2,9}\s{0,3}(?:new |system |end of )?"
    r"(?:instructions?|prompt)\s{0,3}(?::|#|$)"
)
_MARKS = re.compile(
    r"!?\[[^\[\]]{0,200}\]\(\s{0,3}(?:[a-z][a-z0-9+.-]{1,12}:|//|www\.|/)[^()\s]{0,500}"
    r"|javascript:\s{0,3}\w|\bdata:(?:text|image|application)/"
    r"|<img\b|<!--|\[@[\w:.-]{2,60}[;,\] ]|```"
    r"|\{\s{0,9}[\"'][a-z][a-z0-9_ ]{0,40}[\"']\s{0,5}:\s{0,5}[\"'\[{\dtfn-]"
    r"|\b(?:verdict|decision|relevance|relevance[ _]score|is_relevant|screening[ _]decision)\s{0,3}[:=]\s{0,3}[\"']?"
    r"(?:include\b|relevant\b|true\b|1\.0\b|10/10|100%)"
    r"|(?:^|[.!?]\s)(?:for|to) (?:all |any )?(?:automated \w{1,20}|llms?|ais?|ai \w{1,20}|language models?|chatgpt)\s?:"
    r"|(?:^|[.!?]\s)(?:ai|llm|chatgpt|claude|answer|score|rating|relevance|decision|verdict)\s{0,3}:\s{0,3}"
    r"(?:include\b|accept\b|yes\b"
    r"|10/10|1\.0\b|100\b)|\b(?:curl|wget)\s{1,5}(?:-\w{1,5}\s{1,5})?https?:|\brm\s{1,5}-rf?\b|\{\{[a-z_ .]{1,40}\}\}"
    r"|(?:\\u00[0-7][0-9a-f]){4}|(?:\\x[0-7][0-9a-f]){4}|(?:%[2-7][0-9a-f]){6}|(?:&#x?[0-9a-f]{2,4};){4}"
)
_BLOB = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{24,}={0,2}(?![A-Za-z0-9+/=_-])")
_HEXADECIMAL = re.compile(r"(?<![0-9A-Fa-f])(?:[0-9A-Fa-f]{2}){16,}(?![0-9A-Fa-f])")
_SPACED = re.compile(r"(?<![^\W_])(?:[^\W_](?:[\s.*_|~-]{1,3}(?=[^\W_](?![^\W_])))){6,}[^\W_](?![^\W_])")
_BARE = re.compile(
    r"(?:ignor|disregard|forget|overrid)e?(?:(?:all|any|every|the|of|your|these)){0,4}(?:previous|prior|above|earlier"
    r"|preceding|system)"
    r"(?:instruction|prompt|rule|guideline|criteri)|includethis(?:paper|work|study|article)|(?:languagemodel"
    r"|assistant)youmust"
)
_BARE_STEMS = re.compile(r"ignor|disregard|instruct|overrid|prompt|thispaper|thiswork|bypass|obey")
# Tag characters, private use, variation selectors supplement, direction overrides; many invisible ones in a row.
_HIDDEN = re.compile(
    "[\U000e0000-\U000e007f\U000e0100-\U000e01ef\u202d\u202e\u2066-\u2069]"
    "|[\u200b-\u200f\u2060-\u2064\ufeff\u00ad\u180e\ufe00-\ufe0f]{6,}"
)
_PRINTABLE_SHARE = 0.9
_LONGEST_LETTERS = 3.0


def find_marks(text: str, folded: Folded) -> Iterator[tuple[int, int]]:
    """Yield the stretches of the original text that hold markup, a pre-written answer or a hidden message."""
    for match in _MARKS.finditer(folded.text):
        yield folded.origin(*match.span())
    for match in _HIDDEN.finditer(text):
        yield match.span()
    for match in _BLOB.finditer(text):
        if _decodes(match[0]):
            yield match.span()
    for match in _HEXADECIMAL.finditer(text):
        if _is_prose(bytes.fromhex(match[0])):
            yield match.span()
    yield from (folded.origin(*span) for span in _find_spaced(folded.text))


def _find_spaced(text: str) -> Iterator[tuple[int, int]]:
    for match in _SPACED.finditer(text):
        if _BARE_STEMS.search("".join(filter(str.isalnum, match[0]))):
            yield match.span()
    places = [place for place, char in enumerate(text) if char.isalpha()]
    for match in _BARE.finditer("".join(text[place] for place in places)):
        begin, end = places[match.start()], places[match.end() - 1] + 1
        words = text[begin:end].split()
        # Written as words are, the phrase is for the rules about moods to judge.
        if len(words) == 1 or len(match[0]) / len(words) < _LONGEST_LETTERS:
            yield begin, end


def _decodes(blob: str) -> bool:
    if blob.isalpha() and (blob.isupper() or blob.islower()):
        return False
    padded = blob.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        decoded = base64.b64decode(padded[: len(padded) // 4 * 4], validate=True)
    except (binascii.Error, ValueError):
        return False
    return _is_prose(decoded)


def _is_prose(decoded: bytes) -> bool:
    printable = sum(32 <= byte < 127 or byte in b"\t\n\r" for byte in decoded)  # noqa: PLR2004 -- ASCII's bounds
    return bool(decoded) and printable / len(decoded) >= _PRINTABLE_SHARE
