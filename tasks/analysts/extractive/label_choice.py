"""The label of a theme: a phrase whose words stand in at least half of its works, and seldom in those of others."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from storage.records.writing import ReadWork, Theme
from tasks.analysts.extractive.label_holding import (
    EACH_HOLDS_FOR,
    HOLDS_FOR,
    list_texts,
    read_body,
    read_label_terms,
    read_text,
    share_held,
    share_of,
)
from tasks.analysts.extractive.label_limits import is_everywhere, put_rarer_first
from tasks.analysts.extractive.label_pairs import join_two
from tasks.analysts.extractive.label_subjects import SAYING_LITTLE, names_subject
from tasks.analysts.extractive.label_wholes import is_cut, joins_strangers, stands_alone
from tasks.analysts.extractive.title_phrases import Collocations, content_of, fold_terms, title_phrases
from tasks.analysts.protocol import ThemeMaterial
from tasks.text.acronyms import read_acronyms
from tasks.text.asked import is_statement
from tasks.text.spelling import fold_spelling
from tasks.text.words import function_share

# Works that join a theme later may lack its words: a label that holds for more than half has room for them.
_WITH_ROOM = 0.6
_TITLE_WORDS, _EASY, _SHORT = 14, 10, 3
_LEAST_LIFT, _ODDS = 0.12, 0.05
_IN_TITLES, _IN_NO_TITLE, _SAID_ONCE, _ANYWHERE, _LEADING, _TAKEN = 0.6, 0.5, 0.6, 0.3, 1.5, 0.5
_OF_TOPIC = 0.3
_LENGTHS = (0.45, 1.0, 1.15, 1.2)  # the more words, the more a label says
_FEWEST = 2
_INSIDE_SENTENCE = re.compile(r"(?<=[a-z,;] )[^\W_]+(?:[-'\u2019][^\W_]+)*")


@dataclass(frozen=True)
class Field:
    """The themes to be named together: `works` has for each theme the terms of every work, `forms` how words look.

    `acronyms` holds the words for which they stand, where a work explains them, `venues` the names of journals.
    """

    works: tuple[tuple[frozenset[str], ...], ...]
    collocations: Collocations
    forms: dict[str, str]
    acronyms: dict[str, str]
    venues: frozenset[str]

    @classmethod
    def of(cls, materials: Sequence[ThemeMaterial]) -> Field:
        """Return the field of these themes."""
        works = [work for material in materials for work in material.works]
        return cls(
            tuple(
                tuple(frozenset(read_label_terms(read_text(work))) for work in material.works) for material in materials
            ),
            Collocations.of(part for work in works for part in (work.work.title, read_body(work))),
            _settle_forms(works),
            _explain_acronyms(works),
            frozenset(work.work.venue.casefold() for work in works if work.work.venue),
        )

    def list_weak(self, topic: str) -> frozenset[str]:
        """Return the terms that tell no theme from another.

        They are those of the topic, or of its acronyms, that a third of all works have, those that most works have, and
        those of people and of what may be said of any subject.
        """
        works = [work for theme in self.works for work in theme]
        held = Counter(term for work in works for term in work)
        asked = frozenset(fold_terms(topic))
        of_topic = {term for term in asked if held[term] >= _OF_TOPIC * len(works)}
        for acronym, words in self.acronyms.items():
            if set(content_of(words)) <= asked:
                of_topic |= set(fold_terms(acronym))
        most = (
            {term for term, count in held.items() if count > HOLDS_FOR * len(works)} if len(self.works) > 1 else set()
        )
        return frozenset(of_topic | most) | SAYING_LITTLE

    def list_others(self, place: int) -> list[frozenset[str]]:
        """Return the terms of every work of the other themes."""
        return [work for other, works in enumerate(self.works) if other != place for work in works]


def choose_label(material: ThemeMaterial, field: Field, place: int, taken: Sequence[str]) -> str:
    """Return the best phrase that holds for half of the theme's works, else two that do so together.

    A phrase of words that tell no theme from another (of the topic, as far as most works have them, or of any subject)
    is none, nor is one that says no more than a label given before. Where nothing holds, it is the title of the work
    nearest to all. An acronym is spelled out if the words for which it stands hold for half of the works as well.
    """
    here, rest = field.works[place], field.list_others(place)
    weak = field.list_weak(material.plan.topic)
    texts = tuple(list_texts(material.works))

    def is_torn(phrase: str) -> bool:
        return joins_strangers(phrase, texts) or (" " not in phrase and not stands_alone(phrase, texts))

    known = [frozenset(content_of(label)) - weak for label in taken]

    def tells(phrase: str) -> bool:
        own = frozenset(content_of(phrase)) - weak
        return bool(own) and not any(own <= other or other <= own for other in known if other)

    found = _score(material, field, place, EACH_HOLDS_FOR, weak)
    for one in found:
        own = frozenset(content_of(one)) - weak
        found[one] *= _TAKEN if any(own & other for other in known) else 1.0
    scores = {one: score for one, score in found.items() if tells(one)}
    sound = [one for one in sorted(scores, key=lambda one: (-scores[one], one)) if not is_torn(one)]
    leading = _read_leading(material.theme) - weak
    led = [one for one in sound if not leading or leading & set(content_of(one))]

    def choose(phrases: Sequence[str], held: float, *, rare: bool = True) -> str | None:
        fit = [one for one in phrases if share_of(one, here) >= held and not (rare and is_everywhere(one, field.works))]
        ranked = put_rarer_first(fit, here, rest)
        return _spell_out(_show(ranked[0], field.forms), material, field, taken) if ranked else None

    titles = [read_label_terms(work.work.title) for work in material.works]

    def join(phrases: Sequence[str]) -> str | None:
        in_titles = {one: sum(set(content_of(one)) <= title for title in titles) for one in phrases}
        weighed = {one: scores[one] * (1 if in_titles[one] >= _FEWEST else _IN_NO_TITLE) for one in phrases}
        pair = join_two(phrases, weighed, here, weak)
        return pair and " and ".join([_show(pair[0], field.forms), _show(pair[1], field.forms, opens=False)])

    given = [frozenset(content_of(label)) for label in taken]
    asked = frozenset(fold_terms(material.plan.topic))
    # What says no more than labels given, then what the topic has, then what is cut from something longer.
    left = sorted(
        (one for one in found if one not in sound and frozenset(content_of(one)) not in given),
        key=lambda one: (is_torn(one), set(content_of(one)) <= asked, -found[one], one),
    )
    whole, whole_led = ([one for one in ones if len(content_of(one)) > 1] for ones in (sound, led))
    return (
        choose(whole_led, _WITH_ROOM)
        or choose(whole_led, HOLDS_FOR)
        or choose(whole, HOLDS_FOR)
        # Half of the works have at least these words, though others have them too; one title holds for itself.
        or choose([one for one in left if len(content_of(one)) > 1], HOLDS_FOR)
        or choose(sound, HOLDS_FOR)
        or choose(left, HOLDS_FOR)
        or choose([*sound, *left], HOLDS_FOR, rare=False)
        or join(led)
        or join(sound)
        or _name_by_title(material, field, place, taken)
    )


def _score(material: ThemeMaterial, field: Field, place: int, held: float, weak: AbstractSet[str]) -> dict[str, float]:
    """Return how well each phrase that holds for this share of the works names the theme and no other."""
    here = field.works[place]
    rest = field.list_others(place)
    bodies = [read_body(work) for work in material.works]
    leading = _read_leading(material.theme) - weak
    least = max(min(_FEWEST, len(here)), math.ceil(held * len(here)))
    scores: dict[str, float] = {}
    for phrase, (in_titles, in_all) in _list_phrases(material, field).items():
        stems = frozenset(content_of(phrase))
        inside = sum(stems <= work for work in here)
        is_venue = len(stems) > 1 and phrase.casefold() in field.venues
        if is_venue or inside < least or not names_subject(phrase) or (len(stems) == 1 and not in_titles):
            continue
        outside = sum(stems <= work for work in rest)
        lift = math.log((inside / len(here) + _ODDS) / (outside / len(rest) + _ODDS)) if rest else 1.0
        if lift < _LEAST_LIFT or is_cut(phrase, bodies):
            continue
        scores[phrase] = (
            lift
            * math.sqrt(inside / len(here))
            * (1 + _IN_TITLES * in_titles / len(here) if in_titles else _IN_NO_TITLE)
            * (_SAID_ONCE + (1 - _SAID_ONCE) * min(1, 4 * (in_all - 1) / len(here)))
            * _LENGTHS[min(len(stems), len(_LENGTHS)) - 1]
            * (_LEADING if stems & leading else 1.0)
            # What holds for most works of the other themes tells this one from none of them.
            * (_ANYWHERE if rest and outside > HOLDS_FOR * len(rest) else 1.0)
        )
    return scores


def _read_leading(theme: Theme) -> frozenset[str]:
    """Return the terms of a theme's topic words: what sets its works apart, by c-TF-IDF."""
    return frozenset(term for word in theme.words for term in fold_terms(word))


