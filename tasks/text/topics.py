"""What a topic as somebody wrote it comes to: a phrase that fits into a sentence, a question, the facets it joins.

A topic may be a few words, a title with a colon, a question, a statement or a request, in any language and in capitals.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from dataclasses import dataclass

from tasks.text.article_kinds import is_design, split_title
from tasks.text.asked import is_question, name_asked, opens_as_question
from tasks.text.words import FUNCTION_WORDS, GENERIC_WORDS, content_stems, tokenise

_REQUEST = re.compile(
    r"(?:please\s+)?(?:(?:can|could|would) you\s+)?(?:please\s+)?"
    r"(?:(?:write|do|make|prepare|conduct|provide|give(?: me)?|create|compile)\s+(?:an?|the|me an?)\s+[\w\s-]*?"
    r"(?:review|overview|summary|survey)\s+(?:of|on|about)"
    r"|(?:review|summari[sz]e|survey|tell me|find|explain)(?:\s+(?:the|all|what))?"
    r"(?:\s+(?:literature|research|evidence|studies|works|papers|is known))?\s+(?:on|about)"
    r"|(?:(?:i|we)(?:\s+am|\s+are|['\u2019]m|['\u2019]re)?\s+(?:interested in|looking (?:for|into|at)|working on|writing about|studying|investigating"
    r"|(?:want|would like|need|wish)\s+to\s+(?:know|learn|understand|find out|review|see)(?:\s+(?:more|everything))?(?:\s+about)?))"
    r"|(?:this|the present|our)\s+(?:review|paper|study|article|thesis|project)\s+(?:is about|(?:reviews|examines|explores|investigates|"
    r"considers|discusses|looks at|concerns|addresses|studies)))\s+",
    re.IGNORECASE,
)
_ON_LITERATURE = re.compile(
    r"(?:the\s+)?(?:(?:current|existing|available|scientific|scholarly|academic|published)\s+)?"
    r"(?:literature|research|studies|papers|works|publications|everything|all)\s+(?:on|about)\s+",
    re.IGNORECASE,
)
# Articles and prepositions by which other languages written in Latin letters are known, none of them an English word.
_FOREIGN = frozenset(
    """der das und von zur zum den dem des im auf bei f\u00fcr mit \u00fcber durch eine einer ein ist wie welche les la le du et
    dans sur pour avec par une un aux au est que quels quelle el los las del y para con por una sobre entre como il lo
    gli della delle dei nel nella per e di da do dos das na em uma o het een van voor met op och av f\u00f6r p\u00e5 hos og
    til i w z na oraz dla ve ile bir""".split()  # noqa: SIM905 -- a word list reads best as text
)
_BOTH = frozenset({"i", "as", "on", "do", "in", "an", "was", "will", "per", "of", "no", "to", "so", "van", "al"})
_LETTER = re.compile(r"[^\W\d_]")
_TOKEN = re.compile(r"[^\W_]+(?:[-'\u2019\u2010\u2011][^\W_]+)*|[^\w\s]")
# What says that there is a relation, and not between what.
_RELATION = frozenset({"link", "connection", "correlation", "interplay", "determinant", "predictor", "correlate"})
_JOINING = frozenset({",", ";", "/", "&", "and", "or", "versus", "vs"})
_DETERMINERS = frozenset({"the", "a", "an", "its", "their", "both"})
_PRONOUN = re.compile(r"\b(?:it|they|them|its|their|there)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic as it is used: `phrase` in sentences and searches, `question` (may be empty) as a research question.

    `is_phrase` is whether the phrase fits into an English sentence: what is of another language, or asks what rules
    cannot turn into a phrase, has to stand in quotation marks.
    """

    phrase: str
    question: str = ""
    is_phrase: bool = True


def read_topic(text: str) -> Topic:
    """Return what a topic is about, and the question it asks, if it asks one."""
    parts = split_title(_strip_request(" ".join(text.split())))
    if len(parts) > 1 and is_question(parts[0]) and not opens_as_question(parts[0]):
        parts = parts[1:]  # "Friend or foe? …"
    question = _find_question(parts)
    if not is_english(" ".join(parts)):
        return Topic(_join(parts), question, is_phrase=False)
    told = _combine([name for part in parts if (name := name_asked(part)) and _says_something(name)])
    return Topic(told, question) if told else Topic(_join(parts), question, is_phrase=not question)


def strip_review_words(topic: str) -> str:
    """Return a topic in its own words without those on the kind of article, such as ": a systematic review"."""
    return _join(split_title(_strip_request(" ".join(topic.split()))))


def find_questions(topic: str) -> tuple[str, ...]:
    """Return the question that a topic asks as the review's research question, none where it asks none."""
    question = read_topic(topic).question
    return (question,) if question else ()


def is_english(text: str) -> bool:
    """Return whether a text may be English: in Latin letters, with no more function words of other languages."""
    letters = _LETTER.findall(text)
    if sum(letter < "\u0250" for letter in letters) * 2 < len(letters):
        return False
    words = tokenise(text)
    english = sum(word in FUNCTION_WORDS for word in words)
    foreign = sum(word in _FOREIGN and word not in _BOTH for word in words)
    return foreign <= english


