"""Cue phrases: which part a sentence plays in a paper, which way a result points, which design a study has.

The cue method is Edmundson's (1969); the lists were collected from abstracts of health, ecology and social science.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.analysts.extractive.no_findings import names_unknown, tells_no_result
from tasks.analysts.extractive.open_matters import asks_for_research, names_limit
from tasks.analysts.extractive.sentences import Sentence


def any_of(*patterns: str) -> re.Pattern[str]:
    """Return a pattern that matches where any of these does, whatever the case."""
    return re.compile("|".join(rf"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


_METHOD = any_of(
    r"\bwe (?:\w+ )?(?:used|use|conducted|surveyed|interviewed|analy[sz]ed?|measured|collected|examined?|assessed|tested|compared|applied|apply|combined|recruited|investigated?|explored?|reviewed?|develop(?:ed)?|model(?:led)?|estimated?|studied|employed|evaluated?)\b",
    r"\bsamples? of\b", r"\bparticipants? (?:were|completed|included|provided|from)\b", r"\bcross-sectional\b", r"\bcohort\b", r"\binterviews?\b",
    r"\bquestionnaires?\b", r"\bregressions?\b", r"\bmeta-analy", r"\bsystematic (?:literature )?review\b", r"\bcase stud(?:y|ies)\b",
    r"\b(?:was|were) (?:\w+ )?(?:measured|assessed|collected|obtained|analy[sz]ed|recruited|determined|sampled|interviewed|examined|conducted|performed|quantified|enrolled|followed|included)\b",
    r"\brandomi[sz]ed\b", r"\bdata (?:from|on|were|was|set)\b", r"\bdatasets?\b", r"\bethnograph", r"\bdesign\b.*\bstudy\b", r"\bfieldwork\b", r"\btook part\b", r"\b(?:study|trial|review|survey) of\b", r"\bthis study\b", r"\bpooled\b", r"\bsimulat", r"\bbased on (?:a|an|the|interviews|data|survey|\d)",
)  # fmt: skip
_AIM = any_of(
    r"\b(?:this|the|the present|the current|our) (?:[\w-]+,? (?:\([^)]*\) )?){0,5}?(?:study|trial|paper|article|review|chapter|report|survey|research|work|analysis|meta-analysis|essay|book|contribution|investigation) (?:\w+ )?(?:aim|estimat|cover|examin|explor|investigat|review|analy|assess|seek|sought|present|discuss|describ|compar|address|develop|introduc|focus|consider|ask|evaluat|test|look|propos|offer|provid|outlin|use|appl|follow|measur|attempt|draw|trac|intend|pool)(?!\w* (?:\w+,? ){0,3}?evidence that\b)",
    r"\b(?:we|the authors?|the researchers?) (?:\w+ )?(?:aim(?:ed)?|seek|sought|explored?|examined?|investigated?|ask(?:ed)?|review|present|introduce|discuss|propose|develop|compare|analy[sz]e|assess|focus|consider|address|describe|outline|summari[sz]e)s?\b", r"\b(?:tested|asked|examined|investigated|assessed|studied|explored|evaluated) (?:whether|if)\b",
    r"\b(?:aims?|objectives?|purpose|goal) (?:of|was|is|were|are)\b", r"^to (?:examine|investigate|determine|assess|explore|evaluate|test|compare|identify|study|describe)\b", r"(?<!\bthey )(?<!\bwho )\baim(?:s|ed)? (?:to|at)\b", r"(?<!\bas )(?<!\bas we )\bhypothesi[sz]ed?\b(?! effect)", r"(?<!\bas )(?<!\bthan )(?<!\bwhat )\bwe (?:\w+ )?expected\b", r"\b(?:we|the authors?) (?:\w+ )?(?:predict|anticipat)ed (?:that|an? \w+|no \w+|higher|lower|greater|larger|smaller|stronger|weaker|more|less|fewer)\b", r"\bhypothes[ei]s (?:was|were|is|are) (?:\w+ )?(?:formulated|tested|proposed|examined|advanced|posed|put forward)\b", r"\bit (?:was|is) (?:\w+ )?(?:expected|predicted|anticipated|assumed) that\b", r"\b(?:our|the|an?) (?:\w+ )?hypothes[ei]s (?:was|were|is|are) that\b", r"\b(?:was|were|is) (?:designed|meant|intended|undertaken|launched) to (?:assess|evaluate|determine|compare|examine|test|investigate|explore|identify)\b", r"\bhas (?:\w+ ){0,2}(?:objectives|aims|goals|purposes)\b", r"\bset out to\b",
)  # fmt: skip
_RESULT = any_of(
    r"\bfound\b", r"\bshow(?:s|ed|n)?\b", r"\bassociat(?:ed|ion|ions)\b", r"\bcorrelat", r"\b(?:higher|lower|greater|larger|smaller|more|fewer|less|better|stronger|weaker) (?:\w+ ){0,4}than\b",
    r"\b(?:increase|decrease|decline|reduce|improve|predict|differ|rise|drop|affect|influence|mediate|moderate|explain|enhance|shape|outperform)(?:s|d|ed|red)\b",
    r"\brose\b", r"\bfell\b", r"\bsignificant", r"\bsuggest", r"\bindicat", r"\breveal", r"\bconclude", r"\bdemonstrat", r"\bresults?\b", r"\bevidence\b", r"\bargue[sd]?\b",
    r"\bidentif(?:y|ied|ies)\b", r"\brelated to\b", r"\blinked\b", r"\bunrelated\b(?! to (?:the )?(?:study|trial) )", r"\bdid not\b", r"\bno (?:significant )?(?:difference|association|relation|effect|evidence)", r"\b\d+(?:\.\d+)? ?%", r"\bhighlights?\b", r"\blead(?:s)? to\b", r"\bwe propose\b",
)  # fmt: skip
_BACKGROUND = any_of(
    r"\b(?:has|have) (?:\w+ )?(?:been|become|emerged|gained|received|attracted|grown|led|long)\b", r"\bincreasing(?:ly)?\b", r"\bgrowing\b", r"\bwidely\b", r"\blittle is known\b",
    r"\bfew studies\b", r"\b(?:major|important|crucial|critical|central|key|essential|fundamental|leading|serious|common|global) (?:\w+ )?(?:cause|challenge|concern|role|factor|issue|problem|threat|driver|source|component|public)",
    r"\b(?:is|are) (?:a|an|one of|known|considered|defined|thought|often|essential|widely|central|crucial|critical|characteri[sz]ed)\b", r"\bdespite\b", r"\bin recent (?:years|decades)\b", r"\bprevious (?:research|studies|work)\b", r"\bworldwide\b", r"\bover the (?:past|last)\b",
)  # fmt: skip
_PAST = any_of(
    r"^(?!.*\b(?:is|are|has|have|can|may|will)\b).*\b(?:was|were|did|had|\w{3,}ed)\b", r"\b(?:found|showed|rose|fell)\b"
)
_IMPLICATION = any_of(
    r"\b(?:should|must|ought to|needs? to|has to|have to)\b(?! (?:\w+ )?(?:be )?(?:further )?(?:studied|investigated|examined|explored))", r"\bwe recommend|\brecommend(?:s|ed)? (?:that|to|for|using|the use)\b|\b(?:is|are) (?:\w+ )?(?:recommended|advis(?:ed|able)|warranted|indicated|preferable)\b",
    r"\bimplications? for (?:\w+ ){0,3}(?:practice|polic|practitioners|clinicians|management|managers|care|treatment|prevention|conservation)", r"\b(?:could|can|may|might|would) (?:\w+ )?(?:help|improve|support|inform|guide|serve|benefit|be (?:used|useful|considered|applied|beneficial|helpful|of (?:value|use|benefit|help)))\b", r"\b(?:useful|valuable|suitable|helpful) (?:\w+ )?(?:for|in) (?:\w+ ){0,2}(?:practice|clinical|care|policy|management|decision)", r"\bfirst[- ](?:choice|line)\b",
)  # fmt: skip
_DISPUTE = any_of(
    r"\bcontrovers", r"\b(?:is|are|was|were|been|being|remains?|widely|much|hotly|still|under|vigorous) (?:\w+ ){0,2}(?:debated?|disputed?|contested|contentious)\b", r"\b(?:subject|matter|object) (?:of|to) (?:\w+ )?(?:debate|dispute)", r"\bdebates? (?:about|over|on|whether|as to|regarding|concerning|around|surrounding|exists?|continues?|persists?|remains?|between|among)\b", r"\bvigorously (?:debated|discussed)\b",
    r"\b(?:mixed|inconsistent|conflicting|contradictory|divergent|inconclusive|equivocal|discrepant|discordant|ambiguous|opposing|contrasting) (?:\w+ )?(?:results?|findings?|evidence|data|reports?|conclusions?|views?|opinions?|values|interpretations?|positions?)\b", r"\b(?:results?|findings?|evidence|data|reports?|literature|opinions?|views) (?:\w+ ){0,6}(?:is|are|was|were|been|remains?) (?:\w+ ){0,3}(?:mixed|inconsistent|conflicting|contradictory|inconclusive|equivocal|discrepant|divergent|divided)\b",
    r"\bcontrary to (?:\w+ ){0,4}?(?:previous|earlier|prior|expect\w+|hypothes\w+|theor\w+|belie\w+|common|popular|predict\w+|assum\w+|conventional|other|reports?|findings|claims?|notions?|views?|what|most)\b", r"\bcontradict(?:s|ed|ing|ory to)\b", r"\bin contrast (?:to|with) (?:\w+ ){0,3}?(?:previous|earlier|prior|other (?:studies|reports|findings|reviews)|expectation|theor|hypothes|belie|common|the literature|results of|findings)\b", r"\bat odds with\b", r"\b(?:discrepanc(?:y|ies)|inconsistenc(?:y|ies)|disagreements?) (?:between|among|across|in) (?:\w+ )?(?:studies|findings|results|reports|authors|scholars|experts|researchers|reviews|the literature)\b",
    r"\b(?:call|bring|throw)(?:s|ed|ing)?\b[^.;]{0,60} into question\b", r"\bcasts? (?:\w+ )?doubts?\b", r"\bquestion(?:s|ed|ing) (?:the |this |these |whether |\w+ ){0,3}?(?:assumptions?|views?|validity|claims?|notions?|ideas?|beliefs?|usefulness|efficacy|hypothes\w+|wisdom|paradigm|legitimacy)\b", r"\bchalleng(?:e|es|ed|ing) (?:the |this |these |\w+ ){0,3}?(?:assumptions?|views?|notions?|ideas?|claims?|conventional|prevailing|wisdom|beliefs?|theor\w+|hypothes\w+|paradigms?|consensus|dogma|narratives?|thinking|orthodox\w*)\b",
    r"\b(?:no|lack of|little|without) (?:\w+ )?(?:consensus|agreement) (?:\w+ )?(?:on|about|exists?|regarding|as to|over|concerning|among|whether|in the)\b", r"\b(?:scholars|authors|experts|researchers|opinions?|views) (?:\w+ )?(?:disagree|differ|diverge|are divided)\b", r"\bdisagree(?:s|d|ments?)? (?:about|over|on|as to|whether|regarding)\b", r"\bcritics\b", r"(?<!self-)\bcritici[sz](?:ed|es) (?:for|as|because|the)\b", r"(?<!self-)\bcriticisms? (?:of|that|against|about)\b",
    r"\btrade-?offs? (?:between|among|amongst|with|across)\b", r"\btensions? (?:between|among|amongst)\b", r"\bparadox(?:es|ically)?\b",
)  # fmt: skip
_NULL = any_of(
    r"\bno (?:\w+ ){0,3}(?:association|correlation|relation|relationship|effect|effects|difference|differences|evidence|link|impact|change|changes|support|influence|improvement|improvements|correlations|associations)",
    r"\b(?:was|were|is|are) (?:not|neither) (?:\w+ ){0,3}(?:associated|related|correlated|different|linked|affected|significant|explained|predictive|supported(?! by (?:\w+ ){0,3}(?:evidence|data|literature|studies|research)\b)|higher|lower|dependent)",
    r"\b(?:did|does|do) not (?:\w+ )?(?:follow|differ|correlate|predict|affect|change|relate|influence|increase|improve|vary|moderate|mediate|reduce|support|lead|depend|alter)",
    r"\b(?:did|do|does|could|can) ?not (?:\w+ )?(?:find|observe|detect|reveal|show|see|provide evidence for) (?:an? |any )?(?:\w+ ){0,3}(?:association|correlation|relation|relationship|effect|difference|change|link|impact|influence)s?\b",
    r"\b(?:associations?|correlations?|relations?|relationships?|effects?|differences?|changes?)\b[^.,;]{0,60} (?:was|were) not (?:\w+ )?(?:found|observed|detected|seen|significant|evident|obtained|noted|apparent|shown|demonstrated)\b",
    r"\bneither\b[^.;]{0,60}\bnor\b[^.;]{0,60}\b(?:was|were|is|are|showed|had|predicted|correlated|related|associated|influenced|affected)\b",
    r"\b(?:could|can) ?not be (?:\w+ )?(?:demonstrated|shown|confirmed|detected|found|established|proved|proven|observed)\b", r"\bnot (?:\w+ ){0,2}(?:reach|attain)(?:ed|ing)? (?:statistical )?significance\b", r"\bnot (?:\w+ ){0,2}significant\b",
    r"\bunrelated\b(?! to (?:the )?(?:study|trial) )", r"\bnot (?:significantly )?(?:associated|related|correlated)\b", r"\bfailed to\b", r"\bnon-?significant\b", r"\bnothing to suggest\b", r"\bindependent of\b(?!.*\bassociated)", r"\bcould not confirm\b", r"\bmade no difference\b", r"\bhad little (?:effect|influence|impact)\b",
)  # fmt: skip
_POSITIVE = any_of(
    r"\b(?:was|were|is|are|been|positively|negatively|strongly|inversely|significantly) (?:\w+ ){0,2}(?:associated|related|correlated|linked|tied)\b", r"\bcorrelates? (?:\w+ )?with\b", r"\bpredict(?:s|ed)\b",
    r"\b(?:higher|lower|greater|elevated|larger|stronger)\b", r"\b(?:increase|decrease|reduce|improve|enhance)[sd]\b", r"\bhad (?:a |an )?(?:\w+ )?(?:effect|impact|influence)\b", r"\brose\b", r"\bassociations? (?:of|between|with)\b",
    r"\bsignificant (?:\w+ ){0,2}(?:reduction|improvement|increase|decrease|difference|gain|decline)s?\b", r"\b(?:superior|inferior) to\b", r"\b(?:better|worse|more effective|less effective) than\b", r"\bresulted in (?:\w+ ){0,3}(?:reduction|improvement|increase|decrease)s?\b",
)  # fmt: skip
_TURN = any_of(
    r"\b(?:whereas|although|but(?! not [^,;]{2,40},)|while|however|yet|though|disappeared|no longer|lost significance|except)\b",
    r", which\b",
)
# What is done in a study, whatever its field; said in the passive of the past it is procedure.
_DONE = (
    r"(?:access|administer|allocat|analy[sz]|appl(?=ied)|ask|assess|assign|calculat|carr(?=ied out)|categori[sz]|aggregat|classif(?=ied)|cod|collect|compar|comput|conduct|construct|controll|defin|deriv|design|divid|employ|enroll?|enter|estimat|evaluat|examin|exclud|extract|fitt|follow|gather|group|implement|includ|incubat|inject|inoculat|instruct|interview|investigat|invit|match|measur|monitor|obtain|offer|perform|plac|plann|pool|process|quantif(?=ied)|question|randomi[sz]|record|recruit|register|retriev|review|sampl|scann|screen|search|select|sequenc|stratif(?=ied)|spik|assay|adjust|prepar|cultur|stain|dilut|complet|studi|subject|submitt|survey|test|titrat|train|transcrib|treat|us|utili[sz]|weigh)(?:i?ed)"
    r"|given|chosen|drawn|undertaken|set|kept|fed|taken|sought|made"
)
_CONDUCT = any_of(rf"\b(?:was|were|been|being)(?: (?:\w+ly|also|then|first|not|each|all|both))* (?:{_DONE})\b(?! (?:to be|at \d))", r"\b(?:patients?|participants?|subjects|respondents|women|men|children|adults|students|animals|rats|mice|volunteers|groups?|half|others|all|\d+) (?:\([^)]*\) )?(?:received|underwent|completed|used|took part|participated|were eligible|met|began|attended|consented|agreed)\b", r"\b(?:is|are)(?: \w+ly| then| first)? (?:performed|conducted|carried out|collected|ground|extracted|washed|employed|applied|drawn|gathered|administered|recruited)\b(?! (?:at \d|to be))", rf"\b(?:we|authors?|reviewers|investigators|raters|researchers)(?: (?:\w+ly|also|then|first|further))* (?:{_DONE})\b", r"\bsamples? (?:consisted of|comprised|included)\b", r"\b(?:studies|trials|articles|papers|reports|publications|records|databases) (?:\([^)]*\) )?(?:were|was|met|used|compared|included|evaluated|examined|investigated|assessed|reported on|addressed)\b")  # fmt: skip
# Procedure and description of the sample, whatever else the sentence says.
_SURELY_CONDUCT = any_of(
    r"\bp[- ]?values?\b[^;]{0,60}?\b(?:considered|regarded|deemed|taken|set|defined|accepted)\b", r"\bp\s?[<≤]\s?0?\.\d+ (?:was|were) (?:considered|regarded|deemed|taken|defined|accepted)\b", r"\b(?:statistical )?significance (?:levels? )?(?:was|were) (?:set|defined|accepted|determined|assumed|considered|established|taken|assessed)\b",
    r"\b(?:primary|secondary|main|principal|key|clinical|study|efficacy|outcome) (?:\w+ ){0,2}(?:end[- ]?points?|outcomes?|outcome measures?|measures?|outcome variables?|outcome parameters?|outcome criteri(?:on|a))(?:,[^,;]{1,80},)? (?:of (?:this|the) \w+ )?(?:was|were|is|are|included|comprised|consisted)\b", r"\bentered (?:into )?(?:the|this|our) (?:[\w-]+ ){0,2}?(?:trial|study|treatment|phase|programme|program)\b", r"\bwe (?:excluded|included) (?:only )?(?:\w+ )?(?:stud(?:y|ies)|trials|articles|papers|reports|patients|participants)\b", r"\b(?:outcome|efficacy|safety|additional|other|further) (?:measures?|assessments?|variables?|analyses|parameters?) (?:was|were|included|comprised|consisted)\b",
    r"\b(?:was|were) delivered (?:from|between|by|over|according|in (?:the|a|an) (?:standard|usual|[\w-]+-affiliated|group|individual|weekly))\b(?![^.;]*\b(?:than|signific\w+|reduc\w+|improv\w+)\b)", r"\bassessments? (?:of [^;.]+ )?(?:was|were) made\b", r"\b(?:measures|questionnaires|scales|instruments|batteries) (?:was|were) (?:administered|given)\b", r"\b(?:treatments?|therap(?:y|ies)|sessions?|interventions?|training) (?:was|were) (?:provided|delivered|given|conducted|led) by\b",
    r"\b(?:articles|papers|publications|abstracts|references)\b[^.;]{0,60} (?:was|were) (?:retrieved|located|searched) (?:using|through|via|from|by|in)\b",
    r"\b(?:mean|median|average) (?:\w+ )?(?:age|(?:length of |duration of )?follow-?up(?: \w+)?|duration of (?:the )?(?:symptoms|illness|disease|follow-?up|disease)|BMI|body mass index|sample size)\b[^.;]{0,50}\b(?:was|were|is)\b(?![^.;]*\bthan\b)", r"\b(?:dose|dosage|doses)\b(?: \w+){0,3} (?:was|were) (?:\w+ )?(?:increased|reduced|titrated|adjusted|given|administered|escalated)\b",
    r"\b(?:models?|analys[ei]s|regressions?|tests?|questionnaires?|interviews?|surveys?|experiments?|scales?) (?:\w+ )?(?:examined|assessed|tested|evaluated|investigated|explored|measured|compared|was conducted|were conducted|was performed|were performed)\b", rf"\b(?:was|were)(?: \w+ly)? (?:{_DONE}) [^.;]{{0,90}}?\b(?:to|in order to) (?:determine|assess|evaluate|compare|examine|test|investigate|explore|identify|estimate|measure|study|analy[sz]e|quantify|find out|establish)\b",
    r"\b(?:control|comparison|comparator) (?:condition|group|intervention|treatment|arm) (?:was|were|consisted|received|comprised)\b(?! (?:\w+ )?(?:associated|superior|inferior|higher|lower|more|less|not))", r"\b(?:was|were) (?:pre)?defined (?:as|by)\b", r"\b(?:similar|comparable|balanced|matched) (?:in|for|by|at|with (?:respect|regard) to) (?:\w+ )?(?:age|sex|gender|baseline)\b", r"\b(?:inclusion|exclusion|eligibility) criteria\b", r"\bwere (?:randomly )?(?:randomi[sz]ed|assigned|allocated)\b(?! [^.;]*\b(?:showed|had|improved|differ\w*)\b)", r"\b(?:written |parental )?informed consent\b",
)  # fmt: skip
_OUTCOME = any_of(
    r"\bsignifican", r"\bassociat(?:ed|ion|ions) (?:with|between)\b", r"\bcorrelat", r"\bpredict", r"\bdiffer(?:ed|s|ences?|ent)?\b", r"\b(?:improv|increas|decreas|reduc|declin|worsen|rais|lower|enhanc|strengthen|weaken|prevent)(?:es?|ed|s|ing|ements?|tions?)?\b", r"\b(?:higher|lower|greater|smaller|fewer|better|worse|superior|inferior|stronger|weaker|faster|longer|shorter|earlier|later)\b", r"\b(?:more|less) (?:\w+ ){1,4}than\b", r"\beffective(?:ness|ly)?\b", r"\befficac", r"\brose\b", r"\bfell\b", r"\bwell[- ]tolerated\b", r"\bfeasible\b", r"\bsafe(?:ty|ly)?\b",
    r"\b(?:was|were) (?:\w+ly )?(?:found|observed|seen|detected|noted|identified|reported|demonstrated|shown|confirmed)\b", r"\b(?:showed|shows?|found|finds?|reveal(?:s|ed)?|demonstrat(?:es?|ed)|indicat(?:es?|ed)|suggest(?:s|ed)?|conclude[ds]?|confirm(?:s|ed)?|argue[ds]?)\b", r"\b(?:useful|promising|beneficial|harmful|successful|reliable|valid|accurate|sensitive|viable|superior|suitable|appropriate|necessary|sufficient|independent|predictor|determinant|risk factor|biomarker|marker)\b", r"\bno\b(?! (?:longer|matter))", r"\bnot\b", r"\b(?:lead|led|leads|due) to\b", r"\b(?:caus|affect|influenc|shap|driv|depend|contribut|explain|mediat|moderat)(?:e|es|ed|s|ing|en)?\b", r"[<>=≤≥]\s?\d*[.·]\d",
)  # fmt: skip
_OWN_DOING = any_of(r"\b(?:is|are) (?:used|to be|applied|developed|presented|taken)\b", r"\bbelieved to\b")
_CLAUSES = any_of(r"\b(?:whereas|although|but|while|however|yet|though)\b", r", which\b")
_PROCEDURE = any_of(
    r"\b(?:tested|studied|measured|compared|examined|assessed|conducted|enrolled|gave|took part|collected|carried out|will be|recruited|analy[sz]ed|sampled|used to|interviewed)\b"
)
_BOILERPLATE = any_of(
    r"\b(?:first|second|third|next|last|final|remaining) (?:section|part|chapter)", r"\bsections?\b.*\b(?:discuss|present|conclud)", r"\bspecial issue\b", r"\b(?:is|are|were|was|will be) (?:also |then |briefly )?(?:discussed|presented|outlined|considered|provided|highlighted|described)(?: here| below| briefly)?[.]?$",
    r"\bremainder of\b", r"\bthis (?:section|issue|volume's)\b", r"\bpp\. \d", r"\bsupported by\b.*\bgrant", r"\bjournal\b.*\bissue\b", r"\bthank\b", r"\bclick\b", r"^\W*(?:fig|figure|table)\b", r"\bdissertation\b", r"\bin this (?:issue|section)\b", r"\bappendi", r"\bISBN\b", r"\bthis book\b.*\bcontents\b",
    r"\bfinally, the (?:paper|article|chapter) (?:discusses|concludes|ends)\b", r"\bconcludes? with\b", r"\b(?:has|have|had) (?:\w+ ){0,3}implications for\b", r"\bamong the first\b|\b(?:paper|study|article|work|book|review) is (?:\w+ )?one of the first\b|\bas far as (?:I|we|the authors?) (?:am|are|is) aware\b", r"\babstract is not available\b", r"\bpreview\b", r"\bget access\b", r"\bto (?:our|the best of (?:our|the \w+['\u2019]s?)) knowledge\b", r"\b(?:is|are) (?:also |perhaps )?(?:one of )?the (?:very )?(?:first|few) (?:\w+ ){0,3}(?:stud|paper|article|investigation|review|work|analys|attempt)", r"\b(?:other|the) papers in this\b", r"\bends with\b", r"\bwill be (?:published|presented|disseminated|included|submitted)\b", r"\bwe (?:end|close) (?:with|by)\b", r"\bfollowing (?:section|questions?)\b", r"\bas follows\b",
    r"\b(?:is|are) (?:\w+ ){0,2}(?:presented|discussed|reviewed|summari[sz]ed|outlined|illustrated|listed|highlighted|tabulated|examined|explored|evaluated)\b(?! (?:as|by)\b)", r"\b(?:information|guidance|advice|overview|recommendations?|attention|examples?) (?:is|are) (?:also )?(?:given|provided|offered|made)\b", r"\bpresented here\b",
    r"\b(?:shown|listed|given|presented|summari[sz]ed|reported|detailed|displayed) in (?:the |an? )?(?:\w+ )?(?:tables?|figures?|fig|appendix|supplement)", r"\bcompanion (?:point|article|paper|editorial|commentary)\b", r"^(?:obtain|determine|assess|evaluate|compare|investigate|identify|explore|examine|describe|analy[sz]e|summari[sz]e|discuss|provide|characteri[sz]e|quantify|understand|update)\s", r"\bsee (?:also |related |the )?(?:editorial|commentary|article)\b",
    r"\b(?:we|i|the authors?) (?:will |then |also )?(?:provide|give|offer|present)s? (?:here )?an? (?:\w+ ){0,2}?(?:overview|summary|update|synopsis)\b", r"\b(?:we|i) (?:also |then |briefly )?(?:discuss|review|outline|describe|summari[sz]e) (?:these|this|the|how|what|current|recent|some)\b", r"\bprotected by copyright\b",
    r"^\W*(?:the |these |our |these preliminary )?(?:results|findings|data)(?: of (?:this|the|our) \w+)? (?:are|were|is) (?:\w+ )?(?:encouraging|promising|interesting|novel|preliminary|important)\.?$",
)  # fmt: skip
_ANAPHORA = re.compile(
    r"(?:(?:in|during|for|at|over|under|with|by|from|to|of|on|through|within|using|among|after|given|despite)\s+)?(?:these|those(?! (?:[\w-]+ ){1,4}?(?:who|which|that)\b)|they|their|its|he|she|such|both(?! (?:groups|arms|conditions|treatments)\b[^.]*\bno (?:\w+ )*differences?\b)|the former|the latter|the two|the three|neither(?!.{1,90}\bnor\b)|another|"
    r"the others?|others?|the same|two of|so,? (?:too|do|does|did|is|are|was|were)|the (?:first|second|third)(?=, )|all of (?:these|them)|one of these|there(?=,)|doing so|so doing|here)\b"
    r"|(?:this|that)\b(?!\s+(?:[\w'\u2019-]+\s+){0,3}?(?:study|paper|article|chapter|review|meta-analysis|case report|report|essay|survey|book|work|research|analysis|cohort|trial|case study|editorial|overview)\b)"
    r"|it\b(?!\s+(?:is|was|has been|remains)\s+(?:\w+\s+){0,2}(?:that|to|shown|argued|concluded|suggested|clear|found)\b)",
    re.IGNORECASE,
)  # fmt: skip
_CONTEXTUAL = re.compile(
    r"\b(?:(?:the )?(?:other|remaining) (?:\w+ )?(?:measures|outcomes|variables|parameters|scales|endpoints|indicators|indices)|similar trends?|trends? (?:was|were) (?:\w+ )?(?:similar|clear|weaker)|similar results? (?:was|were)|these|those|this|their|they|the (?:sample|intervention|two|three|four|participants|patients|model|framework|groups?|case|authors|"
    r"results|findings|former|latter|program(?:me)?|proposed|approach|controls)|both (?:groups|studies|samples|cohorts|cases|sectors|countries)|the study|respectively|above|respondents|participants|patients|controls)\b",
    re.IGNORECASE,
)  # fmt: skip

_SAYS_WHICH = re.compile(r"\b(?:[Tt]his|[Tt]hese) (?=[A-Z][a-z]+-[A-Z][a-z]+ [a-z])")
_POINTER = re.compile(
    r"\b(?:these|those(?! who| with| of| that| from| in| treated| given| receiving| taking| assigned| allocated| randomi[sz]ed| exposed| aged| without)|this (?!(?:\w+ )?(?:study|paper|article|review|chapter|research|work|book|essay|report|survey|analysis|meta-analysis|thesis)\b)|such (?:an?\b|as these)|(?:in|at|of|during|over) that (?:period|time|year|case)|^(?:\w+ing|with (?:roots|origins)) [^,]*, it|the latter|the former|the above|the corresponding|the respective)\b",
    re.IGNORECASE,
)


def part_played(sentence: Sentence) -> str:
    """Return background, method, finding, limitation or future_work for a sentence.

    The label of a structured abstract decides between background, method and finding; cue phrases decide the rest, with
    the position in the text as the last resort.
    """
    text, section = sentence.text, sentence.section
    if asks_for_research(sentence):
        return "future_work"
    if names_limit(sentence):
        return "limitation"
    if section in {"finding", "conclusion", "implication"}:
        return "finding"
    if section == "method" or (section == "aim" and states_aim(text)):
        return "method"
    return "background" if section in {"background", "aim"} else _part_by_cue(sentence)


def _part_by_cue(sentence: Sentence) -> str:
    text, opening = sentence.text, sentence.place < 0.35  # noqa: PLR2004 -- a third of an abstract sets the scene
    result, method = len(_RESULT.findall(text)), len(_METHOD.findall(text))
    if states_aim(text) or (method > result and sentence.place < 0.8):  # noqa: PLR2004 -- results come last
        return "method"
    if not opening or _PAST.search(text) or re.search(r"\bwe (?:find|show)\b", text, re.IGNORECASE):
        return "finding"
    return "background" if not result or (result == 1 and _BACKGROUND.search(text)) else "finding"


def cue_weight(text: str) -> float:
    """Return how strongly a sentence presents itself as a result: 0 to 3 cue phrases, less any boilerplate."""
    return min(3, len(_RESULT.findall(text))) - (3 if is_boilerplate(text) else 0)


def is_boilerplate(text: str) -> bool:
    """Return whether a sentence speaks of the paper's layout rather than its matter."""
    return bool(_BOILERPLATE.search(text))


