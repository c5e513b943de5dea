"""Which of an author's names a reader of the title can read."""

from __future__ import annotations

import pytest

from tasks.metadata.spelt_names import choose_name

_TITLE = "A framework for ponds that are held in common"


@pytest.mark.parametrize(
    ("stated", "title", "expected"),
    [
        (("Ада Прудова", "Ada Prudova"), _TITLE, "Ada Prudova"),
        (("\u0386\u03b4\u03b1 \u039b\u03af\u03bc\u03bd\u03b7", "A. Limni"), _TITLE, "A. Limni"),
        (("池 雅", "Ya Chi"), _TITLE, "Ya Chi"),
        (("池 雅", "Ya Chi"), "池塘与村庄", "池 雅"),
        (("Ада Прудова", "Ada Prudova"), "Пруды и сёла", "Ада Прудова"),
        (("Ада Прудова", "Прудова Я."), _TITLE, "Ада Прудова"),
        (("Ада Прудова",), _TITLE, "Ада Прудова"),
        (("Ada Núñez", "A. Nunez"), _TITLE, "Ada Núñez"),
        (("Lind Ja", "John A. Lind"), _TITLE, "John A. Lind"),
        (("Lind Ja", "Lind, J. A."), _TITLE, "Lind, J. A."),
        (("Lind Li", "Lin Lind"), _TITLE, "Lind Li"),
        (("Wei Xu", "Wei XU"), _TITLE, "Wei Xu"),
        (("R. P.", "Pool R. P."), _TITLE, "Pool R. P."),
        (("R. P.", "R.P."), _TITLE, "R. P."),
        (("Ада Прудова", ""), _TITLE, "Ада Прудова"),
        ((), _TITLE, ""),
    ],
)
def test_a_name_is_in_letters_and_words_that_the_title_s_readers_know(
    stated: tuple[str, ...], title: str, expected: str
) -> None:
    """Another script than the title's gives way to a Latin name, initials to what they stand for; others stay."""
    assert choose_name(stated, title) == expected
