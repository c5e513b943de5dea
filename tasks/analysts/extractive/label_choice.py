"""The label of a theme: a phrase whose words stand in at least half of its works, and seldom in those of others."""

from __future__ import annotations

from collections.abc import Sequence

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
from tasks.analysts.extractive.label_subjects import SAYING_LITTLE
from tasks.analysts.extractive.label_wholes import is_piece, joins_strangers, stands_alone
from tasks.analysts.extractive.title_phrases import content_of, fold_terms
from tasks.analysts.protocol import ThemeMaterial
from tasks.text.topics import list_facets

# Works that join a theme later may lack its words: a label that holds for more than half has room for them.
_WITH_ROOM = 0.6
_IN_NO_TITLE, _TAKEN = 0.5, 0.5
_SETS_APART = 2.0  # times as large a share of the theme's works as of others


def choose_label(material: ThemeMaterial, field: Field, place: int, taken: Sequence[str]) -> str:
    """Return the best phrase that holds for half of the theme's works, else two that do so together.

    A phrase of words that tell no theme from another (of the topic, as far as most works have them, or of any subject)
    comes behind those that do, and is none if it says no more, or less, than a label given before. Where nothing holds,
    the label is the title of the work nearest to all. An acronym is spelled out if the words for which it stands hold
    for half of the works as well.
    """
    here, rest = field.works[place], field.list_others(place)
    weak = field.list_weak(material.plan.topic)
    texts = tuple(list_texts(material.works))

    def is_torn(phrase: str) -> bool:
        return (
            joins_strangers(phrase, texts)
            or is_piece(phrase, texts)
            or (" " not in phrase and not stands_alone(phrase, texts))
        )

    given = [frozenset(content_of(label)) for label in taken]
    known = [one - weak for one in given]

    def tells(phrase: str) -> bool:
        own = frozenset(content_of(phrase)) - weak
        return bool(own) and not any(own <= other or other <= own for other in known if other)

    def is_given(phrase: str) -> bool:
        own = frozenset(content_of(phrase)) - SAYING_LITTLE
        return any(own <= other or other - SAYING_LITTLE <= own for other in given)

    found = score_phrases(material, field, place, EACH_HOLDS_FOR, weak)
    for one in found:
        own = frozenset(content_of(one)) - weak
        found[one] *= _TAKEN if any(own & other for other in known) else 1.0
    scores = {one: score for one, score in found.items() if tells(one)}
    sound = [one for one in sorted(scores, key=lambda one: (-scores[one], one)) if not is_torn(one)]
    leading = read_leading(material.theme) - weak
    led = [one for one in sound if not leading or leading & set(content_of(one))]
    asked = frozenset(fold_terms(material.plan.topic)) | SAYING_LITTLE
    facets = [frozenset(content_of(facet)) for facet in list_facets(material.plan.topic)]

    def is_asked(phrase: str) -> bool:
        own = frozenset(content_of(phrase))
        return own <= asked and own not in facets

    def is_apart(phrase: str) -> bool:
        return not rest or share_of(phrase, here) >= _SETS_APART * share_of(phrase, rest)

    def choose(phrases: Sequence[str], held: float, *, rare: bool = True) -> str | None:
        fit = [one for one in phrases if share_of(one, here) >= held and not (rare and is_everywhere(one, field.works))]
        ranked = put_rarer_first(fit, here, rest)
        return spell_out(show(ranked[0], field.forms), material, field, taken) if ranked else None

    titles = [read_label_terms(work.work.title) for work in material.works]

    def join(phrases: Sequence[str]) -> str | None:
        in_titles = {one: sum(set(content_of(one)) <= title for title in titles) for one in phrases}
        weighed = {one: scores[one] * (1 if in_titles[one] >= FEWEST else _IN_NO_TITLE) for one in phrases}
        pair = join_two(phrases, weighed, here, weak)
        return pair and " and ".join([show(pair[0], field.forms), show(pair[1], field.forms, opens=False)])

    # What says no more than labels given, then what the topic has, then what is cut from something longer.
    left = sorted(
        (one for one in found if one not in sound and frozenset(content_of(one)) not in given),
        key=lambda one: (is_given(one), is_torn(one), is_asked(one), -found[one], one),
    )
    apart = [one for one in left if not is_given(one) and not is_torn(one) and is_apart(one)]
    whole, whole_led = ([one for one in ones if len(content_of(one)) > 1] for ones in (sound, led))
    beyond = [one for one in whole_led if not is_asked(one)]
    return (
        choose(beyond, _WITH_ROOM)
        or choose(beyond, HOLDS_FOR)
        or choose(whole_led, HOLDS_FOR)
        or choose(whole, HOLDS_FOR)
        or choose([one for one in led if is_apart(one)], HOLDS_FOR)
        # Half of the works have at least these words, though others have them too; one title holds for itself.
        or choose([one for one in apart if len(content_of(one)) > 1], HOLDS_FOR)
        or choose([one for one in left if len(content_of(one)) > 1], HOLDS_FOR)
        or choose(sound, HOLDS_FOR)
        or choose(left, HOLDS_FOR)
        or choose([*sound, *left], HOLDS_FOR, rare=False)
        or join(led)
        or join(sound)
        or name_by_title(material, field, place, taken)
    )
