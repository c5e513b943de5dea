"""The parts that phrases addressing a program are made of: who is addressed, what is ordered, about what.

Patterns of regular expressions for the clauses of a folded text: words one blank apart, punctuation as a word ``.``.
"""

from __future__ import annotations


def gap(words: int) -> str:
    """Return the pattern of at most so many words, whatever they are, each with the blank after it."""
    return rf"(?:[^ ]{{1,30}} ){{0,{words}}}"


ANY_BLANK = r" (?:\. )?"
PAPER = (
    r"(?:paper|work|study|article|abstract|record|manuscript|entry|document|publication|title|candidate|submission|doi)"
)
THIS = rf"(?:this|the present|the current|the above|our|my|these) (?:[^ ]{{1,30}} )?{PAPER}s?"
READER = (
    r"(?:llms?|ais?|(?:large )?language models?|ai models?|assistants?|ai assistants?|chatbots?|chatgpt|gpt ?\d?|claude"
    r"|gemini|copilot|ai agents?|llm agents?|ai (?:reviewers?|screeners?|readers?|systems?|tools?)"
    r"|llm (?:reviewers?|screeners?|readers?)|automated (?:reviewers?|screeners?|screening \w+|readers?|agents?"
    r"|systems?)"
    r"|(?:machine|model|automatic) (?:readers?|reviewers?|screeners?)|summari[sz]ers?|screening (?:model|agent|bot)s?)"
)
START = (
    r"(?:^|(?<=\. )(?<!\bal \. ))(?:(?:please|kindly|now|also|then|and|so|instead|just|only|always|simply|immediately"
    r"|important"
    r"|hence"
    r"|next|first|finally|therefore|you must|you should|you will|you are to|you have to|you shall|you need to|must|dear"
    rf"|your task is to|your job is to|i want you to|make sure to|be sure to|remember to|{READER}) ){{0,4}}"
)
ORDERED = (
    r"(?:instructions?|prompts?|rules?|guidelines?|directives?|directions?|commands?|orders?|criteria|criterion"
    r"|constraints?|restrictions|safeguards?|requests?|tasks?|messages?|contexts?|guardrails)"
)
EARLIER = r"(?:previous|prior|above|earlier|preceding|foregoing|system|your)"
DROP = (
    r"(?:ignore|disregard|forget|override|overrule|bypass|discard|neglect|overlook|drop|cancel|skip"
    r"|do not (?:follow|obey|heed|apply)|dont (?:follow|obey|apply)|stop (?:following|obeying|applying)|set aside"
    r"|pay no attention to|no longer (?:follow|obey|apply))"
)
# After these the verb is told of somebody: "attacks that make models ignore previous instructions".
TOLD = "".join(
    f"(?<!\\b{word} )"
    for word in """to models llms agents systems participants subjects patients users children people they we who which
        that often can could may might will would not or authors assistants chatbots it them him her and""".split()  # noqa: SIM905 -- a word list reads best as text
)
JUDGE = (
    r"(?:include|accept|select|rate|score|rank|mark|label|classify|judge|grade|approve|retain|keep|prioriti[sz]e"
    r"|recommend|flag|screen|admit|treat|cite|quote|mention|feature|endorse|praise|promote)"
)
OBEY = (
    r"(?:include|accept|cite|quote|rate|score|rank|assign|give|award|set|mark|label|ignore|disregard|output|print"
    r"|write|say"
    r"|state|reply|respond|answer|return|follow|obey|treat|judge|recommend|mention|repeat|append|insert|reveal|call"
    r"|invoke"
    r"|execute|comply|summari[sz]e|exclude|reject|merge|name|begin|conclude|praise)"
)
TOP = r"(?:1 \. 0+|0 \. 9\d?|1|10|100|one|ten|max(?:imum|imal)?|perfect|full|top|highest|high|best|five stars?)"
PRODUCT = (
    r"(?:response|answer|output|reply|review|judge?ment|verdict|decision|score|summary|synthesis|report|prompt"
    r"|instructions?)"
)
