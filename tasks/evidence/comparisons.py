"""Results of different works put side by side where their words name the same relation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from storage.records.evidence import Comparison, Result
from tasks.evidence.wording import Wording, learn_vocabulary

_SOURCE = "extractive"
# An association has the same sign read either way round; so has "Y rose with X".
_EITHER_WAY = re.compile(
    r"\b(?:un)?(?:associat|correlat|relat(?:ed|ion)|link(?:ed|s?\b)|covar)|"
    r"\b(?:ros|rising|increas|fell|fall|declin|decreas)\w* (?:\w+ly )?with\b",
    re.IGNORECASE,
)
_Pair = tuple[Wording, Wording]


def group_by_words(results: Sequence[Result], known: Sequence[tuple[str, str]] = ()) -> list[Comparison]:
    """Return the comparison of each result that states a direction of an outcome with an exposure, by finding.

    Results are of one comparison where exposure and outcome have the same words (`Vocabulary.read`). Where one states
    an association, so are those that have them the other way round; what is the outcome more often, then the shorter,
    is named as outcome. A comparison has its commonest words, of these the shortest. `known` are names (exposure,
    outcome) that comparisons have already: results that fit one come under it.
    """
    told = sorted((one for one in results if one.direction), key=lambda one: (one.finding_id, one.result))
    terms = [term for one in told for term in (one.exposure, one.outcome)] + [term for pair in known for term in pair]
    read = learn_vocabulary([one.text for one in told], terms).read
    names = {(read(pair[0]), read(pair[1])): pair for pair in sorted(known, reverse=True)}
    members: dict[_Pair, list[Result]] = {}
    for one in told:
        members.setdefault((read(one.exposure), read(one.outcome)), []).append(one)
    members = {pair: ones for pair, ones in members.items() if all(pair) and pair[0] != pair[1]}
    homes = {pair: _find_home(pair, members, names) for pair in members}
    texts = "\n".join(one.text for one in told)
    for home in set(homes.values()) - set(names):
        straight = [(one.exposure, one.outcome) for one in members.get(home, ())]
        turned = members.get(home[::-1], ()) if homes.get(home[::-1]) == home else ()
        both = [*straight, *((one.outcome, one.exposure) for one in turned)]
        names[home] = _choose_name([pair[0] for pair in both], texts), _choose_name([pair[1] for pair in both], texts)
    grouped = [(one, names[homes[pair]]) for pair, ones in members.items() for one in ones]
    grouped.sort(key=lambda each: (each[0].finding_id, each[0].result))
    return [Comparison(one.finding_id, one.result, *name, _SOURCE) for one, name in grouped]


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
    """Return the commonest of terms, then the shortest, then the first by the alphabet; a capital is kept in names."""
    settled = Counter(_settle_case(term, texts) for term in terms)
    return min(settled, key=lambda term: (-settled[term], len(term), term))


def _settle_case(term: str, texts: str) -> str:
    first = term.split(maxsplit=1)[0]
    lower = first[:1].lower() + first[1:]
    is_word = len(first) > 1 and first[1:].islower()
    return lower + term[len(first) :] if is_word and re.search(rf"\b{re.escape(lower)}\b", texts) else term