def opens_dangling(text: str) -> bool:
    """Return whether a sentence begins with a word that points back at a sentence not quoted with it."""
    return bool(_ANAPHORA.match(_SAYS_WHICH.sub("the ", text)))


def needs_context(text: str) -> bool:
    """Return whether a sentence holds words that only its own paper makes definite ("the participants", "these")."""
    return bool(_CONTEXTUAL.search(text))


def points_back(text: str) -> bool:
    """Return whether a sentence holds a demonstrative that refers to another sentence.

    What stands before a name of two capitals ("this Half-Earth plan") says itself what is meant.
    """
    return bool(_POINTER.search(_SAYS_WHICH.sub("the ", text)))


def is_procedural(text: str) -> bool:
    """Return whether a sentence tells what was done rather than what came of it."""
    return states_aim(text) or describes_conduct(text) or (bool(_PROCEDURE.search(text)) and not polarity(text))


_SETS_FIGURES = re.compile(
    r"\d[^;]{0,200}?\b(?:versus|vs|(?:as )?compared (?:with|to)|than)\b[^;]{0,90}?(?<![\w.-])\d", re.IGNORECASE
)
_IN_FIGURES = re.compile(r"\d\s?%|\bCI\b|\bp\s?[<=>]\s?0?\.\d", re.IGNORECASE)
# How groups were before anything was done with them, or what was to count.
_AT_FIRST = re.compile(
    r"\b(?:(?:mean|median|average) ages?|aged|baseline|matched|were included|(?:was|were) (?:considered|defined|regarded|deemed)|threshold|cut-?offs?|power)\b",
    re.IGNORECASE,
)


