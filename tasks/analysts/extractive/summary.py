"""The structured summary of one work: what it found, how, its limits, what it leaves open.

A tenth of a long text: the sentences that represent each of its sections, in order (compression level 2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from storage.records.search import Work
from storage.records.writing import Finding, Page, Summary
from tasks.analysts.extractive.announcements import find_end
from tasks.analysts.extractive.claims import LAST, rank_telling
from tasks.analysts.extractive.discourse_cues import cue_weight
from tasks.analysts.extractive.extraction import extract_data
from tasks.analysts.extractive.keyphrases import key_phrases
from tasks.analysts.extractive.main_first import find_caveats, put_main_first
from tasks.analysts.extractive.main_results import Aims, read_aims
from tasks.analysts.extractive.opening_scene import find_scene
from tasks.analysts.extractive.plans import tells_plan
from tasks.analysts.extractive.quote_selection import (
    Quotable,
    cosine,
    is_usable,
    join_in_order,
    rank_sentences,
    state_finding,
    sum_bags,
)
from tasks.analysts.extractive.running_text import pick_sentences, rank_running_text, read_for_themes
from tasks.analysts.extractive.sentences import LONGEST_TEXT, clean, split_sentences
from tasks.evidence.comments import is_comment
from tasks.evidence.effects import states_effect
from tasks.evidence.harms import has_figures, rank_gravity, states_harm
from tasks.metadata.paratext import name_paratext
from tasks.parsing.running_text import Passage, read_passages
from tasks.text.words import content_stems

_LONG = 2_000  # words
_SHARE = 10


def compress(title: str, passages: Sequence[Passage]) -> str:
    """Return a tenth of a full text of more than 2,000 words, one paragraph per section; empty for a shorter one.

    Of each section the sentences nearest to its centroid (Radev et al. 2004), with cue phrases and words of the title
    (Edmundson 1969), are kept until a tenth of the words so far is reached; the next section may use what is left.
    """
    if sum(len(passage.text.split()) for passage in passages) <= _LONG:
        return ""
    stems = set(content_stems(title))
    paragraphs: list[str] = []
    room = 0.0
    for _, section in groupby(passages, key=lambda passage: (passage.part, passage.heading)):
        texts = [passage.text for passage in section]
        room += sum(len(text.split()) for text in texts) / _SHARE
        picked = _pick(texts, stems, room)
        room -= sum(len(sentence.split()) for sentence in picked)
        paragraphs.append(" ".join(picked))
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def _pick(texts: Sequence[str], stems: set[str], room: float) -> list[str]:
    """Return the best sentences of a section in order, with no more words than there is room for."""
    sentences = [each.text for text in texts for each in split_sentences(text) if is_usable(each.text)]
    bags = [Counter(content_stems(sentence)) for sentence in sentences]
    centroid = sum_bags(bags)
    scores = [
        2 * cosine(bag, centroid) + 0.3 * cue_weight(sentence) + len(stems & set(bag)) / max(1, len(stems))
        for sentence, bag in zip(sentences, bags, strict=True)
    ]
    kept: set[int] = set()
    for place in sorted(range(len(sentences)), key=lambda place: (-scores[place], place)):
        words = len(sentences[place].split())
        if words <= room:
            kept.add(place)
            room -= words
    return [sentences[place] for place in sorted(kept)]


_DECLARING = frozenset({"abstract", "method"})  # where a work says what its primary outcome is
_SHORT_WORDS = 100
_MOST_HARMS = 2
_LIMITS = {"finding": 5, "method": 2, "limitation": 1, "future_work": 1, "background": 2}


def summarise_work(work: Work, pages: Sequence[Page]) -> Summary:
    """Return the summary of the full text, if there is one to quote from, else of the first page that has text.

    Without any text it is a summary of the title alone, without findings; so is that of what is no single work, and
    neither a comment nor the plan of a study has results. Findings come first, of them the main result, then methods,
    limitations, future work and background. A tenth of the text (`digest`) is given of long full texts. Data are
    extracted from the abstract and the full text, if there is one.
    """
    if name_paratext(work):
        return _summarise_title(work)
    summary = _summarise_full_text(work, pages) or _summarise_page(work, pages)
    if is_comment(work) or any(tells_plan(work.title, page.text) for page in pages[:1]):
        summary = replace(summary, findings=tuple(_as_background(summary.findings)))
    if summary.source == "abstract":
        summary = replace(summary, findings=tuple(_set_scene_apart(work.abstract or "", summary.findings)))
    return replace(summary, extractions=extract_data(work.title, pages, summary.findings))


def _summarise_full_text(work: Work, pages: Sequence[Page]) -> Summary | None:
    """Return the summary of the full text, None if there is no full text or none of its sentences states a finding."""
    passages = read_passages(pages)
    aims = read_aims(work.title, *(passage.text for passage in passages if passage.part in _DECLARING))
    ranked = put_main_first(aims, rank_running_text(work.title, passages))
    chosen = pick_sentences(ranked, _LIMITS)
    if not chosen["finding"]:
        return None
    chosen["finding"] += [each for each in find_caveats(aims, ranked) if each not in chosen["finding"]]
    summary = _summarise(work, ranked, chosen, "full text")
    return replace(
        summary, themes=key_phrases(work.title, clean(read_for_themes(passages))), digest=compress(work.title, passages)
    )


def _summarise_page(work: Work, pages: Sequence[Page]) -> Summary:
    page = next((page for page in sorted(pages, key=lambda page: page.page) if page.text.strip()), None)
    if page is None:
        return _summarise_title(work)
    aims = read_aims(work.title, page.text)
    told = [(page, sentence) for sentence in split_sentences(page.text[: find_end(page.text)])]
    ranked = put_main_first(aims, rank_sentences(work.title, told))
    summary = _summarise(work, ranked, _choose(aims, ranked), _source(page))
    return replace(summary, themes=key_phrases(work.title, clean(page.text[:LONGEST_TEXT])))


def _summarise_title(work: Work) -> Summary:
    return Summary(work.work_id, "", "", "", key_phrases(work.title, ""), "", (), "title")


def _as_background(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings with what stands as a result as background: comments and plans have results of others."""
    return [replace(each, kind="background") if each.kind == "finding" else each for each in findings]


