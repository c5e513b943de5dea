"""Verification: which citations of a section hold, what is wrong with the rest, and what a repair made of it.

A section corrected where its account of how the review was made departs from the record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.records.writing import Claim, Draft
from storage.writing.citation_checks import CheckedSection, Repair, Verdict
from tasks.analysts.protocol import Analyst, CitationFault, RepairMaterial
from tasks.citations.pandoc import find_citekeys
from tasks.citations.sentences import find_citing_sentences, mark_citations, read_plain, replace_sentences
from tasks.language_models.dialogue import Asked
from tasks.procedure.checking import Fault
from tasks.procedure.disclosures import Omission

_HEADING = "### "


def is_held(sentence: str, mine: Sequence[str]) -> bool:
    """Return whether a sentence stands in one of the paragraphs that are a person's."""
    return any(sentence in paragraph for paragraph in mine)


def mend_section(
    markdown: str, faults: Sequence[Fault], omissions: Sequence[Omission], mine: Sequence[str] = ()
) -> str:
    """Return a section with faulty statements corrected from the record, or dropped, and omissions added.

    Additions go to the end of the part they belong to, or of the section if there is no such part, and into no
    paragraph of a person's.
    """
    replaced = {
        fault.statement.text: fault.instead if fault.instead and fault.instead not in markdown else ""
        for fault in faults
    }
    mended = replace_sentences(markdown, replaced) if replaced else markdown
    for omission in omissions:
        if omission.instead not in mended:
            mended = _add(mended, omission, mine)
    return mended


def _add(markdown: str, omission: Omission, mine: Sequence[str]) -> str:
    blocks = markdown.strip().split("\n\n")
    heading = f"{_HEADING}{omission.heading or omission.place}"
    start = blocks.index(heading) if heading in blocks else None
    end = len(blocks)
    if start is not None:
        later = (place for place in range(start + 1, len(blocks)) if blocks[place].startswith(_HEADING))
        end = next(later, len(blocks))
    if end and not blocks[end - 1].startswith("#") and not is_held(blocks[end - 1], mine):
        blocks[end - 1] = f"{blocks[end - 1].rstrip()} {omission.instead}"
    else:
        blocks.insert(end, omission.instead)
    return "\n\n".join(blocks) + "\n"


MOST_REPAIRS = 2
INVALID = "no work of the corpus has this citekey"
REMEDY = "cite another work, or bring this one in with 'litreview update {name} --import FILE' and cite the key it gets"
# What a writer can mend. A quote missing from its page is the ledger's fault: it is reported, not rewritten.
_MENDABLE = frozenset({"no finding is given", "the finding is of another work"})


def judge_citations(section: CheckedSection, known: Mapping[str, str]) -> list[Verdict]:
    """Return a verdict on each citekey of a section; `known` maps those that resolve to who knows them."""
    return [
        Verdict(
            section_id=section.section_id,
            version=section.version,
            citekey=key,
            status="valid" if key in known else "invalid",
            checked_against=known.get(key, "ledger"),
            reason=None if key in known else INVALID,
            attempt=1 + min(section.repairs, MOST_REPAIRS),
        )
        for key in sorted(find_citekeys(section.markdown))
    ]


def list_faults(
    section: CheckedSection, verdicts: Sequence[Verdict], unsupported: Sequence[tuple[str, str, str]]
) -> list[CitationFault]:
    """Return the mendable faults of a section, in order of appearance; empty for a faultless section.

    `unsupported` are its claims that rest on nothing, as (sentence, citekey, reason).
    """
    invalid = {verdict.citekey: verdict.reason or "" for verdict in verdicts if verdict.status == "invalid"}
    faults = [
        CitationFault(sentence, key, invalid[key])
        for sentence, keys in find_citing_sentences(section.markdown)
        for key in keys
        if key in invalid
    ]
    faults += [
        CitationFault(sentence, key, reason)
        for sentence, key, reason in unsupported
        if reason in _MENDABLE and key not in invalid and sentence in section.markdown
    ]
    return sorted(dict.fromkeys(faults), key=lambda fault: section.markdown.find(fault.sentence))


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def repair_section(
    section: CheckedSection, material: RepairMaterial, faults: Sequence[CitationFault], analyst: Analyst
) -> Asked[Draft]:
    """Return a section with its sentences at fault written anew or dropped."""
    return analyst.repair_section(material, section.heading, section.markdown, faults)


