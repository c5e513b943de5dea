"""Texts made comparable: what a parser gives and what the text truly is, by the same steps on both sides."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from rapidfuzz.distance import LCSseq

from tasks.parsing.reference_section import cut_references

_FRONT_MATTER = re.compile(r"\A---\n.*?\n(?:---|\.\.\.)\n", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,300}>")
_LINK_DEFINITION = re.compile(r"^\s*\[[^\]\n]+\]:\s*\S+.*$", re.MULTILINE)
_IMAGE_OR_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"]*\")?\)")
_ATTRIBUTES = re.compile(r"\{[#.][^{}\n]*\}|\{(?:[\w-]+=\"[^\"]*\"\s*)+\}")
_CITATION = re.compile(r"\[[^\[\]]*@[^\[\]]*\]|\[\d+(?:\s*[-,;\u2013]\s*\d+)*\]")
_LINE_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u2010\u00ad]\s*\n\s*(?=[^\W\d_])")
_HYPHEN = re.compile(r"[-\u2010\u2011\u00ad]")
_WORD = re.compile(r"[^\W_]+")
_REAL_WORD = re.compile(r"[^\W\d_]{2,}")
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"^\s*\d{1,4}(?:\s*/\s*\d{1,4})?\s*$")
_REPEATED = 3
_WORDS_OF_A_HEAD = 3


def normalise(text: str) -> list[str]:
    """Return the words of a text, the same whether they come from Markdown, plain text or a parser.

    Markup, front matter, link targets, citation marks ([@key], [1,2]), running heads (lines that but for their digits
    occur three times or more, and the page number beside them) and the references are left out; letters are compared
    without case, accents, ligatures and hyphens, so a word divided at a line's end is the whole word.
    """
    text = text.replace("\r\n", "\n")
    for pattern, substitute in (
        (_FRONT_MATTER, ""),
        (_COMMENT, " "),
        (_LINK_DEFINITION, ""),
        (_CITATION, " "),
        (_IMAGE_OR_LINK, r"\1"),
        (_ATTRIBUTES, " "),
        (_TAG, " "),
    ):
        text = pattern.sub(substitute, text)
    text, _ = cut_references(_strip_running_heads(text))
    decomposed = unicodedata.normalize("NFKD", text.replace("\f", "\n"))
    plain = "".join(letter for letter in decomposed if unicodedata.category(letter) != "Mn")
    return _WORD.findall(_HYPHEN.sub("", _LINE_HYPHEN.sub("", plain)).casefold())


def _strip_running_heads(text: str) -> str:
    lines = text.split("\n")
    masks = [_DIGITS.sub("#", line.strip("\f ").casefold()) for line in lines]
    counts = Counter(mask for mask in masks if len(_REAL_WORD.findall(mask)) >= _WORDS_OF_A_HEAD)
    heads = {number for number, mask in enumerate(masks) if counts[mask] >= _REPEATED}
    beside = {
        number
        for head in heads
        for number in range(head - 2, head + 3)
        if 0 <= number < len(lines) and _PAGE_NUMBER.match(lines[number])
    }
    return "\n".join(line for number, line in enumerate(lines) if number not in heads | beside)


def measure_words(read: list[str], true: list[str]) -> float:
    """Return F1 of the words as bags, in [0, 1]: 1 where both have the same words equally often, in any order."""
    shared = (Counter(read) & Counter(true)).total()
    return 2 * shared / (len(read) + len(true)) if read or true else 1.0


def measure_order(read: list[str], true: list[str]) -> float:
    """Return the share of the words that both have which stand in the same order: their longest common subsequence.

    In [0, 1]; columns read across or out of turn lower it, words that only one side has do not (those are in F1).
    """
    shared = (Counter(read) & Counter(true)).total()
    return LCSseq.similarity(read, true) / shared if shared else 0.0
