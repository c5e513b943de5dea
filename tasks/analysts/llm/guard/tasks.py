"""How texts tell a program what its task is: what to begin with, to repeat, to leave unchecked, to do instead."""

from __future__ import annotations

import re

from tasks.analysts.llm.guard.grammar import DROP, PRODUCT, START, THIS, gap

PATTERNS = (
    (
        rf"{START}(?:begin|start|end|close|open|conclude|finish|preface) (?:your|the|each|every|all)"
        rf" {gap(1)}{PRODUCT}s? "
        r"(?:with|by)\b"
    ),
    (
        rf"{START}(?:quote|repeat|copy|echo|reproduce) (?:this|the following|these) (?:sentence|text|paragraph|phrase"
        r"|line"
        r"|words?)s?\b"
    ),
    (
        r"\byour (?:task|job|role|goal|objective|mission|rubric) (?:has (?:been )?changed|is now|now is|changes|is"
        r" over)\b"
    ),
    rf"{START}{DROP} your (?:rubric|task|job|role|goals?|training|knowledge|criteria)\b",
    rf"{START}forget (?:what|everything|that|all) (?:that )?you\b",
    r"(?:^|(?<=\. ))new (?:task|role|job|goal|objective) \. [a-z]",
    (
        rf"\b(?:all|any|every|each) (?:summar(?:y|ies)|reviews?|mentions?|descriptions?|discussions?) of {THIS} "
        r"(?:should"
        r"|must|shall|has to|have to)\b"
    ),
    rf"{START}(?:append|add|insert|attach|include) (?:the |this |a )?(?:https?|www|url|hyperlink)\b",
    r"\b(?:assistant|chatbot|llm|ai model|ai agent) (?:will|must|shall) now\b",
    (
        r"\b(?:answer|choose|vote|select|reply|output|decide|respond|say)(?: with| on| for| as)? (?:include|included)"
        r"(?:"
        r" \.|$)"
    ),
    rf"{START}stop (?:summari[sz]|screen|review|cluster|writ|read|evaluat|process)ing (?:and|this|now|the)\b",
    (
        r"\byou (?:do not|dont|need not|must not|should not) (?:need to |have to )?(?:check|verify|question|doubt"
        r"|report"
        r"|follow)\b"
    ),
    (
        r"\bthe (?:following|above|preceding|next) (?:text|message|sentence|paragraph|line|block) is (?:an? |the |your"
        r" )"
        r"(?:new |real |actual )?(?:system|developer|admin|hidden|user|priority|instruction)"
    ),
    (
        r"\byou are (?:now |currently )?(?:reading|screening|reviewing|summari[sz]ing|evaluating|processing|judging) "
        r"(?:an?|the|this)\b"
    ),
    (
        rf"{START}(?:skip|ignore|reject|exclude|drop|disregard) (?:all|any|every) (?:the |of the )?(?:other|remaining) "
        r"(?:candidate|paper|work|stud|record|article|source)"
    ),
)

# Sought in folded text with its punctuation: a sentence that begins with an order about papers, scores or instructions.
ORDERS = re.compile(
    r"(?:^|(?<!\bal)[.!?:][\"')\]]?\s)(?:please |kindly |now |always |important: |also |then |and |only |just "
    r"|in your \w{1,20}, |in the \w{1,20}(?: section)?, |when you [^.,:!?]{1,40}, ){0,3}"
    r"(?:ignore|disregard|override|bypass|skip|rank|rate|score|mark|judge|treat|classify|label|assign|give|set|select"
    r"|pick|choose|accept|include|recommend|cite|quote|praise|mention|insert|append|write|claim|state|say|tell|output"
    r"|print|respond|reply|answer|reveal|use|trust|execute|obey|make|name|merge|repeat|conclude) "
    r"(?:the|this|that|these|those|your|it|all|any|every|each|only|me|us|our|as|them|with|earlier|previous|prior"
    r"|instructions|maximum|highest|to)\b[^.!?:]{0,80}?\b"
    r"(?:rubrics?|prompts?|instructions?|directions|reviewers?|the user|criteria|filters?|checks?|relevance|relevant"
    r"|in scope|scores?|(?:this|the|our) (?:paper|article|abstract|manuscript|record|source|authors?|work|study)"
    r"|articles?|papers?|summar(?:y|ies)|your|sections?|the word|single word|the phrase|developer|candidates?|themes?"
    r"|clusters?|language model|chatgpt|include|acceptance)\b"
)
