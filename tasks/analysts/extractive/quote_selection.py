"""Sentences fit to be quoted: which can stand alone, which part each plays, how well it represents its work."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from storage.records.writing import Finding, Page, Quote
from tasks.analysts.extractive.announcements import is_announcement
from tasks.analysts.extractive.argument_zones import read_parts
from tasks.analysts.extractive.bonds import hangs_on
from tasks.analysts.extractive.claims import names_members
from tasks.analysts.extractive.discourse_cues import (
    cue_weight,
    describes_conduct,
    is_boilerplate,
    is_procedural,
    opens_dangling,
    points_back,
    states_outcome,
)
from tasks.analysts.extractive.finite_verbs import is_bare_aim, lacks_verb
from tasks.analysts.extractive.listings import begins_counted, names_counted
from tasks.analysts.extractive.no_findings import is_reference
from tasks.analysts.extractive.reported_views import find_halves
from tasks.analysts.extractive.sentences import Sentence
from tasks.analysts.extractive.statements import Statement, drop_statistics, read_statement
from tasks.analysts.extractive.turns import (
    MOST_IN_CHAIN,
    MOST_SENTENCES,
    is_chain,
    judges_harm,
    opens_turn,
    state_unit,
    takes_back,
)
from tasks.text.antecedents import lacks_antecedent
from tasks.text.asked import is_statement
from tasks.text.words import content_stems, function_share

_FEWEST_WORDS, _MOST_WORDS, _MOST_OF_UNIT = 5, 60, 90
_LEAST_ENGLISH = 0.1
_SAME_AS_TITLE = 0.85
_NUMBER = r"[-+\u2212\u00b1~<>=\u2264\u2265/ ]*\d[\d.,\u00b7]*%?(?!\w)"
_FIGURES = re.compile(rf"(?<![\w.]){_NUMBER}")
# "54/57 (94.7%)" and "38.6 \u00b1 25.8 (12-70)" are one figure each, to a reader.
_FIGURE = re.compile(
    rf"(?<![\w.]){_NUMBER}(?:\s?(?:\+/?-|\u00b1|/|[-\u2013]|of|to)\s?\d[\d.,\u00b7]*%?(?!\w))?(?:\s?[(\[][^()\[\]A-Za-z]*[)\]])?"
)
# What results agree with says less than what they are.
_COMPARES = re.compile(
    r"\b(?:our|these|the(?: present| current)?) (?:findings|results|data) (?:replicate|extend|confirm|corroborate|support|link|add to|contribute|are (?:\w+ )?(?:consistent|in line|in agreement|in accordance))",
    re.IGNORECASE,
)
_HOPES = re.compile(r"\b(?:may|might|could)\b", re.IGNORECASE)
_MOST_FIGURES = 0.4  # of the words: more are a table
# "However, when each trial is examined, results are less convincing": no layout of a paper, though one examines.
_LESS = re.compile(
    r"\b(?:less|weak\w*|limited|mixed|inconsistent|contrary|opposite|un\w+ed|unconvincing|failed?|no evidence)\b"
)
# That its own study has limits is told with the limits.
_OWN_LIMIT = re.compile(r"\blimitations?\b|\bsample sizes?\b|\bsmall (?:\w+ )?samples?\b", re.IGNORECASE)
# A line of a table of contents ends in who wrote the chapter and the number of the next one.
_CONTENTS = re.compile(r"\bby (?:[A-Z][\w.\u2019'-]*,?\s(?:and\s)?){1,12}\d{1,3}\.?$")
_RESULTS_IN_TURN = re.compile(r"\b(?:show|find|found|reveal|suggest|indicate)(?:s|ed)?(?: that)?: [^.;]+;[^.;]+;")
_JOINED = re.compile(r"[A-Za-z]{2,}[.;][A-Z][a-z]|[•●▪]")


@dataclass(frozen=True, slots=True)
class Quotable:
    """A sentence of a page with the statement read from it, the part it plays in the work, and how good it is."""

    page: Page
    sentence: Sentence
    statement: Statement
    part: str
    score: float

    @property
    def place(self) -> tuple[int, int]:
        """Return the sort key that puts sentences of a work in order."""
        return self.page.page, self.sentence.start


def rank_sentences(title: str, sentences: Sequence[tuple[Page, Sentence]]) -> list[Quotable]:
    """Return the sentences fit to be quoted, best first.

    They are ranked by cue phrases and title words (Edmundson 1969) and by closeness to the centroid of all of them
    (Radev et al. 2004).
    """
    parts = read_parts([sentence for _, sentence in sentences])
    played = {(page.page, sentence.start): part for (page, sentence), part in zip(sentences, parts, strict=True)}
    halves = find_halves([sentence.text for _, sentence in sentences])
    usable = [
        (page, sentence)
        for place, (page, sentence) in enumerate(sentences)
        if place not in halves and is_usable(drop_statistics(sentence.text)) and not repeats_title(title, sentence.text)
    ]
    bags = [Counter(content_stems(sentence.text)) for _, sentence in usable]
    centroid = Counter({word: math.log1p(count) for word, count in sum_bags(bags).items()})
    stems = set(content_stems(title))
    found: list[Quotable] = []
    for (page, sentence), bag in zip(usable, bags, strict=True):
        statement = read_statement(sentence.text)
        part = played[page.page, sentence.start]
        dangling = opens_dangling(statement.text) or (points_back(statement.text) and part not in {"finding", "method"})
        said = statement.kind == "reported" and not statement.verb.startswith(("indicat", "suggest"))
        if is_usable(statement.text, says_that=said) and not dangling:
            score = _score(sentence, statement, cosine(bag, centroid), len(stems & set(bag)) / max(1, len(stems)))
            found.append(Quotable(page, sentence, statement, part, score))
    whole = take_whole(found, sentences, played)
    return sorted(whole, key=lambda quotable: (-quotable.score, quotable.place))


def repeats_title(title: str, sentence: str) -> bool:
    """Return whether a sentence is the work's title over again, as where a record has its citation for an abstract."""
    own, named = set(content_stems(sentence)), set(content_stems(title))
    return len(own & named) >= _SAME_AS_TITLE * len(own | named) and not is_statement(title)


