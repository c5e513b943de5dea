"""A question to the corpus answered by a model from the passages found for it, every sentence with what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pydantic import BaseModel, ConfigDict, Field

from storage.records.writing import Draft, ReadWork
from tasks.analysts.llm.citations import Sources, describe_quoted, find_citations, make_claims, read_sources
from tasks.analysts.llm.drafting import bound_answer
from tasks.analysts.llm.extraction import ANALYST
from tasks.analysts.llm.prose import Block, keep_sentences, read_prose, render_prose, render_sentence
from tasks.analysts.llm.section_checks import Demand, list_sentences, object_to_sentence
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, ask_leniently, pose
from tasks.text.cleaning import count_words

_WORDS, _MOST_WORDS = 120, 180
_LONGEST_QUOTE = 900  # characters


class AnswerFromPassages(BaseModel):
    """The answer to one question, or that the passages do not give it."""

    model_config = ConfigDict(extra="forbid")

    answered: bool
    markdown: str = Field(description="the answer, one paragraph; empty if not answered")


def answer_from_passages(question: str, works: Sequence[ReadWork]) -> Dialogue[Draft | None]:
    """Return the answer to a question from the findings of works, which are the passages found for it.

    Its Markdown is empty if the model says that they do not answer it. If the second reply still has faults, the
    sentences at fault are left out; None if nothing is left, so that the passages must speak for themselves.

    Raises:
        LitreviewError: a work has no citekey.
    """
    sources = read_sources(works)
    posed = pose(
        "question",
        data="\n".join(
            [
                write_block("question", question),
                write_block("works", [describe_quoted(read, _LONGEST_QUOTE)[0] for read in works]),
                write_block("task", {"words": _WORDS}),
            ]
        ),
        answer=AnswerFromPassages,
        answer_tokens=bound_answer(_WORDS),
        label="answer a question",
    )
    reply = yield from ask_leniently(posed, AnswerFromPassages, lambda given: _object(given, sources))
    if reply is None:
        return None
    if not reply.answered:
        return Draft("", (), ANALYST)
    at_fault = _find_faults(read_prose(reply.markdown), sources)
    blocks = [block for block in read_prose(reply.markdown) if not block.level and not block.is_list]
    kept = keep_sentences(blocks, lambda sentence: sentence not in at_fault)
    claims = [
        claim
        for sentence in list_sentences(kept)
        for claim in make_claims(sentence, render_sentence(sentence), sources)
    ]
    return Draft(render_prose(kept), tuple(dict.fromkeys(claims)), ANALYST) if claims else None


def _object(reply: AnswerFromPassages, sources: Sources) -> list[str]:
    blocks = read_prose(reply.markdown)
    if not reply.answered:
        return ["'markdown' must be empty where 'answered' is false"] if blocks else []
    reasons = [reason for faults in _find_faults(blocks, sources).values() for reason in faults]
    if not list_sentences(blocks):
        reasons.append("'answered' is true, and 'markdown' has no answer")
    if any(block.level or block.is_list for block in blocks):
        reasons.append("the answer is one paragraph, without headings, lists or tables")
    if (length := count_words(render_prose(blocks))) > _MOST_WORDS:
        reasons.append(f"the answer has {length} words and may have {_WORDS}")
    return list(dict.fromkeys(reasons))


def _find_faults(blocks: Sequence[Block], sources: Sources) -> dict[str, list[str]]:
    """Return what is wrong with sentences of the paragraphs, by sentence."""
    demand = Demand(words=_WORDS, sources=sources)
    found: dict[str, list[str]] = {}
    for block in blocks:
        for before, sentence in pairwise(("", *block.sentences)):
            faults = object_to_sentence(sentence, demand, before)
            if not find_citations(sentence):
                faults = [*faults, f"'{sentence[:120]}' cites nothing"]
            if faults:
                found[sentence] = faults
    return found
