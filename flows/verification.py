"""Verification: every citation resolves, every claim rests on words of the work it cites; failures are repaired."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from prefect import flow

from flows.context.context import ReviewContext, ReviewRecord
from flows.export.report import read_facts
from flows.records import report_records
from storage.reading.reading import read_corpus
from storage.records.writing import ReadWork
from storage.references.zotero import items_by_citekey
from storage.runs.reviews import add_problem
from storage.searching.api_calls import CatalogueLog, add_log
from storage.writing.citation_checks import (
    CheckedSection,
    Verdict,
    add_repair,
    add_verdicts,
    read_checked_sections,
    read_citekeys,
    read_claims,
    read_unsupported,
)
from storage.writing.hand_edits import read_untouchable
from storage.writing.themes import read_themes
from tasks.analysts.protocol import CitationFault, RepairMaterial
from tasks.procedure.checking import Checker
from tasks.procedure.disclosures import find_omissions
from tasks.procedure.sentences import list_statements
from tasks.synthesis import theme_section_id
from tasks.verification.citations import (
    MOST_REPAIRS,
    REMEDY,
    describe_mending,
    describe_repair,
    is_held,
    judge_citations,
    list_faults,
    repair_section,
    strip_citations,
)
from tasks.zotero.tasks import find_citekeys

# Sections that cite nothing: the abstract by custom, the methodology because it describes only this review.
_CITING_NOTHING = frozenset({"abstract", "methodology"})


@dataclass(frozen=True, slots=True)
class Offender:
    """A section with what is wrong with it."""

    section: CheckedSection
    verdicts: tuple[Verdict, ...]
    faults: tuple[CitationFault, ...]


@flow(name="verification", flow_run_name="verification", validate_parameters=False)
def verification(review: ReviewContext) -> None:
    """Check citations and claims of the current sections, have those that fail repaired, and report what stays."""
    known = read_known(review)
    removed, unsupported = check_sections(review, known)
    if settle_procedure(review):
        _find_offenders(review, known)
    report_records(review)
    review.publish()
    review.progress.say("verification", f"{removed} invalid citations, {unsupported} unsupported claims")


def read_known(review: ReviewContext) -> dict[str, str]:
    """Return the citekeys that resolve and where: in the Zotero library, where one is kept, else in the ledger.

    A library that gives no answer is recorded as a problem, and the ledger is used instead.
    """
    known = dict.fromkeys(read_citekeys(review.ledger), "ledger")
    if review.zotero is None:
        return known
    items = items_by_citekey(review.ledger, review.zotero.library)
    found = review.driver.run(find_citekeys, f"look for {len(items)} citekeys in Zotero", items, review.zotero)
    with review.ledger.transaction():
        add_log(review.ledger, CatalogueLog(calls=found.calls), None)
    if found.silence:
        add_problem(
            review.ledger, "verification", "Zotero unavailable", f"Zotero {found.silence}; the ledger was asked"
        )
    return known | dict.fromkeys(sorted(found.citekeys), "zotero")


def check_sections(review: ReviewContext, known: Mapping[str, str]) -> tuple[int, int]:
    """Check and repair the sections; return how many citations were removed and how many claims are unsupported."""
    repair_citations(review, known)
    unsupported = read_unsupported(review.ledger)
    mine = read_untouchable(review.ledger)
    for section_id, sentence, citekey, reason in unsupported:
        if is_held(sentence, mine.get(section_id, ())):
            told = f"@{citekey}, cited by hand: {reason}; {REMEDY.format(name=review.ledger.folder.name)}"
            review.progress.say("edits", told)
            add_problem(review.ledger, "verification", "citation by hand", told)
        else:
            add_problem(review.ledger, "verification", "unsupported claim", f"@{citekey}: {reason}")
    removed = review.ledger.select("SELECT count(*) FROM problem WHERE kind = 'citation removed'").item()
    return int(removed), len(unsupported)


def repair_citations(review: ReviewContext, known: Mapping[str, str]) -> None:
    """Have sections whose citations fail written again, at most twice; what stays invalid becomes a marker.

    `known` maps each citekey that resolves to where it does: zotero or ledger. Sections without faults are not touched,
    and what an interrupted run has repaired is not repaired again.
    """
    for _ in range(MOST_REPAIRS):
        pending = [one for one in _find_offenders(review, known) if one.section.repairs < MOST_REPAIRS]
        if not pending:
            break
        _repair(review, pending)
    for one in _find_offenders(review, known):
        faulty = {fault.citekey for fault in one.faults}
        invalid = [verdict for verdict in one.verdicts if verdict.status == "invalid" and verdict.citekey in faulty]
        for verdict in invalid:
            message = f"{verdict.citekey[:60]!r} in '{one.section.heading}': {verdict.reason}; a marker in its place"
            add_problem(review.ledger, "verification", "citation removed", message)
        if invalid:
            claims = read_claims(review.ledger, one.section)
            add_repair(review.ledger, strip_citations(one.section, invalid, one.faults, claims))
    _find_offenders(review, known)


def settle_procedure(review: ReviewRecord) -> bool:
    """Correct what framing sections say about how the review was made and its ledger does not, or no longer, support.

    Returns whether there was anything to correct. Thus people's verdicts that move no work still reach the text, and
    so does what a writer left out. Sentences that a person wrote stay; `litreview verify` names those that are wrong.
    """
    facts = read_facts(review.ledger)
    checker, has_corrected = Checker(facts), False
    held = read_untouchable(review.ledger)
    for section in read_checked_sections(review.ledger):
        if ":" in section.section_id:
            continue
        statements = list_statements([(section.heading, section.markdown)])
        mine = held.get(section.section_id, ())
        faults = [one for one in checker.find_faults(statements) if not is_held(one.statement.text, mine)]
        omissions = find_omissions(statements, facts)
        if faults or omissions:
            claims = read_claims(review.ledger, section)
            add_repair(review.ledger, describe_mending(section, faults, omissions, claims, mine))
            has_corrected = True
    return has_corrected


def _find_offenders(review: ReviewRecord, known: Mapping[str, str]) -> list[Offender]:
    """Return the sections with faults that can be repaired, except a person's; every verdict is put on record."""
    sections = read_checked_sections(review.ledger)
    mine = read_untouchable(review.ledger)
    verdicts = {section.section_id: tuple(judge_citations(section, known)) for section in sections}
    add_verdicts(review.ledger, [verdict for of in verdicts.values() for verdict in of])
    unsupported: dict[str, list[tuple[str, str, str]]] = {}
    for section_id, *claim in read_unsupported(review.ledger):
        unsupported.setdefault(section_id, []).append((claim[0], claim[1], claim[2]))
    offenders = [
        Offender(section, of, tuple(fault for fault in faults if not is_held(fault.sentence, own)))
        for section in sections
        for of, own in [(verdicts[section.section_id], mine.get(section.section_id, ()))]
        for faults in [list_faults(section, of, unsupported.get(section.section_id, ()))]
    ]
    return [one for one in offenders if one.faults]


def _repair(review: ReviewContext, offenders: list[Offender]) -> None:
    corpus = read_corpus(review.ledger)
    themes = {theme_section_id(theme): theme.work_ids for theme in read_themes(review.ledger)}
    by_weight = sorted(corpus, key=lambda work_id: (-corpus[work_id].in_degree, work_id))
    calls = []
    for one in offenders:
        name = one.section.section_id
        chosen = () if name in _CITING_NOTHING else themes.get(name, by_weight)
        works: tuple[ReadWork, ...] = tuple(corpus[work_id] for work_id in chosen if work_id in corpus)
        material = RepairMaterial(review.plan, works, one.section.repairs + 1)
        calls.append((f"repair: {one.section.heading}", (one.section, material, one.faults, review.analyst)))
    for (section, _, faults, _), draft in review.consult(repair_section, calls):
        add_repair(review.ledger, describe_repair(section, draft, faults, read_claims(review.ledger, section)))
