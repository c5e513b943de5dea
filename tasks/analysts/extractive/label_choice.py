"""The label of a theme: a phrase whose words stand in at least half of its works, and seldom in those of others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from tasks.analysts.extractive.label_evidence import (
    is_borne_out,
    is_in_titles,
    is_negated,
    is_scattered,
    leans_on_noun,
    opens_with_verb,
    share_needed,
)
from tasks.analysts.extractive.label_field import Field
from tasks.analysts.extractive.label_holding import (
    EACH_HOLDS_FOR,
    HOLDS_FOR,
    list_texts,
    read_label_terms,
    share_of,
)
from tasks.analysts.extractive.label_limits import is_everywhere, put_rarer_first
from tasks.analysts.extractive.label_pairs import join_two
from tasks.analysts.extractive.label_scores import FEWEST, read_leading, score_phrases
from tasks.analysts.extractive.label_shown import name_by_title, show, spell_out
from tasks.analysts.extractive.label_subjects import POSITIONS, SAYING_LITTLE
from tasks.analysts.extractive.label_wholes import is_piece, joins_strangers, stands_alone
from tasks.analysts.extractive.title_phrases import content_of, fold_terms
from tasks.analysts.protocol import ThemeMaterial
from tasks.text.topics import list_facets

# Works that join a theme later may lack its words: a label that holds for more than half has room for them.
_WITH_ROOM = 0.6
_IN_NO_TITLE, _TAKEN = 0.5, 0.5
_FAR, _SETS_APART, _JOINS, _TELLS = 4.0, 2.0, 1.75, 1.5  # times as large a share of the theme's works as of others


def choose_label(material: ThemeMaterial, field: Field, place: int, taken: Sequence[str]) -> str:
    """Return the best phrase that holds for half of the theme's works, else two that do so together.

    What a fifth of the titles and two of the three most cited works have (`is_borne_out`) goes before what they lack;
    the name of a place must hold for most works. A phrase of words that tell no theme from another (of the topic, as
    far as most works have them, or of any subject) comes behind those that do, and is none if it says no more, or less,
    than a label given before. Where nothing holds, the label is the title of the work nearest to all. An acronym is
    spelled out if the words for which it stands hold for half of the works as well.
    """
    here, rest = field.works[place], field.list_others(place)
    weak = field.list_weak(material.plan.topic)
    texts = tuple(list_texts(material.works))
    titles = [read_label_terms(work.work.title) for work in material.works]

    def read(phrase: str) -> frozenset[str]:
        return frozenset(content_of(" ".join(field.acronyms.get(word, word) for word in phrase.split())))

    is_torn = partial(_is_torn, field=field, texts=texts)
    given = [frozenset(content_of(label)) for label in taken]
    known = [one - weak for one in given]

    def tells(phrase: str) -> bool:
        own = read(phrase) - weak
        return bool(own) and not any(own <= other or other <= own for other in known if other)

    def is_given(phrase: str) -> bool:
        own = read(phrase) - POSITIONS
        return any(own <= other or other - POSITIONS <= own for other in given)

    found = score_phrases(material, field, place, EACH_HOLDS_FOR, weak)
    for one in found:
        found[one] *= _TAKEN if any(read(one) - weak & other for other in known) else 1.0
    borne_out = {one for one in found if is_borne_out(one, titles, here)}
    scores = {one: score for one, score in found.items() if tells(one)}
    sound = [one for one in sorted(scores, key=lambda one: (-scores[one], one)) if not is_torn(one)]
    leading = read_leading(material.theme) - weak
    led = [one for one in sound if not leading or leading & set(content_of(one))]
    asked = frozenset(fold_terms(material.plan.topic)) | SAYING_LITTLE
    listed = list_facets(material.plan.topic)
    facets = [frozenset(content_of(facet)) for facet in listed]

    def is_asked(phrase: str) -> bool:
        return read(phrase) <= asked and read(phrase) not in facets

    def is_apart(phrase: str, times: float = _SETS_APART) -> bool:
        return not rest or share_of(phrase, here) >= times * share_of(phrase, rest)

    def choose(phrases: Iterable[str], held: float = HOLDS_FOR, *, rare: bool = True) -> str | None:
        fit = [
            one
            for one in phrases
            if (share := share_of(one, here)) >= held
            and share >= share_needed(one, texts)
            and not (rare and is_everywhere(one, field.works))
        ]
        ranked = put_rarer_first(fit, here, rest)
        return spell_out(present(ranked[0]), material, field, taken) if ranked else None

    def present(phrase: str) -> str:
        return show(f"no {phrase}" if is_negated(phrase, texts) else phrase, field.forms)

    def join(phrases: Sequence[str]) -> str | None:
        in_titles = {one: sum(set(content_of(one)) <= title for title in titles) for one in phrases}
        phrases = [one for one in phrases if share_needed(one, texts) <= HOLDS_FOR]
        weighed = {one: scores[one] * (1 if in_titles[one] >= FEWEST else _IN_NO_TITLE) for one in phrases}
        pair = join_two(phrases, weighed, here, weak)
        return pair and " and ".join([show(pair[0], field.forms), show(pair[1], field.forms, opens=False)])

    # What says no more than labels given, then what is cut from something longer, then what the topic has.
    left = sorted(
        (one for one in found if one not in sound and frozenset(content_of(one)) not in given),
        key=lambda one: (is_given(one), is_torn(one), is_asked(one), one not in borne_out, -found[one], one),
    )
    fresh = [one for one in left if not is_given(one) and not is_torn(one) and len(read(one)) > 1]
    whole, whole_led = ([one for one in ones if len(read(one)) > 1 and is_apart(one, _TELLS)] for ones in (sound, led))
    # "Business" alone leans on a noun to follow; beside a part of the topic it does not.
    beside_facet = [
        f"{one} and {facet}"
        for one in scores
        if one not in sound and is_apart(one, _FAR) and leading & read(one) and " " not in one
        for facet in listed
        if not frozenset(content_of(facet)) & read(one) and not is_given(facet)
    ]
    beyond = [one for one in whole_led if not is_asked(one)]
    parts = [one for one in fresh if read(one) in facets and is_apart(one, _TELLS)]

    return (
        choose((one for one in beyond if one in borne_out), _WITH_ROOM)
        or choose(one for one in (*beyond, *whole_led, *whole) if one in borne_out)
        or choose(one for one in parts if is_in_titles(one, titles))
        or choose(one for one in sound if is_apart(one) and is_in_titles(one, titles))
        or choose(beyond, _WITH_ROOM)
        or choose(beyond)
        or choose(whole_led)
        or choose(whole)
        or choose(parts)
        or choose(one for one in led if is_apart(one))
        or choose(beside_facet)
        # Half of the works have at least these words, though others have them too; one title holds for itself.
        or choose(one for one in fresh if is_apart(one))
        or choose(fresh)
        or choose(sound)
        or choose(left)
        or choose([*sound, *left], rare=False)
        or join([one for one in led if is_apart(one, _JOINS)])
        or join([one for one in sound if is_apart(one, _JOINS)])
        or join(led)
        or join(sound)
        or name_by_title(material, field, place, taken)
    )


def _is_torn(phrase: str, field: Field, texts: Sequence[str]) -> bool:
    """Return whether a phrase is cut out of a longer one, joins what none joins, or opens with a verb."""
    is_single = " " not in phrase and phrase not in field.acronyms
    return (is_single and not stands_alone(phrase, texts)) or any(
        test(phrase, texts) for test in (joins_strangers, is_piece, is_scattered, leans_on_noun, opens_with_verb)
    )