def list_facets(phrase: str) -> list[str]:
    """Return the things that a topic's phrase speaks of, each as a run of words that carry a meaning, in order.

    Words of any field ("effect", "role"), of design and of grammar are left out, and so is what repeats a facet.
    """
    return [run for run, _ in _read_facets(phrase)]


def list_alternatives(phrase: str) -> list[str]:
    """Return the facets that a topic joins by "and", "or" or a comma, so that a work on one of them is on the topic.

    What prepositions join ("X in Y") restrict each other: a work on one alone is not.
    """
    return [facet for facets in group_facets(phrase) if len(facets) > 1 for facet in facets]


def group_facets(phrase: str) -> list[list[str]]:
    """Return the facets of a topic in order, those that "and", "or" or a comma joins in one list together."""
    groups: list[list[str]] = []
    for run, is_joined in _read_facets(phrase):
        if is_joined:
            groups[-1].append(run)
        else:
            groups.append([run])
    return groups


def list_matters(phrase: str) -> list[str]:
    """Return the facets that a topic's works may be divided among: its alternatives, and what it says of them.

    That is what stands first, joined to the list by a preposition: "costs" of "costs of tea and coffee". Whether it is
    said of all that follows or of the next alone, a review without it is on another topic. What stands last, and what
    a topic without a list joins, only restricts.
    """
    alternatives = list_alternatives(phrase)
    head = list_facets(phrase)[:1] if alternatives else []
    return [*(one for one in head if one not in alternatives), *alternatives]


def _read_facets(phrase: str) -> list[tuple[str, bool]]:
    """Return each facet with whether only words or marks of a list stand between it and the one before."""
    facets: list[tuple[str, bool]] = []
    seen: set[frozenset[str]] = set()
    for words, is_joined in _read_runs(phrase):
        run = " ".join(_drop_participle(words))
        stems = frozenset(content_stems(run)) - _RELATION
        if stems and not any(stems <= other for other in seen):
            facets.append((run, is_joined and bool(seen)))
            seen.add(stems)
    return facets


def _read_runs(phrase: str) -> list[tuple[list[str], bool]]:
    cuts = FUNCTION_WORDS if is_english(phrase) else FUNCTION_WORDS | _FOREIGN
    runs: list[tuple[list[str], bool]] = []
    words: list[str] = []
    between: list[str] = []
    for token in [*_TOKEN.findall(phrase), "."]:
        lower = token.lower()
        is_cut = not token[0].isalnum() or lower in cuts or is_design(token)
        if not is_cut and (words or lower not in GENERIC_WORDS):
            words.append(token)  # "remote work", but not "effects" alone
            continue
        if words:
            runs.append(
                (words, bool(_JOINING.intersection(between)) and _JOINING.union(_DETERMINERS).issuperset(between))
            )
            words, between = [], []
        if lower not in GENERIC_WORDS or lower in FUNCTION_WORDS:
            between.append(lower)  # "pharmacokinetics and associated efficacy" is a list of two
    return runs


def _drop_participle(run: list[str]) -> list[str]:
    """Return a run of words without a participle at its end, which leans on what follows: "therapy delivered by"."""
    return run[:-1] if len(run) > 1 and run[-1].lower().endswith("ed") else run


def _strip_request(text: str) -> str:
    for pattern in (_REQUEST, _ON_LITERATURE):
        match = pattern.match(text)
        if match and content_stems(text[match.end() :]):
            text = text[match.end() :]
    return text


def _find_question(parts: list[str]) -> str:
    """Return the last question among the parts of a title; one that leans on what stands before it together with that."""
    asking = [place for place, part in enumerate(parts) if is_question(part)]
    if not asking:
        return ""
    place = asking[-1]
    question = parts[place]
    if not content_stems(question):
        return ""
    if place and (_PRONOUN.search(question) or not opens_as_question(question)):
        question = f"{parts[place - 1]}: {question}"
    question = question.rstrip(" .!")
    question = question if question.endswith(("?", "\uff1f", "\u061f")) else f"{question}?"
    return question[:1].upper() + question[1:]


def _says_something(name: str) -> bool:
    return bool(set(content_stems(name)) - _RELATION)


def _combine(named: list[str]) -> str:
    """Return the parts of a title as one noun phrase: "X (a, b and c)", "X as a Y"."""
    if len(named) < 2:  # noqa: PLR2004 -- nothing to combine
        return named[0] if named else ""
    first, second, *rest = named
    if re.match(r"an?\s", second, re.IGNORECASE) and not rest:
        return f"{first} as {second[:1].lower()}{second[1:]}"
    return f"{first} ({'; '.join((second, *rest))})"


def _join(parts: list[str]) -> str:
    joined = parts[0]
    for part in parts[1:]:
        joined += f" {part}" if joined.endswith(("?", "!", "\uff1f")) else f": {part}"
    return joined
