"""Quality tells text from what only looks like it."""

from __future__ import annotations

import pytest

from tasks.parsing.quality import POOR, score_quality

ENGLISH = "The bees were counted on every flowering plant that stood within reach of the nets, and none of them stung."


@pytest.mark.parametrize(
    "text",
    [
        ENGLISH,
        "Die Bienen wurden auf jeder Pflanze gezählt, die in der Reichweite der Netze stand.",
        "蜜蜂在每一种开花植物上都被计数。",
        "Пчёлы были подсчитаны на каждом цветущем растении.",
        "Smith JA, Jones B (2001) Counting bees on flowers. J Invent Ecol 12: 34-56.",
    ],
)
def test_text_is_good(text):
    """Prose in any script, and a reference, are far from poor."""
    assert score_quality(text) > POOR + 0.2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\ufffd\ufffd\ufffd \ufffd\ufffd",
        ENGLISH.replace("e", "\ufffd").replace("t", "\ufffd"),
        "7KH EHHV ZHUH FRXQWHG RQ HYHUB IORZHULQJ SODQW WKDW VWRRG ZLWKLQ UHDFK".replace("E", "%").replace("U", "5"),
        "12.5 3.4 (7) 88 % 0.001 | 4 5 6 7 8 9",
        "x1kq zvtr bcd4f ghjk7 lm9np qrst vwxz",
    ],
)
def test_garbage_is_poor(text):
    """Nothing, unmapped glyphs, shifted letters, numbers alone and noise are poor."""
    assert score_quality(text) < POOR


def test_quality_falls_with_the_share_of_garbage():
    """The more of a text is garbled, the lower it stands, always within [0, 1]."""
    words = ENGLISH.split()
    scores = [
        score_quality(" ".join("\ufffdxq" if place < spoilt else word for place, word in enumerate(words)))
        for spoilt in range(0, len(words) + 1, 4)
    ]
    assert scores == sorted(scores, reverse=True)
    assert 0 <= scores[-1] < scores[0] <= 1
