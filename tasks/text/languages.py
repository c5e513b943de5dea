"""The language of a text, detected from its words, without a network."""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

CODES = tuple(
    """aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en
    eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka
    kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl
    nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv
    sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu""".split()  # noqa: SIM905
)
"""The codes of ISO 639-1."""
LATIN = tuple(
    """af ca cs cy da de en es et eu fi fr ga gl hr hu id is it la lb lt lv ms mt nb nl nn no oc pl pt rm ro sk sl sq sv
    sw tl tr vi""".split()  # noqa: SIM905
)
"""Those of languages that are written in Latin letters."""
# Languages that scholars publish in: of a hundred others, their dialects and neighbours among them, each takes away
# from the certainty with which a title is known.
_PUBLISHED_IN = tuple(
    """af ar az be bg bn bs ca cs da de el en es et eu fa fi fr gl he hi hr hu hy id is it ja ka kk ko la lt lv mk ml mn
    ms nl no pl pt ro ru sk sl sq sr sv sw ta th tr uk ur uz vi zh""".split()  # noqa: SIM905
)

# Of 10,800 records of OpenAlex that state a language and are long enough, 17 differ at this bound, nearly all of which
# misstate it; of 12,500 whose text is a title and mostly an abstract, 5% stay unknown.
_LEAST_PROBABILITY = 0.9
_LEAST_LETTERS = 20
_LONGEST_TEXT = 4000
_LOADING = Lock()


def detect(text: str) -> tuple[str | None, float]:
    """Return the code (ISO 639-1) of the language of a text, None if that is not sure, and its probability.

    By langid's naive Bayes over n-grams (Lui and Baldwin 2012). Texts under 20 letters, and those whose best guess is
    under 90% probable, have no language; the probability of the former is 0.
    """
    if sum(map(str.isalpha, text)) < _LEAST_LETTERS:
        return None, 0.0
    # A title in capitals looks like no language.
    shown = text[:_LONGEST_TEXT].lower() if text.isupper() else text[:_LONGEST_TEXT]
    code, probability = _load().classify(shown)
    return str(code) if probability >= _LEAST_PROBABILITY else None, round(float(probability), 4)


def _load() -> LanguageIdentifier:
    with _LOADING:
        return _identifier()


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # noqa: PLC0415 -- reading its model takes a second

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(_PUBLISHED_IN)
    return identifier
