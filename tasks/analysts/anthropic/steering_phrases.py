"""How texts address a program: phrases sought in the clauses of a folded text (`folded_text.read_clauses`).

Each rule asks for a mood as well as for words (an imperative at the start of a clause, "you" or "your", an obligation
put on this very paper), since scholars write about prompts, instructions and language models too. All gaps are bounded,
so that matching stays linear in the length of the text.
"""

from __future__ import annotations

import re

from tasks.analysts.anthropic.folded_text import fold_literal


def _gap(words: int) -> str:
    return rf"(?:[^ ]{{1,30}} ){{0,{words}}}"


_B = r" (?:\. )?"
_PAPER = (
    r"(?:paper|work|study|article|abstract|record|manuscript|entry|document|publication|title|candidate|submission|doi)"
)
_THIS = rf"(?:this|the present|the current|the above|our|my|these) (?:[^ ]{{1,30}} )?{_PAPER}s?"
_READER = (
    r"(?:llms?|ais?|(?:large )?language models?|ai models?|assistants?|ai assistants?|chatbots?|chatgpt|gpt ?\d?|claude"
    r"|gemini|copilot|ai agents?|llm agents?|ai (?:reviewers?|screeners?|readers?|systems?|tools?)"
    r"|llm (?:reviewers?|screeners?|readers?)|automated (?:reviewers?|screeners?|screening \w+|readers?|agents?|systems?)"
    r"|(?:machine|model|automatic) (?:readers?|reviewers?|screeners?)|summari[sz]ers?|screening (?:model|agent|bot)s?)"
)
_START = (
    r"(?:^|(?<=\. ))(?:(?:please|kindly|now|also|then|and|so|instead|just|only|always|simply|immediately|important|hence"
    r"|next|first|finally|therefore|you must|you should|you will|you are to|you have to|you shall|you need to|must|dear"
    rf"|your task is to|your job is to|i want you to|make sure to|be sure to|remember to|{_READER}) ){{0,4}}"
)
_ORDERED = (
    r"(?:instructions?|prompts?|rules?|guidelines?|directives?|directions?|commands?|orders?|criteria|criterion"
    r"|constraints?|restrictions|safeguards?|requests?|tasks?|messages?|contexts?|guardrails)"
)
_EARLIER = (
    r"(?:previous|prior|above|earlier|preceding|foregoing|system|your)"
)
_DROP = (
    r"(?:ignore|disregard|forget|override|overrule|bypass|discard|neglect|overlook|drop|cancel|skip"
    r"|do not (?:follow|obey|heed|apply)|dont (?:follow|obey|apply)|stop (?:following|obeying|applying)|set aside"
    r"|pay no attention to|no longer (?:follow|obey|apply))"
)
# After these the verb is told of somebody: "attacks that make models ignore previous instructions".
_TOLD = "".join(
    f"(?<!\\b{word} )"
    for word in (
        "to models llms agents systems participants subjects patients users children people they we who which that often"
        " can could may might will would not or authors assistants chatbots it them him her and"
    ).split()
)
_JUDGE = r"(?:include|accept|select|rate|score|rank|mark|label|classify|judge|grade|approve|retain|keep|prioriti[sz]e|recommend|flag|screen|admit|treat|cite|quote|mention|feature|endorse|praise|promote)"
_OBEY = (
    r"(?:include|accept|cite|quote|rate|score|rank|assign|give|award|set|mark|label|ignore|disregard|output|print|write|say"
    r"|state|reply|respond|answer|return|follow|obey|treat|judge|recommend|mention|repeat|append|insert|reveal|call|invoke"
    r"|execute|comply|summari[sz]e|exclude|reject|merge|name|begin|conclude|praise)"
)
_TOP = r"(?:1 \. 0+|0 \. 9\d?|1|10|100|one|ten|max(?:imum|imal)?|perfect|full|top|highest|high|best|five stars?)"
_PRODUCT = r"(?:response|answer|output|reply|review|judge?ment|verdict|decision|score|summary|synthesis|report|prompt|instructions?)"

