"""Forms in which texts tell what they themselves are or did, in plainer words than those of `design_forms`.

They are tried where none of those is found: a review that says so of itself, people who were asked, a framework that is
proposed. What others did, or will do, is in none of them.
"""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

from tasks.evidence.design_forms import COUNTED, EMPIRICAL, MADE_UP, OVER_TIME, RANDOM, Form, any_of

_WE = r"\b(?:we|i|the authors?)\b(?: \w+ly| also| then| here| further| first| next| therefore| thus)?"
_THIS = r"\b(?:this|the present|our|the) (?:[\w-]+ ){0,2}?(?:paper|article|study|chapter|essay|report|contribution)(?: \w+ly| also| then| first| therefore)?"
_PEOPLE = r"(?:patients|participants|subjects|adults|children|adolescents|women|men|individuals|people|students|volunteers|outpatients|inpatients)"
_WORKS = r"(?:literatures?|evidence|studies|trials|papers|articles|publications|research|experiments|scholarship|knowledge|progress|advances)"
_FILES = r"(?:(?:medical|clinical|patient|hospital|the) )*(?:records|charts|files|cases?|series|experience|outcomes?)"

PLAIN_FORMS: tuple[Form, ...] = (
    Form(
        "randomised trial",
        any_of(
            rf"\b(?:they|{_PEOPLE})\b[^;]{{0,200}}?(?<!had been )(?<!previously )\brandomly (?:assigned|allocated) to\b(?! (?:rate|read|view))",
            r"^(?:[A-Z]+)?(?:design: ?)?(?:an? )?(?:[\w-]+,? ){0,3}?randomi[sz]ed,? (?:[\w-]+,? ){0,3}?trial\b[^.]{0,60}\.?$",
            r"\bdesign: (?:an? )?(?:[\w-]+,? ){0,4}?randomi[sz]ed (?:[\w-]+ ){0,3}?trial\b",
            r"\b(?:trial|study) (?:was|is) (?:designed as )?an? (?:[\w-]+,? ){0,8}?randomi[sz]ed (?:[\w-]+ ){0,3}?trial\b",
            r"\boutcomes? of an? (?:[\w-]+ ){0,2}?randomi[sz]ed (?:[\w-]+ ){0,2}?trial of\b[^.]{0,160}\b(?:is|are) (?:described|reported|presented)\b",
        ),
        not_with=any_of(
            r"\b(?:meta-analys\w+|systematic(?:ally)? review\w*|secondary|post[- ]hoc|had been randomly|rats|mice|cross-over screening|one of (?:two|three|four))\b|\bwill be\b"
        ),
    ),
    Form(
        "review",
        any_of(
            r"\b(?:in|with|throughout) (?:this|our|the present) (?:[\w-]+ )?review,? (?:article,? )?(?:we|i|the)\b",
            r"\b(?:this|our|the present) (?:[\w-]+ ){0,2}?(?<!peer )review (?:article )?(?!board|process|period|panel|committee|team)(?:of [^.;,]{3,80}? )?(?:has |have |also |\w+ly )?(?:[a-z]{3,}s|shown|found)\b(?! of (?:records|charts|patients))",
            r"\b(?:purpose|aim|objective|goal)s? of (?:this|the|our) (?:[\w-]+ )?(?:paper|article|chapter|review|work|report|study) (?:is|was) (?:therefore )?(?:to )?(?:critically )?(?:(?:review(?:ing)?|summari[sz]e)(?! an? )|(?:give|provide|present) an? (?:[\w-]+ ){0,2}?(?:overview|update|review|summary))\b",
            r"\bpurpose of (?:this|the|our) review\b",
            rf"{_THIS} (?:is aimed|aims|seeks|attempts|therefore aims|is intended) (?:to|at) (?:review(?:ing)?|(?:giv|provid|present)(?:e|ing) an? (?:[\w-]+ ){{0,2}}?(?:overview|update|review))\b",
            rf"\b(?:this|the present) (?:paper|article|chapter) is an? (?:[\w-]+ ){{0,2}}?review of\b(?! {_FILES})",
            r"\bareas covered\b",
            rf"{_WE} (?:conducted|performed|undertook|carried out|did) an? (?:[\w-]+ ){{0,3}}?review of\b(?! (?:[\w-]+ ){{0,3}}?{_FILES})[^.;]{{0,60}}\b{_WORKS}\b",
            rf"{_WE} (?:review|synthesi[sz]e)\b(?! and reflect)(?! (?:[\w-]+ ){{0,4}}?{_FILES})",
            rf"{_WE} (?:reviewed|synthesi[sz]ed|analy[sz]ed?|examined?|assess(?:ed)?) (?:the |available |published |recent |current |existing |relevant |peer-reviewed |[>~]? ?\d[\d,]* )*{_WORKS}\b",
            rf"{_THIS} (?:examines?|assess(?:es)?|analy[sz]es?|looks? at|considers?|evaluates?|synthesi[sz]es) (?:the |available |published |recent |current |existing )*(?:{_WORKS})\b",
            rf"^(?:an? )?(?:brief|selective|short|critical|comprehensive|non-systematic) review of\b[^.;]{{0,80}}\b{_WORKS}\b",
            rf"\b(?:our|on a|an extensive) review of (?:the )?(?:[\w-]+ ){{0,2}}?{_WORKS}\b",
            rf"^(?:[A-Z]+ ?)?to review (?:the )?(?:recent|current|available|published|limited|existing)?(?: [\w-]+)?? ?{_WORKS}\b",
            r"\b(?:journal|peer-reviewed|published|scientific) (?:articles|papers|studies|literature)\b[^.;]{0,60}\b(?:were|was) (?:collected and |identified and )?(?:reviewed|synthesi[sz]ed|analy[sz]ed)\b",
            r"\b(?:a|an) (?:[\w-]+ ){0,5}?(?:literature review|review of (?:the )?(?:[\w-]+ ){0,4}?literature) (?:was|is) (?:\w+ly )?(?:conducted|performed|carried out|undertaken)\b",
            r"\bhere(?:in)?,? we (?:\w+ly )?(?:discuss|outline|summari[sz]e|describe) (?:the )?(?:current|recent|available|latest|existing)\b",
            r"\busing (?:\d[\d,]* )?(?:published )?case stud(?:y|ies)\b[^.;]{0,40}\bfrom the literature\b",
        ),
        not_with=any_of(
            r"\b(?:interview\w*|questionnaires?|patients were|participants (?:were|completed)|charts?|medical records|retrospective\w*|respondents|we (?:collected|measured|surveyed|tested|simulated)|review board|we modell?ed|content analysis of (?:the|corporate|annual))\b"
        ),
        open=True,
    ),
    Form(
        "modelling or simulation",
        any_of(
            r"\bsimulations? (?:are|were|was|is) (?:then )?(?:conducted|performed|run|carried out)\b",
            rf"(?:{_WE} (?:use[sd]?|develop(?:ed)?|buil[dt]|appl(?:y|ied)|construct(?:ed)?)|\ba) (?:an? |the )?(?:[\w-]+,? ){{0,4}}?(?:simulation model|model(?:l?ing) tool|(?:spatial|predictive|mathematical|economic|ecological|optimi[sz]ation|simulation|spatially explicit) models?)\b",
        ),
        not_with=any_of(
            r"\b(?:reviews?|meta-analys\w+|interviews?|questionnaires?|participants|language models?|robots?|cognitive|mice|monkeys?|primates?|plasma samples|conceptual model|theoretical model|randomi[sz]ed)\b"
        ),
    ),
    Form(
        "economic analysis",
        any_of(r"\bcontingent valuation (?:study|survey|method|approach)\b"),
        not_with=any_of(r"\b(?:reviews?|meta-analys\w+|literature|argue[sd]?)\b"),
    ),
    Form(
        "qualitative study",
        any_of(
            r"(?<!clinical )(?<!diagnostic )(?<!structured )(?<!symptom )\binterviews? (?:with|to \d+|provide|indicate|reveal|show|suggest|conducted)\b",
            r"\b(?:documents?|observations?|reports|meetings|documentation|archives|fieldwork|workshops)\b[\w\s,-]{0,40}\band (?:[\w-]+ ){0,2}?interviews?\b|\binterviews?(?:, (?:[\w-]+ ){1,3})+(?:,? and (?:[\w-]+ ){1,3})",
            r"\bethnographic,? (?:[\w-]+,? ){0,4}?(?:data|approach(?:es)?|evidence|methods)\b",
            r"\bin-depth field (?:study|research)\b",
            r"\b(?:using|through|presents?|based on|examines?|in|as|this|a single|our) (?:[\w\u2019'-]+ ){0,6}?(?:as )?(?:an? )?(?:\w+ )?case study (?:of|from|we|seeks|setting|is developed|shows|examines|explores)\b|\busing [^.;,]{3,60} as (?:a|our) case study\b|\ba case study is (?:developed|presented)\b",
        ),
        not_with=any_of(
            r"\b(?:questionnaires?|regressions?|cross-sectional|surve(?:y|ys|yed)|quantitative\w*|quantif\w+|mixed[- ]methods?|reviews?(?! board)|reviewed|systematic|meta-analys\w+|simulat\w+|model(?:s|l?ed|l?ing)|econometric\w*|estimate[sd]?|patients|diagnos\w+|symptoms?|scores?|scales?|panel data|we argue|statistical\w*|significant(?:ly)?|samples?|experiments?|randomi[sz]ed|p ?[<=] ?0?\.\d|literature|index(?:es)?|indicators?|approach is|life cycle|maps?|mapping|species)\b|\d ?%"
        ),
    ),
    Form(
        "cross-sectional study",
        any_of(
            r"\bsurveys? (?:\([^)]*\) |of [^.;]{3,70}? )?(?:was|were) (?:conducted|undertaken|carried out|administered|mailed|completed)\b",
            rf"\bsurvey (?:was )?conducted (?:on|among|with|in)\b|{_WE} surveyed (?:[\w-]+ ){{0,4}}?(?:researchers|stakeholders|companies|users|visitors|tourists|farmers)\b",
        ),
        needs=COUNTED,
        not_with=any_of(
            RANDOM.pattern,
            OVER_TIME.pattern,
            MADE_UP.pattern,
            r"\b(?:over the course|case stud(?:y|ies)|literature|reviews?|panel|trial)\b",
        ),
    ),
    Form(
        "theory or argument",
        any_of(
            rf"(?:{_WE}|{_THIS}|\bhere,? we) (?:proposes?|presents?|offers?|provides?|develops?|outlines?|introduces?|suggests?) (?:an? |the |our )?(?:[\w-]+,? ){{0,5}}?(?:frameworks?|typolog(?:y|ies)|taxonom(?:y|ies)|conceptual models?)\b",
            rf"(?:{_WE}|\bhere,? we) (?:propose|contend)\b",
        ),
        not_with=any_of(
            EMPIRICAL.pattern,
            r"\b(?:we|our results?|results) (?:\w+ )?(?:found|find|show(?:ed|s)?|estimated?|assess(?:ed)?|quantif\w+|measured?|compared?|calculated?|evaluated?|appl(?:y|ied))\b|\b(?:case stud(?:y|ies)|prototype|interview\w*|workshops?|model(?:l?ed|l?ing)|patients|clinical|literature)\b",
        ),
    ),
)
"""From the surest down."""
