"""Scripts that read: queries from words of the topic and its hits, scores from shared words, summaries of sentences."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from storage.records.evidence import STUDY_FIELDS, Extraction
from storage.records.search import Work
from storage.records.writing import Page
from tasks.analysts.extractive.keyphrases import key_phrases
from tasks.analysts.extractive.sentences import LONGEST_TEXT, clean, split_sentences
from tasks.analysts.extractive.summary import summarise_work
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.text.topics import strip_review_words
from tasks.text.words import content_stems, split_terms, tokenise
from tests.benchmarks.servers.scripted.protocol import Asked, Script

_MOST = {"finding": 4, "method": 1, "limitation": 1, "future_work": 1}
_OFTEN = 4
_THEME_WORDS = 3
_QUOTE_WORDS = range(6, 45)


def word_queries(asked: Asked) -> dict[str, Any]:
    """Return six queries: the topic's content words, in turn with words that its best hits share."""
    topic = _unhyphenate(strip_review_words(asked.blocks["review"]["topic"]))
    core = _distinct(content_stems(topic) or tokenise(topic) or ["literature"])[:4]
    hits = [
        _distinct(content_stems(_unhyphenate(f"{hit['title']} {hit['abstract']}")))
        for hit in asked.blocks["vocabulary"]
    ]
    counts = Counter(word for words in hits for word in words if word not in core and word.isalpha())
    shared = [word for word, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]
    shared = [*shared, "determinants", "outcomes", "prevalence", "mechanisms", "history"][: len(shared) + 5]
    texts = {
        "core terms": [*core, shared[0]],
        "synonyms": [*core[:2], shared[1], shared[2]],
        "method words": [*core[:3], "longitudinal", "measurement"],
        "populations and settings": [*core[:2], shared[3], "cohort"],
        "older vocabulary": [*core[:2], shared[4]],
        "neighbouring fields": [core[-1], shared[0], shared[1]],
    }
    return {"queries": [{"framing": framing, "text": " ".join(words)} for framing, words in texts.items()]}


def judge_works(asked: Asked) -> dict[str, Any]:
    """Return a score for each work: how often its text has the topic's words, whether its title has, and its links."""
    review = asked.blocks["review"]
    topic = set(_terms(strip_review_words(review["topic"])))
    asides = set(_terms(" ".join([*review.get("questions", []), *review.get("focus_areas", [])]))) - topic
    excluded = [term.casefold() for term in review.get("exclude_terms", [])]
    rows = []
    for work in asked.blocks["works"]:
        text = f"{work['title']} {work.get('abstract', '')}"
        counts = Counter(_terms(text))
        found, titled = topic & set(counts), topic & set(_terms(work["title"]))
        weight = math.fsum(min(counts[term], _OFTEN) / _OFTEN for term in found) / max(1, min(2, len(topic)))
        score = 0.45 * min(1.0, weight) + 0.2 * min(1.0, len(found) / 2) + 0.35 * min(1.0, len(titled) / 2)
        score += 0.05 * min(2, len(asides & set(counts))) + 0.06 * min(5, work.get("links", 0))
        if any(term in text.casefold() for term in excluded):
            score = min(score, 0.3)
        rows.append({"id": work["id"], "score": round(min(1.0, score), 2), "reason": _reason(found, topic, work)})
    return {"works": rows}


def propose_criteria(asked: Asked) -> dict[str, Any]:
    """Return the topic as an outcome to include, and animals to exclude where nothing in the topic speaks of them."""
    topic = asked.blocks["review"]["topic"]
    rows = [("include", "outcome", topic), ("exclude", "population", "mice or rats")]
    return {
        "criteria": [
            {"rests_on": topic, "kind": kind, "element": element, "words": " ".join(words.split()[:25])}
            for kind, element, words in rows
        ]
    }