_Played = Mapping[tuple[int, int], str]


def take_whole(
    found: Sequence[Quotable], sentences: Sequence[tuple[Page, Sentence]], played: _Played
) -> list[Quotable]:
    """Return what is fit to be quoted with the sentences that turn it, up to four in all, and none of these twice.

    What is turned by a sentence that cannot be quoted is left out, and so is a turn that says nothing by itself: both
    are told or neither; so is a number of things that the next sentences tell one by one. A unit is as good as the better of its halves.
    """
    after = {
        (page.page, one.start): (other if _are_neighbours(page, one, other) and page is later else None)
        for (page, one), (later, other) in pairwise(sentences)
    }
    scores = {quotable.place: quotable.score for quotable in found}
    whole: list[Quotable] = []
    taken: set[tuple[int, int]] = set()
    for quotable in sorted(found, key=lambda each: each.place):
        lacks_other = opens_turn(quotable.sentence.text) and lacks_antecedent(quotable.statement.text)
        if quotable.place in taken or lacks_other:
            continue
        page, members = quotable.page, [quotable.sentence]
        follower = after.get((page.page, members[0].start))
        if follower and quotable.part == "finding" and begins_counted(follower.text, members[0].text):
            continue
        while (other := after.get((page.page, members[-1].start))) and len(members) < MOST_SENTENCES:
            if not _turns(quotable.part, other, members[-1], played[page.page, other.start]):
                break
            members.append(other)
        if len(members) == 1 and quotable.part == "finding":
            members = _find_chain(page, members[0], after, played)
        places = [(page.page, one.start) for one in members]
        words = sum(len(one.text.split()) for one in members)
        if len(members) == 1 or (words <= _MOST_OF_UNIT and all(_is_legible(one.text) for one in members[1:])):
            taken.update(places)
            whole.append(_join(quotable, members, max(scores.get(place, quotable.score) for place in places)))
    return whole


def _find_chain(
    page: Page, first: Sentence, after: Mapping[tuple[int, int], Sentence | None], played: _Played
) -> list[Sentence]:
    """Return a sentence with those after it up to the one that turns it, up to four, short enough; else it alone."""
    chain = [first]
    while (other := after.get((page.page, chain[-1].start))) and len(chain) < MOST_IN_CHAIN:
        if played[page.page, other.start] != "finding" or is_boilerplate(other.text) or _OWN_LIMIT.search(other.text):
            break
        chain.append(other)
        if sum(len(one.text.split()) for one in chain) > _MOST_OF_UNIT:
            break
        if is_chain([one.text for one in chain]) and all(_is_legible(one.text) for one in chain):
            return chain
    return [first]


def _are_neighbours(page: Page, one: Sentence, other: Sentence) -> bool:
    between = page.text[one.end : other.start]
    return one.end <= other.start and not between.strip() and between.count("\n") <= 1


