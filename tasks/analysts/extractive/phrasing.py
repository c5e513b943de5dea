"""Findings reported in sentences that name their authors, with wording that varies by rule, not at random.

Which words may lose their capital when a sentence or a topic is taken up in the middle of another.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from storage.records.writing import Finding, ReadWork
from tasks.analysts.extractive.discourse_cues import needs_context
from tasks.analysts.extractive.kinds_of_evidence import read_basis
from tasks.analysts.extractive.main_first import is_main_effect, needs_title
from tasks.analysts.extractive.own_names import has_own_name, name_authors, tells_act
from tasks.analysts.extractive.place_bounds import holds_there
from tasks.analysts.extractive.populations import PEOPLE, name_population
from tasks.analysts.extractive.reporting_verbs import choose_verbs, ends_text, states_norm
from tasks.analysts.extractive.samples import name_sample, name_whose
from tasks.analysts.extractive.sentences import clean
from tasks.analysts.extractive.short_forms import agree_on_short_forms, spell_out
from tasks.analysts.extractive.species import name_species
from tasks.analysts.extractive.stale_results import find_newest, is_stale
from tasks.analysts.extractive.statements import Statement, agree, has_second_verb, read_statement
from tasks.analysts.extractive.study_matters import name_matter
from tasks.analysts.extractive.turns import read_turn, read_unit
from tasks.analysts.passages import Line, cite
from tasks.citations.authors import is_plural, name_work
from tasks.text.words import FUNCTION_WORDS, GENERIC_WORDS, content_stems, tokenise

_COMMON = 0.3
_LEADS_IN = re.compile(r"(?:in|among|for|during|after|at|with|within|from|of|on|over|by)\b", re.IGNORECASE)
_SMALL = re.compile(r"\b[a-z]{2,}\b")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")
_NUMERALS = frozenset(
    """thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty
    ninety seven eight nine ten eleven twelve""".split(),  # noqa: SIM905 -- a word list reads best as text
)


@dataclass(frozen=True, slots=True)
class Casing:
    """Words the sources write in lower case (`ordinary`) and words they capitalise inside a sentence (`names`)."""

    ordinary: frozenset[str]
    names: frozenset[str]

    @classmethod
    def of(cls, works: Iterable[ReadWork]) -> Casing:
        """Return the casing of these works' quotations."""
        quotes = [finding.quote.text for work in works for finding in work.summary.findings]
        ordinary = {word for quote in quotes for word in _SMALL.findall(quote)}
        names = {word.lower() for quote in quotes for word in _NAME.findall(quote)}
        return cls(frozenset(ordinary) | FUNCTION_WORDS | GENERIC_WORDS | _NUMERALS, frozenset(names))

    def lower_first(self, text: str) -> str:
        """Return the text with its first letter in lower case, unless it begins with a name or an acronym."""
        return text[:1].lower() + text[1:] if self._is_ordinary(text) else text

    def fits_inside(self, text: str) -> bool:
        """Return whether a text can follow other words: its first word is known as ordinary, or as a name."""
        first = _first_word(text)
        if not first or first[1:] != first[1:].lower() or not first[0].isupper():
            return True
        return self._is_ordinary(text) or first.lower() in self.names

    def _is_ordinary(self, text: str) -> bool:
        first = _first_word(text)
        word = first.lower()
        if not first or first[1:] != first[1:].lower() or word == "i":
            return False
        return word in self.ordinary or (word.endswith("ing") and word not in self.names)


def _first_word(text: str) -> str:
    match = re.match(r"[^\W\d_]+", text)
    return match.group() if match else ""


_FORMS = ("attributed", "bare", "according", "bare", "attributed", "bare", "attributed")
_SAYS_SO = {
    verb: re.compile(rf"\b(?:{forms})\b", re.IGNORECASE)
    for verb, forms in {
        "report": r"report\w*", "find": r"found|findings?|(?:outcomes?|results?) show\w*",
        "observe": r"observ\w+|seen",
        "state": "stated", "write": "written", "note": "noted", "conclude": r"conclu\w+", "suggest": r"suggest\w*",
        "argue": r"argu\w+", "hold": "held|holds", "point out": "pointed out", "caution": r"caution\w*",
    }.items()
}  # fmt: skip
_AUTHORS = re.compile(r"\b(?:authors?|researchers)\b")
# "X find that the data show that": said once is enough.
_SAYS_THAT = re.compile(
    r"[^,;]{0,90}?\b(?:show(?:s|ed|n)?|f(?:ind|inds|ound)|indicate[sd]?|suggest(?:s|ed)?|demonstrate[sd]?|report(?:s|ed)?|"
    r"reveal(?:s|ed)?|conclude[sd]?|note[sd]?|observe[sd]?|confirm(?:s|ed)?|argue[sd]?) that\b"
)
# How authors are named whose work the sentence before is of, one and several, in turn.
_AGAIN = (
    ("the same author", "the same authors"), ("this author", "these authors"), ("the author", "the authors"),
)  # fmt: skip
_NAMES_AGAIN = frozenset(name for names in _AGAIN for name in names)
_QUOTING = ("In the words of {}, “{}”", "{} put it as follows: “{}”", "{} state: “{}”")
_QUOTING_ONE = ("In the words of {}, “{}”", "{} puts it as follows: “{}”", "{} states: “{}”")