def describe_repair(
    section: CheckedSection, draft: Draft, faults: Sequence[CitationFault], claims: Sequence[Claim]
) -> Repair:
    """Return the repaired section, with the claims of sentences that still say the same."""
    made = Draft(draft.markdown, _carry_claims(draft, faults, claims))
    held = draft.markdown == section.markdown
    note = "no sentence could be repaired" if held else "sentences at fault written anew or dropped"
    return _record(section, made, faults, note)


def strip_citations(
    section: CheckedSection, verdicts: Sequence[Verdict], faults: Sequence[CitationFault], claims: Sequence[Claim]
) -> Repair:
    """Return the section with a marker in place of every citation that is still invalid; the sentences stay."""
    reasons = {verdict.citekey: verdict.reason or "" for verdict in verdicts if verdict.status == "invalid"}
    kept = tuple(
        Claim(mark_citations(claim.sentence, reasons), claim.citekey, claim.finding_id)
        for claim in claims
        if claim.citekey not in reasons
    )
    draft = Draft(mark_citations(section.markdown, reasons), kept)
    return _record(section, draft, faults, "citations still invalid removed, a marker in their place")


def describe_mending(
    section: CheckedSection,
    faults: Sequence[Fault],
    omissions: Sequence[Omission],
    claims: Sequence[Claim],
    mine: Sequence[str] = (),
) -> Repair:
    """Return a section with its account of how the review was made corrected from the record."""
    markdown = mend_section(section.markdown, faults, omissions, mine)
    blocks = section.markdown.strip().split("\n\n")
    reasons = [f"{fault.matter}: {fault.reason}" for fault in faults]
    reasons += [f"not told: {omission.instead}" for omission in omissions]
    citekeys = tuple(sorted(find_citekeys(section.markdown)))
    return Repair(
        section=section,
        draft=Draft(markdown, tuple(claims)),
        issue="; ".join(dict.fromkeys(reasons)),
        note="account of how the review was made restored from the record",
        paragraphs=tuple(i for i, block in enumerate(blocks) if any(fault.statement.text in block for fault in faults)),
        citekeys_before=citekeys,
        citekeys_after=citekeys,
    )


def _record(section: CheckedSection, draft: Draft, faults: Sequence[CitationFault], note: str) -> Repair:
    blocks = section.markdown.strip().split("\n\n")
    return Repair(
        section=section,
        draft=draft,
        issue="; ".join(dict.fromkeys(f"@{fault.citekey}: {fault.reason}" for fault in faults)),
        note=note,
        paragraphs=tuple(i for i, block in enumerate(blocks) if any(fault.sentence in block for fault in faults)),
        citekeys_before=tuple(sorted(find_citekeys(section.markdown))),
        citekeys_after=tuple(sorted(find_citekeys(draft.markdown))),
    )


def _carry_claims(draft: Draft, faults: Sequence[CitationFault], claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Return the repair's claims and earlier ones whose sentence remains, even if with fewer citations."""
    sentences = {read_plain(sentence): (sentence, keys) for sentence, keys in find_citing_sentences(draft.markdown)}
    made = {(claim.sentence, claim.citekey) for claim in draft.claims}
    wrong = {(fault.sentence, fault.citekey) for fault in faults}
    carried = list(draft.claims)
    for claim in claims:
        stands = claim.sentence in draft.markdown
        sentence, keys = sentences.get(read_plain(claim.sentence), ("", ()))
        now = claim.sentence if stands else sentence
        replaced = (now, claim.citekey) in made or (not stands and (claim.sentence, claim.citekey) in wrong)
        if now and not replaced and (stands or claim.citekey in keys):
            carried.append(Claim(now, claim.citekey, claim.finding_id))
    return tuple(dict.fromkeys(carried))