def hold_against_criteria(asked: Asked) -> dict[str, Any]:
    """Return the judgement of each work, with what its text says of each criterion: unclear without an abstract."""
    criteria = asked.blocks["review"]["criteria"]
    rows = []
    for work, row in zip(asked.blocks["works"], judge_works(asked)["works"], strict=True):
        text = set(_terms(f"{work['title']} {work.get('abstract', '')}"))
        lists: dict[str, list[str]] = {"met": [], "not_met": [], "unclear": []}
        for name, line in criteria.items():
            is_met = bool(text & set(_terms(line.partition(":")[2])))
            lists["met" if is_met else "not_met" if work.get("abstract") else "unclear"].append(name)
        failed = [name for name, line in criteria.items() if name in lists[_FAILING[line.split()[0]]]]
        decided = {"decided_by": failed[0], "score": min(0.4, row["score"])} if failed else {"decided_by": "topic"}
        rows.append(row | lists | decided)
    return {"works": rows}


_FAILING = {"include": "not_met", "exclude": "met"}


def summarise_paper(asked: Asked) -> dict[str, Any]:
    """Return the best sentences of the text, trimmed, each with the sentence it comes from; else the first sentence."""
    statements = _state(asked)
    if not any(statement["kind"] == "finding" for statement in statements):
        pieces = asked.blocks["pages"]
        sentences = [each.text for piece in pieces for each in split_sentences(piece["text"])] or [pieces[0]["text"]]
        first = next((each for each in sentences if len(each.split()) in _QUOTE_WORDS), sentences[0])
        statements.append({"kind": "finding", "text": first, "quote": first, "results": []})
    data = {"study": _study(asked), "own": _answer_items(asked)}
    return {"statements": statements, **data, "short": _shorten(statements), "themes": _name_themes(asked)}


def _shorten(statements: Sequence[Mapping[str, Any]]) -> str:
    return " ".join(" ".join(row["text"] for row in statements).split()[:100])


def read_part(asked: Asked) -> dict[str, Any]:
    """Return the best sentences of a part of a long text, none where it has none."""
    return {"statements": _state(asked), "study": _study(asked), "own": _answer_items(asked)}


def _study(asked: Asked) -> dict[str, Any]:
    """Return what rules read of a study in its first piece: fields that they leave open are null."""
    found: dict[str, Any] = dict.fromkeys(STUDY_FIELDS)
    title = asked.blocks["work"]["title"]
    for piece in asked.blocks["pages"]:
        for each in summarise_work(Work("", title), [Page("", 0, piece["text"])]).extractions:
            if not each.finding_id and not found[each.field]:
                found[each.field] = {"quote": each.quote.text, "value": each.value}
    return found


def _answer_items(asked: Asked) -> list[dict[str, Any]]:
    """Return, for each item that the review asks of every work, the first sentence that has a word of its question."""
    answers = []
    for name, question in asked.blocks.get("items", {}).items():
        sentences = [each.text for piece in asked.blocks["pages"] for each in split_sentences(piece["text"])]
        for sentence in sentences:
            if shared := [word for word in tokenise(sentence) if word in content_stems(question)]:
                answers.append({"name": name, "quote": sentence, "value": shared[0]})
                break
    return answers


def answer_items(asked: Asked) -> dict[str, Any]:
    """Return the same where a work that was read before is asked for nothing else."""
    return {"own": _answer_items(asked)}


def assess_eligibility(asked: Asked) -> dict[str, Any]:
    """Return that a text meets a criterion where a sentence of it has all its words; what leaves out has that quote."""
    rows = []
    for name, line in asked.blocks["review"]["criteria"].items():
        wanted = set(_terms(line.partition(":")[2]))
        sentences = (each.text for piece in asked.blocks["pages"] for each in split_sentences(piece["text"]))
        said = next((one for one in sentences if wanted <= set(_terms(one)) and len(one.split()) in _QUOTE_WORDS), "")
        finding = "met" if said else "unclear"
        rows.append({"id": name, "finding": finding, "quote": said if line.startswith("exclude") else ""})
    return {"criteria": rows}


