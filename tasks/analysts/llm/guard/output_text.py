"""What does not belong in the plain scholarly prose that a model was asked for.

A model that obeyed a text in its data shows it in what it writes: a link, markup, a tool call, a made-up marker. Such a
text is requested once more, then dropped.
"""

from __future__ import annotations

import re
import unicodedata

from tasks.analysts.llm.guard.tasks import WITHHELD, find_tagged, split_roughly

_REASONS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (reason, re.compile(pattern, re.IGNORECASE | re.MULTILINE))
    for reason, pattern in (
        ("a link", (r"\b[a-z][a-z0-9+.-]{1,11}://\S|\bwww\.\w|\]\(\s{0,3}\S|^\s{0,3}\[[^\[\]]{1,100}\]:\s"
         r"|\b(?:javascript|mailto|data:(?:text|image)):|\b(?!clinicaltrials\.gov\b)[\w-]{2,63}\.(?:com|org|net|edu|gov|info|io|ai|example)(?:/|\b(?![\w-]))")),
        ("a DOI", r"\b10\.\d{4,9}/\S|\bdoi:\s?\S|\bdoi\.org\b"),
        ("an e-mail address", r"[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,}"),
        ("a citation or handle outside of brackets", r"(?<![\w;@])(?<!\[)(?<!\[-)(?<!; )(?<!; -)@[a-z]\w"),
        ("a placeholder of ours", re.escape(WITHHELD)),
        ("HTML or XML", r"</?[a-z][\w:-]{0,30}(?:\s[^<>]{0,300})?/?>|<!--|<!\[|&(?:[a-z]{2,8}|#x?[0-9a-f]{1,6});"),
        ("a role tag", r"<\|[^|<>]{1,40}\|>|\[/?INST\]|<<SYS>>"),
        ("an image", r"!\[[^\[\]]{0,200}\][\[(]"),
        ("code", r"```|~~~|(?<!\w)`[^`'\n]{1,80}`|^(?:\t| {4,})\S|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}"),
        ("a table", r"^\s{0,3}\|.{1,300}\||^[ \t|:]{0,3}-{3,}[ \t]{0,3}\|"),
        ("a footnote", r"\[\^|\^\["),
        ("a fenced division or attribute", r"^:::|\{[=.#][\w-]{1,40}[^{}]{0,200}\}"),
        ("TeX", r"\$\$|\$[^$\n]{0,200}[\\^_{][^$\n]{0,200}\$|\\(?:[a-z]{2,30}\s?\{|begin\b|frac\b|\(|\[)"),
        ("a heading of another level", r"^\s{0,3}(?:#{1,2}|#{4,})\s"),
        ("JSON", r"[{\[,]\s{0,9}[\"'“”][a-z_][\w -]{0,40}[\"'“”]\s{0,5}:\s|\{\s{0,9}[\"'][\w -]{1,40}[\"']\s{0,5}:"),
        ("a call of a tool", r"\btool_(?:use|call|result)\b|\bfunction_calls?\b|\bantml:"),
        ("the voice of a language model", (r"\bas an? (?:ai|(?:large |ai )?language model),? I\b"
         r"|\bI (?:cannot|can't|am unable to|can not) (?:assist|comply|help|fulfil)|\bI'm sorry, but\b")),
        ("a work number", r"\bW\d{6,}\b"),
    )
)  # fmt: skip
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_ORDINARY = frozenset("\n\t\r\u00ad")
_TOKEN = re.compile(r"(?<![\w.-])[A-Za-z0-9]{8,64}(?![\w-])", re.ASCII)  # also beside the letters of another script
_RUN = re.compile(r"[A-Za-z]+|\d+")
_ELEMENT = re.compile(r"[A-Z][a-z]?")
_ELEMENTS = frozenset(
    """H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb
    Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg
    Tl Pb Bi Po Rn Ra Th U Pu D""".split()  # noqa: SIM905 -- a list of symbols reads best as text
)
_SHOUTED = re.compile(r"(?<![\w-])(?:[A-Z][A-Z'-]{1,30}\s{1,3}){4}[A-Z][A-Z'-]{1,30}(?![\w-])")
_HISTONE = re.compile(r"H(?:[134]|2A|2B)K\d{1,3}[a-z]{2}\d?")
_LEAST_SHOUTED = 20
_LONG = re.compile(r"[!-,.-~]{60,}")
_FEW_RUNS, _MANY_RUNS, _WORDLIKE = 3, 6, 3


def find_foreign(text: str) -> list[str]:
    """Return the reasons, one phrase each, why a text written by a model is not plain prose; none if it is.

    Plain prose has sentences, quotation marks, Greek and accented letters, percentages, `[@citekey:f1]` and headings
    of level 3. Time is linear in the length of the text.
    """
    reasons = [
        f"it holds {reason}: '{_show(match[0])}'" for reason, sought in _REASONS if (match := sought.search(text))
    ]
    if stray := [char for char in text if char not in _ORDINARY and unicodedata.category(char) in _INVISIBLE]:
        reasons.append(f"it holds an invisible character (U+{ord(stray[0]):04X})")
    if marker := next((token[0] for token in _TOKEN.finditer(text) if _is_marker(token[0])), None):
        reasons.append(f"it holds a code that is no word: '{_show(marker)}'")
    if long := _LONG.search(text):
        reasons.append(f"it holds a string that is no word: '{_show(long[0])}'")
    if shouted := next((match[0] for match in _SHOUTED.finditer(text) if len(match[0]) > _LEAST_SHOUTED), None):
        reasons.append(f"it is written in capitals: '{_show(shouted)}'")
    return reasons


def blank_foreign(text: str) -> str:
    """Return someone else's text with every sentence blanked that holds a tag or is not plain prose.

    The result is as long as the text, and what is left keeps its place, so a quote from it is a quote from the text.
    A full stop takes the place of a blanked sentence's first character and keeps its neighbours apart.
    """
    blanked = list(text)
    foreign = [place for place in split_roughly(text) if find_foreign(text[slice(*place)])]
    for begin, end in (*find_tagged(text), *foreign):
        blanked[begin:end] = "." + " " * (end - begin - 1)
    return "".join(blanked)


def _is_marker(token: str) -> bool:
    """Return whether letters and digits alternate as never in a register number, gene, formula, unit or date."""
    runs = _RUN.findall(token)
    letters = [run for run in runs if run.isalpha()]
    shaped = len(runs) >= _MANY_RUNS or (
        len(runs) >= _FEW_RUNS and "".join(letters).isupper() and len(runs[2 if runs[0].isalpha() else 1]) >= _WORDLIKE
    )
    return shaped and not _HISTONE.fullmatch(token) and not all(_is_formula(run) for run in letters)


def _is_formula(letters: str) -> bool:
    return set(_ELEMENT.findall(letters)) <= _ELEMENTS and not _ELEMENT.sub("", letters)


def _show(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text[:60])
