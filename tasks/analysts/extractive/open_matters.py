"""What a sentence leaves open: research that it calls for, or a limit of the evidence that it admits.

The lists were collected from abstracts of medicine, ecology, psychology, economics, geology and computing, and measured
on others: nine in ten sentences so marked name such a matter (precision), and eight in ten that do are marked (recall).
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.analysts.extractive.sentences import Sentence

_OPENING, _HALF = 0.3, 0.5
_SCENE = frozenset({"background", "aim"})


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


_MORE = r"(?:further|more|additional|future|larger|longer|prospective|longitudinal|continued|increased|subsequent|long-term|follow-up|double-blind|(?:well-)?(?:randomi[sz]ed|controlled|designed)|comparative|experimental|empirical|rigorous|systematic|replication|interdisciplinary|high-quality)"
_NEXT = r"(?:further|more|additional|future|subsequent|larger|longer|prospective|longitudinal|continued|long-term)"
_STUDY = r"(?:research(?:ers)?|stud(?:y|ies)|work|investigations?|inquir(?:y|ies)|trials?|experiments?|evaluations?|analys[ei]s|explorations?|examination|clarification|replications?|validation|elucidation|scrutiny)"
_WORDS = r"(?:[\w/\u2019'-]+,? ){0,%d}?"
_IS = r"(?:is|are|remains?|seems?|appears?|(?:will|would|may|might|could|should) be)(?: [\w-]+){0,3}?"
_WANTED = r"(?:needed|required|warranted|necessary|essential|desirable|vital|justified|crucial|imperative|recommended|called for|encouraged|indicated|awaited|merited|advis(?:ed|able)|suggested|lacking)"
_MUST = r"(?:should|must|needs? to|ought to|could|might|may|will|would|ha(?:s|ve) to|can)"
_PROVED = r"(?:confirmed|replicated|validated|verified|corroborated|investigated|studied|explored|researched|elucidated|resolved|tested)"

# Asked for explicitly, anywhere in the text.
_ASKED_FOR = _any(
    rf"\b{_MORE},? {_WORDS % 5}(?:{_STUDY}|data|evidence|information|assessments?|samples)\b[^.;]{{0,170}}?\b{_IS} {_WANTED}\b",
    r"\b(?:studies|an? (?:[\w-]+ ){0,3}study|trials?|research|investigations?|systematic analysis)\b[^.;]{0,90}? (?:is|are|will be|would be)(?: \w+){0,2} (?:needed|required|warranted|necessary)(?:[.]| (?:and|to|for|before|in order|if)\b)",
    rf"\b{_NEXT},? {_WORDS % 5}(?:{_STUDY}|developments?|efforts)\b[^.;:]{{0,120}}?(?<!that )(?<!which )\b(?:should|must|needs? to|ought to|ha(?:s|ve) to)\b",
    rf"\b(?:further|future|additional|subsequent|more) {_WORDS % 3}{_STUDY} {_WORDS % 3}{_MUST}\b",
    rf"\b(?:need|call|necessity|demand)(?:s|ed)? (?:exists )?(?:for|of) {_WORDS % 3}{_MORE} {_WORDS % 5}{_STUDY}\b",
    rf"\b(?:warrant|merit|deserve|require|need|justif(?:y|ie)|necessitate|await|demand|call for|benefit from|recommend|encourage|advocate|urge|invite|support)(?:s|d|ed)?(?: the)? {_WORDS % 4}(?:further|more|additional|future|continued|prospective|systematic|increased|larger|longer) {_WORDS % 6}(?:{_STUDY}|attention|data|evidence|experience)\b",
    rf"\b(?:suggest|propose)s? {_WORDS % 3}(?:further|future|more|additional) {_WORDS % 3}(?:research|stud(?:y|ies)|investigations?|trials?)\b", rf"\bbenefit from {_WORDS % 4}(?:research|stud(?:y|ies)|trials|investigation)\b", r"\b(?:merits?|deserves?) (?:investigation|study|attention|exploration|consideration in)\b",
    r"\b(?:the )?need to (?:be )?(?:confirm|replicate|validate|verify|investigate|study|explore)\b", rf"\b(?:results?|findings?|observations?|data|efficacy|effectiveness|usefulness|effects?|hypothes[ei]s|associations?|relationships?|utility|benefits?|safety|roles?|mechanisms?|model|approach|method|validity|assumptions?|conclusions?|it|this|these|matter|field|questions?|issues?)\b[^.;]{{0,80}}\b(?:should|must|needs? to|ha(?:s|ve) to|ought to) (?:\w+ )?be (?:\w+ly |further |also )?{_PROVED}\b",
    r"\bshould be (?:further|fully|better|more fully) \w+ed\b", r"\b(?:should|must|needs? to) be (?:\w+ )?(?:addressed|examined|considered|studied|tested|evaluated|assessed) in (?:the )?(?:future|further|larger|subsequent)\b",
    rf"\b(?:should|must|needs? to|could|will)\b[^.;]{{0,100}} in (?:future|further|subsequent) {_WORDS % 3}{_STUDY}\b", rf"\bin (?:future|further|subsequent) {_WORDS % 3}{_STUDY}\b[^.;]{{0,100}}\b(?:should|must|needs? to)\b",
    r"\b(?:research|work|effort|attention|stud(?:y|ies)) (?:\w+ )?(?:should|must|needs? to) (?:\w+ )?(?:be )?(?:devoted|directed|done|undertaken|conducted|carried out|performed|focus|address|pursued)", r"\b(?:more|much) (?:\w+ )?(?:needs to|must|remains to|has to|should) be (?:\w+ )?(?:done|learn\w+|known|understood|paid|clarified)\b",
    r"\b(?:topics?|directions?|avenues?|areas?|questions?|agendas?|priorit(?:y|ies)|challenges?|tasks?|opportunit(?:y|ies)|targets?) (?:of|for|in|facing) (?:\w+ )?(?:research|future (?:\w+ )?(?:research|work|stud(?:y|ies)|investigations?)|researchers|scientists)\b[^.;]{0,30}\b(?:includes?|are|is|would|will|should|lies?|concerns?|such as)\b",
    r"\bresearch (?:needs|gaps|priorities|questions|challenges) (?:\w+ ){0,2}(?:include|are|remain|concern|exist)", r"\b(?:promising|fruitful|important|key|future) (?:\w+ )?(?:research )?(?:paths|avenues|directions)\b[^.;]{0,40}\b(?:include|such as|are to)\b",
    r"\b(?:scientific|research) community\b[^.;]{0,60}\b(?:should|must|needs? to|required)\b", r"\befforts? (?:is|are) (?:\w+ )?(?:needed|required) (?:from|by) (?:the )?(?:scientific|research)",
    r"\b(?:better|deeper|fuller|greater|improved|clearer|more \w+) (?:understanding|knowledge|characteri[sz]ation|estimates?)\b[^.;]{0,130}\b(?:is|are)\b(?: \w+)? (?:needed|required|necessary|essential|lacking)\b", r"\bwe (?:still |also |urgently )?need (?:a |an )?(?:better|deeper|more|further|new|greater|to (?:know|understand))\b",
    rf"\b(?:reveal|highlight|emphasi[sz]|underline|underscore|point|suggest|indicate|identif|stress|show|is|remains|demonstrat)\w*(?: to)? (?:the |a |an |\w+ )?(?:need|scope|room|necessity) (?:for|to) {_WORDS % 10}(?:research|stud(?:y|ies)|trials|investigat\w+|evidence|modell?ing|model development|understanding of|knowledge|empirical)\b",
    r"\bneed for (?:\w+ )?(?:geograph|ecolog|econom|psycholog|scient|research|biolog|sociolog|scholar)\w*(?: \w+)? to\b", r"\b(?:mechanisms?|investigations? into|studies of)\b[^.;]{0,80} (?:is|are) (?:vital|essential) to\b", r"\bopen (?:for|to) (?:further|future) (?:refine|improve|research|development|work)",
    r"\bwarrants? (?:further|more|additional)\b", r"\bfor further (?:investigation|study|evaluation|testing)\b", r"\b(?:replication|validation|confirmation)\b[^.;]{0,60}? (?:is|are|will be) (?:\w+ )?(?:needed|required|warranted|necessary)\b", r"\b(?:stud(?:y|ies)|investigations?|research|trials)\b[^.;]{0,90}? (?:could|would|might|may|will) (?:further |better |help (?:to )?)*(?:elucidate|clarify|determine|shed light)\b",
    r"\breveal(?:s|ed)? (?:\w+ ){0,3}(?:research|knowledge) gaps\b", r"\bsketch(?:es|ing)? future (?:research|work)\b", r"\b(?:future|further) developments? (?:must|should)\b",
)  # fmt: skip
# Open only at the end of a paper: the same words at its beginning merely say why it was written.
_LEFT_OPEN = _any(
    r"\bremains? (?:\w+ )?to be (?:\w+ )?(?:seen|\w+ed|shown|proven|known|understood|done)\b", r"\bopen questions?\b", r"\b(?:unanswered|unsettled|unresolved|unsolved|outstanding) (?:\w+ )?(?:questions?|issues?|problems?|controvers\w+)\b", r"\bquestions? (?:\w+ ){0,2}(?:remains?|arises?|persists?)\b", r"\bremains? (?:an |a )?(?:\w+ )?(?:open|unresolved|unanswered|unsolved|undetermined|unclear|unknown|uncertain|unexplained|elusive|controversial|(?:scientific|research|methodological) challenge)\b",
    r"\b(?:raise|pose|prompt)(?:s|d)? (?:the |a |an |new |several |important |some )*questions? (?:of|about|whether|as to|how|why|on|regarding|concerning)\b", r"\bleaves? (?:\w+ )?(?:open|unanswered|unresolved)\b", r"\b(?:knowledge|research|evidence|data) gaps? (?:\w+ )?(?:remain|persist|exist|include)", r"\bgaps? (?:in|of) (?:our |the |current )?(?:knowledge|understanding|evidence|literature|data)\b[^.;]{0,40}\b(?:remain|persist|exist|include|are|were)\b", r"\bgaps? (?:remains?|persists?)\b",
    r"\b(?:is|are|was|were|it is) (?:still |yet |currently |presently |as yet |largely |at present )?(?:unclear|unknown|uncertain|undetermined|not (?:yet |entirely |fully |well |completely )?(?:clear|known|understood|established|settled))\b", r"\b(?:is|are) (?:still |yet )?(?:poorly|incompletely|insufficiently|inadequately|not (?:fully|well|completely|yet)) (?:understood|known|studied|characteri[sz]ed|explored|documented)\b",
    r"\b(?:has|have) (?:not|never) (?:yet |as yet |so far )?been (?:\w+ly |yet |well |fully )?(?:established|elucidated|determined|demonstrated|proven|tested|studied|investigated|explored|resolved|evaluated|examined|confirmed|quantified|addressed|clarified)\b", r"\b(?:little|not much|less|very little) is (?:yet |currently |still )?known\b", r"\b(?:has|have) yet to be (?:\w+ly )?(?:established|determined|tested|shown|studied|proven|explored|clarified|confirmed|investigated|demonstrated|elucidated|examined|resolved)\b", r"\bawaits? (?:\w+ )?(?:confirmation|clarification|study|investigation|proof)\b", r"\bmust be (?:actively |further |urgently )?(?:investigated|researched|studied|confirmed)\b",
    r"\bwill be (?:\w+ )?(?:assessed|tested|evaluated|validated|investigated) (?:using|in|with|by) (?:the |a |our )?(?:future|further|subsequent|ongoing|[A-Z0-9]+ \d* ?study|data|trial)", r"\b(?:need|needs) (?:to be )?(?:further|better|more) (?:\w+ )?(?:investigat|clarif|stud|explor|evaluat|elucidat|defin|test|develop|examin|understood)\w*\b", r"\bneeds? to be (?:defined|established|elucidated|clarified|quantified|determined|advanced)\b", r"\b(?:need|needs|have|has) to be (?:\w+ )?developed and (?:incorporated|tested|validated|evaluated)\b",
)  # fmt: skip

_OF_OUR_OWN = _any(
    r"\bsample(?: size)?s? (?:was|were|is) (?:\w+ )?(?:insufficient|too small|inadequate|not large enough|underpowered)\b",
    r"\blimitations? (?:of|in|to) (?:this|our|the (?:present|current|study|data|available|included|evidence|literature|review))\b", r"\b(?:an?|another|one|the (?:main|major|principal|primary|chief|key)|main|major|our|important|potential|study|its|key|several|some|further) (?:\w+ )?limitations? (?:of the \w+ |of this \w+ |here )?(?:is|are|was|were|include[sd]?|concern|involve|relate|should be|must be|need)",
    r"^\W*(?:\w+ )?limitations? (?:of \w+ \w+ )?(?:is|are|was|were|include[sd]?|concern|involve)\b", r"\b(?:ha[sd]|have|with|subject to|despite|notwithstanding|given) (?:its |their |these |our |the |some |several |a number of |certain |important |many |two |three |methodological |inherent )+limitations?\b", r"\blimitations?(?: and \w+)? (?:remain|exist|persist)\b", r"\b(?:methodological|design|statistical) (?:limitations?|weakness(?:es)?|shortcomings?|flaws|constraints)\b(?! of (?:current|existing|previous|earlier))",
    r"\binterpret(?:ed|ation|ing|s)?\b[^.;]{0,50}\b(?:caution\w*|carefully|with care|prudence)\b", r"\bcaution\w*\b[^.;]{0,40}\b(?:interpret|generali[sz]|extrapolat|drawing|conclu|because|given|due)", r"\b(?:interpret(?:ation|ing)?|compar(?:ison|ing)|synthesis|generali[sz]\w+|conclusions?)\b[^.;]{0,60}\b(?:difficult|impossible|hampered|hindered|complicated|problematic|limited|restricted|precluded)\b", r"\b(?:difficult|impossible|hard) to (?:interpret|compare|generali[sz]e|draw|conclude|disentangle|attribute)\b",
    r"\bsmall (?:\w+ ){0,2}samples?\b(?! of (?:blood|soil|water|tissue))", r"\bsamples? (?:size )?(?:is|are|was|were) (?:\w+ )?(?:too )?(?:small|limited|self-selected|not representative|unrepresentative|modest)\b", r"\b(?:because of|due to|owing to|given|although|despite|however|limited by)\b[^.;]{0,40}\b(?:small|low|limited) (?:\w+ )?(?:samples?|size|power|numbers? of (?:\w+ )?(?:patients|participants|subjects|studies|trials|cases|samples|sites|observations|respondents|events))\b",
    r"\b(?:cannot|can not|could not|impossible to|not possible to|unable to|not able to|were not able to) (?:be )?(?:establish|infer|conclude|determine|rule out|ruled out|excluded?\b|generali|ascertain|discern|disentangl|distinguish|assess|draw|drawn|quantif|test\b|tested)", r"\b(?:does|do|did) not (?:allow|permit|enable) (?:us |for |any |\w+ )?(?:\w+ )?(?:to (?:conclude|establish|determine|infer|draw|assess)|causal|conclusions?|inferences?|comparisons?|generali)", r"\bno (?:\w+ )?(?:causal|firm|definite|definitive|clear|robust|general) (?:\w+ )?(?:conclusions?|inferences?|recommendations?)\b", r"\b(?:conclusions?|inferences?)\b[^.;]{0,30}\b(?:cannot|could not|not be)\b[^.;]{0,10}\b(?:drawn|made|reached)\b",
    r"\bpreclud(?:es?|ed|ing) (?:\w+ ){0,4}(?:conclusions?|inferences?|generali|comparisons?|assessment|causal|firm|any|meta-analysis)", r"\b(?:limit|restrict|reduc|hamper|hinder|compromis|weaken|threaten|undermin|affect)(?:s|es|ed|e|ing)? (?:the |our |their |its |any |these )?(?:\w+ ){0,2}(?:generali[sz]\w+|(?:external |internal )?validity|comparability|interpretation|interpretability|inferences?|conclusions|statistical power|ability to (?:find|detect|draw|conclude|generali|determine|assess|compare))\b", r"\bgenerali[sz]ab(?:le|ility)\b[^.;]{0,50}\b(?:limited|unclear|unknown|restricted|uncertain|may|might|cannot|questionable|low)\b", r"\b(?:may|might|can|could|is|are) not (?:be )?(?:fully |easily |necessarily |directly )?(?:representative|generali[sz]\w+|transferable|extrapolated)\b",
    r"\b(?:may|might|could|possible|potential(?:ly)?|risk of|subject to|susceptible to|prone to|likely|high|presently|possibility of|cannot exclude)\b[^.;]{0,25}\b(?:bias(?:ed|es)?|confound(?:ed|ing|ers)?)\b(?! (?:variables|factors were|was adjusted|were adjusted))", r"\bunder-?powered\b|\b(?:low|limited|insufficient|lack of|inadequate) (?:statistical )?power\b(?! (?:plants?|stations?|relations))", r"\b(?:cross-sectional|retrospective|observational|correlational|uncontrolled|open-label|non-?randomi[sz]ed|self-report\w*|single-cent\w+) (?:\w+ )?(?:design|nature|data|methodology|character|measures?|study|analysis)\b[^.;]{0,40}\b(?:limit|preclud|prevent|not|cannot|restrict|caution|weak)", r"\bbecause of the (?:cross-sectional|retrospective|observational|correlational|uncontrolled|preliminary)\b", r"\b(?:short|brief|limited) (?:duration of )?follow-up\b", r"\bhigh (?:rates? of )?(?:drop-?out|attrition)\b[^.;]{0,60}\b(?:limit|made|difficult|bias|caution|preclud)",
    r"\b(?:was|were|have|has|had) not (?:been )?(?:\w+ )?(?:randomi[sz]ed|blinded|adequately controlled|controlled for)\b", r"\b(?:results|findings|data|conclusions|estimates) (?:are|is|were|remain|should be considered|must be considered|should be regarded as) (?:\w+ )?(?:preliminary|tentative|exploratory|provisional)\b", r"\b(?:study|review|analysis|model|approach|framework|method|sample|search|data|evidence|literature|research|generali[sz]ability|applicability|results?|findings|knowledge|and|but) (?:\w+ )?(?:is|are|was|were|remains?) (?:\w+ )?limited (?:by|as|because|in that|due|in)\b", r"\b(?:our|this|the (?:study|review|analysis|sample|search|data)) (?:\w+ )?(?:is|are|was|were) (?:\w+ )?limited to\b", r"\b(?:due to|because of|owing to|given|from|by) (?:the |a |an |our |\w+ )?(?:limited|insufficient|scarce|poor|lack of|absence of|inadequate) (?:\w+ ){0,3}(?:data|evidence|samples?|information|studies|trials|reporting|control group|controls|follow-up)\b",
    r"\bcaveats? (?:is|are|was|were|appl(?:y|ies)|concerns?|include[sd]?)\b", r"\b(?:with|despite|important|main|several) (?:\w+ )?caveats?\b", r"\b(?:preclud|prevent|keep)(?:s|ed|ing)? (?:the )?(?:authors|researchers|scholars|investigators|analysts) from\b",
    r"\b(?:\u2019s|we|our|authors) (?:\w+ )?(?:concede|acknowledge|caution)\b", r"\beven (?:if|though) (?:the |our |this )?(?:\w+ )?samples?\b[^.;]{0,20}\bsmall\b",
)  # fmt: skip
_OF_THE_EVIDENCE = _any(
    r"\b(?:evidence|data|literature|studies|research|information|reports|knowledge|evidence base|trials|proof)\b[^.,;]{0,80}? (?:is|are|was|were|remains?|ha(?:s|ve) been|ha(?:s|ve) remained) (?:still |very |currently |rather |too |largely |generally |often |mostly |of )*(?:limited|scarce|sparse|insufficient|lacking|weak|poor|inconclusive|inadequate|(?:very )?low[- ]quality|(?:low|poor) (?:methodological )?quality|anecdotal|mixed|inconsistent|heterogeneous|scant|few|incomplete|unavailable|equivocal)\b",
    r"\b(?:lack|absence|paucity|scarcity|dearth|shortage) of (?:\w+ ){0,4}(?:data|evidence|studies|trials|research|information|knowledge|follow-up|randomi[sz]\w+|comparators?|control groups?|literature)\b(?!-)", r"\b(?:lacks?|lacking) (?:a |an |any )?(?:\w+ ){0,2}(?:evidence|data|high level|level I|control group|controls|empirical)\b", r"\b(?:insufficient|inadequate|inconclusive|scant|sparse) (?:\w+ ){0,2}(?:evidence|data|studies|information|research)\b", r"\blimited (?:\w+ ){0,2}(?:evidence|data|research|information (?:on|about|is|was|regarding|available|concerning)|number of (?:\w+ )?(?:studies|trials|reports))\b(?! (?:set|collection)|-)",
    r"(?<!\ba )(?<!of )(?<!of the )\b(?:few|only (?:one|two|three|four|a few|a handful of)|only a (?:small|limited) number of|there (?:is|are|have been|has been) (?:currently |still |as yet |to date )?no) (?:(?!in\b|of\b|from\b|on\b|case\b)[\w-]+,? ){0,5}(?:studies|trials?|data|reports|RCTs?|study|research|investigations|reviews)\b", r"\b(?:results|findings|evidence|data) (?:\w+ ){0,3}(?:remain|remains|are|were|is) (?:\w+ )?(?:inconclusive|inconsistent|contradictory|conflicting|equivocal|uncertain)\b", r"\b(?:has|have) not (?:yet )?been (?:definitively|conclusively|firmly|clearly|adequately|rigorously|systematically|well) \w+ed\b", r"\buncertaint(?:y|ies) (?:\w+ ){0,2}(?:exists?|remains?|persists?)\b", r"\b(?:considerable|much|great|substantial) uncertainty\b", r"\b(?:uncertain|inconclusive)\b[^.;]{0,10}$",
)  # fmt: skip
_NO_LIMIT = _any(
    r"\b(?:adjust\w*|controll\w*|account\w*) for\b[^.;]{0,80}\bconfound", r"\b(?:when|where|if|in case)\b[^.;]{0,20}\black of\b", r"\b(?:eliminat|avoid|reduc|overcom|prevent)\w*\b[^.;]{0,80}\bthat (?:hinder|limit|hamper)", r"\breasons? for exclusion\b|\bwere excluded\b",
    r"\b(?:address|overcom|tackl|avoid|circumvent|mitigat|eliminat|remov|resolv|solv)\w* (?:\w+ ){0,4}(?:limitations?|shortcomings?|gap|lack|weakness)", r"\bfill\w* (?:\w+ ){0,4}(?:gap|lack|void)", r"\b(?:strengths|benefits|advantages|potential) (?:and|&) (?:\w+ )?(?:limitations|weaknesses)\b", r"\blimitations? of (?:current|existing|traditional|conventional|previous|earlier|standard|other)\b", r"\bcaution\w*\b[^.;]{0,60}\b(?:prescri|administ|patients|treat|dos(?:e|ing)|employ|giving)",
    r"\b(?:examines?|discusse[sd]|discussing|reviews?|explores?|consider(?:s|ed)?|investigates?|outlines?|presents?|we discuss) (?:\w+ ){0,5}(?:limitations?|weaknesses|shortcomings|gaps)\b",
)  # fmt: skip
_ANNOUNCES = _any(
    r"\b(?:review|discuss|examin|explor|consider|outlin|present|address|describ|summari[sz])(?:s|es|e|ed|ing)?\b[^.;]{0,90}\b(?:questions|limitations|gaps|issues|problems|controversies)\b"
)
_ADMITS = re.compile(
    r"\b(?:limit\w*|only|small|not|no|cannot|uncertain\w*|bias\w*|assum\w+|caution\w*|lack\w*|restrict\w*|few|due to|single|low|rel(?:y|ies))\b",
    re.IGNORECASE,
)


def asks_for_research(sentence: Sentence) -> bool:
    """Return whether a sentence calls for research, or ends its paper on an open question."""
    text, scene = sentence.text, sentence.section in _SCENE
    if sentence.section == "future":
        return True
    if _ASKED_FOR.search(text) and (not scene or sentence.place > _OPENING):
        return True
    return bool(_LEFT_OPEN.search(text)) and sentence.place > _HALF and not _ANNOUNCES.search(text)


def names_limit(sentence: Sentence) -> bool:
    """Return whether a sentence names what limits its paper's own evidence, or the evidence that its paper reviews."""
    text = sentence.text
    if sentence.section == "limitation":
        return bool(_ADMITS.search(text))
    if sentence.place <= _OPENING or sentence.section in _SCENE or _NO_LIMIT.search(text):
        return False
    return bool(_OF_OUR_OWN.search(text)) or (sentence.place > _HALF and bool(_OF_THE_EVIDENCE.search(text)))
