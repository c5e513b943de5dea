r"""LaTeX that got into a title or an abstract, as the text it stands for: `$\pm$` is a plus-minus sign."""

# ruff: noqa: RUF001 -- a table of signs, which look like letters; patterns read best on one line

from __future__ import annotations

import re
import unicodedata

_SIGNS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ",
    "Theta": "Θ", "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "upmu": "μ", "pm": "±", "mp": "∓",
    "times": "×", "cdot": "·", "leq": "≤", "le": "≤", "leqslant": "≤", "geq": "≥", "ge": "≥", "geqslant": "≥",
    "neq": "≠", "ne": "≠", "approx": "≈", "sim": "~", "simeq": "≈", "equiv": "≡", "propto": "∝", "infty": "∞",
    "rightarrow": "→", "to": "→", "leftarrow": "←", "leftrightarrow": "↔", "uparrow": "↑", "downarrow": "↓",
    "circ": "°", "degree": "°", "sum": "∑", "int": "∫", "partial": "∂", "in": "∈", "cup": "∪", "cap": "∩",
    "subset": "⊂", "forall": "∀", "exists": "∃", "dots": "…", "ldots": "…", "cdots": "…", "ell": "ℓ", "prime": "′",
    "odot": "⊙", "lt": "<", "gt": ">", "langle": "⟨", "rangle": "⟩", "quad": " ", "qquad": " ", "textendash": "–",
    "textemdash": "—",
}  # fmt: skip
_RAISED = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")
_LOWERED = str.maketrans("0123456789+-", "₀₁₂₃₄₅₆₇₈₉₊₋")
_PREAMBLE = re.compile(r"\\documentclass\b.{0,2000}?\\begin\{document\}|\\end\{document\}", re.DOTALL)
_LEFT_OUT = re.compile(
    r"\\(?:cite|citep|citet|ref|label|footnote|usepackage|setlength|vspace|hspace)\w*\*?(?:\[[^\]]{0,80}\])?(?:\{[^{}]{0,200}\}){0,2}"
)
_FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]{1,80})\}\s*\{([^{}]{1,80})\}")
_STYLED = re.compile(
    r"\\(?:text\w{0,12}|math\w{0,12}|operatorname|emph|mbox|hbox|underline|url|ensuremath)\s*\{([^{}]{0,300})\}"
)
_ROOT = re.compile(r"\\sqrt\s*\{([^{}]{1,80})\}")
_MARKS = {
    "bar": "\u0304",
    "overline": "\u0304",
    "hat": "\u0302",
    "widehat": "\u0302",
    "tilde": "\u0303",
    "widetilde": "\u0303",
    "vec": "\u20d7",
}
_MARKED = re.compile(rf"\\({'|'.join(_MARKS)})\s*(?:\{{([^{{}}]{{1,40}})\}}|([^\W\d_]))")
_NAMED = frozenset(
    ["log", "ln", "lg", "exp", "sin", "cos", "tan", "min", "max", "sup", "inf", "lim", "arg", "det", "dim", "Pr", "gcd"]
)  # fmt: skip
_SIGN = re.compile(r"\\([A-Za-z]+)\b\s?")
_RAISING = re.compile(r"\^\s*(?:\{([0-9+-]{1,6})\}|([0-9]))")
_LOWERING = re.compile(r"_\s*(?:\{([0-9+-]{1,6})\}|([0-9]))")
_SCRIPT = re.compile(r"[_^]\s*\{([^{}]{1,60})\}")
# An uncertainty with two ends, in either order: "3.4_{-0.5}^{+0.7}".
_END = r"\s*\{{\s*(?:\\[,;:! ])*{sign}\s*(\d[\d.,]{{0,12}}(?:\s?%)?)\s*\}}"
_LOW, _HIGH = _END.format(sign=r"[-\u2212\u2013]"), _END.format(sign=r"\+")
_BOUNDS = re.compile(rf"\s*(?:_{_LOW}\s*\^{_HIGH}|\^{_HIGH}\s*_{_LOW})")
_BOUNDED = re.compile(r"\(\u2212[\d.,]+(?:\s?%)?/\+")
_BRACED_RAISING, _BRACED_LOWERING = re.compile(r"\^\{([0-9+-]{1,6})\}"), re.compile(r"_\{([0-9+-]{1,6})\}")
_BRACED = re.compile(r"(?<=\w)[_^]\{([\w.,+ -]{1,20})\}")
_SPACE = re.compile(r"\\[,;:! ]|\\\\")
_ESCAPED = re.compile(r"\\([%&$#_{}])")
# Mathematics between dollars has a command, a script or a single sign in it; "$5 million and $6" has none.
_MATHS = re.compile(r"(\${1,2})((?:[^$\\]|\\.){1,400}?)\1|\\\(((?:.){1,400}?)\\\)|\\\[((?:.){1,400}?)\\\]", re.DOTALL)
_IS_MATHS = re.compile(r"[\\^_]|^\s*[A-Za-z]\s*(?:[<>=]\s*[\d.]+)?\s*$")


def read_latex(text: str) -> str:
    """Return a text in which LaTeX commands have given way to the signs and words they stand for.

    What is not known as a command stays, so that a path with backslashes or an amount in dollars survives.
    """
    text = _BOUNDS.sub(_read_bounds, _PREAMBLE.sub(" ", text))
    text = _ESCAPED.sub(r"\1", _read_commands(_MATHS.sub(_read_maths, text)))
    text = _BRACED_RAISING.sub(lambda one: one[1].translate(_RAISED), text)
    text = _BRACED_LOWERING.sub(lambda one: one[1].translate(_LOWERED), text)
    return _BRACED.sub(r" \1", text)


def _read_bounds(found: re.Match[str]) -> str:
    low, high = found[1] or found[4], found[2] or found[3]
    return f" (\u2212{low}/+{high})"


def _read_maths(found: re.Match[str]) -> str:
    body = next(filter(None, found.groups()[1:]), "")
    if not _IS_MATHS.search(body) and not _BOUNDED.search(body):
        return found.group()
    plain = _SPACE.sub(" ", _read_commands(body))
    plain = _RAISING.sub(lambda one: (one[1] or one[2]).translate(_RAISED), plain)
    plain = _LOWERING.sub(lambda one: (one[1] or one[2]).translate(_LOWERED), plain)
    return _SCRIPT.sub(r" \1", plain).replace("{", "").replace("}", "").replace("^", "").strip()


def _read_commands(text: str) -> str:
    text = _FRACTION.sub(r"\1/\2", _LEFT_OUT.sub("", text))
    while (plain := _ROOT.sub(r"√(\1)", _STYLED.sub(r"\1", text))) != text:
        text = plain
    return _MARKED.sub(_mark, _SIGN.sub(_read_sign, text))


def _read_sign(found: re.Match[str]) -> str:
    name = found[1]
    if name in _NAMED:
        return found.group().removeprefix("\\")
    return _SIGNS.get(name, found.group() if name not in _SILENT else "")


def _mark(found: re.Match[str]) -> str:
    """Return what is marked, with the mark on it if it is one sign; a mark over more has no sign in plain text."""
    body = found[2] or found[3]
    return unicodedata.normalize("NFC", body + _MARKS[found[1]]) if len(body) == 1 else body


_SILENT = frozenset(
    ["left", "right", "displaystyle", "rm", "it", "bf", "begin", "end", "limits", "nolimits", "big", "Big"]
)
