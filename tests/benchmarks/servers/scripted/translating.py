"""Passages translated by script: words of the language in question, with the signs and numbers of each sentence."""

# ruff: noqa: RUF001 -- signs of Chinese

from __future__ import annotations

import re
from typing import Any

from tests.benchmarks.servers.scripted.protocol import Asked, Script

_KEPT = re.compile(r"⟦\d+⟧|(?<![A-Za-z0-9_.·,])(?<![A-Za-z]-)\d+(?:[.,·]\d+)*")
_WORDS = {
    "German": "und die Befunde dieser Arbeiten zeigen nach Auskunft der Verfasser deutliche Unterschiede bei",
    "French": "et les résultats de ces travaux montrent selon leurs auteurs des différences nettes chez",
    "Spanish": "y los resultados de estos trabajos muestran según sus autores diferencias claras en",
    "Portuguese": "e os resultados destes trabalhos mostram segundo os seus autores diferenças claras em",
}
_CHINESE = "这些文献的结果表明根据作者的说法存在明显差异并且仍需进一步研究"


def translate(asked: Asked) -> dict[str, Any]:
    """Return as many sentences for each passage, each of another wording, decimals as the language sets them."""
    into = re.search(r"passages of a finished review into ([A-Z][a-z]+)", asked.instructions)
    language = into[1] if into else "German"
    return {
        "passages": [
            {
                "id": passage["id"],
                "sentences": [
                    _say(language, sentence, 29 * passage["id"] + place)
                    for place, sentence in enumerate(passage["sentences"])
                ],
            }
            for passage in asked.blocks["passages"]
        ]
    }


def _say(language: str, sentence: str, turn: int) -> str:
    kept = _KEPT.findall(sentence)
    length = max(2, len(sentence.split()))
    if language == "Chinese":
        text = "".join(_CHINESE[(turn + step) % len(_CHINESE)] for step in range(length))
        return "".join((text, *(f"（{number}）" if "⟦" not in number else number for number in kept), "。"))
    words = _WORDS[language].split()
    text = " ".join(words[(turn * 7 + step) % len(words)] for step in range(length))
    told = (number if "⟦" in number else number.translate(str.maketrans(".,", ",.")) for number in kept)
    return f"{' '.join((text.capitalize(), *told))}."


SCRIPTS: dict[str, Script] = {"Translation": translate}