def _turns(part: str, sentence: Sentence, before: Sentence, played: str) -> bool:
    """Return whether a sentence turns a result, or opens against a scene.

    What was done turns nothing and is turned by nothing; what is left to be studied, or limits the study as such, is
    told with the gaps.
    """
    text = sentence.text
    is_layout = is_boilerplate(text) and not _LESS.search(text)
    if played == "future_work" or is_layout or text.endswith("?") or _OWN_LIMIT.search(text):
        return False
    if part == "finding":
        opens = played != "method" and opens_turn(text)
        is_act = is_procedural(before.text) and (describes_conduct(before.text) or not states_outcome(before.text))
        hangs = played != "method" and (hangs_on(text, before.text) or names_counted(text, before.text))
        return (not is_act and (opens or hangs or takes_back(text, before.text))) or judges_harm(text, before.text)
    return part == "background" and played != "method" and opens_turn(text)


def _join(quotable: Quotable, members: Sequence[Sentence], score: float) -> Quotable:
    if len(members) == 1:
        return quotable
    first, *turning = (member.text for member in members)
    unit = replace(quotable.sentence, end=members[-1].end, text=" ".join([first, *turning]))
    statement = replace(quotable.statement, text=state_unit(quotable.statement, turning))
    return replace(quotable, sentence=unit, statement=statement, score=score)


def is_usable(text: str, *, says_that: bool = False) -> bool:
    """Return whether a sentence can stand alone: whole, legible, English, 5 to 60 words, no layout, no reference.

    What names the things that it counts, or its results one by one, may have 90. What stood behind "we argue that" has a verb (`says_that`), though it may be none that is known.
    """
    most = _MOST_OF_UNIT if names_members(text) or _RESULTS_IN_TURN.search(text) else _MOST_WORDS
    enough = _FEWEST_WORDS <= len(text.split()) <= most and not text.endswith("?")
    states = says_that or is_bare_aim(text) or not lacks_verb(text)
    return enough and states and not (is_boilerplate(text) or is_announcement(text)) and _is_legible(text)


def _is_legible(text: str) -> bool:
    """Return whether a sentence is whole, legible, English, and no reference."""
    balanced = (
        all(text.count(one) == text.count(other) for one, other in ("()", "[]", "“”")) and text.count('"') % 2 == 0
    )
    words_alone = _FIGURES.sub("", drop_statistics(text))
    in_words, figures = _FIGURE.subn(" 0 ", text)
    legible = sum(char.isalpha() or char.isspace() for char in words_alone) > 0.8 * len(words_alone)
    told = figures <= _MOST_FIGURES * len(in_words.split())
    whole = (
        text.endswith((".", "!", ".)", ".”", '."', ".\u2019"))
        and not text[:1].islower()
        and not _JOINED.search(text)
        and not _CONTENTS.search(text)
        and not is_reference(text)
    )
    return balanced and legible and told and whole and function_share(text) >= _LEAST_ENGLISH


def state_finding(quotable: Quotable, kind: str) -> Finding:
    """Return what a sentence states as a finding of a kind, resting on the whole sentence."""
    page, sentence = quotable.page, quotable.sentence
    verbatim = page.text[sentence.start : sentence.end]
    quote = Quote(page.work_id, page.page, sentence.start, sentence.end, verbatim, page.source)
    return Finding(page.work_id, quotable.statement.text, quote, kind)


def join_in_order(quotables: Sequence[Quotable]) -> str:
    """Return the sentences as one text, in the order of the pages."""
    return " ".join(each.sentence.text for each in sorted(quotables, key=lambda each: each.place))


def sum_bags(bags: Sequence[Counter[str]]) -> Counter[str]:
    """Return the words of all bags with their counts."""
    total: Counter[str] = Counter()
    for bag in bags:
        total.update(bag)
    return total


def cosine(bag: Counter[str], other: Counter[str]) -> float:
    """Return the cosine of two bags of words in [0, 1]; 0 where one is empty."""
    norm = math.sqrt(math.fsum(n * n for n in bag.values()) * math.fsum(n * n for n in other.values()))
    return math.fsum(n * other[word] for word, n in bag.items()) / norm if norm else 0.0


def _score(sentence: Sentence, statement: Statement, centrality: float, title_share: float) -> float:
    length = len(statement.text.split())
    score = 2 * centrality + title_share + 0.5 * cue_weight(sentence.text) + 0.5 * sentence.place
    score += 0.8 if sentence.section in {"finding", "conclusion"} or statement.kind == "reported" else 0.0
    score -= 1.5 if points_back(statement.text) or lacks_antecedent(statement.text) else 0.0
    score -= 1.5 + 0.05 * max(0, length - 25) if statement.kind == "quoted" else 0.0
    score -= 1.5 * bool(_COMPARES.search(sentence.text)) + 0.8 * bool(_HOPES.search(sentence.text))
    score -= 0.05 * max(0, length - 35) + 0.1 * max(0, 10 - length)
    return score - 0.3 * statement.text.count("(")
