"""Which parts of a topic a text names, by their own names or others that works define, and not in a set phrase."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from storage.records.writing import ReadWork
from tasks.analysts.extractive.keyphrases import content_runs, ends_in_noun
from tasks.analysts.extractive.objective_terms import text_of
from tasks.analysts.extractive.populations import PEOPLE
from tasks.analysts.extractive.sentences import split_sentences
from tasks.text.synonyms import harvest_synonyms, unfold
from tasks.text.topics import list_alternatives, list_facets, read_topic
from tasks.text.words import content_stems, holds_terms, split_terms

_OFTEN = 4  # sentences that name a thing, those that have it as one of its own twice
_BRIEF = 3  # sentences
_NEGATED = re.compile(r"\bnon[-\u2010\u2011 ]?\w+", re.IGNORECASE)
_AS_VERB = re.compile(r"\bto \w+ (?=(?:an?|the|its|their|our|his|her|this|that|these|those|such)\b)", re.IGNORECASE)
# Set phrases of any field, whose nouns do not mean what they name elsewhere.
_SET_PHRASE = re.compile(
    r"\b[\w-]+[ -]as[ -]usual\b"
    r"|\b(?:state[ -]of[ -]the[ -]art|bod(?:y|ies) of (?:evidence|literature|knowledge|research)"
    r"|(?:in(?: the)?|shed(?:s|ding)?(?: new| more)?) light (?:of|on)|in the face of|at the heart of"
    r"|on the (?:one|other) hand"
    r"|in the long run|bear(?:s|ing)? in mind|keep(?:s|ing)? in mind|on the basis of|by means of|at the expense of"
    r"|under the umbrella of|a family of|the root of|the fruits? of)\b",
    re.IGNORECASE,
)


def list_subjects(topic: str) -> list[str]:
    """Return the things a topic speaks of, people of any kind apart."""
    facets = list_facets(read_topic(topic).phrase)
    return [facet for facet in facets if not set(content_stems(facet)) <= PEOPLE | {"human"}]


def read_names(names: Sequence[str], works: Sequence[ReadWork]) -> Callable[[str], set[str]]:
    """Return what says which of the names a text names, each with all its words or by another name works define."""
    read_plain = _unfolding(names, works)
    terms = {name: split_terms(name) for name in names}

    def name_in(text: str) -> set[str]:
        plain = read_plain(text)
        return {name for name in names if holds_terms(terms[name], plain)}

    return name_in


def read_things(names: Sequence[str], works: Sequence[ReadWork]) -> Callable[[str], set[str]]:
    """Return what says which of the names a sentence has as a thing of its own, not as what kind another thing is.

    One word is the head of a noun phrase ("green finance", not "financial help"); more words say enough together.
    """
    read_plain = _unfolding(names, works)
    name_in = read_names(names, works)
    terms = {name: split_terms(name) for name in names}

    def list_things(text: str) -> set[str]:
        heads = " ".join(
            word
            for run in content_runs(_AS_VERB.sub(" ", read_plain(text)))
            for word, after in zip(run, [*run[1:], ""], strict=True)
            if ends_in_noun(word) and not (after and ends_in_noun(after))
        )
        return {name for name in name_in(text) if len(terms[name]) > 1 or holds_terms(terms[name], heads)}

    return list_things


def read_matters(names: Sequence[str], works: Sequence[ReadWork]) -> Callable[[ReadWork], set[str]]:
    """Return what says which of the names a work is about: not every word that it uses is its matter.

    Its title names it, or two of the sentences of its abstract as a thing of its own, or twice as many in any way. Of
    an abstract of three sentences half is enough.
    """
    name_in, list_things = read_names(names, works), read_things(names, works)

    def list_matters(read: ReadWork) -> set[str]:
        sentences = [each.text for each in split_sentences(read.work.abstract or "")]
        told = Counter(name for text in sentences for name in (*name_in(text), *list_things(text)))
        least = _OFTEN if len(sentences) > _BRIEF else _OFTEN // 2
        return name_in(read.work.title) | {name for name, times in told.items() if times >= least}

    return list_matters


def _unfolding(names: Sequence[str], works: Sequence[ReadWork]) -> Callable[[str], str]:
    """Return what gives a text with other names unfolded, and without negations and set phrases."""
    texts = [(work.work.work_id, text_of(work.work)) for work in works]
    aliases = [(one.name, one.alias) for one in harvest_synonyms(names, texts)]
    aliases += [(name, name[:-2]) for name in names if name.endswith("ety")]  # "safe", of "safety"
    return lambda text: _SET_PHRASE.sub(" ", _NEGATED.sub(" ", unfold(text, aliases)))


# What is asked of any treatment, measure or test, so that two of them together name no topic.
_ASKED_OF_ANY = frozenset(
    content_stems(
        "efficacy effectiveness safety tolerability acceptability feasibility harm harms adverse side events reactions "
        "toxicity cost costs cost-effectiveness benefit benefits utility accuracy validity reliability quality outcome "
        "outcomes pharmacokinetics pharmacodynamics prevalence incidence epidemiology mortality morbidity adherence"
    )
)


def is_asked_of_any(part: str) -> bool:
    """Return whether a part of a topic may be asked of any treatment: "efficacy", "adverse events"."""
    return set(content_stems(part)) <= _ASKED_OF_ANY


def read_main(topic: str, works: Sequence[ReadWork]) -> Callable[[str], bool]:
    """Return what says whether a text is on what the topic is about.

    That is what it restricts all its parts to ("X of Y": Y), where half of the works name it; else any of its parts
    that may not be asked of any treatment, if there is one. Every text is on a topic of which no part is known, or none
    named by any work.
    """
    parts = list_subjects(topic)
    joined = set(list_alternatives(read_topic(topic).phrase))
    name_in = read_names(parts, works)
    named = [name_in(text_of(work.work)) for work in works]
    main = {part for part in parts if part not in joined and 2 * sum(part in one for one in named) >= len(works)}
    own = {part for part in parts if not is_asked_of_any(part)}
    wanted = main or ((own or set(parts)) if any(named) else set())
    return lambda text: not wanted or bool(wanted & name_in(text))