@dataclass(slots=True)
class Writer:
    """Reports findings one after another, none twice, and remembers how it worded the last.

    `casing` knows what may be put in lower case after "that"; `common` are stems that most titles of the works share,
    or that name what they are told under. `met` are the works of which the part being written has told, `shown` is that
    whose authors the last sentence named. Of the short forms that the works agree on (`agreed`) or explain, those in
    `spelled` have been spelled out. What no longer is when the `newest` work appears is told with its year.
    """

    casing: Casing
    common: frozenset[str] = frozenset()
    met: set[str] = field(default_factory=set)
    turn: int = 0
    again: int = 0
    told: set[str] = field(default_factory=set)
    agreed: dict[str, str] = field(default_factory=dict)
    spelled: set[str] = field(default_factory=set)
    shown: str = ""
    newest: int = 0

    @classmethod
    def of(cls, works: Iterable[ReadWork], seed: str, about: str = "") -> Writer:
        """Return a writer for these works, told under what they are `about`; the seed decides its first wording."""
        given = tuple(works)
        held = Counter(stem for work in given for stem in set(content_stems(work.work.title)))
        common = frozenset(stem for stem, count in held.items() if count > _COMMON * len(given))
        known = common | frozenset(content_stems(about))
        agreed = agree_on_short_forms(given)
        return cls(Casing.of(given), known, turn=sum(map(ord, seed)), agreed=agreed, newest=find_newest(given))

    def is_new(self, finding: Finding) -> bool:
        """Return whether neither this finding nor one in the same words has been reported."""
        return _key(finding) not in self.told

    def tell(self, work: ReadWork, finding: Finding, link: str = "", *, again: bool = False) -> Line:
        """Return the finding as a cited sentence; `link` ("By contrast,") comes first.

        `again` says that the sentence before it in the paragraph is from the same work, so its authors need not be
        named.
        """
        self.told.add(_key(finding))
        told = self.word(work, finding, link, again=again)
        self.met.add(work.citekey)
        self.turn += 1
        return cite(told, [(work, finding)])

    def word(
        self, work: ReadWork, finding: Finding, link: str = "", *, again: bool = False, named: bool = False
    ) -> str:
        """Return the finding as a sentence without citation or full stop; `named` where its authors must be."""
        again_named = again and self.shown == work.citekey
        stale = not again_named and is_stale(finding.text, work.work.year or 0, self.newest)
        name = self._name(work, again=again_named)
        told = self._word(work, finding, link, again=again, named=named or stale, name=name)
        if stale and str(work.work.year) not in told:
            told = f"As of {work.work.year}, {self.casing.lower_first(told)}"
        self.shown = work.citekey if again_named or name_work(work.work) in told else ""
        return spell_out(told, work.work, self.agreed, self.spelled)

    def _name(self, work: ReadWork, *, again: bool) -> str:
        """Return what the authors are called; by a word for them where they were named just before."""
        if not again or not work.work.authors:
            return name_work(work.work)
        self.again += 1
        return _AGAIN[(self.again - 1) % len(_AGAIN)][is_plural(work.work)]

    def _word(self, work: ReadWork, finding: Finding, link: str, *, again: bool, named: bool, name: str) -> str:
        first, *turning = read_unit(finding)
        statement = read_statement(first, with_figures=is_main_effect(work, first))
        species = f"{name_species(work.work, statement.text)}," if finding.kind == "finding" else ""
        species = species if len(species) > 1 else ""
        title = _name_title(work, first) if finding.kind == "finding" and not again else ""
        whom = "" if again or title or species else self._name_population(work, finding, statement)
        matter = "" if again or title or species or whom else self._name_matter(work, finding, statement, link)
        brief = whom * (len(whom.split()) <= _MOST_BEHIND)
        opening = [each for each in ("" if statement.before else link, title, species, matter, brief) if each] or [whom]
        link = " ".join([opening[0], *(f"{each[:1].lower()}{each[1:]}" for each in opening[1:])])
        plural = is_plural(work.work)
        told = self._tell_with_author(statement, name, plural=plural)
        if told is None:
            told = self._tell_plain(statement, work, finding, name, linked=bool(link), named=named)
        whose = "the authors" if plural else "the author"
        for turn in map(read_turn, turning):
            told = f"{told}; {turn.say(self.casing.lower_first, whose, plural=plural)}"
        if link and (told.startswith(name) or self.casing.fits_inside(told)):
            return f"{link} {told if told.startswith(name) else self.casing.lower_first(told)}"
        if species or "”," in link:  # names the theme, without which nothing would say where this belongs
            return f"{link[:-1]}: {told}"
        return f"{told[:1].upper()}{told[1:]}"

    def _name_population(self, work: ReadWork, finding: Finding, statement: Statement) -> str:
        """Return "In rats," for a result that does not say in whom; empty for people that most of the works are on."""
        if finding.kind != "finding":
            return ""
        named = name_population(work.work, statement.text)
        stems = set(content_stems(named)) - PEOPLE
        said = set(content_stems(statement.text))
        if not named or (stems and stems <= self.common | said) or _LEADS_IN.match(statement.text):
            return ""
        return f"{named},"

    def _name_matter(self, work: ReadWork, finding: Finding, statement: Statement, link: str) -> str:
        """Return "In work on a drug," or "In a country," for a work's first result; empty if it or `link` says so."""
        if finding.kind != "finding":
            return ""
        named = name_sample(work.work, statement.text)
        if not named and work.citekey not in self.met:
            told = f"{link} {statement.text}"
            named = name_matter(work.work, told, self.common, work.summary.extractions) or name_whose(work.work, told)
        return f"{named}," if named and holds_there(named, work, finding, statement.text) else ""

    def _tell_with_author(self, statement: Statement, name: str, *, plural: bool) -> str | None:
        """Return the sentence with the authors in the place the source leaves for them; None if it leaves none."""
        body = statement.text.removesuffix(".")
        if statement.kind == "reported":
            return f"{name} {agree(statement.verb, plural=plural)} that {self.casing.lower_first(body)}"
        if statement.kind == "aim":
            return f"{name} set{'' if plural else 's'} out {self.casing.lower_first(body)}"
        if statement.kind == "acted" and (plural or not has_second_verb(statement)):
            return f"{statement.before}{name} {agree(statement.verb, plural=plural)}{statement.after.removesuffix('.')}"
        if statement.kind == "study":
            joint = "of" if statement.noun.lower().endswith(("results", "findings", "estimates")) else "by"
            noun = statement.noun if statement.before else self.casing.lower_first(statement.noun)
            noun = noun if noun.startswith(("a ", "an ", "A ", "An ")) else f"the {noun}"
            whose = name if name.startswith("“") else f"{joint} {name}"  # a work without authors is called by its title
            return f"{statement.before}{noun} {whose}{statement.after.removesuffix('.')}"
        if statement.kind in {"acted", "quoted"}:
            pattern = (_QUOTING if plural else _QUOTING_ONE)[self.turn % len(_QUOTING)]
            return pattern.format(name, body.replace("“", "\u2018").replace("”", "\u2019"))
        return None

    def _tell_plain(
        self, statement: Statement, work: ReadWork, finding: Finding, name: str, *, linked: bool, named: bool
    ) -> str:
        body, plural = statement.text.removesuffix("."), is_plural(work.work)
        own = name_authors(body, work.work, name, plural=plural)
        if own != body:
            return own
        if not self.casing.fits_inside(body):
            return f"{name} {agree('report', plural=plural)}: {body}" if named else body
        lowered = self.casing.lower_first(body)
        choice = _draw(finding)
        form = "attributed" if named else _FORMS[choice % len(_FORMS)]
        norm = finding.kind == "future_work" or bool(states_norm(body))
        if name in _NAMES_AGAIN or (form == "bare" and (norm or linked or needs_context(body))):
            form = "attributed"
        limits = lowered.startswith(("a limitation", "one limitation", "a further limitation"))
        if limits:
            form = "according"
        if finding.kind == "method" and not needs_context(body) and name not in _NAMES_AGAIN:
            form = "bare"
        if form == "attributed" and _SAYS_THAT.match(body) and name not in _NAMES_AGAIN:
            form = "according"
        if form == "bare" or _AUTHORS.search(body) or has_own_name(body, work.work):
            return body
        if finding.kind == "finding" and tells_act(body):
            return body if name in _NAMES_AGAIN else f"in {name}, {lowered}"
        if form == "according" and (limits or not linked or _SAYS_THAT.match(body)):
            return f"according to {name}, {lowered}"
        verbs = choose_verbs(finding.kind, body, ends=ends_text(work, finding), basis=read_basis(work.work))
        # "X find that no difference was found" says it twice.
        verbs = tuple(verb for verb in verbs if not _SAYS_SO[verb].search(body)) or ("state",)
        verb, *rest = verbs[choice // len(_FORMS) % len(verbs)].split()
        also = "also " if name in _NAMES_AGAIN else ""
        return " ".join([f"{name} {also}{agree(verb, plural=plural)}", *rest, "that", lowered])


def _name_title(work: ReadWork, sentence: str) -> str:
    """Return "In “its title”," for a main result that names nothing of what its work is on; empty for others."""
    title = clean(work.work.title).rstrip(". ").translate(_SINGLE)
    short = 0 < len(title.split()) <= _LONGEST_TITLE
    return f"In “{title}”," if short and needs_title(work, sentence) else ""


_SINGLE = str.maketrans("“”", "\u2018\u2019")
_LONGEST_TITLE, _MOST_BEHIND = 30, 6  # words, the latter for people behind a lead-in


def _draw(finding: Finding) -> int:
    """Return a number that is the finding's own, so that it is worded alike whenever and wherever it is told."""
    return int(finding.finding_id[:8], 16)


def _key(finding: Finding) -> str:
    return " ".join(tokenise(finding.text))
