"""Results of different works put side by side where their words name the same relation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from storage.records.evidence import Comparison, Result
from tasks.evidence.named_sides import names_sides
from tasks.evidence.wording import Wording, has_short_form, learn_vocabulary

_SOURCE = "extractive"
# An association has the same sign read either way round; so has "Y rose with X".
_EITHER_WAY = re.compile(
    r"\b(?:un)?(?:associat|correlat|relat(?:ed|ion)|link(?:ed|s?\b)|covar)|"
    r"\b(?:ros|rising|increas|fell|fall|declin|decreas)\w* (?:\w+ly )?with\b",
    re.IGNORECASE,
)
_Pair = tuple[Wording, Wording]


def group_by_words(results: Sequence[Result], known: Sequence[tuple[str, str]] = ()) -> list[Comparison]:
    """Return the comparison of each result that states a direction of an outcome with an exposure, both named.

    Results are of one comparison where exposure and outcome have the same words (`Vocabulary.read`), short forms as
    their own work defines them, else as most works do. Where one states
    an association, so are those that have them the other way round; what is the outcome more often, then the shorter,
    is named as outcome. A comparison has its commonest words, of these the shortest; where two would have one name,
    short forms are spelled out, and what still is not told apart is left out. `known` are names (exposure,
    outcome) that comparisons have already: results that fit one come under it.
    """
    named = (one for one in results if one.direction and _names_sides(one))
    told = sorted(named, key=lambda one: (one.finding_id, one.result))
    terms = [term for one in told for term in (one.exposure, one.outcome)] + [term for pair in known for term in pair]
    vocabulary = learn_vocabulary([_source(one) for one in told], terms)
    read = cache(vocabulary.read)
    names = {(read(pair[0]), read(pair[1])): pair for pair in sorted(known, reverse=True)}
    members: dict[_Pair, list[Result]] = {}
    for one in told:
        members.setdefault((read(one.exposure, _source(one)), read(one.outcome, _source(one))), []).append(one)
    members = {pair: ones for pair, ones in members.items() if all(pair) and pair[0] != pair[1]}
    homes = {pair: _find_home(pair, members, names) for pair in members}
    texts = "\n".join(one.text for one in told)
    for home in sorted(set(homes.values()) - set(names)):
        straight = [(one.exposure, one.outcome, one) for one in members.get(home, ())]
        turned = members.get(home[::-1], ()) if homes.get(home[::-1]) == home else ()
        both = [*straight, *((one.outcome, one.exposure, one) for one in turned)]
        name = _choose_name([each[0] for each in both], texts), _choose_name([each[1] for each in both], texts)
        if name in names.values():  # one short form of two things
            name = (
                _choose_name([vocabulary.spell_out(each[0], _source(each[2])) for each in both], texts),
                _choose_name([vocabulary.spell_out(each[1], _source(each[2])) for each in both], texts),
            )
        if name not in names.values():
            names[home] = name
    grouped = [(one, names[homes[pair]]) for pair, ones in members.items() if homes[pair] in names for one in ones]
    grouped.sort(key=lambda each: (each[0].finding_id, each[0].result))
    return [Comparison(one.finding_id, one.result, *name, _SOURCE) for one, name in grouped]


def _names_sides(result: Result) -> bool:
    return names_sides(result.exposure, result.comparator, result.outcome, result.direction)


def _source(result: Result) -> str:
    return result.source or result.text


def _find_home(pair: _Pair, members: Mapping[_Pair, Sequence[Result]], names: Mapping[_Pair, object]) -> _Pair:
    """Return the pair, or the same turned round where its results belong there."""
    turned = pair[::-1]
    met = [*members[pair], *members.get(turned, ())]
    if pair in names or not any(_EITHER_WAY.search(one.text) for one in met):
        return pair
    if turned in names or turned not in members:
        return turned if turned in names else pair
    return min(pair, turned, key=lambda one: (-len(members[one]), len(" ".join(one[1])), one))


def _choose_name(terms: Sequence[str], texts: str) -> str:
    """Return the commonest of terms, then the shortest, then the first by the alphabet; a capital is kept in names.

    What is spelled out comes before short forms.
    """
    settled = Counter(_settle_case(term, texts) for term in terms)
    return min(settled, key=lambda term: (has_short_form(term), -settled[term], len(term), term))


def _settle_case(term: str, texts: str) -> str:
    first = term.split(maxsplit=1)[0]
    lower = first[:1].lower() + first[1:]
    is_word = len(first) > 1 and first[1:].islower()
    return lower + term[len(first) :] if is_word and re.search(rf"\b{re.escape(lower)}\b", texts) else term
