"""How texts address a program: phrases sought in the clauses of a folded text (`folded_text.read_clauses`).

Each rule asks for a mood as well as for words (an imperative at the start of a clause, "you" or "your", an obligation
put on this very paper), since scholars write about prompts, instructions and language models too. All gaps are bounded,
so that matching stays linear in the length of the text.
"""

from __future__ import annotations

import re

from tasks.analysts.llm.guard import languages as steering_languages
from tasks.analysts.llm.guard import tasks as steering_tasks
from tasks.analysts.llm.guard.folding import fold_literal
from tasks.analysts.llm.guard.grammar import (
    ANY_BLANK,
    DROP,
    EARLIER,
    JUDGE,
    OBEY,
    ORDERED,
    PRODUCT,
    READER,
    START,
    THIS,
    TOLD,
    TOP,
    gap,
)

_ENGLISH = (
    # Dropping the rules
    (
        rf"{TOLD}\b{DROP}{ANY_BLANK}(?:(?:all|any|every|each|of|the|these|those|my|our|and){ANY_BLANK}){{0,4}}"
        rf"(?:{EARLIER}{ANY_BLANK}){{1,3}}"
        rf"(?:and |or |user |system |screening ){{0,2}}{ORDERED}\b"
    ),
    (
        rf"{START}{DROP}{ANY_BLANK}(?:(?:all|any|every|each|of|the|these|those|your|given){ANY_BLANK}){{1,4}}"
        rf"(?:[^ ]{{1,30}} )?{ORDERED}\b"
    ),
    (
        rf"{START}{DROP} (?:everything|anything|all|what(?:ever)?)\b{ANY_BLANK}{gap(3)}(?:above|before|previous(?:ly)?"
        r"|earlier|said|told|prior)\b"
    ),
    rf"\byou\b [^.]{{0,60}}\bto {DROP} {gap(5)}{ORDERED}\b",
    (
        rf"\b(?:new|updated|revised|additional|urgent|real|actual|special|hidden|secret|important|further)"
        r" (?:system )?(?:instructions?|directives?|prompt|orders?) (?:for you|follows?\b|supersedes?|overrides?"
        rf"|replaces?|to (?:the|all|any) {READER})"
    ),
    (
        r"(?:^|(?<=\. ))(?:new|updated|revised|urgent|special|hidden|secret|important|admin|system|begin|end)"
        r" (?:system |admin |of |new |user |the )?(?:instructions?|directives?|prompt|override|message)(?: \.|$)"
    ),
    r"\b(?:system|admin|developer|root|safety) (?:override|mode) (?:enabled|activated|on|engaged|is)\b",
    (
        r"(?:^|(?<=\. ))end of (?:the )?(?:data|abstract|document|input|context|instructions|text|prompt|block"
        r"|record)s? "
        r"(?:\.|$)"
    ),
    r"(?:^|(?<=\. ))(?:begin|start) of (?:the )?(?:new )?(?:system|instructions|prompt|user|assistant)\b",
    # Addressing the reader
    (
        r"(?:^|(?<=\. ))(?:dear|attention|notes?|messages?|notice|reminders?|hey|hello|hi|memo|instructions?|important"
        r"|guidance|hint) (?:\. )?(?:to|for|all|any|the|every|you){0,1}"
        rf" ?(?:all |any |the |every |fellow |reading |to ){{0,2}}(?:{READER}|(?:peer )?reviewers?(?: model)?"
        r"|screeners?"
        r"|graders?|evaluators?)(?: (?:\.|that|who|which|reading|and|please|you|processing)|$)"
    ),
    (
        r"\b(?:if|as|when|since|because|whereas|in case) you(?: are|re)\b (?:\. )?(?:now |currently |indeed ){0,1}"
        rf"(?:an? |the |any )?(?:{gap(2)}{READER}|bots?|machines?|programs?|reading this|screening|summari[sz]ing"
        r"|processing)\b"
    ),
    (
        rf"\byou(?: are|re) (?:now |no longer |hereby )?(?:an? |the |my |in )?{gap(2)}(?:{READER}|developer mode|dan"
        r"|reviewer|screener|jailbroken|unrestricted)\b"
    ),
    (
        rf"\bas (?:an? |the )?{gap(1)}{READER} (?:\. )?(?:\w{{1,20}} )?(?:you\b|your\b|please\b|remember\b|ignore\b"
        r"|disregard\b)"
    ),
    (
        rf"\b(?:{READER}|models?|agents?|reviewers?|systems?|anyone|whoever|screeners?|programs?|software) (?:that "
        r"|who "
        r"|which |is |are |currently ){0,2}(?:read|reading|process\w*|pars\w+|screen\w*|evaluat\w+|review\w*"
        r"|summari[sz]\w+|analy[sz]ing|scor\w+|grad\w+) "
        rf"(?:(?:{THIS}|this text|these lines|this sentence)\b {gap(3)}|this )(?:must|should|shall|are|is|has|have"
        r"|needs?"
        r"|will|ought|please)\b"
    ),
    (
        rf"\b(?:the|any|every|all|an?|each) (?:{READER}|(?:reading |reader |screening |reviewing )?model|agent|reviewer"
        r"|screener|pipeline|program|system) (?:must|should|shall|has to|have to|is (?:hereby )?(?:required|instructed"
        r"|asked|requested|ordered|expected|to)|needs to|ought to|will now)\b (?:to |now |always |therefore |be"
        rf" ){{0,2}}{OBEY} (?:{THIS}|it\b|us\b|@|only\b|with\b|{gap(5)}(?:{THIS}|relevan\w+ (?:of |score )?{TOP}))"
    ),
    # Steering the screening, the citing, the grouping and the writing
    rf"{START}{JUDGE} {THIS}\b",
    rf"\b(?:please|must|always|definitely) {JUDGE} {THIS}\b",
    (
        rf"{START}(?:give|assign|award|grant|set|return|output|report|use) {gap(6)}(?:score|relevance|rating"
        r"|probability"
        rf"|grade|mark|verdict|confidence)s? {gap(3)}{TOP}\b"
    ),
    (
        rf"{START}(?:score|rate|rank|grade|mark) (?:it|this|these|that)\b {gap(4)}(?:{TOP}|relevant|as|at|with|first"
        r"|included)\b"
    ),
    rf"{START}(?:give|assign|award|grant) (?:it|{THIS}|this)\b {gap(3)}{TOP}\b",
    (
        rf"\b(?:{THIS}|it) (?:must|shall|has to|needs to|is to|deserves to|ought to) (?:always |therefore |hence "
        r"|definitely ){0,1}be (?:included|cited|scored|rated|ranked|accepted|selected|marked|merged|prioriti[sz]ed"
        r"|labell?ed|judged|screened|classified|quoted|praised)\b"
    ),
    (
        rf"\b{THIS} should (?:always |therefore |hence |definitely ){{0,1}}be (?:included(?: in| \.|$)|scored|rated"
        r"|ranked"
        r" (?:first|top|as)|accepted|cited (?:in|by|whenever|first|every|at)|marked|screened in|classified as "
        r"(?:relevant"
        r"|include)|judged (?:relevant|as))"
    ),
    (
        rf"{START}cite (?:only |also |always |at least |just ){{0,2}}(?:@|{THIS}|it\b|us\b|me\b"
        rf"|[^ ]{{1,20}}\d{{4}}[a-z]?\b|{gap(4)}(?:in|at|throughout) (?:every|each|all)\b)"
    ),
    r"\bcit(?:e|es|ed|ing)\b (?:[^ ]{1,30} ){0,4}@[^ ]{2,}",
    rf"\b(?:must|should|shall|please) cite {gap(3)}(?:@|{THIS}\b|[^ ]{{1,20}}\d{{4}}[a-z]?\b)",
    (
        rf"{START}(?:put|place|merge|move|group|combine|collapse|assign|sort|file) (?:this|all|every|it|each|both)"
        rf" {gap(4)}(?:theme|cluster|group|section|topic|category)s?\b"
    ),
    (
        rf"{START}(?:name|call|label|title|rename|head) (?:this|the|every|all|each|it|your)\b (?:resulting |first |new "
        r"|whole )?(?:theme|cluster|group|section|review|heading|topic|summary|categor(?:y|ies))s?\b"
    ),
    (
        r"\b(?:the|every|each|this|your) (?:theme|cluster|group|section|review|heading|synthesis|summary|transition"
        r"|introduction|conclusion)s? (?:must|shall|has to|needs to|is to|should) (?:be (?:named|called|titled|labelled"
        r"|labeled|headed|entitled)|begin with|start with|end with|contain the (?:word|phrase|sentence|text|string)|say"
        r" that|state that|open with)\b"
    ),
    (
        rf"{START}(?:add|insert|append|write|put|include|repeat|use|copy|paste|output|print|say|state|mention) (?:\. )?"
        r"(?:the |this |these |that |exactly |only |following |next |a |one ){0,3}(?:word|string|phrase|text|token"
        r"|sentence|marker|statement|line|link|paragraph|praise|following)s?\b"
    ),
    (
        rf"{START}(?:add|insert|append|write|put|include|repeat|output|print|say|state|mention|report|claim|conclude)"
        rf" {gap(12)}(?:(?:in|into|to|at|of|throughout) (?:every|each|all|your|the (?:end of (?:the|your)|final"
        r"|finished))"
        rf" {gap(2)}(?:section|summar(?:y|ies)|review|theme|transition|paragraph|answer|output|response|conclusion"
        r"|introduction|abstract|report|quer(?:y|ies)|sentence|label)s?\b)"
    ),
    (
        rf"{START}(?:respond|reply|answer|output|return|print|say|write)\b (?:only |exactly |verbatim |just |nothing "
        r"|simply ){1,2}"
    ),
    (
        rf"{START}(?:respond|reply|answer) (?:with|in|as|using)\b (?:\. )?(?:the (?:word|string|phrase|following|text"
        r"|token)|json|yes|only|no|nothing|your|exactly|[^ ]{1,30} (?:\.|$))"
    ),
    (
        r"\byour (?:final |next |only |whole |entire |first |last |earlier |previous |relevance |system |hidden "
        r"|initial "
        rf"|original |own )?{PRODUCT}s?\b (?:\w{{1,20}} )?(?:must|should|shall|has to|needs to|ought to|will be|was "
        r"(?:rejected|wrong|invalid)|is (?:rejected|wrong|invalid|now|to)|were (?:rejected|wrong))\b"
    ),
    (
        r"\b(?:reveal|show|print|output|repeat|leak|disclose|display|send|tell|expose|dump|give) (?:me |us )?(?:your"
        r"|the"
        rf" above|the hidden|the system|all) (?:\w{{1,20}} )?(?:{PRODUCT}s?|rules|api keys?|passwords?|secrets?"
        r"|credentials|configuration|environment variables)\b(?! (?:of|for|to|that))"
    ),
    rf"\bto you\b {gap(2)}(?:{READER})\b",
    (
        r"\b(?:when|while|before|after|whenever|upon|once|in) (?:you )?(?:are )?(?:summari[sz](?:ing|e)|screen(?:ing)?"
        r"|cluster(?:ing)?|evaluat(?:ing|e)|review(?:ing)?|writ(?:ing|e)|cit(?:ing|e)|merg(?:ing|e)|answer(?:ing)?|read"
        rf"(?:ing)?|process(?:ing)?|judg(?:ing|e)|grad(?:ing|e)|scor(?:ing|e)|assess(?:ing)?) (?:{THIS}|this|your|the "
        r"(?:section|theme|review|synthesis|summary|transitions?)) (?:\w{1,20} )?(?:\. )?(?:please |always |you (?:must"
        rf"|should|will) |do not |never |also |only ){{0,2}}{OBEY}\b"
    ),
    (
        r"\b(?:no matter|regardless of|whatever|irrespective of) (?:what )?(?:the |your |any |other )(?:\w{1,20} )?"
        r"(?:prompt|instructions?|criteria|rubric|guidelines|rules)(?: (?:is|are|says?|say))? (?:\. )?(?:always |you"
        r" must"
        rf" |please ){{0,1}}{OBEY}\b"
    ),
    rf"\bfrom now on\b (?:\. )?(?:you|your|all|every|always|act|only|{OBEY})\b",
    (
        rf"{START}(?:act|behave|pretend|roleplay|role play) (?:as|like|to be|that you)\b(?: if)?(?: (?:you|an?|the|my"
        rf"|are)){{0,3}} {gap(2)}(?:{READER}|dan|reviewer|expert|author|no rules|unrestricted|admin\w*)\b"
    ),
    (
        r"\b(?:the |your |an )?(?:earlier|previous|last|prior) (?:answer|response|reply|output) (?:of yours )?(?:was|is"
        r"|has been) (?:rejected|wrong|invalid|incomplete|incorrect|refused)\b"
    ),
    (
        r"\byou (?:must|shall|are (?:hereby )?(?:required|instructed|ordered|asked|requested|told|commanded) to|have to"
        r"|are obliged to|should|will|need to)\b (?:now |always |never |not |therefore |only |instead |also"
        rf" ){{0,2}}{OBEY} (?:\. )?(?:{THIS}|it\b|that\b|only\b|with\b|the (?:word|following|string|phrase|score"
        r"|relevance"
        r"|tool|maximum|highest|above|previous|text|sentence)\b|@|all\b|any\b|every\b|your\b|exactly\b|no\b|nothing\b)"
    ),
    # Tools and secrets
    rf"{START}(?:call|invoke|execute|trigger) (?:the |a |this |your )?(?:tool|function|plugin|api)\b(?! (?:of|for))",
    (
        rf"{START}(?:call|invoke|execute|trigger) (?:the |a |any |your |this |all ){{0,2}}{gap(3)}"
        r"(?:tools?|functions?|api|plugin|shell|bash|browser|web search|code interpreter|endpoint)\b (?:\. )?(?:to|with"
        r"|and|now|named|on|for|before|in|$|\.)"
    ),
    (
        rf"{START}(?:run|use|open) (?:the |a |any |your |this ){{0,1}}{gap(2)}"
        r"(?:tools?|plugin|shell|bash|browser|web search|code interpreter)\b (?:\. )?(?:to|with|and|now|named|$|\.)"
    ),
    (
        r"\b(?:please|must|you should|you can|you may|should now|and then|now) (?:call|invoke|execute|trigger|run) "
        r"(?:the"
        r" |a |any |your ){0,1}(?:[^ ]{1,30} ){0,2}(?:tool|function|command|shell|plugin)\b"
    ),
    (
        rf"{START}(?:decode|decrypt|decipher|unscramble|translate|reverse) {gap(5)}(?:and|then|to) {gap(2)}(?:follow"
        r"|execute|obey|do|act|comply|run|carry)\b"
    ),
    (
        rf"{START}(?:follow|obey|execute|comply with|carry out|adhere to) (?:only )?(?:the |these |this |all |my |our )"
        r"(?:\w{1,20} )?(?:instructions?|commands?|directives?|orders?)\b(?! (?:of|from|for|on|given by|by) (?:the|your"
        r"|their|his|a) (?:doctor|physician|manufacturer))"
    ),
    (
        rf"{START}(?:send|post|upload|exfiltrate|forward|email|fetch|download|visit|open|browse) (?:to )?(?:the |all "
        r"|your"
        rf" |this |any ){{1,2}}{gap(4)}(?:https?|url|link|server|endpoint|address|conversation|webhook)\b"
    ),
    (
        rf"{START}(?:do not|dont|never|under no circumstances) (?:mention|reveal|tell|disclose|exclude|reject"
        r"|criti[sz]ci[sz]e|downrank|flag|warn|question|refuse|summari[sz]e|cite any|cite other|report) (?:this|that"
        r"|these|the user|anyone|any|it|the (?:above|following|presence|instructions?)|other)\b"
    ),
    (
        rf"{START}(?:do not|dont|never) (?:follow|obey|apply|use|heed|trust) (?:the|your|any|these) (?:\w{{1,20}} )?"
        r"(?:instructions?|rules?|criteria|prompt|guidelines?)\b"
    ),
    (
        rf"{START}(?:give|write|provide|produce|generate) (?:an? |only )(?:\w{{1,20}} )?(?:positive|favou?rable|glowing"
        r"|enthusiastic|flattering|negative) (?:review|evaluation|assessment|summary|judge?ment|verdict)s?\b"
    ),
    (
        rf"{START}(?:do not|dont|never) (?:highlight|mention|report|list|state|discuss|include) (?:any )?(?:negatives?"
        r"|weakness(?:es)?|flaws?|limitations?|criticisms?|shortcomings)\b"
    ),
    (
        rf"{START}(?:make sure|ensure|see to it)(?: that)? (?:{THIS}|it)\b {gap(3)}(?:included|cited|accepted|scored"
        r"|ranked|selected|mentioned|quoted|first)\b"
    ),
    (
        rf"\b(?:when|if|whenever) (?:you are |ever )?asked (?:about|to|for|whether|which) {gap(8)}(?:\. )?(?:always"
        r"|never"
        rf"|you must|please|you should) {OBEY}\b"
    ),
    rf"(?:^|(?<=\. ))in your {PRODUCT}s? (?:\. )?(?:please |always |also |do not |never )?{OBEY}\b",
    rf"{START}make (?:it|this|{THIS}|us) (?:the |your )(?:first|best|key|top|main|only|central|most)\b",
    (
        rf"{START}(?:run|execute|evaluate|eval) (?:the |this |these )(?:following|code|command|script|commands)\b(?: "
        r"(?:\."
        r"|command|code|script|on|in|and)|$)"
    ),
    (
        r"\b(?:we|i) (?:hereby )?(?:instruct|order|command|request|ask|urge|require) (?:any|all|every|each|you) "
        rf"(?:{READER})? ?{gap(4)}to {OBEY}\b"
    ),
    rf"{START}pretend (?:that )?(?:you|to be|this)\b",
    (
        r"\b(?:supersedes?|overrides?|replaces?|cancels?|outweighs?|invalidates?) (?:all |any )?(?:of )?your "
        rf"(?:\w{{1,20}} )?{ORDERED}\b"
    ),
    (
        r"\b(?:the |your )?(?:instructions?|prompts?|rules|criteria) (?:given |stated |written )?(?:above|before this"
        r"|so"
        r" far|you were given|you have) (?:are|is) (?:\w{1,20} )?(?:outdated|void|wrong|superseded|cancell?ed|invalid"
        r"|obsolete|fake|a test)\b|\bfollow (?:these|mine|this) (?:\w{1,20} )?instead\b"
    ),
    (
        r"\b(?:correct|right|expected|proper|only|final|true|appropriate) (?:screening |relevance )?(?:decision|verdict"
        rf"|answer|label|score|judge?ment|rating) (?:for|of|on|about) {THIS} (?:is|must|should)\b"
    ),
    (
        r"\bit is (?:mandatory|required|compulsory|obligatory|imperative|necessary|an order) (?:to|that you) (?:cite"
        rf"|include|quote|rate|score) {gap(3)}(?:{THIS}\b|[^ ]{{1,20}}\d{{4}}[a-z]?\b|in (?:every|each|all)\b)"
    ),
    rf"{START}(?:score|rate|rank|judge|grade|treat|classify|mark) {THIS} ",
)

PHRASES: tuple[re.Pattern[str], ...] = tuple(
    re.compile(fold_literal(pattern)) for pattern in (*_ENGLISH, *steering_tasks.PATTERNS, *steering_languages.PATTERNS)
)