def _list_phrases(material: ThemeMaterial, field: Field) -> dict[str, tuple[int, int]]:
    """Return the phrases of the theme's titles, and those that several abstracts share: titles and works that say each.

    Of phrases that differ in spelling or inflection alone the most frequent stands for all.
    """
    said: dict[tuple[str, ...], list[set[str]]] = {}
    forms: dict[tuple[str, ...], Counter[str]] = {}
    for work in material.works:
        for where, text in enumerate((_calm(work.work.title), read_body(work))):
            for phrase in set(title_phrases(text, field.collocations)):
                stems = content_of(phrase)
                said.setdefault(stems, [set(), set()])[where].add(work.work.work_id)
                forms.setdefault(stems, Counter())[phrase] += 1
    enough = max(_FEWEST, len(material.works) / 4)
    return {
        min(forms[stems], key=lambda one: (-forms[stems][one], one)): (len(titles), len(titles | bodies))
        for stems, (titles, bodies) in said.items()
        if titles or len(bodies) >= enough
    }


def _calm(title: str) -> str:
    """Return a title in lower case if it is all in capitals."""
    return title.lower() if title.isupper() else title


def _name_by_title(material: ThemeMaterial, field: Field, place: int, taken: Sequence[str]) -> str:
    """Return the title, not yet given, of the work whose words the others share most; results and long ones last."""
    here = field.works[place]
    held = Counter(term for work in here for term in work)
    near = [math.fsum(held[term] for term in work) / math.sqrt(len(work) or 1) for work in here]
    titles = [_shorten(work.work.title) for work in material.works]
    ranked = sorted(
        range(len(here)),
        key=lambda number: (
            is_statement(titles[number]),
            len(titles[number].split()) > _EASY,
            -round(near[number], 6),
            number,
        ),
    )
    for number in ranked:
        label = _show(titles[number], field.forms)
        if label and label not in taken:
            return label
    return f"Further works {len(taken) + 1}"


