"""Forms in which texts tell the design of their study by what was done, one by one.

Each is one that only studies of that design have; whatever else a text says that speaks for another design rules it out.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from dataclasses import dataclass

from tasks.text.numbers import TENS

_WE = r"\b(?:we|i|the authors?)\b(?: \w+ly| also| then| here| further| first| next| therefore| thus| have| will)?"
_THIS = r"\b(?:this|the present|the current|our|the) (?:[\w-]+ ){0,2}?(?:study|paper|article|chapter|research|work|essay|report|contribution|commentary|piece)"
_AUTHOR = rf"(?:{_WE}|{_THIS}(?: \w+ly| also| then| first)?)"
_PEOPLE = r"(?:patients?|participants?|subjects?|adults?|children|adolescents?|women|men|individuals?|people|students?|volunteers?|respondents?|workers?|employees|nurses|mothers|girls|boys|males|females|infants|veterans|couples|families|athletes|adolescents|inpatients|outpatients|recruits|soldiers|caregivers|parents)"
_WILD = r"(?:species|birds?|fish(?:es)?|bees?|bumblebees|honeybees|colon(?:y|ies)|insects?|butterfl(?:y|ies)|beetles|mammals|amphibians|plants?|trees?|seedlings|vegetation|soils?|sediments?|water samples|forests?|woodlands?|grasslands?|streams?|rivers?|lakes?|ponds|wetlands?|plots|transects|quadrats|fields|orchards|farms|sites|habitats?|communities|assemblages|populations|nests?|pollinators?|fung(?:i|al)|bacteria\w*|microb\w+|crops?|reefs?|corals?|phytoplankton|zooplankton|invertebrates|landscapes?|pools)"


def any_of(*patterns: str) -> re.Pattern[str]:
    """Return a pattern, whatever the case, of any of several."""
    return re.compile("|".join(rf"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


RANDOM = any_of(r"\brandom(?:ly|i[sz]ed|i[sz]ation)\b(?! (?:select|sampl|forest|effect|chosen|drawn|block))")
_GIVEN = any_of(
    r"\b(?:treatment|therap(?:y|ies)|intervention|drug|dose|placebo|trial|program(?:me)?|training|surg(?:ery|ical)|prophyla\w+|administered|injection|infusion|implant\w*|medication was|before and after|pre-? ?(?:and|to) post)\b"
)
OVER_TIME = any_of(
    r"\b(?:longitudinal\w*|prospective\w*|retrospective\w*|follow(?:ed)?[- ]?up|followed|cohorts?|incidence|over time|trajector\w+|panel|waves?|baseline|years? later|months? later|weeks? later|predict(?:s|ed|ing|ors?|ive) (?:later|future|change)|time ?points?|repeated(?:ly)?|twice|T1|trimesters?|per year since)\b"
)
MADE_UP = any_of(
    r"\b(?:simulat\w+|scenario|experiments?|manipulat\w+|in vitro|mice|rats|systematic review|meta-analys\w+|qualitative|interviews?|focus groups?|genome-wide|case[- ]control|healthy controls?|matched controls?|validat\w+|reliability|prototype|algorithm)\b"
)
EMPIRICAL = any_of(
    r"\b(?:interview\w*|surve(?:y|ys|yed|ying)|questionnaires?|data(?:set|base)?|samples?|sampled|participants|respondents|patients|regressions?|experiment\w*|fieldwork|ethnograph\w+|case stud(?:y|ies)|measured|collected|statistical\w*|empirical(?:ly)? (?:test|find|result|analys|study|examin|investigat|evidence from)|n ?= ?\d|content analysis|p ?[<=] ?0?\.\d|review(?:s|ed)?|simulat\w+|prototype|algorithm|hypothesi[sz]ed|abundance|valu(?:ed|ation|ing) (?:at|of)|worth|[$\u20ac\u00a3]\s?\d)\b"
)
COUNTED = any_of(
    rf"\b(?:\d[\d,]*|{'|'.join(TENS)}|hundred)(?:-\w+)? (?:[\w'\u2019-]+ ){{0,5}}?(?:{_PEOPLE}|households|farmers|residents|respondents|managers|teachers|firms|companies)\b|\b[nN]\s?=\s?\d|\brespondents\b"
)
# An overview of a product, which tells of its trials, has none of these.
OWN_WORDS = any_of(
    r"\b(?:we|our|this|the present|aims?|aimed|objectives?|purpose|methods?|to (?:assess|evaluate|determine|investigate|examine|compare|study|explore|establish|test))\b"
)
_OWN_TRIAL = r"(?:\b(?:this|our|the present|the current|was an?|is an?|conducted an?|performed an?|carried out an?|engaged an?|undertook an?|report an?|of an?) |^(?:in )?(?:an? |this )|^(?=open|single|phase|uncontrolled|multi|prospective|dose|pilot))(?:[\w/-]+,? ){0,6}?"


@dataclass(frozen=True, slots=True)
class Form:
    """What a sentence on the work itself has, and what its whole text has not; `open` sentences may speak of others."""

    design: str
    told: re.Pattern[str]
    not_with: re.Pattern[str] | None = None
    needs: re.Pattern[str] | None = None
    open: bool = False


_ASSOCIATION = r"(?:associat(?:ed|ions?)|relationships?|relations?|correlat(?:ed?|ions?)|links?|linked|related|differences?|determinants?|prevalence|predictors?)"
FORMS: tuple[Form, ...] = (
    Form(
        "systematic review",
        any_of(
            r"\bstudies\b[^.]{0,80}\bwere identified (?:by|through|from|using|in) [^.]{0,40}\bsearch",
            r"\b(?:two|three) (?:review )?(?:authors|reviewers)\b[^.]{0,20} independently\b",
            rf"{_WE} searched\b[^.]{{0,80}}\b(?:Cochrane|PubMed|MEDLINE|Embase|PsycINFO|Scopus|Web of Science|databases)\b",
            r"\bsearch(?:es)? (?:of|in|was|were|on)\b[^.]{0,80}\b(?:Cochrane|PubMed|MEDLINE|Embase|PsycINFO|Scopus|Web of Science)\b",
            r"\b(?:to|by) (?:perform|conduct|carry out|do|performing|conducting) an? (?:[\w-]+ ){0,3}?(?:systematic (?:[\w-]+ )?review|meta-?analysis)\b",
        ),
        open=True,
    ),
    Form(
        "randomised trial",
        any_of(
            r"\bdouble[- ]blind(?:ed)?,?(?: [\w-]+,?){0,4}? (?:placebo|cross-?over|study|trial|comparison|design)\b",
            r"\b(?:placebo[- ]controlled),?(?: [\w-]+,?){0,4}? (?:study|trial|comparison|design|cross-?over)\b",
            rf"\b{_PEOPLE}\b[^.;]{{0,200}}? (?:were|was) (?:then |also |centrally )?(?:randomly (?:assigned|allocated)|randomi[sz]ed (?:to|into|in))\b",
            r"\brandomi[sz]ed (?:in a \d|to receive|to either|to one of)\b",
        ),
        not_with=any_of(
            r"\b(?:reviews?|meta-analys\w+|trials|experiments?|studies (?:were|was|included)|post[- ]hoc|secondary analys[ie]s|cost analysis|screening (?:phase|dose|infusion|trial)|bolus|healthy volunteers|rats|mice|pilot study for)\b"
        ),
        needs=any_of(rf"\b{_PEOPLE}\b"),
    ),
    Form(
        "non-randomised trial",
        any_of(
            rf"{_OWN_TRIAL}open[- ]label(?:led)?,?(?: [\w/-]+,?){{0,6}}? (?:study|trial|investigation)\b",
            rf"{_OWN_TRIAL}open (?:clinical )?(?:trial|study)\b(?! of)",
            rf"{_OWN_TRIAL}(?:uncontrolled|single[- ]arm|single[- ]group|dose[- ](?:escalation|finding|titration))\b(?: [\w-]+,?){{0,4}}? (?:study|trial)\b",
            rf"{_OWN_TRIAL}phase (?:1|2|3|i{{1,3}}|[12]/[23]|1b|2a|2b)\b,?(?: [\w/-]+,?){{0,5}}? (?:study|trial)\b",
        ),
        not_with=any_of(
            RANDOM.pattern,
            r"\b(?:reviews?|trials|studies have|ongoing|double[- ]blind|pharmacokinetic model|population PK|post[- ]hoc|prior to phase|simulat\w+)\b",
        ),
        needs=OWN_WORDS,
    ),
    Form(
        "case-control study",
        any_of(
            rf"\b(?:\d+|ten|twelve|fifteen|{'|'.join(TENS)})(?:-\w+)? (?:[\w-]+ ){{0,4}}?(?:patients|cases|individuals with|women with|men with|children with|adults with)\b[^.;]{{0,120}}?\b(?:and|with|to) (?:\w+ )?\d+ (?:[\w-]+ ){{0,4}}?(?:controls?|control (?:subjects|participants|patients|individuals|group)|healthy (?:\w+ )?(?:volunteers|subjects|individuals|participants|people|adults|children|women|men))\b",
            r"\(\d+ (?:patients|cases)\b[^()]{0,60}\band \d+ (?:[\w-]+ ){0,2}?controls?\)",
        ),
        not_with=any_of(
            RANDOM.pattern,
            r"\b(?:trial|placebo|reviews?|meta-analys\w+|cross-sectional|cohort|longitudinal\w*|pharmacokinetic\w*|phase|dose|simulat\w+|task)\b",
        ),
    ),
    Form(
        "cohort study",
        any_of(
            rf"\b{_PEOPLE}\b[^.;]{{0,80}}\b(?:were|was) (?:prospectively )?followed(?: up)? (?:for|over|until|from)\b",
            rf"{_WE} (?:prospectively )?followed (?:up )?(?!\d+ of\b)(?:\d[\d,]* )?(?:[\w-]+ ){{0,4}}?{_PEOPLE}\b",
            r"\b(?:this|our|a|the present|in a|was a) (?:[\w-]+,? ){0,3}?retrospective,? (?:[\w-]+,? ){0,4}?(?:study|analysis|review|cohort|evaluation|audit)\b",
            r"\b(?:medical|clinical|health|patient|hospital) (?:records|charts|files)\b[^.;]{0,160}\b(?:were|was) (?:retrospectively )?(?:reviewed|analy[sz]ed|examined|studied)\b",
            r"\bretrospectively (?:reviewed|analy[sz]ed|evaluated|examined|studied|collected|identified|assessed)\b",
            r"\b(?:this|our|a|the present|in a|was a) (?:[\w-]+,? ){0,3}?(?:prospective|longitudinal),? (?:[\w-]+,? ){0,4}?(?:study|analysis|investigation)\b",
            r"\bdata (?:from|of) (?:the |a )?(?:[\w-]+ ){0,4}?(?:longitudinal|prospective) [^.;]{0,60}\b(?:cohort|study|survey)\b",
            r"\bpatients\b[^.;]{0,60}\b(?:were|was) (?:assessed|followed|evaluated)\b[^.;]{0,60}\bmedian follow-?up\b",
            r"\bpanel (?:data )?of \d[\d,]* (?:[\w-]+ ){0,3}?(?:firms|countries|companies|banks|regions|cities|provinces|municipalities|households|counties)\b",
            r"\b(?:firms|countries|companies|banks|regions|cities|provinces|municipalities|counties|states)\b[^.;]{0,60}\b(?:from|between|over(?: the period)?|during) (?:the period )?(?:of )?(?:19|20)\d\d\s?(?:to|and|[-\u2013])\s?(?:19|20)\d\d\b",
        ),
        not_with=any_of(
            RANDOM.pattern,
            r"\b(?:reviews?(?! board)|meta-analys\w+|trial|placebo|open[- ]label|case report|literature|interviews?|simulat\w+|qualitative|case stud(?:y|ies)|cross-sectional|pilot|content analysis)\b",
        ),
    ),
    Form(
        "qualitative study",
        any_of(
            r"\b(?:based on|through|using|conducted|carried out|via|from|draws? on|drawing on|with|held|on the basis of|undertook|by means of)\b[^.;]{0,70}\b(?:in-?depth|semi-?structured|qualitative|expert|key informant|stakeholder|elite|unstructured|open-ended|group|\d+|several) (?:[\w-]+ ){0,2}?interviews\b",
            r"\binterviews (?:were|was) (?:conducted|carried out|held|undertaken|done)\b|\binterviews with (?:\d|key|local|senior|community|stakeholders|experts|managers|[\w-]+ (?:leaders|managers|officials|experts|stakeholders|members|representatives))",
            r"\b(?:ethnographic|qualitative) (?:fieldwork|field research|study|observations?|inquiry|methods|account|case stud(?:y|ies)|content analysis)\b|\b(?:anthropological|ethnographic) fieldwork\b",
            r"\b(?:participant observation|focus groups?|grounded theory|(?:critical |multimodal )?discourse analysis|thematic analysis|photovoice|oral histor(?:y|ies)|autoethnograph\w+|phenomenological (?:study|analysis|approach))\b",
            rf"{_AUTHOR}[^.;]{{0,80}}\b(?:case stud(?:y|ies) of|(?:comparative|in-depth|single|multiple|qualitative|explanatory|exploratory|empirical) case[- ]stud(?:y|ies))\b",
        ),
        not_with=any_of(
            r"\b(?:questionnaires?|regressions?|cross-sectional|household surveys?|surveys? (?:of|with|among|were|was|data)|surveyed|quantitative\w*|mixed[- ]methods?|reviews? of|systematic|meta-analys\w+|simulat\w+|econometric\w*|diagnos\w+|DSM|SCID|structured clinical|symptoms?|scores?|scales?|panel data|statistically|(?:random|representative) samples?|cortisol|anthropometr\w+|growth|randomi[sz]ed|p ?[<=] ?0?\.\d|hypothes[ei]s (?:is|are|was|were) )\b"
        ),
    ),
    Form(
        "qualitative study",
        any_of(r"\bcontent analysis (?:of|was|is|to|on)\b"),
        not_with=any_of(
            r"\b(?:questionnaires?|regressions?|surveys?|quantitative\w*|mixed[- ]methods?|reviews?|systematic|meta-analys\w+|econometric\w*|scores?|index(?:es)?|significant(?:ly)?|hypothes[ei]s|correlat\w+|literature|articles|\d+(?:\.\d+)? ?(?:%|per ?cent))\b|\d ?%"
        ),
    ),
    Form(
        "economic analysis",
        any_of(
            r"\bwillingness[- ]to[- ](?:pay|accept)\b",
            r"\b(?:cost[- ](?:effectiveness|utility|benefit|minimi[sz]ation|of-illness) (?:analys[ie]s|evaluation|model|study)|(?:cost[- ]effectiveness|costs?) (?:was|were) (?:\w+ly )?(?:assessed|evaluated|estimated|analy[sz]ed|calculated|compared)|economic (?:evaluation|valuation|burden)(?! stud)|budget impact|life-?time costs?|cost analysis)\b",
            rf"{_AUTHOR}[^.;]{{0,60}}\bestimate[sd]?\b[^.;]{{0,60}}\b(?:costs?|economic (?:burden|value|benefits?|losses))\b",
        ),
        not_with=any_of(r"\b(?:reviews?|meta-analys\w+|interviews?|argue[sd]?|should|literature)\b", RANDOM.pattern),
    ),
    Form(
        "modelling or simulation",
        any_of(
            rf"{_WE} (?:use[sd]?|develop(?:ed)?|buil[dt]|construct(?:ed)?|present(?:ed)?|parameteri[sz]ed?|outlined?|formulated?|propose[sd]?|run|ran|coupled?|combined?|applied|apply|analy[sz]ed?) (?:an? |the |two |three |several )?(?:[\w-]+,? ){{0,5}}?(?:(?<!regression )(?<!mixed )(?<!linear )(?<!equation )(?<!statistical )(?<!conceptual )(?<!theoretical )(?<!effects )(?<!language )(?<!regression-based )models?) (?:of|to (?:predict|estimate|simulate|explore|project|forecast|evaluate|quantify|examine|investigate|assess|show)|framework|that|which|in which|for)\b",
            r"\b(?:an?|the|our|this|these|using|two|three|four|develop(?:ed)?|with) (?:[\w-]+ ){0,3}?(?:agent-based|individual-based|integrated assessment|general equilibrium|system dynamics|process-based|species distribution|bioeconomic|population dynamics?|epidemiological|compartmental|matrix|lattice|random[- ]forest|Markov|microsimulation|dynamical|game[- ]theoretic|population pharmacokinetic|pharmacokinetic[-/ ]pharmacodynamic|computational) model(?:s|l?ing)?\b(?=[),]| (?:was|were|is|are|of|to|that|for|framework|approach|shows?|predicts?|developed|and|with))",
            r"\b(?:Monte Carlo|numerical|computer|model|stochastic) simulations?\b",
            rf"{_WE} (?:simulated?|model(?:l?ed)?|projected) (?:the|how|future|an?|changes|global|population|spatial)\b",
        ),
        not_with=any_of(
            r"\b(?:reviews?|meta-analys\w+|interviews?|questionnaires?|participants|language models?|software|test(?:ing)? (?:cases|suite)|robots?|argue[sd]?|cognitive|mice|conceptual model|theoretical model|randomi[sz]ed)\b"
        ),
    ),
    Form(
        "experiment",
        any_of(
            rf"{_WE} (?:conduct|perform|ran|run|set up|establish|carr(?:y|ied) out|report|design)(?:ed)? (?:[\w-]+,? ){{0,5}}?experiments?\b(?! to evaluate (?:our|the proposed))",
            r"\b(?:in|from|using|through|across|conducted|with) (?:an?|two|three|four|five|six|several|our|both|\d+)? ?(?:[\w-]+,? ){0,4}?(?:greenhouse|glasshouse|pot|field|laboratory|factorial|common garden|exclusion|microcosm|mesocosm|growth chamber|cage|incubation|feeding|behaviou?ral|online|psychological|long-term|transplant|addition|removal|warming|choice-free) experiments?\b",
            r"\b(?:in )?experiments? (?:1|2|one|two|I)\b",
            r"\b(?:two|three|four|five|six) (?:[\w-]+ ){0,3}?experiments?\b(?= (?:\w+ ){0,3}?(?:show|test|examin|investigat|demonstrat|with|were|in which|reveal|that))",
            r"\b(?:conducted|performed|ran) (?:an?|two|three|four) (?:[\w-]+ ){0,3}?experiments?\b",
            r"\b(?:intercropping|cropping|agronomic|fertili[sz]er|plot) (?:trials?|experiments?) (?:was|were|consisted|included|with|in)\b",
            rf"{_WE} (?:subjected|inoculated|incubated|transplanted|manipulated|fed|planted)\b",
        ),
        not_with=any_of(
            r"\b(?:reviews?|meta-analys\w+|patients|thought experiments?|choice experiments?|natural experiments?|quasi-experiment\w*|argue[sd]?|willingness|interviews?|we propose|novel (?:method|framework|algorithm)|phase)\b"
        ),
    ),
    Form(
        "field observation",
        any_of(
            rf"{_WE} (?:surveyed|sampled|monitored|recorded|counted|mapped|censused|collected|quantif(?:y|ied)|measured?|track(?:ed)?|observed?|stud(?:y|ied)|investigated?|examined?|analy[sz]ed?|assess(?:ed)?|compared?) (?:[\w-]+,? ){{0,14}}?{_WILD}\b",
            rf"\b{_WILD}\b[^.;]{{0,60}}\b(?:were|was) (?:surveyed|sampled|monitored|recorded|counted|mapped|censused|collected|tracked|observed)\b",
            r"\bdata were collected (?:during|over|in|from)\b",
        ),
        needs=any_of(
            r"\b(?:species|biodivers\w+|ecolog\w+|ecosystems?|habitats?|pollinat\w+|abundance|richness|forag\w+|predators?|prey|soils?|forest|crop|vegetation|invasive|agroforestry|wildlife)\b"
        ),
        not_with=any_of(
            r"\b(?:experiment\w*|simulat\w+|reviews?|meta-analys\w+|interviews?|questionnaires?|respondents|households|patients|participants|perceptions?|attitudes|livelihoods?|argue[sd]?|companies|firms|corporate|disclos\w+|literature|treatments? (?:were|was)|greenhouse|we propose|indigenous|database|random forest|villages?|farmers (?:were|who)|conceptual|framework|global(?:ly)?|worldwide|model(?:l?ed|l?ing)? (?:approach|the|future)|scenarios?|genomic\w*|trials?)\b"
        ),
    ),
    Form(
        "cross-sectional study",
        any_of(
            r"\b(?:self-administered|online|postal|mail|telephone|web-based|nationwide|national|household|questionnaire|face-to-face|intercept|opinion|large-scale|representative|anonymous) (?:questionnaire )?surveys? (?:of|with|among|was|were|involving|administered|data|conducted|in|to)\b",
            r"\b(?:surveys?|questionnaires?) (?:was|were) (?:\w+ly )?(?:mailed|sent|conducted|administered|distributed|e-?mailed|completed)\b",
            r"\b(?:data|responses|results) (?:from|of) (?:an?|the|our) (?:[\w-]+ ){0,4}?survey\b",
            rf"{_WE} (?:sent|mailed|distributed) (?:an? |the )?(?:[\w-]+ ){{0,3}}?(?:surveys?|questionnaires?)\b",
            rf"{_WE} (?:conducted|administered|carried out|performed|fielded|undertook) (?:an? |the )?(?:[\w-]+ ){{0,4}}?(?:surveys?|questionnaires?)\b",
            rf"{_WE} surveyed (?:[\w-]+ ){{0,5}}?(?:{_PEOPLE}|households|farmers|residents|firms|companies|managers|practitioners|developers|teachers|experts|visitors|tourists)\b",
            rf"\b(?:{_PEOPLE}|households|farmers|residents|managers|teachers)\b[^.;]{{0,60}}\b(?:completed|filled (?:in|out)|answered|responded to|were administered) (?:an? |the |self-\w+ |online |several |two |three |\w+ ){{0,4}}?(?:questionnaires?|surveys?|measures of|scales?|inventor(?:y|ies))\b",
        ),
        needs=COUNTED,
        not_with=any_of(
            RANDOM.pattern,
            OVER_TIME.pattern,
            MADE_UP.pattern,
            r"\b(?:species|case stud(?:y|ies)|argue[sd]?|literature|panel|trial)\b",
        ),
    ),
    Form(
        "cross-sectional study",
        any_of(
            rf"(?:{_AUTHOR}|\b(?:the|our|main|primary) (?:\w+ )?(?:aims?|objectives?|purposes?|goal)\b|^To|: To|\bwere)\b[^.;]{{0,60}}?\b(?:aims?|aimed|objectives?|purpose|is|was|to|examine[sd]?|investigate[sd]?|explore[sd]?|test(?:ed)?|determine[sd]?|assess(?:ed)?|evaluate[sd]?|stud(?:y|ied)|analy[sz]ed)\b[^.;]{{0,80}}\b{_ASSOCIATION} (?:of|between|with|in|among|to)\b",
            r"\b(?:examine[sd]?|investigate[sd]?|assess(?:ed)?|tested?) whether\b[^.;]{0,120}\b(?:associated|related|correlated|linked)\b",
        ),
        needs=COUNTED,
        not_with=any_of(
            RANDOM.pattern,
            _GIVEN.pattern,
            OVER_TIME.pattern,
            MADE_UP.pattern,
            r"\b(?:species|case stud(?:y|ies)|another group|groups of patients|argue[sd]?|literature|panel|(?:19|20)\d\d\s?(?:to|[-\u2013])\s?(?:19|20)\d\d)\b",
        ),
    ),
    Form(
        "data set or benchmark",
        any_of(
            rf"{_WE} (?:present|introduce|release|compile|construct|publish|provide|create|describe)d? (?:an? |the )?(?:[\w-]+,? ){{0,6}}?(?:data ?sets?|databases?|corpus|benchmark(?: suite)?)\b(?! (?:analysis|approach))",
            rf"{_THIS} (?:presents|introduces|describes|provides) (?:an? |the )?(?:[\w-]+,? ){{0,6}}?(?:data ?sets?|databases?|corpus|benchmark)\b",
        ),
        not_with=any_of(
            r"\b(?:reviews?|meta-analys\w+|patients|participants|argue[sd]?|interviews?|novel (?:method|approach|framework|algorithm)|tool|system)\b"
        ),
    ),
    Form(
        "method or tool",
        any_of(
            rf"{_WE} (?:propose|present|develop|introduce|describe|implement|devise|design)(?:ed)? (?:an? |the |two |our )?(?:[\w-]+,? ){{0,6}}?(?:approach|methods?|methodolog(?:y|ies)|tools?|algorithms?|systems?|architecture|techniques?|pipeline|software|toolkit|plug-?in|library|protocol|assay|prototype)\b",
            rf"{_THIS} (?:proposes|presents|develops|introduces|describes|shows|implements) (?:an? |the |two )?(?:[\w-]+,? ){{0,6}}?(?:approach|methods?|tools?|algorithms?|systems?|(?:test )?architecture|techniques?|pipeline|software|toolkit|library|assay|prototype|metric)\b",
            r"\b(?:purpose|aim|goal|objective) of (?:this|the) (?:paper|study|work|article) (?:is|was) to (?:develop|propose|present|design|validate|introduce) (?:an? )?(?:[\w-]+,? ){0,7}?(?:approach|methods?|methodolog(?:y|ies)|tools?|algorithms?|systems?|techniques?|assay|software)\b",
            r"\b(?:a|this) (?:new|novel|simple|sensitive|rapid|reliable) (?:[\w-]+,? ){0,5}?(?:method|assay|technique|algorithm|tool)\b[^.;]{0,60}\b(?:is|was|has been) (?:presented|proposed|developed|described|validated|introduced)\b",
            rf"{_WE} propose to (?:combine|learn|train)\b",
            rf"{_WE} (?:trained|train) (?:[\w-]+ ){{0,4}}?(?:classifiers?|networks?|models)\b",
        ),
        not_with=any_of(
            r"\b(?:reviews?|meta-analys\w+|patients|therap(?:y|ies)|treatment|argue[sd]?|prove|theorems?|exponents?|conceptual|theoretical|theor(?:y|ies)|philosoph\w+|polic(?:y|ies)|governance|interviews?|case stud(?:y|ies)|survey(?:ed|s)?|randomi[sz]ed|participants were|stakeholders?|social|cultural|ethic\w+|legal)\b"
        ),
    ),
    Form(
        "review",
        any_of(
            r"\b(?:this|our|the present|the) (?:[\w-]+ ){0,3}?(?:review|overview)(?: (?:article|paper|chapter))? (?:looks?|examines?|discusse[sd]|summari[sz]e[sd]|describe[sd]|focuse[sd]|highlights?|outlines?|explores?|covers?|considers?|addresse[sd]|provides?|presents?|aims?|synthesi[sz]es|evaluates?|surveys|brings|will|identifies|shows|offers|analy[sz]es|critically|updates?|deals|compares|draws)\b",
            rf"{_AUTHOR} (?:critically |briefly |systematically |comprehensively )?(?:reviews?(?! and reflect)|reviewed|summari[sz]es?(?! the (?:specific |main |key )?(?:conditions|results|lessons))|surveys?|synthesi[sz]es?) (?:the |recent |current |existing |what |how |prior |available |evidence|research|studies|literature|key|our |some |these |several |and |data |findings|advances|theor|a |and )",
            r"(?<!based on a )(?<!building on a )(?<!based on the )(?<!through a )(?<!on our )\b(?:review|overview|synthesis|survey|summary) of (?:the |recent |current |existing |available |published |relevant |what )?(?:[\w-]+ ){0,3}?(?:literature|evidence|research|studies|knowledge|advances|findings|developments|data|theories|approaches)\b",
            r"\b(?:are|is|was|were|has been|have been|will be) (?:then |also |briefly |critically |additionally |first )?reviewed\b(?! by)|\b(?:literature|evidence|studies|knowledge|research|trials|findings|advances|data on)\b[^.;]{0,80} (?:are|is) (?:then |also |briefly )?summari[sz]ed\b(?! by)",
            rf"(?:{_WE}|{_THIS})(?<!first) (?:provides?|gives?|presents?|offers?) (?:an? |the )?(?:[\w-]+ ){{0,3}}?(?:overview|review)\b(?! of (?:the project|the framework|their use))",
            r"\b(?:this|the) (?:article|paper|chapter) (?:discusses|outlines|describes|covers) (?:the |current |recent )(?:[\w-]+ ){0,4}?(?:pharmacology|treatment|management|therapy|options|evidence|literature|advances|state of the art)\b",
        ),
        not_with=any_of(
            r"\b(?:we argue|this (?:paper|article) argues|interview\w*|questionnaires?|participants were|patients were (?:randomi|recruit|enrol)|we (?:collected|measured|surveyed|conducted|performed|tested)|case stud(?:y|ies)|charts?|medical records|retrospective\w*|content analysis|n ?= ?\d|(?:\w+-)?\w+ cases were|book under review|regressions?|peer[- ]review(?:ed|er)?|review board|randomly|experiments? (?:1|2))\b"
        ),
        open=True,
    ),
    Form(
        "theory or argument",
        any_of(
            rf"{_WE} (?:prove|formali[sz]e|axiomati[sz]e)\b",
            r"\b(?:(?:we|i|paper|article|with|give|gives|a|our|formal) proofs? (?:of|that)|theorems?)\b",
        ),
        not_with=any_of(
            r"\b(?:participants|patients|interview\w*|respondents|survey\w*|proof of (?:concept|principle))\b"
        ),
        open=True,
    ),
    Form(
        "theory or argument",
        any_of(
            rf"{_AUTHOR} (?:will |then |also |further |first |thus |therefore |conclude[sd]? by )?(?:argu(?:e[sd]?|ing)|contend[s]?|defend[s]?|maintain[s]?|make[s]? the case|criticis?z?es?|challenge[s]?|object(?:s)?|reject[s]?|advance[s]? (?:a|the|an) (?:[\w-]+ )?(?:argument|view|account|claim|thesis))\b",
            r"\b(?:it is|i) (?:argued|contended|argue|defend|suggest|claim|contend|criticis?z?e|offer|show|propose|respond) (?:that|an?|the|how|whether|against|for|to)\b",
            r"\b(?:arguing|contending) that\b",
            rf"(?:{_AUTHOR}|\band|\bby) (?:provid|offer|giv|present|advanc)(?:es?|ing) (?:[\w-]+ ){{0,3}}?(?:new |further |several |two |three )?arguments?\b",
            rf"{_AUTHOR} (?:propose[s]?|develop[s]?|offer[s]?|present[s]?|advance[s]?|introduce[s]?|outline[s]?|sketch(?:es)?|articulate[s]?) (?:an? |the |our )?(?:[\w-]+,? ){{0,4}}?(?:conceptual|theoretical|philosophical|normative|enactive|heuristic|critical) (?:[\w-]+,? ){{0,3}}?(?:framework|model|account|perspective|approach|analysis|typology|theory|argument|understanding)\b",
            r"\b(?:this|the) (?:conceptual|theoretical|philosophical) (?:paper|article|essay|chapter|study)\b",
        ),
        not_with=EMPIRICAL,
        open=True,
    ),
)