_ENGLISH = (
    # Dropping the rules
    rf"{_TOLD}\b{_DROP}{_B}(?:(?:all|any|every|each|of|the|these|those|my|our|and){_B}){{0,4}}(?:{_EARLIER}{_B}){{1,3}}"
    rf"(?:and |or |user |system |screening ){{0,2}}{_ORDERED}\b",
    rf"{_START}{_DROP}{_B}(?:(?:all|any|every|each|of|the|these|those|your|given){_B}){{1,4}}(?:[^ ]{{1,30}} )?{_ORDERED}\b",
    rf"{_START}{_DROP} (?:everything|anything|all|what(?:ever)?)\b{_B}{_gap(3)}(?:above|before|previous(?:ly)?|earlier|said|told|prior)\b",
    rf"\byou\b [^.]{{0,60}}\bto {_DROP} {_gap(5)}{_ORDERED}\b",
    rf"\b(?:new|updated|revised|additional|urgent|real|actual|special|hidden|secret|important|further)"
    rf" (?:system )?(?:instructions?|directives?|prompt|orders?) (?:for you|follows?\b|supersedes?|overrides?|replaces?|to (?:the|all|any) {_READER})",
    rf"(?:^|(?<=\. ))(?:new|updated|revised|urgent|special|hidden|secret|important|admin|system|begin|end)"
    r" (?:system |admin |of |new |user |the )?(?:instructions?|directives?|prompt|override|message)(?: \.|$)",
    r"\b(?:system|admin|developer|root|safety) (?:override|mode) (?:enabled|activated|on|engaged|is)\b",
    r"(?:^|(?<=\. ))end of (?:the )?(?:data|abstract|document|input|context|instructions|text|prompt|block|record)s? (?:\.|$)",
    r"(?:^|(?<=\. ))(?:begin|start) of (?:the )?(?:new )?(?:system|instructions|prompt|user|assistant)\b",
    # Addressing the reader
    rf"(?:^|(?<=\. ))(?:dear|attention|notes?|messages?|notice|reminders?|hey|hello|hi|memo|instructions?|important|guidance|hint) (?:\. )?(?:to|for|all|any|the|every|you){{0,1}}"
    rf" ?(?:all |any |the |every |fellow |reading |to ){{0,2}}(?:{_READER}|(?:peer )?reviewers?(?: model)?|screeners?|graders?|evaluators?)(?: (?:\.|that|who|which|reading|and|please|you|processing)|$)",
    rf"\b(?:if|as|when|since|because|whereas|in case) you(?: are|re)\b (?:\. )?(?:now |currently |indeed ){{0,1}}(?:an? |the |any )?(?:{_gap(2)}{_READER}|bots?|machines?|programs?|reading this|screening|summari[sz]ing|processing)\b",
    rf"\byou(?: are|re) (?:now |no longer |hereby )?(?:an? |the |my |in )?{_gap(2)}(?:{_READER}|developer mode|dan|reviewer|screener|jailbroken|unrestricted)\b",
    rf"\bas (?:an? |the )?{_gap(1)}{_READER} (?:\. )?(?:\w{{1,20}} )?(?:you\b|your\b|please\b|remember\b|ignore\b|disregard\b)",
    rf"\b(?:{_READER}|models?|agents?|reviewers?|systems?|anyone|whoever|screeners?|programs?|software) (?:that |who |which |is |are |currently ){{0,2}}(?:read|reading|process\w*|pars\w+|screen\w*|evaluat\w+|review\w*|summari[sz]\w+|analy[sz]ing|scor\w+|grad\w+) "
    rf"(?:(?:{_THIS}|this text|these lines|this sentence)\b {_gap(3)}|this )(?:must|should|shall|are|is|has|have|needs?|will|ought|please)\b",
    rf"\b(?:the|any|every|all|an?|each) (?:{_READER}|(?:reading |reader |screening |reviewing )?model|agent|reviewer|screener|pipeline|program|system) (?:must|should|shall|has to|have to|is (?:hereby )?(?:required|instructed|asked|requested|ordered|expected|to)|needs to|ought to|will now)\b (?:to |now |always |therefore |be ){{0,2}}{_OBEY} (?:{_THIS}|it\b|us\b|@|only\b|with\b|{_gap(5)}(?:{_THIS}|relevan\w+ (?:of |score )?{_TOP}))",
    # Steering the screening, the citing, the grouping and the writing
    rf"{_START}{_JUDGE} {_THIS}\b",
    rf"\b(?:please|must|always|definitely) {_JUDGE} {_THIS}\b",
    rf"{_START}(?:give|assign|award|grant|set|return|output|report|use) {_gap(6)}(?:score|relevance|rating|probability|grade|mark|verdict|confidence)s? {_gap(3)}{_TOP}\b",
    rf"{_START}(?:score|rate|rank|grade|mark) (?:it|this|these|that)\b {_gap(4)}(?:{_TOP}|relevant|as|at|with|first|included)\b",
    rf"{_START}(?:give|assign|award|grant) (?:it|{_THIS}|this)\b {_gap(3)}{_TOP}\b",
    rf"\b(?:{_THIS}|it) (?:must|shall|has to|needs to|is to|deserves to|ought to) (?:always |therefore |hence |definitely ){{0,1}}be (?:included|cited|scored|rated|ranked|accepted|selected|marked|merged|prioriti[sz]ed|labell?ed|judged|screened|classified|quoted|praised)\b",
    rf"\b{_THIS} should (?:always |therefore |hence |definitely ){{0,1}}be (?:included(?: in| \.|$)|scored|rated|ranked (?:first|top|as)|accepted|cited (?:in|by|whenever|first|every|at)|marked|screened in|classified as (?:relevant|include)|judged (?:relevant|as))",
    rf"{_START}cite (?:only |also |always |at least |just ){{0,2}}(?:@|{_THIS}|it\b|us\b|me\b|[^ ]{{1,20}}\d{{4}}[a-z]?\b|{_gap(4)}(?:in|at|throughout) (?:every|each|all)\b)",
    r"\bcit(?:e|es|ed|ing)\b (?:[^ ]{1,30} ){0,4}@[^ ]{2,}",
    rf"\b(?:must|should|shall|please) cite {_gap(3)}(?:@|{_THIS}\b|[^ ]{{1,20}}\d{{4}}[a-z]?\b)",
    rf"{_START}(?:put|place|merge|move|group|combine|collapse|assign|sort|file) (?:this|all|every|it|each|both) {_gap(4)}(?:theme|cluster|group|section|topic|category)s?\b",
    rf"{_START}(?:name|call|label|title|rename|head) (?:this|the|every|all|each|it|your)\b (?:resulting |first |new |whole )?(?:theme|cluster|group|section|review|heading|topic|summary|categor(?:y|ies))s?\b",
    r"\b(?:the|every|each|this|your) (?:theme|cluster|group|section|review|heading|synthesis|summary|transition|introduction|conclusion)s? (?:must|shall|has to|needs to|is to|should) (?:be (?:named|called|titled|labelled|labeled|headed|entitled)|begin with|start with|end with|contain the (?:word|phrase|sentence|text|string)|say that|state that|open with)\b",
    rf"{_START}(?:add|insert|append|write|put|include|repeat|use|copy|paste|output|print|say|state|mention) (?:\. )?(?:the |this |these |that |exactly |only |following |next |a |one ){{0,3}}(?:word|string|phrase|text|token|sentence|marker|statement|line|link|paragraph|praise|following)s?\b",
    rf"{_START}(?:add|insert|append|write|put|include|repeat|output|print|say|state|mention|report|claim|conclude) {_gap(12)}(?:(?:in|into|to|at|of|throughout) (?:every|each|all|your|the (?:end of (?:the|your)|final|finished)) {_gap(2)}(?:section|summar(?:y|ies)|review|theme|transition|paragraph|answer|output|response|conclusion|introduction|abstract|report|quer(?:y|ies)|sentence|label)s?\b)",
    rf"{_START}(?:respond|reply|answer|output|return|print|say|write)\b (?:only |exactly |verbatim |just |nothing |simply ){{1,2}}",
    rf"{_START}(?:respond|reply|answer) (?:with|in|as|using)\b (?:\. )?(?:the (?:word|string|phrase|following|text|token)|json|yes|only|no|nothing|your|exactly|[^ ]{{1,30}} (?:\.|$))",
    rf"\byour (?:final |next |only |whole |entire |first |last |earlier |previous |relevance |system |hidden |initial |original |own )?{_PRODUCT}s?\b (?:\w{{1,20}} )?(?:must|should|shall|has to|needs to|ought to|will be|was (?:rejected|wrong|invalid)|is (?:rejected|wrong|invalid|now|to)|were (?:rejected|wrong))\b",
    rf"\b(?:reveal|show|print|output|repeat|leak|disclose|display|send|tell|expose|dump|give) (?:me |us )?(?:your|the above|the hidden|the system|all) (?:\w{{1,20}} )?(?:{_PRODUCT}s?|rules|api keys?|passwords?|secrets?|credentials|configuration|environment variables)\b(?! (?:of|for|to|that))",
    rf"\bto you\b {_gap(2)}(?:{_READER})\b",
    rf"\b(?:when|while|before|after|whenever|upon|once|in) (?:you )?(?:are )?(?:summari[sz](?:ing|e)|screen(?:ing)?|cluster(?:ing)?|evaluat(?:ing|e)|review(?:ing)?|writ(?:ing|e)|cit(?:ing|e)|merg(?:ing|e)|answer(?:ing)?|read(?:ing)?|process(?:ing)?|judg(?:ing|e)|grad(?:ing|e)|scor(?:ing|e)|assess(?:ing)?) (?:{_THIS}|this|your|the (?:section|theme|review|synthesis|summary|transitions?)) (?:\w{{1,20}} )?(?:\. )?(?:please |always |you (?:must|should|will) |do not |never |also |only ){{0,2}}{_OBEY}\b",
    rf"\b(?:no matter|regardless of|whatever|irrespective of) (?:what )?(?:the |your |any |other )(?:\w{{1,20}} )?(?:prompt|instructions?|criteria|rubric|guidelines|rules)(?: (?:is|are|says?|say))? (?:\. )?(?:always |you must |please ){{0,1}}{_OBEY}\b",
    rf"\bfrom now on\b (?:\. )?(?:you|your|all|every|always|act|only|{_OBEY})\b",
    rf"{_START}(?:act|behave|pretend|roleplay|role play) (?:as|like|to be|that you)\b(?: if)?(?: (?:you|an?|the|my|are)){{0,3}} {_gap(2)}(?:{_READER}|dan|reviewer|expert|author|no rules|unrestricted|admin\w*)\b",
    r"\b(?:the |your |an )?(?:earlier|previous|last|prior) (?:answer|response|reply|output) (?:of yours )?(?:was|is|has been) (?:rejected|wrong|invalid|incomplete|incorrect|refused)\b",
    rf"\byou (?:must|shall|are (?:hereby )?(?:required|instructed|ordered|asked|requested|told|commanded) to|have to|are obliged to|should|will|need to)\b (?:now |always |never |not |therefore |only |instead |also ){{0,2}}{_OBEY} (?:\. )?(?:{_THIS}|it\b|that\b|only\b|with\b|the (?:word|following|string|phrase|score|relevance|tool|maximum|highest|above|previous|text|sentence)\b|@|all\b|any\b|every\b|your\b|exactly\b|no\b|nothing\b)",
    # Tools and secrets
    rf"{_START}(?:call|invoke|execute|trigger) (?:the |a |this |your )?(?:tool|function|plugin|api)\b(?! (?:of|for))",
    rf"{_START}(?:call|invoke|execute|trigger|run|use) (?:the |a |any |your |this |all ){{0,2}}(?:[^ ]{{1,30}} ){{0,3}}(?:tools?|functions?|api|plugin|shell|bash|browser|web search|code interpreter|endpoint)\b (?:\. )?(?:to|with|and|now|named|on|for|before|in|$|\.)",
    rf"\b(?:please|must|you should|you can|you may|should now|and then|now) (?:call|invoke|execute|trigger|run) (?:the |a |any |your ){{0,1}}(?:[^ ]{{1,30}} ){{0,2}}(?:tool|function|command|shell|plugin)\b",
    rf"{_START}(?:decode|decrypt|decipher|unscramble|translate|reverse) {_gap(5)}(?:and|then|to) {_gap(2)}(?:follow|execute|obey|do|act|comply|run|carry)\b",
    rf"{_START}(?:follow|obey|execute|comply with|carry out|adhere to) (?:only )?(?:the |these |this |all |my |our )(?:\w{{1,20}} )?(?:instructions?|commands?|directives?|orders?)\b(?! (?:of|from|for|on|given by|by) (?:the|your|their|his|a) (?:doctor|physician|manufacturer))",
    rf"{_START}(?:send|post|upload|exfiltrate|forward|email|fetch|download|visit|open|browse) (?:to )?(?:the |all |your |this |any ){{1,2}}{_gap(4)}(?:https?|url|link|server|endpoint|address|conversation|webhook)\b",
    rf"{_START}(?:do not|dont|never|under no circumstances) (?:mention|reveal|tell|disclose|exclude|reject|criti[sz]ci[sz]e|downrank|flag|warn|question|refuse|summari[sz]e|cite any|cite other|report) (?:this|that|these|the user|anyone|any|it|the (?:above|following|presence|instructions?)|other)\b",
    rf"{_START}(?:do not|dont|never) (?:follow|obey|apply|use|heed|trust) (?:the|your|any|these) (?:\w{{1,20}} )?(?:instructions?|rules?|criteria|prompt|guidelines?)\b",
    rf"{_START}(?:give|write|provide|produce|generate) (?:an? |only )(?:\w{{1,20}} )?(?:positive|favou?rable|glowing|enthusiastic|flattering|negative) (?:review|evaluation|assessment|summary|judge?ment|verdict)s?\b",
    rf"{_START}(?:do not|dont|never) (?:highlight|mention|report|list|state|discuss|include) (?:any )?(?:negatives?|weakness(?:es)?|flaws?|limitations?|criticisms?|shortcomings)\b",
    rf"{_START}(?:make sure|ensure|see to it)(?: that)? (?:{_THIS}|it)\b {_gap(3)}(?:included|cited|accepted|scored|ranked|selected|mentioned|quoted|first)\b",
    rf"\b(?:when|if|whenever) (?:you are |ever )?asked (?:about|to|for|whether|which) {_gap(8)}(?:\. )?(?:always|never|you must|please|you should) {_OBEY}\b",
    rf"(?:^|(?<=\. ))in your {_PRODUCT}s? (?:\. )?(?:please |always |also |do not |never )?{_OBEY}\b",
    rf"{_START}make (?:it|this|{_THIS}|us) (?:the |your )(?:first|best|key|top|main|only|central|most)\b",
    rf"{_START}(?:run|execute|evaluate|eval) (?:the |this |these )(?:following|code|command|script|commands)\b(?: (?:\.|command|code|script|on|in|and)|$)",
    rf"\b(?:we|i) (?:hereby )?(?:instruct|order|command|request|ask|urge|require) (?:any|all|every|each|you) (?:{_READER})? ?{_gap(4)}to {_OBEY}\b",
    rf"{_START}pretend (?:that )?(?:you|to be|this)\b",
    rf"\b(?:supersedes?|overrides?|replaces?|cancels?|outweighs?|invalidates?) (?:all |any )?(?:of )?your (?:\w{{1,20}} )?{_ORDERED}\b",
    r"\b(?:the |your )?(?:instructions?|prompts?|rules|criteria) (?:given |stated |written )?(?:above|before this|so far|you were given|you have) (?:are|is) (?:\w{1,20} )?(?:outdated|void|wrong|superseded|cancell?ed|invalid|obsolete|fake|a test)\b|\bfollow (?:these|mine|this) (?:\w{1,20} )?instead\b",
    rf"\b(?:correct|right|expected|proper|only|final|true|appropriate) (?:screening |relevance )?(?:decision|verdict|answer|label|score|judge?ment|rating) (?:for|of|on|about) {_THIS} (?:is|must|should)\b",
    rf"\bit is (?:mandatory|required|compulsory|obligatory|imperative|necessary|an order) (?:to|that you) (?:cite|include|quote|rate|score) {_gap(3)}(?:{_THIS}\b|[^ ]{{1,20}}\d{{4}}[a-z]?\b|in (?:every|each|all)\b)",
    rf"{_START}(?:score|rate|rank|judge|grade|treat|classify|mark) {_THIS} ",
)