def _set_scene_apart(abstract: str, findings: Sequence[Finding]) -> Sequence[Finding]:
    """Return the findings with what opens the abstract as background, if there is a finding behind it."""
    end = find_scene(abstract)
    opening = [each for each in findings if each.kind == "finding" and each.quote.char_start < end]
    if not any(each.kind == "finding" and each not in opening for each in findings):
        return findings
    return [replace(each, kind="background") if each in opening else each for each in findings]


def _summarise(
    work: Work, ranked: Sequence[Quotable], chosen: Mapping[str, Sequence[Quotable]], source: str
) -> Summary:
    """Return the summary of sentences chosen by part, without themes."""
    return Summary(
        work_id=work.work_id,
        methodology=join_in_order(chosen["method"]),
        limitations=join_in_order(chosen["limitation"]),
        future_work=join_in_order(chosen["future_work"]),
        themes=(),
        short=_shorten([*chosen["finding"], *chosen["method"][:1], *ranked]),
        findings=tuple(state_finding(quotable, part) for part in _LIMITS for quotable in chosen[part]),
        source=source,
    )


def _source(page: Page) -> str:
    if page.source == "project note":
        return "project note"
    return "abstract" if page.page == 0 else "full text"


def _choose(aims: Aims, ranked: Sequence[Quotable]) -> dict[str, list[Quotable]]:
    """Return the best sentences by part; of findings harms, a call and the caveat of what was pooled too."""
    chosen: dict[str, list[Quotable]] = {part: [] for part in _LIMITS}
    for quotable in ranked:
        if len(chosen[quotable.part]) < _LIMITS[quotable.part]:
            chosen[quotable.part].append(quotable)
    chosen["finding"] += _find_effect(ranked, chosen["finding"])
    chosen["finding"] += _find_harm(ranked, chosen["finding"])
    chosen["finding"] += _find_call(ranked, chosen["finding"])
    chosen["finding"] += [each for each in find_caveats(aims, ranked) if each not in chosen["finding"]]
    return chosen


def _find_call(ranked: Sequence[Quotable], chosen: Sequence[Quotable]) -> list[Quotable]:
    """Return the best sentence on what follows for practice, where none that is chosen says anything of it."""
    calls = [each for each in ranked if each.part == "finding" and rank_telling(each.sentence.text) == LAST]
    return calls[:1] if not any(each in chosen for each in calls) else []


def _find_effect(ranked: Sequence[Quotable], chosen: Sequence[Quotable]) -> list[Quotable]:
    """Return the best sentence with an effect and its figures that is not chosen already, if there is one."""
    sized = [each for each in ranked if each.part == "finding" and states_effect(each.sentence.text)]
    return [each for each in sized if each not in chosen][:1]


def _find_harm(ranked: Sequence[Quotable], chosen: Sequence[Quotable]) -> list[Quotable]:
    """Return the two gravest sentences on harms of the whole text, with figures first, that are not chosen already."""
    stated = [each for each in ranked if each.part == "finding" and states_harm(each.statement.text)]
    stated.sort(key=lambda each: (rank_gravity(each.statement.text), not has_figures(each.statement.text)))
    return [each for each in stated[:_MOST_HARMS] if each not in chosen]


def _shorten(quotables: Sequence[Quotable]) -> str:
    """Return the best sentences, in the order of the text, up to about 100 words."""
    kept: dict[tuple[int, int], Quotable] = {}
    words = 0
    for quotable in quotables:
        length = len(quotable.sentence.text.split())
        if quotable.place not in kept and (not kept or words + length <= _SHORT_WORDS + 10):
            kept[quotable.place] = quotable
            words += length
    return join_in_order(list(kept.values()))