def _results(text: str, quote: str, extractions: Sequence[Extraction]) -> list[dict[str, Any]]:
    """Return each way that a finding goes by its words, on a key phrase each, the first with the figures of rules."""
    words = set(tokenise(quote))
    directions = [sign for sign, cues in _CUES.items() if cues & words] or [""]
    outcomes = [phrase for phrase in key_phrases(quote, text) if find_foreign(phrase) == []] or [""]
    figures = dict.fromkeys(("measure", "effect", "ci_low", "ci_high", "p"), "")
    figures |= {each.field: each.value for each in extractions if each.field in figures}
    estimates = [figures if any(figures.values()) else None, None, None]
    told = {"exposure_or_intervention": "", "comparator": ""}
    return [
        {"outcome": outcome, **told, "direction": direction, "estimate": estimate}
        for outcome, direction, estimate in zip(outcomes, directions, estimates, strict=False)
        if direction or estimate
    ]


_CUES = {
    "0": {"no", "not"},
    "+": {"higher", "increased", "increase", "positively", "greater", "more"},
    "-": {"lower", "decreased", "decrease", "negatively", "fewer", "less", "reduced"},
}


def choose_statements(asked: Asked) -> dict[str, Any]:
    """Return the first statements of each kind, from as many pages as there are."""
    chosen: list[int] = []
    for kind, most in _MOST.items():
        rows = [row for row in asked.blocks["statements"] if row["kind"] == kind]
        pages = Counter[int]()
        turns = []
        for row in rows:
            turns.append((pages[row["page"]], row["n"]))
            pages[row["page"]] += 1
        chosen += [number for _, number in sorted(turns)[:most]]
    short = _shorten([row for row in asked.blocks["statements"] if row["n"] in chosen])
    return {"chosen": chosen, "short": short, "themes": _name_themes(asked)}


def _state(asked: Asked) -> list[dict[str, Any]]:
    """Return statements that the text's pieces hold, as many of each kind as a summary does."""
    title = asked.blocks["work"]["title"]
    kinds = Counter[str]()
    statements = []
    for piece in asked.blocks["pages"]:
        summary = summarise_work(Work("", title), [Page("", 0, piece["text"])])
        for finding in summary.findings:
            kind = "finding" if finding.kind == "background" else finding.kind
            if (
                kinds[kind] < _MOST[kind]
                and len(finding.quote.text.split()) in _QUOTE_WORDS
                and not find_foreign(finding.text)
            ):
                kinds[kind] += 1
                told = [each for each in summary.extractions if each.finding_id == finding.finding_id]
                results = _results(finding.text, finding.quote.text, told) if kind == "finding" else []
                statements.append({"kind": kind, "text": finding.text, "quote": finding.quote.text, "results": results})
    return statements


def _name_themes(asked: Asked) -> list[str]:
    title = asked.blocks["work"]["title"]
    text = "\n".join(row["text"] for row in asked.blocks.get("pages") or asked.blocks["statements"])
    words = _distinct(content_stems(title))
    terms = _distinct([*key_phrases(title, clean(text[:LONGEST_TEXT])), *words, "literature", "research"])
    themes = [term for term in terms if len(term.split()) <= _THEME_WORDS]
    return themes[: 3 + len(words) % 3]


def _reason(found: set[str], topic: set[str], work: dict[str, Any]) -> str:
    where = "Title and abstract name" if work.get("abstract") else "Title only; it names"
    if not found:
        return f"{where} none of the topic's concepts; the work is about another subject."
    rest = "" if found == topic else f", but leave out {len(topic - found)} of its other concepts"
    return f"{where} {len(found)} of the topic's concepts ({', '.join(sorted(found)[:4])}){rest}."


def _terms(text: str) -> list[str]:
    return split_terms(" ".join(content_stems(_unhyphenate(text))))


def _unhyphenate(text: str) -> str:
    return text.replace("-", " ")


def _distinct(words: list[str]) -> list[str]:
    return list(dict.fromkeys(words))


SCRIPTS: dict[str, Script] = {
    "QueryList": word_queries,
    "CriterionList": propose_criteria,
    "RelevanceList": judge_works,
    "VerdictList": hold_against_criteria,
    "PaperSummary": summarise_paper,
    "OwnAnswers": answer_items,
    "EligibilityFindings": assess_eligibility,
    "Statements": read_part,
    "StatementChoice": choose_statements,
}
