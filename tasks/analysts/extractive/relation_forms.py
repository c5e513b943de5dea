"""The forms in which a sentence says what relates to what: words around exposure, comparator and outcome."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.analysts.extractive.terms import LESS, MORE

_BE = r"(?:is|are|was|were|has been|have been|had been|remained|remains?|seem(?:s|ed)(?: to be)?|appear(?:s|ed)(?: to be)?)"
_ADVERB = r"(?:(?:\w+ly(?:,? and)?|also|both|all|each|not|even|still|much|far|about|nearly|almost|again|thus|therefore|often|over|(?:\d[\d.,]*|two|three|four|six|twice|ten)(?:[ -]?(?:%|per ?cent|times|folds?))?(?: as)?|\w+-?fold|an?|the) )*"
_TO_BE = r"(?:(?:found|shown|observed|reported|estimated|seen) to (?:be|have been) )?"
_HAS = r"(?:(?:has|have|had) )?"
_NOT = r"(?:(?:did|does|do) not )?"
_SEEN = r"(?:(?:was|were|is|are) (?:found|observed|seen|detected|noted|evident|recorded|reported|present) )"
_LINK = r"(?:correlation|association|relation|relationship|link|connection)s?"
_VERSUS = r",? (?:than|(?:as |when )?compared (?:with|to)|in comparison (?:with|to)|relative to|versus|vs\.?)(?: did| that (?:of|in|for|with)| those(?: of| in| for| with| from)?)?"
_THAN_WHOM = rf"(?:{_VERSUS} (?P<comparator>.+))?"
_THAN = rf"(?:{_VERSUS}(?: (?:in|among|for|with|on|at|under|after))? (?P<comparator>.+))?"
_IN = r"(?:in|among|for|with|at|under|on|within)"
_ENDS = r"(?: (?:was|were|is|are|has|have|had) .*)?"
_AT = r"(?:in terms of|with respect to|with regard to|regarding|in|for|on)"
_RISES = r"(?:rose|rises|increase[sd]?|grew)"
_FALLS = r"(?:fell|declined?s?|decrease[sd]?|dropped)"
_RAISES = r"(?:increase[sd]?|enhance[sd]?|raise[sd]?|elevate[sd]?|boost(?:s|ed)|foster(?:s|ed)|promote[sd]|stimulate[sd]|strengthen(?:s|ed)|doubled|tripled)"
_LOWERS = r"(?:reduce[sd]?|decrease[sd]?|lower(?:s|ed)|diminish(?:es|ed)|suppress(?:es|ed)|inhibit(?:s|ed)|alleviate[sd]|relieve[sd]|hinder(?:s|ed)|undermine[sd]|halved)"
_SHOWS = r"(?:had|has|have|showed?|shows|exhibit(?:s|ed)|display(?:s|ed)|reported|experienced|demonstrated|presented|produced|achieved|yielded)"
_NO_OBJECT = r"(?!(?:in|with|by|from|over|during|after|as|at|to|between|across|until|for|on|when|and|or|than|of|through\w*|under|below|above|beyond|because|due|later|earlier|sooner|further|along|following|among|within|\w+ly|\d\S*)\b)"
_NO_DIFFERENCE = (
    rf"(?:there (?:was|were|is|are) |we (?:found|observed|detected) )?no (?:\w+ ){{0,3}}?differences? {_SEEN}?"
)
_SHARE = r"\d[\d.,\u00b7]*(?:[-\u2013]\d[\d.,]*)? ?(?:%|per ?cent|percentage points|points?|times|-?folds?)"
_OFTEN = r"(?:frequent|common|prevalent|severe|pronounced|abundant|intense)"
_BETTERS = r"(?:improve[sd]?|ameliorate[sd]?)"
_WORSENS = r"(?:worsen(?:s|ed)?|aggravate[sd]?)"
_EFFECTIVE = r"(?:superior to|(?:more|less) (?:effective|efficacious|successful|potent|beneficial) than|better than)"
_LOWERING = r"(?:reducing|decreasing|lowering|diminishing|preventing)"
_RAISING = r"(?:increasing|raising|enhancing|promoting)"
_COMES = r"(?:have|develop|experience|report|show|display|exhibit|suffer from|receive|use|achieve|undergo|present with|be diagnosed with)"
_AT_RISK = r"(?:risk|odds|likelihood|probability)"
_FROM = r"(?:of|for)(?: (?:having|developing|experiencing|receiving))?"
_WHO = r"(?:patients|participants|subjects|people|adults|children|women|men|individuals|students|infants)"
_MANY = r"(?:(?:the |both |all |any |study |treatment |handling |two |three |four |these |weight |age |patient |treated )*(?:groups|conditions|arms|sexes|genders|sites|seasons|years))"


def _read(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"^{pattern}$", re.IGNORECASE)


_X, _Y, _Z = r"(?P<exposure>.+?)", r"(?P<outcome>.+?)", r"(?P<comparator>.+?)"
# In order: of two that fit, the one that says more comes first. What stands in "cue" and before the outcome has the sign.
FORMS = tuple(
    map(
        _read,
        (
            rf"(?:the |several |other )?(?P<cue>(?:factors|variables|characteristics|predictors|determinants|correlates) (?:(?:\w+ly )?(?:associated|correlated|linked) with|of)) {_Y} (?:were|included?|are) {_X}",
            rf"{_X} (?P<cue>(?:{_BE} {_ADVERB}{_TO_BE}{_ADVERB}associated with|led to|leads to|resulted in|results in|{_SHOWS}) (?:an? |the )?(?:(?!no\b)[\w-]+ ){{0,3}}?(?:(?P<better>improvements?)|(?P<less>reductions?|decreases?)|(?P<more>increases?))) (?:over|versus|vs\.?|(?:as )?compared (?:with|to)|relative to) {_Z} in {_Y}",
            rf"{_X} (?P<cue>(?:{_BE} {_ADVERB}{_TO_BE}{_ADVERB}associated with|led to|leads to|resulted in|results in|{_SHOWS}) (?:an? |the )?(?:(?!no\b)[\w-]+ ){{0,3}}?(?:(?P<better>improvements?)|(?P<worse>worsening|deterioration))) (?:in|of) {_Y}{_THAN}",
            rf"(?P<group>.+?) (?P<cue>{_SHOWS} (?:an? |the )?{_ADVERB}(?:greater|larger|bigger|higher|more|stronger|steeper) (?:(?P<more>increases?|rises?)|(?P<less>re-?ductions?|decreases?|declines?)) (?:in|of)) {_Y}{_THAN_WHOM}",
            rf"{_X} (?P<cue>(?:{_BE} {_ADVERB}{_TO_BE}{_ADVERB}associated with|led to|leads to|resulted in|results in|caused?) (?:an? |the )?(?:\w+ ){{0,2}}?(?:(?P<more>increases?|rises?)|(?P<less>reductions?|decreases?|declines?))) (?:in|of) {_Y}{_THAN}",
            rf"{_X} (?P<cue>(?:{_BE} {_ADVERB}{_TO_BE}{_ADVERB}(?:associated|linked) with|led to|leads to|resulted in|results in) {_ADVERB}(?:(?P<more>{MORE})|(?P<less>{LESS}))) {_NO_OBJECT}{_Y}{_VERSUS}(?: (?:in|among|for|with|on))? {_Z}",
            rf"{_X} (?P<cue>(?:led to|leads to|resulted in|results in)) {_Y} that (?:was|were) {_ADVERB}(?:(?P<more>{MORE})|(?P<less>{LESS}))(?: by {_SHARE})?{_THAN}",
            rf"{_X} (?P<cue>{_BE} {_ADVERB}{_TO_BE}{_ADVERB}(?:un)?(?:associated|correlated|related|linked)(?: \w+ly)* (?:with|to)) {_Y}",
            rf"{_X} (?P<cue>{_NOT}{_ADVERB}correlate[sd]? {_ADVERB}with) {_Y}",
            rf"{_X} (?P<cue>(?:{_SHOWS}|was|were|bore) (?:an? |the )?(?:\w+ ){{0,3}}?(?:positive|negative|inverse|direct|no)(?: \w+){{0,2}}? {_LINK} (?:with|to)) {_Y}",
            rf"(?:.*?\b)?(?P<cue>(?:no|positive|negative|inverse|direct)(?: \w+){{0,3}}? {_LINK} {_SEEN}?between) {_X} and {_Y}{_ENDS}",
            rf"(?:.*?\b)?(?P<cue>(?:no|positive|negative|inverse|direct)(?: \w+){{0,3}}? {_LINK} {_SEEN}?of) {_X} (?:with|to) {_Y}{_ENDS}",
            rf"{_X} (?P<cue>(?:(?:was|were|is|are) (?:an? |the )?(?:\w+ ){{0,2}}?(?:positive|negative) predictors? of|{_NOT}{_ADVERB}predict(?:s|ed)?)) {_Y}",
            rf"(?P<cue>{_NO_DIFFERENCE}){_AT} {_Y} {_SEEN}?(?:between|among|across) {_MANY}",
            rf"(?P<cue>{_NO_DIFFERENCE}){_AT} {_Y} {_SEEN}?between {_X} and {_Z}",
            rf"(?P<cue>{_NO_DIFFERENCE})between {_X} and {_Z} {_AT} {_Y}",
            rf"{_Y} (?P<cue>(?:did|does|do) not (?:\w+ly )?(?:differ|vary) (?:\w+ly )?)(?:between|among|across) {_MANY}",
            rf"{_Y} (?P<cue>(?:did|does|do) not (?:\w+ly )?differ (?:\w+ly )?)between {_X} and {_Z}",
            rf"{_Y} (?P<cue>{_BE} not (?:\w+ly )?different )between {_X} and {_Z}",
            rf"{_Y} (?P<cue>{_BE} not (?:\w+ly )?different ){_IN} (?P<group>.+?){_THAN}",
            rf"{_X} (?P<cue>(?:did|does|do) not (?:\w+ly )?differ (?:\w+ly )?)from {_Z} {_AT} {_Y}",
            rf"{_X} and {_Z} (?P<cue>(?:did|does|do) not (?:\w+ly )?differ (?:\w+ly )?){_AT} {_Y}",
            rf"{_X} (?P<cue>(?:had|has|have|showed?) no (?:(?!side|adverse)\w+ ){{0,2}}?(?:effect|influence|impact)s?) (?:up)?on {_Y}",
            rf"(?:.*?\b)?(?P<cue>no (?:(?!side|adverse)\w+ ){{0,2}}?(?:effect|influence|impact)s?) of {_X} on {_Y}",
            rf"{_X} (?P<cue>(?:did|does|do) not (?:\w+ly )?(?:affect|influence|change|alter|improve|increase|reduce)) {_NO_OBJECT}{_Y}",
            rf"{_Y} (?P<cue>(?:{_BE} (?:\w+ )?|occurred |occurs? ){_ADVERB}(?:(?P<more>more)|(?P<less>less)) (?:often|frequently|commonly)) {_IN} (?P<group>.+?){_THAN}",
            rf"(?P<cue>there (?:was|were|is|has been) (?:an? )?(?:(?!no\b|not\b|little\b)[\w-]+ ){{0,4}}?(?:(?P<more>increases?|rises?)|(?P<less>reductions?|decreases?|declines?)))(?: of {_SHARE})? in {_Y}(?: (?:after|following) {_X}| (?:{_NO_OBJECT[3:-1]}).*)?",
            rf"(?P<group>.+?) (?P<cue>{_BE} {_ADVERB}(?:(?P<more>more)|(?P<less>less)) likely to {_COMES}) {_Y}{_THAN_WHOM}",
            rf"(?P<group>.+?) (?P<cue>(?:{_BE} at|{_SHOWS}) (?:an? )?{_ADVERB}(?:(?P<more>{MORE})|(?P<less>{LESS})) {_AT_RISK} {_FROM}) {_Y}{_THAN_WHOM}",
            rf"{_X} (?P<cue>{_HAS}{_ADVERB}(?:(?P<more>{_RAISES})|(?P<less>{_LOWERS})) the {_AT_RISK} {_FROM}) {_Y}{_THAN}",
            rf"{_X} (?P<cue>{_BE} {_TO_BE}(?:an? |the )?(?:(?!no\b|not\b|may\b)[\w-]+ ){{0,3}}?(?:(?P<more>risk factors?)|(?P<less>protective factors?)) (?:for|against)) {_Y}",
            rf"{_X} (?P<cue>(?:{_BE} {_ADVERB}|{_HAS}{_ADVERB})(?P<less>protective|protect(?:s|ed)?) against) {_Y}",
            rf"{_X} (?P<cue>{_BE} {_TO_BE}{_ADVERB}{_EFFECTIVE}) {_Z} (?:in|at|for) (?:(?P<more>{_RAISING})|(?P<less>{_LOWERING})|(?P<better>improving)) {_Y}",
            rf"(?P<cue>(?:an? )?(?:(?!no\b)[\w-]+ ){{0,3}}?(?:(?P<better>improvements?)|(?P<worse>worsening|deterioration)) (?:in|of)) {_Y} {_SEEN}{_IN} (?P<group>.+?){_THAN}",
            rf"{_Y} (?P<cue>{_BE} {_TO_BE}{_ADVERB}(?:(?P<better>improved|better)|(?P<worse>worsened|worse))) {_IN} (?P<group>.+?){_THAN}",
            rf"{_Y} (?P<cue>{_BE} {_TO_BE}{_ADVERB}(?:(?P<better>improved|ameliorated)|(?P<worse>worsened|aggravated))) (?:by|after|following) {_X}",
            rf"(?P<group>.+?) (?P<cue>{_SHOWS} {_ADVERB}(?:(?P<better>better|improved)|(?P<worse>worse|poorer))) {_NO_OBJECT}{_Y}{_THAN_WHOM}",
            rf"{_X} (?P<cue>{_HAS}{_ADVERB}(?:(?P<better>{_BETTERS})|(?P<worse>{_WORSENS}))) {_NO_OBJECT}{_Y}{_THAN}",
            rf"{_Y} (?P<cue>{_HAS}{_ADVERB}(?:(?P<better>improved)|(?P<worse>worsened|deteriorated)))(?: {_ADVERB}(?:after|following|with) {_X}| (?:{_NO_OBJECT[3:-1]}).*)?",
            rf"{_Y} (?P<cue>{_BE} {_TO_BE}{_ADVERB}(?:(?P<more>{MORE})|(?P<less>{LESS}))) {_IN} (?P<group>.+?){_THAN}",
            rf"{_Y} (?P<cue>{_BE} {_ADVERB}(?:(?P<more>more)|(?P<less>less)) {_OFTEN}) {_IN} (?P<group>.+?){_THAN}",
            rf"{_Y} (?P<cue>{_BE} {_ADVERB}(?:similar|comparable|equivalent|identical|equal|the same) )(?:between|among|across) {_MANY}",
            rf"{_Y} (?P<cue>{_BE} {_ADVERB}(?:similar|comparable|equivalent|identical|equal|the same) )between {_X} and {_Z}",
            rf"{_Y} (?P<cue>{_BE} {_ADVERB}(?:unaffected|unchanged|unaltered) by) {_X}",
            rf"{_Y} (?P<cue>{_BE} not {_ADVERB}(?:affected|influenced|altered|changed|modified) by) {_X}",
            rf"(?P<cue>(?:there (?:was|were|is|are) )?no (?:\w+ ){{0,2}}?(?:increases?|decreases?|reductions?|rises?|declines?|changes?)) in {_Y}(?: {_SEEN}?(?:with|after|following) {_X})?",
            rf"(?P<cue>(?P<more>more)|(?P<less>fewer)) {_WHO} (?:{_IN} (?:the )?(?P<group>.+?)(?: (?:group|arm))? )?(?:had|experienced|developed|reported|showed) {_NO_OBJECT}{_Y}(?: with {_X})?",
            rf"{_X} (?P<cue>{_SHOWS} (?:an? )?(?:(?!no\b)[\w-]+ ){{0,3}}?(?:(?P<more>increases?|rises?)|(?P<less>reductions?|decreases?|declines?)))(?: of {_SHARE})? in {_Y}{_THAN}",
            rf"{_Y} (?P<cue>{_BE} {_ADVERB}(?:(?P<more>increased|enhanced|raised|elevated)|(?P<less>reduced|decreased|lowered|diminished))) by {_X}",
            rf"(?P<cue>(?P<more>{MORE})|(?P<less>{LESS})) {_Y} {_SEEN}{_IN} (?P<group>.+?){_THAN}",
            rf"(?P<group>.+?) (?P<cue>{_SHOWS} (?:with )?{_ADVERB}(?:(?P<more>{MORE})|(?P<less>{LESS}))) {_NO_OBJECT}{_Y}{_THAN_WHOM}",
            rf"{_Y} (?P<cue>{_HAS}{_ADVERB}(?:(?P<more>{_RISES})|(?P<less>{_FALLS}))) {_ADVERB}(?:along )?with {_X}",
            rf"{_X} (?P<cue>{_HAS}{_NOT}{_ADVERB}(?:(?P<more>{_RAISES})|(?P<less>{_LOWERS}))) {_NO_OBJECT}{_Y}{_THAN}",
            rf"{_Y} (?P<cue>{_HAS}{_ADVERB}(?:(?P<more>{_RISES})|(?P<less>{_FALLS}))(?!(?<=s) (?:and|or|in|of|was|were|is|are)))(?: {_ADVERB}(?:after|following) {_X}| (?:{_NO_OBJECT[3:-1]}).*)?",
        ),
    )
)