_OTHER = (
    # German
    rf"\b(?:ignorier\w{{0,4}}|missacht\w{{0,4}}|vergiss|vergesst|vergessen sie|verwirf|uberschreib\w{{0,3}}|befolge?n?(?: sie)? nicht){_B}{_gap(3)}(?:vorherig|vorig|bisherig|obig|fruher|vorangehend|vorangegangen|vorstehend|alle|dein|ihre|system)\w{{0,4}}{_B}{_gap(3)}(?:anweisung|vorgabe|instruktion|regel|befehl|aufforderung|prompt|kriterien)\w{{0,4}}",
    rf"(?:^|(?<=\. ))(?:bitte )?(?:nimm|nehmen sie|schliess\w{{0,3}}(?: sie)?|bewert\w{{1,3}}(?: sie)?|zitier\w{{1,3}}(?: sie)?|gib|geben sie|stufe?n?(?: sie)?|ordne?n?(?: sie)?) (?:immer |stets |unbedingt ){{0,1}}(?:dies|den vorliegend|die vorliegend|das vorliegend)\w{{0,3}} {_gap(1)}(?:artikel|arbeit|studie|aufsatz|beitrag|text|abstract|publikation|werk)\b",
    r"\b(?:du bist|sie sind|ihr seid) (?:jetzt |nun |ab sofort ){0,1}(?:ein\w{0,2} )(?:[^ ]{1,30} ){0,2}(?:ki|sprachmodell|assistent|gutachter)\b",
    r"\b(?:als|an (?:die|das|alle)|hinweis an) (?:eine? |die |das |alle )?(?:ki|sprachmodelle?|ki modelle?|ki systeme?|ki assistent\w{0,2}) (?:\. )?(?:die |das |du |sie |musst|sollst|bitte|welche )",
    r"\b(?:diese[rs]?|der vorliegende|die vorliegende) (?:artikel|arbeit|studie|beitrag) (?:muss|ist) (?:unbedingt |immer |stets ){0,1}(?:aufgenommen|eingeschlossen|zitiert|einzuschliessen|aufzunehmen|zu zitieren)",
    # French
    rf"\b(?:ignor(?:e|ez|er)|oubli(?:e|ez|er)|neglig(?:ez|e)|ne (?:tiens|tenez|suivez|respectez) (?:pas|plus)(?: compte)?){_B}{_gap(3)}(?:instructions?|consignes?|directives?|regles|ordres){_B}{_gap(1)}(?:precedentes?|anterieure?s?|ci dessus|du systeme|initiales?|donnees|recues)",
    rf"(?:^|(?<=\. ))(?:veuillez )?(?:inclu(?:ez|re|s)|cit(?:ez|er)|accept(?:ez|er)|not(?:ez|er)|retenez|attribu(?:ez|er)|donnez|class(?:ez|er)) (?:toujours |imperativement |absolument ){{0,1}}(?:a |de )?(?:cet|cette|ce|la presente|le present) {_gap(1)}(?:article|etude|travail|document|texte|resume|publication)\b",
    r"\b(?:tu es|vous etes) (?:maintenant |desormais )?(?:une? )(?:[^ ]{1,30} ){0,2}(?:ia|modele de langage|assistant|intelligence artificielle|evaluateur)\b",
    r"\b(?:en tant qu(?:e |)|note aux? |a l attention des? )(?:une? )?(?:ia|modeles? de langage|intelligence artificielle|assistants?)\b (?:[^ ]{1,30} ){0,2}(?:vous|tu|ignor\w{1,3}|inclu\w{1,3}|\.)",
    r"\b(?:ignorez|ignore|oubliez|oublie) (?:toutes? |tous )?(?:vos|tes|les) (?:[^ ]{1,30} )?(?:consignes|instructions|directives)\b",
    # Spanish, Portuguese, Italian, Dutch
    rf"\b(?:ignor(?:a|e|en|ad|ar)|olvid(?:a|e|en|ar)|descart(?:a|e)|omit(?:a|e)|haga caso omiso de|no siga|desconsider(?:e|a)|esqueca|dimentica(?:te)?|ignorate|tralascia){_B}{_gap(3)}(?:instrucciones|indicaciones|ordenes|reglas|instrucoes|comandos|regras|istruzioni|indicazioni|regole){_B}{_gap(1)}(?:anteriores|previas|precedentes|precedenti|dadas|recibidas|acima|ricevute|del sistema|do sistema|di sistema)",
    rf"(?:^|(?<=\. ))(?:por favor )?(?:inclu(?:ya|ye|ir|a|i|dere)|cit(?:e|a|ar|are)|acept(?:e|a)|califique|puntue|clasifique|includi|includete|aceite|avalie) (?:siempre |sempre ){{0,1}}(?:este|esta|questo|questa|quest) {_gap(1)}(?:articulo|estudio|trabajo|documento|artigo|estudo|trabalho|articolo|studio|lavoro)\b",
    r"\b(?:eres|usted es|voce e|tu sei) (?:ahora |agora |ora )?(?:una? |um |uma )?(?:[^ ]{1,30} ){0,2}(?:ia|modelo de lenguaje|modelo de linguagem|modello linguistico|asistente|assistente|intelligenza artificiale)\b",
    rf"\b(?:negeer|vergeet){_B}{_gap(3)}(?:vorige|eerdere|bovenstaande|voorgaande|alle|systeem){_B}{_gap(2)}(?:instructies?|aanwijzingen|opdrachten|regels)",
    # Russian, Ukrainian, Polish, Turkish
    rf"\b(?:про)?игнорир\w{{1,6}}{_B}{_gap(3)}(?:инструкци|указани|команд|правил|промпт)\w{{0,4}}|\b(?:забудь(?:те)?|отбрось(?:те)?|не (?:следуй|выполняй|обращай)(?:те)?(?: внимания на)?){_B}{_gap(3)}(?:инструкци|указани|команд|правил|промпт)\w{{0,4}}",
    rf"(?:^|(?<=\. ))(?:пожалуйста )?(?:обязательно |всегда ){{0,1}}(?:включи(?:те)?|(?:про)?цитируй(?:те)?|оцени(?:те)?|поставь(?:те)?|прими(?:те)?) {_gap(2)}(?:эт|данн|настоящ)\w{{1,4}} {_gap(1)}(?:стат|работ|исследовани|публикаци)\w{{0,3}}",
    r"\bты (?:теперь )?(?:[^ ]{1,30} )?(?:языковая модель|ассистент|ии)\b|\bвы (?:теперь )?(?:[^ ]{1,30} )?(?:языковая модель|ассистент)\b",
    rf"\b(?:зигноруй|ігноруй)(?:те)?{_B}{_gap(3)}(?:інструкці|вказівк)\w{{0,3}}|\bzignoruj(?:cie)?{_B}{_gap(3)}(?:instrukcj|polecen)\w{{0,4}}|\b(?:onceki|yukaridaki){_B}{_gap(2)}talimat\w{{0,6}}{_B}{_gap(2)}(?:yok say|gormezden|unut)\w{{0,6}}",
    # Chinese, Japanese, Korean, Arabic
    r"(?:忽略|无视|無視|忽視|忘记|忘記|不要理会|不要遵[守循]|请勿遵[守循]|跳过)[^。]{0,14}(?:指令|指示|提示词?|命令|规则|規則|说明|說明)",
    r"(?:忽略|无视|無視|忽視|忘记|忘記)(?:掉)?(?:以上|上述|之前|前面|先前|上面)|(?:给|給|打)[^。]{0,8}(?:满分|滿分|最高分)",
    r"(?:请|請|必须|必須|务必|務必|一定要|应当给)[^。]{0,10}(?:纳入|納入|引用|收录|收錄|评分|評分|打分|给出|給出|评为|評為|推荐|推薦)[^。]{0,12}(?:本文|此文|这篇|這篇|该论文|該論文|本研究|满分|滿分|最高分|论文|論文)",
    r"(?:将|把|給|给)(?:本文|此文|这篇|這篇|该论文|本研究)[^。]{0,12}(?:纳入|納入|评为|評為|打|列为|列為|设为)[^。]{0,8}(?:分|相关|相關|综述|綜述|首选)",
    r"你(?:现在|現在)?是(?:一个|一個|一名)?[^。]{0,8}(?:语言模型|語言模型|助手|审稿人|審稿人|人工智能)|作为(?:一个)?(?:人工智能|语言模型|ai)[^。]{0,8}你",
    r"(?:指示|命令|プロンプト|ルール|指令)[^。]{0,10}(?:無視|忘れ)(?:し|て|ろ|せよ|$)|この論文を[^。]{0,10}(?:必ず|含め|引用し)[^。]{0,6}(?:てください|なさい|せよ)",
    r"(?:이전|위의|앞의|모든)[^.]{0,24}(?:지시|명령|프롬프트)[^.]{0,24}무시",
    r"(?:تجاهل|انس)\w{0,3} (?:[^ ]{1,30} ){0,3}(?:التعليمات|الاوامر|الأوامر|تعليمات)",
)

PHRASES: tuple[re.Pattern[str], ...] = tuple(re.compile(fold_literal(pattern)) for pattern in (*_ENGLISH, *_OTHER))