def describes_conduct(text: str) -> bool:
    """Return whether a sentence says who was studied, how, or from where on a result counted, and not what came out.

    What sets figures of two groups against each other says what came out, whoever "were randomly assigned" to them.
    """
    if _SETS_FIGURES.search(text) and _IN_FIGURES.search(text) and not _AT_FIRST.search(text):
        return False
    if _SURELY_CONDUCT.search(text):
        return True
    return bool(_CONDUCT.search(text)) and not states_outcome(text)


def states_outcome(text: str) -> bool:
    """Return whether a sentence, apart from the acts of a study that it names, says what came out."""
    return bool(_OUTCOME.search(_CONDUCT.sub(" ", text)))


def states_aim(text: str) -> bool:
    """Return whether a sentence says what its paper sets out to do."""
    return bool(_AIM.search(text))


def states_implication(text: str) -> bool:
    """Return whether a sentence speaks of what should be done or of practice and policy."""
    return bool(_IMPLICATION.search(text))


def states_dispute(text: str) -> bool:
    """Return whether a sentence itself names a controversy, a tension or inconsistent findings."""
    return bool(_DISPUTE.search(text))


def polarity(text: str) -> int:
    """Return -1 if a sentence denies a relation or difference, 1 if it affirms one, 0 if cues are absent or mixed.

    A sentence with a contrast in it ("whereas", "but") says two things and counts as mixed.
    """
    if _TURN.search(text):
        return 0
    denies, affirms = bool(_NULL.search(text)), bool(_POSITIVE.search(_NULL.sub(" ", text)))
    return affirms - denies


def sets_scene(text: str) -> bool:
    """Return whether a sentence speaks of the state of its subject rather than of its own paper."""
    scene = bool(_BACKGROUND.search(text)) and not _OWN_DOING.search(text) and not is_procedural(text)
    return scene and not names_unknown(text) and not tells_no_result(text)


def split_clauses(text: str) -> list[str]:
    """Return the clauses of a sentence, split at contrasting words ("but", "whereas")."""
    return [clause for clause in _CLAUSES.split(text) if clause.strip()]


def find_relation(text: str, sign: int) -> tuple[int, int] | None:
    """Return the place of the words that deny (-1) or affirm (1) a relation, None if there are none."""
    match = (_NULL if sign < 0 else _POSITIVE).search(text)
    return match.span() if match else None
