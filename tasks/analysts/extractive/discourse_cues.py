"""Cue phrases: which part a sentence plays in a paper, which way a result points, which design a study has.

The cue method is Edmundson's (1969); the lists were collected from abstracts of health, ecology and social science.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.analysts.extractive.open_matters import asks_for_research, names_limit
from tasks.analysts.extractive.sentences import Sentence


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


_METHOD = _any(
    r"\bwe (?:\w+ )?(?:used|use|conducted|surveyed|interviewed|analy[sz]ed?|measured|collected|examined?|assessed|tested|compared|applied|apply|combined|recruited|investigated?|explored?|reviewed?|develop(?:ed)?|model(?:led)?|estimated?|studied|employed|evaluated?)\b",
    r"\bsamples? of\b", r"\bparticipants? (?:were|completed|included|provided|from)\b", r"\bcross-sectional\b", r"\bcohort\b", r"\binterviews?\b",
    r"\bquestionnaires?\b", r"\bregressions?\b", r"\bmeta-analy", r"\bsystematic (?:literature )?review\b", r"\bcase stud(?:y|ies)\b",
    r"\b(?:was|were) (?:\w+ )?(?:measured|assessed|collected|obtained|analy[sz]ed|recruited|determined|sampled|interviewed|examined|conducted|performed|quantified|enrolled|followed|included)\b",
    r"\brandomi[sz]ed\b", r"\bdata (?:from|on|were|was|set)\b", r"\bdatasets?\b", r"\bethnograph", r"\bdesign\b.*\bstudy\b", r"\bfieldwork\b", r"\btook part\b", r"\b(?:study|trial|review|survey) of\b", r"\bthis study\b", r"\bpooled\b", r"\bsimulat", r"\bbased on (?:a|an|the|interviews|data|survey|\d)",
)  # fmt: skip
_AIM = _any(
    r"\b(?:this|the|the present|the current|our) (?:\w+ ){0,3}(?:study|paper|article|review|chapter|report|survey|research|work|analysis|meta-analysis|essay|book|contribution) (?:\w+ )?(?:aim|examin|explor|investigat|review|analy|assess|seek|sought|present|discuss|describ|compar|address|develop|introduc|focus|consider|ask|evaluat|test|look|propos|offer|provid|outlin|use|appl|follow|measur|attempt|draw|trac|intend|pool)",
    r"\bwe (?:\w+ )?(?:aim|seek|sought|explore|examine|investigate|ask|review|present|introduce|discuss|propose|develop|compare|analy[sz]e|assess|focus|consider|address)\b",
    r"\b(?:aims?|objectives?|purpose|goal) (?:of|was|is|were|are)\b", r"^to (?:examine|investigate|determine|assess|explore|evaluate|test|compare|identify|study|describe)\b", r"\baim(?:s|ed)? (?:to|at)\b", r"\bhypothesi[sz]ed?\b(?! effect)", r"\bwe expected\b",
)  # fmt: skip
_RESULT = _any(
    r"\bfound\b", r"\bshow(?:s|ed|n)?\b", r"\bassociat(?:ed|ion|ions)\b", r"\bcorrelat", r"\b(?:higher|lower|greater|larger|smaller|more|fewer|less|better|stronger|weaker) (?:\w+ ){0,4}than\b",
    r"\b(?:increase|decrease|decline|reduce|improve|predict|differ|rise|drop|affect|influence|mediate|moderate|explain|enhance|shape|outperform)(?:s|d|ed|red)\b",
    r"\brose\b", r"\bfell\b", r"\bsignificant", r"\bsuggest", r"\bindicat", r"\breveal", r"\bconclude", r"\bdemonstrat", r"\bresults?\b", r"\bevidence\b", r"\bargue[sd]?\b",
    r"\bidentif(?:y|ied|ies)\b", r"\brelated to\b", r"\blinked\b", r"\bunrelated\b", r"\bdid not\b", r"\bno (?:significant )?(?:difference|association|relation|effect|evidence)", r"\b\d+(?:\.\d+)? ?%", r"\bhighlights?\b", r"\blead(?:s)? to\b", r"\bwe propose\b",
)  # fmt: skip
_BACKGROUND = _any(
    r"\b(?:has|have) (?:\w+ )?(?:been|become|emerged|gained|received|attracted|grown|led|long)\b", r"\bincreasing(?:ly)?\b", r"\bgrowing\b", r"\bwidely\b", r"\blittle is known\b",
    r"\bfew studies\b", r"\b(?:major|important|crucial|critical|central|key|essential|fundamental|leading|serious|common|global) (?:\w+ )?(?:cause|challenge|concern|role|factor|issue|problem|threat|driver|source|component|public)",
    r"\b(?:is|are) (?:a|an|one of|known|considered|defined|thought|often|essential|widely|central|crucial|critical|characteri[sz]ed)\b", r"\bdespite\b", r"\bin recent (?:years|decades)\b", r"\bprevious (?:research|studies|work)\b", r"\bworldwide\b", r"\bover the (?:past|last)\b",
)  # fmt: skip
_PAST = _any(
    r"^(?!.*\b(?:is|are|has|have|can|may|will)\b).*\b(?:was|were|did|had|\w{3,}ed)\b", r"\b(?:found|showed|rose|fell)\b"
)
_IMPLICATION = _any(
    r"\bimplications?\b", r"\bshould\b", r"\bmust\b", r"\bpolic(?:y|ies|ymakers?|y-makers?)\b", r"\brecommend", r"\bpractitioners?\b", r"\bclinical(?:ly)? (?:practice|use|care|useful)",
    r"\binterventions?\b", r"\bneeds? to\b", r"\bprevent(?:ion|ing|ed)?\b", r"\bmanagers?\b", r"\bdecision[- ]mak", r"\bgovern", r"\bcould (?:help|improve|support|inform|guide)\b",
)  # fmt: skip
_DISPUTE = _any(
    r"\bcontrovers", r"\b(?:is|are|was|were|been|being|remains?|widely|much|hotly|still|under|vigorous) (?:\w+ ){0,2}(?:debated?|disputed?|contested|contentious)\b", r"\b(?:subject|matter|object) (?:of|to) (?:\w+ )?(?:debate|dispute)", r"\bdebates? (?:about|over|on|whether|as to|regarding|concerning|around|surrounding|exists?|continues?|persists?|remains?|between|among)\b", r"\bvigorously (?:debated|discussed)\b",
    r"\b(?:mixed|inconsistent|conflicting|contradictory|divergent|inconclusive|equivocal|discrepant|discordant|ambiguous|opposing|contrasting) (?:\w+ )?(?:results?|findings?|evidence|data|reports?|conclusions?|views?|opinions?|values|interpretations?|positions?)\b", r"\b(?:results?|findings?|evidence|data|reports?|literature|opinions?|views) (?:\w+ ){0,6}(?:is|are|was|were|been|remains?) (?:\w+ ){0,3}(?:mixed|inconsistent|conflicting|contradictory|inconclusive|equivocal|discrepant|divergent|divided)\b",
    r"\bcontrary to (?:\w+ ){0,4}?(?:previous|earlier|prior|expect\w+|hypothes\w+|theor\w+|belie\w+|common|popular|predict\w+|assum\w+|conventional|other|reports?|findings|claims?|notions?|views?|what|most)\b", r"\bcontradict(?:s|ed|ing|ory to)\b", r"\bin contrast (?:to|with) (?:\w+ ){0,3}?(?:previous|earlier|prior|other (?:studies|reports|findings|reviews)|expectation|theor|hypothes|belie|common|the literature|results of|findings)\b", r"\bat odds with\b", r"\b(?:discrepanc(?:y|ies)|inconsistenc(?:y|ies)|disagreements?) (?:between|among|across|in) (?:\w+ )?(?:studies|findings|results|reports|authors|scholars|experts|researchers|reviews|the literature)\b",
    r"\b(?:call|bring|throw)(?:s|ed|ing)?\b[^.;]{0,60} into question\b", r"\bcasts? (?:\w+ )?doubts?\b", r"\bquestion(?:s|ed|ing) (?:the |this |these |whether |\w+ ){0,3}?(?:assumptions?|views?|validity|claims?|notions?|ideas?|beliefs?|usefulness|efficacy|hypothes\w+|wisdom|paradigm|legitimacy)\b", r"\bchalleng(?:e|es|ed|ing) (?:the |this |these |\w+ ){0,3}?(?:assumptions?|views?|notions?|ideas?|claims?|conventional|prevailing|wisdom|beliefs?|theor\w+|hypothes\w+|paradigms?|consensus|dogma|narratives?|thinking|orthodox\w*)\b",
    r"\b(?:no|lack of|little|without) (?:\w+ )?(?:consensus|agreement) (?:\w+ )?(?:on|about|exists?|regarding|as to|over|concerning|among|whether|in the)\b", r"\b(?:scholars|authors|experts|researchers|opinions?|views) (?:\w+ )?(?:disagree|differ|diverge|are divided)\b", r"\bdisagree(?:s|d|ments?)? (?:about|over|on|as to|whether|regarding)\b", r"\bcritics\b", r"(?<!self-)\bcritici[sz](?:ed|es) (?:for|as|because|the)\b", r"(?<!self-)\bcriticisms? (?:of|that|against|about)\b",
    r"\btrade-?offs? (?:between|among|amongst|with|across)\b", r"\btensions? (?:between|among|amongst)\b", r"\bparadox(?:es|ically)?\b",
)  # fmt: skip
_NULL = _any(
    r"\bno (?:\w+ ){0,3}(?:association|correlation|relation|relationship|effect|effects|difference|differences|evidence|link|impact|change|changes|support|influence|improvement|improvements|correlations|associations)",
    r"\b(?:was|were|is|are) (?:not|neither) (?:\w+ ){0,3}(?:associated|related|correlated|different|linked|affected|significant|explained|predictive|supported|higher|lower|dependent)",
    r"\b(?:did|does|do) not (?:\w+ )?(?:follow|differ|correlate|predict|affect|change|relate|influence|increase|improve|vary|moderate|mediate|reduce|support|lead|depend|alter)",
    r"\b(?:did|do|does|could|can) ?not (?:\w+ )?(?:find|observe|detect|reveal|show|see|provide evidence for) (?:an? |any )?(?:\w+ ){0,3}(?:association|correlation|relation|relationship|effect|difference|change|link|impact|influence)s?\b",
    r"\b(?:associations?|correlations?|relations?|relationships?|effects?|differences?|changes?)\b[^.,;]{0,60} (?:was|were) not (?:\w+ )?(?:found|observed|detected|seen|significant|evident)\b",
    r"\bneither\b[^.;]{0,60}\bnor\b[^.;]{0,60}\b(?:was|were|is|are|showed|had|predicted|correlated|related|associated|influenced|affected)\b",
    r"\bunrelated\b", r"\bnot (?:significantly )?(?:associated|related|correlated)\b", r"\bfailed to\b", r"\bnon-?significant\b", r"\bnothing to suggest\b", r"\bindependent of\b(?!.*\bassociated)", r"\bcould not confirm\b", r"\bmade no difference\b", r"\bhad little (?:effect|influence|impact)\b",
)  # fmt: skip
_POSITIVE = _any(
    r"\b(?:was|were|is|are|been|positively|negatively|strongly|inversely|significantly) (?:\w+ ){0,2}(?:associated|related|correlated|linked|tied)\b", r"\bcorrelates? (?:\w+ )?with\b", r"\bpredict(?:s|ed)\b",
    r"\b(?:higher|lower|greater|elevated|larger|stronger)\b", r"\b(?:increase|decrease|reduce|improve|enhance)[sd]\b", r"\bhad (?:a |an )?(?:\w+ )?(?:effect|impact|influence)\b", r"\brose\b", r"\bassociations? (?:of|between|with)\b",
)  # fmt: skip
_TURN = _any(
    r"\b(?:whereas|although|but|while|however|yet|though|disappeared|no longer|lost significance|except)\b",
    r", which\b",
)
_OWN_DOING = _any(r"\b(?:is|are) (?:used|to be|applied|developed|presented|taken)\b", r"\bbelieved to\b")
_CLAUSES = _any(r"\b(?:whereas|although|but|while|however|yet|though)\b", r", which\b")
_PROCEDURE = _any(
    r"\b(?:tested|studied|measured|compared|examined|assessed|conducted|enrolled|gave|took part|collected|carried out|will be|recruited|analy[sz]ed|sampled|used to|interviewed)\b"
)
_BOILERPLATE = _any(
    r"\b(?:first|second|third|next|last|final|remaining) (?:section|part|chapter)", r"\bsections?\b.*\b(?:discuss|present|conclud)", r"\bspecial issue\b", r"\b(?:is|are|were|was|will be) (?:also |then |briefly )?(?:discussed|presented|outlined|considered|provided|highlighted|described)(?: here| below| briefly)?[.]?$",
    r"\bremainder of\b", r"\bthis (?:section|issue|volume's)\b", r"\bpp\. \d", r"\bsupported by\b.*\bgrant", r"\bjournal\b.*\bissue\b", r"\bthank\b", r"\bclick\b", r"^\W*(?:fig|figure|table)\b", r"\bdissertation\b", r"\bin this (?:issue|section)\b", r"\bappendi", r"\bISBN\b", r"\bthis book\b.*\bcontents\b",
    r"\bfinally, the (?:paper|article|chapter) (?:discusses|concludes|ends)\b", r"\bconcludes? with\b", r"\b(?:has|have|had) (?:\w+ ){0,3}implications for\b", r"\bamong the first\b", r"\babstract is not available\b", r"\bpreview\b", r"\bget access\b", r"\bto our knowledge\b", r"\bends with\b", r"\bwill be (?:published|presented|disseminated|included|submitted)\b", r"\bwe (?:end|close) (?:with|by)\b", r"\bfollowing (?:section|questions?)\b", r"\bas follows\b",
)  # fmt: skip
_ANAPHORA = re.compile(
    r"(?:(?:in|during|for|at|over|under|with|by|from|to|of|on|through|within|using|among|after|given|despite)\s+)?(?:these|those|they|their|its|he|she|such|both|the former|the latter|the two|the three|neither|another|"
    r"the others?|others?|the same|two of|so,? (?:too|do|does|did|is|are|was|were)|the (?:first|second|third)(?=, )|all of (?:these|them)|one of these|there(?=,)|doing so|so doing|here)\b"
    r"|(?:this|that)\b(?!\s+(?:[\w'\u2019-]+\s+){0,3}?(?:study|paper|article|chapter|review|meta-analysis|case report|report|essay|survey|book|work|research|analysis|cohort|trial|case study|editorial|overview)\b)"
    r"|it\b(?!\s+(?:is|was|has been|remains)\s+(?:\w+\s+){0,2}(?:that|to|shown|argued|concluded|suggested|clear|found)\b)",
    re.IGNORECASE,
)  # fmt: skip
_CONTEXTUAL = re.compile(
    r"\b(?:these|those|this|their|they|the (?:sample|intervention|two|three|four|participants|patients|model|framework|groups?|case|authors|"
    r"results|findings|former|latter|program(?:me)?|proposed|approach|controls)|both (?:groups|studies|samples|cohorts|cases|sectors|countries)|the study|respectively|above|respondents|participants|patients|controls)\b",
    re.IGNORECASE,
)  # fmt: skip

_POINTER = re.compile(
    r"\b(?:these|those(?! who| with| of| that| from| in)|this (?!(?:\w+ )?(?:study|paper|article|review|chapter|research|work|book|essay|report|survey|analysis|meta-analysis|thesis)\b)|such (?:an?\b|as these)|(?:in|at|of|during|over) that (?:period|time|year|case)|^\w+ing [^,]*, it|the latter|the former|the above)\b",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|can|may|might|will|would|should|must|could|do|does|did|cannot|remains?|"
    r"[a-z]{2,}ed|(?:show|find|suggest|argue|indicate|reveal|highlight|provide|require|include|involve|contribute|affect|lead|play|depend|make|"
    r"need|help|explore|examine|investigate|analyse|analyze|describe|discuss|propose|offer|present|develop|seek|aim|explain|increase|reduce|"
    r"improve|support|become|emerge|identify|occur|vary|represent|reflect|allow|enable|tend|differ|take|give|use|assesse|address|consider|"
    r"demonstrate|introduce|conclude|compare|contain|cover|draw|bring|raise|focuse|fail|serve|result|"
    r"limit|restrict|preclude|hamper|warrant|merit|deserve|await|call|point|produce|underline|underscore|stresse)s?|justif(?:y|ies)|identifies|varies|found|rose|fell|led|became|"
    r"grew|made|held|drew|gave|took|[a-z]+ifies|[a-z]+izes|[a-z]+ises)\b",
)  # fmt: skip

DESIGNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("systematic reviews or meta-analyses", _any(r"\bmeta-analy(?:sis|ses|tic)\b", r"\bsystematic(?:ally)? (?:literature )?review")),
    ("longitudinal or cohort designs", _any(r"\blongitudinal\b", r"\bcohort\b", r"\bprospective(?:ly)? (?:\w+ )?(?:study|design|follow)", r"\bpanel data\b", r"\bfollowed (?:up )?(?:\d|over|for)")),
    ("experiments or trials", _any(r"\brandomi[sz]ed\b", r"\bexperiment(?:s|al)?\b", r"\bclinical trial", r"\bquasi-experiment")),
    ("cross-sectional designs", _any(r"\bcross-sectional\b")),
    ("case-control comparisons", _any(r"\bcase-control\b", r"\bcompared with (?:\d+ )?(?:healthy )?controls\b", r"\bhealthy controls\b", r"\bmatched controls\b")),
    ("interviews or other qualitative methods", _any(r"\binterviews?\b", r"\bethnograph", r"\bfocus groups?\b", r"\bqualitative\b", r"\bparticipant observation\b")),
    ("surveys or questionnaires", _any(r"\bsurvey(?:s|ed)?\b(?! of (?:the )?literature)", r"\bquestionnaires?\b")),
    ("models or simulations", _any(r"\bsimulat", r"\b(?:mathematical|numerical|agent-based|integrated assessment|general equilibrium|scenario|system dynamics|econometric) model", r"\bmodell?ing (?:approach|framework|study|tools?)")),
    ("case studies", _any(r"\bcase stud(?:y|ies)\b", r"\bcase reports?\b")),
    ("reviews of the literature", _any(r"\b(?:literature|narrative|critical|scoping) review", r"\bthis review\b", r"\bwe review\b", r"\bthis (?:paper|article) reviews\b", r"\breview of (?:the )?(?:literature|research|studies)\b")),
    ("conceptual or theoretical frameworks", _any(r"\b(?:conceptual|theoretical|analytical) (?:framework|paper|model|analysis|approach)")),
)  # fmt: skip


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
    if section in {"finding", "conclusion"}:
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
    return bool(_ANAPHORA.match(text))


def needs_context(text: str) -> bool:
    """Return whether a sentence holds words that only its own paper makes definite ("the participants", "these")."""
    return bool(_CONTEXTUAL.search(text))


def points_back(text: str) -> bool:
    """Return whether a sentence holds a demonstrative that refers to another sentence."""
    return bool(_POINTER.search(text))


def lacks_verb(text: str) -> bool:
    """Return whether no word of a text looks like a finite verb, as in a heading or title that got into an abstract."""
    return not _VERB.search(text)


def is_procedural(text: str) -> bool:
    """Return whether a sentence tells what was done rather than what came of it."""
    return states_aim(text) or (bool(_PROCEDURE.search(text)) and not polarity(text))


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
    return bool(_BACKGROUND.search(text)) and not _OWN_DOING.search(text) and not is_procedural(text)


def split_clauses(text: str) -> list[str]:
    """Return the clauses of a sentence, split at contrasting words ("but", "whereas")."""
    return [clause for clause in _CLAUSES.split(text) if clause.strip()]


def find_relation(text: str, sign: int) -> tuple[int, int] | None:
    """Return the place of the words that deny (-1) or affirm (1) a relation, None if there are none."""
    match = (_NULL if sign < 0 else _POSITIVE).search(text)
    return match.span() if match else None


def designs_named(text: str) -> list[str]:
    """Return the study designs a passage names, in the order of `DESIGNS`."""
    return [name for name, pattern in DESIGNS if pattern.search(text)]