def _shorten(title: str) -> str:
    """Return a title without its subtitle and full stop, cut at a blank after fourteen words."""
    head = re.split(r"(?<=\w)\s*[:?.]\s+|\s[\u2013\u2014-]\s", title.strip(" ."))[0]
    words = (head if len(head.split()) > 2 else title.strip(" .")).split()  # noqa: PLR2004 -- "Sleep: a review"
    long = [word for word in words if len(word) > _SHORT]
    if function_share(title) and (sum(word[:1].isupper() for word in long) > len(long) / 2 or title.isupper()):
        # A title in capitals says nothing of which of its words are names.
        words = [word if word[1:] != word[1:].lower() and not title.isupper() else word.lower() for word in words]
    label = " ".join(words[:_TITLE_WORDS])
    return f"{label}{' …' if len(words) > _TITLE_WORDS else ''}"


def _show(phrase: str, forms: dict[str, str], *, opens: bool = True) -> str:
    """Return a phrase in sentence case (if it `opens` one), each word in the form that the corpus uses most."""
    words = [forms.get(fold_spelling(word), word) for word in phrase.split()]
    if not opens:
        return " ".join(words)
    first = words[0]
    start = first.split("-")[0]
    words[0] = first if start[1:] != start[1:].lower() else first[:1].upper() + first[1:]
    return " ".join(words)


def _spell_out(label: str, material: ThemeMaterial, field: Field, taken: Sequence[str]) -> str:
    """Return a label with its acronyms spelled out, or as it is where that would hold for too few works."""
    words = " ".join(field.acronyms.get(word, word) for word in label.split())
    spelled, held = _show(words, field.forms), share_held(words, list(list_texts(material.works)))
    return spelled if words != label and held >= HOLDS_FOR and spelled not in taken else label


def _explain_acronyms(works: Sequence[ReadWork]) -> dict[str, str]:
    """Return the words with which most of the works that explain an acronym do so, in lower case but for names."""
    told: dict[str, Counter[str]] = {}
    for work in works:
        for acronym, words in read_acronyms(read_text(work)).items():
            told.setdefault(acronym, Counter())[words.lower()] += 1
    return {acronym: min(counts, key=lambda words: (-counts[words], words)) for acronym, counts in told.items()}


def _settle_forms(works: Sequence[ReadWork]) -> dict[str, str]:
    """Return how running text writes a word inside sentences, by its spelling folded: names keep their capital."""
    seen: dict[str, Counter[str]] = {}
    for word in (word for work in works for word in _INSIDE_SENTENCE.findall(read_body(work))):
        seen.setdefault(fold_spelling(word), Counter())[word] += 1
    return {key: min(counts, key=lambda form: (-counts[form], form.swapcase())) for key, counts in seen.items()}
