"""Nothing is said to be absent that was not looked for: made-up works in the style of abstracts of several fields."""

from __future__ import annotations

import dataclasses
import re

import pytest

from storage.records.search import Author, Plan, Work
from storage.records.writing import ReadWork
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.extractive.theme_section import state_most_cited
from tasks.analysts.extractive.themes_in_turn import count_open
from tasks.analysts.protocol import ReviewMaterial
from tasks.procedure.facts import STOP_CLAUSES
from tests.tasks.analysts.conftest import gather, read_abstract

ANALYST = ExtractiveAnalyst()
NAMES = ("Smith", "Jones", "Lee", "Diaz", "Okoro", "Sato")
# Words that deny or generalise, in sentences that cite nothing.
ABSENT = re.compile(
    r"\b(?:no|none|neither|nor|never|nobody|nothing|not|without|only|all|every|each|always|remaining|alone)\b",
    re.IGNORECASE,
)
# How sentences begin that speak of the review: of what it was asked, did, took from texts, or could not do.
OF_THE_REVIEW = tuple(
    """
No narrower question than
No effects were pooled
No effect was pooled
No full text was read
No work of the corpus belongs
The synthesis is extractive
This review is extractive
It repeats sentences of the sources
Sentences were chosen by rules
Contrasts, limits and
Texts may name such matters
Relevance was scored
The quality of individual studies
Each statement collected
Each theme
As far as cue words show
Not everything is settled
On amitriptyline compared with placebo, the abstracts do not
Whether such findings are truly at odds
""".strip().splitlines()
)
BETTER = (
    "Tension headache is common in nurses on night duty. We randomised 90 nurses to amitriptyline or placebo. "
    "Amitriptyline was significantly more effective than placebo in reducing headache frequency. "
    "The short duration of follow-up limits the conclusions."
)
SUPERIOR = (
    "We gave amitriptyline or placebo to 40 nurses of one hospital. "
    "Amitriptyline was superior to placebo in reducing headache frequency. "
    "Whether the effect outlasts treatment remains to be seen."
)
SAME = (
    "In 210 nurses we compared amitriptyline and placebo for a year. "
    "Amitriptyline and placebo did not differ in headache frequency. "
    "Larger, multicentre trials with longer follow-up are warranted."
)
WINTER = (
    "Headache frequency was recorded in a diary by 300 nurses of six hospitals. "
    "Headache frequency was higher in winter than in summer in most of these hospitals."
)
DRILLED = (
    "The well was drilled to a depth of three kilometres in layered limestone. The filter cake was dissolved in acid."
)
SETTLED = "Barite settled faster in the inclined section than in the vertical section of the well."
TRIALS, SILENT = (BETTER, SUPERIOR, SAME, WINTER), (DRILLED, SETTLED)


def _read(texts: tuple[str, ...]) -> list[ReadWork]:
    return [
        read_abstract(
            Work(f"W{i}", f"Headache in nurses, part {i}", year=2001 + 2 * i, authors=(Author(f"A {NAMES[i]}"),)), text
        )
        for i, text in enumerate(texts)
    ]


def _section(texts: tuple[str, ...], words: int = 500) -> str:
    theme = gather(_read(texts), "Headache")
    return ANALYST.write_theme(theme, ANALYST.analyse_theme(theme), words).markdown


def _part(markdown: str, heading: str) -> str:
    return markdown.partition(f"### {heading}")[2].partition("###")[0]


def _review(*themes: tuple[str, ...]) -> ReviewMaterial:
    gathered = []
    for i, texts in enumerate(themes):
        works = [
            dataclasses.replace(
                read,
                work=dataclasses.replace(read.work, work_id=f"{i}{read.work.work_id}"),
                citekey=f"{read.citekey}t{i}",
            )
            for read in _read(texts)
        ]
        theme = gather(works, f"Theme {'AB'[i]}")
        gathered.append(dataclasses.replace(theme, theme=dataclasses.replace(theme.theme, theme_id=f"t{i}")))
    analyses = tuple(ANALYST.analyse_theme(theme) for theme in gathered)
    return ReviewMaterial(Plan("headache in nurses"), tuple(gathered), analyses, {"catalogue": "works.jsonl"})


def test_better_and_no_difference_stand_side_by_side():
    """Two works that found a drug better and one that found no difference meet in one paragraph, with all citations."""
    debates = _part(_section(TRIALS), "Debates and tensions")
    paragraph = next(part for part in debates.split("\n\n") if "do not all point the same way" in part)
    assert "amitriptyline compared with placebo" in paragraph
    assert {"keyW0", "keyW1", "keyW2"} <= set(re.findall(r"@(\w+)", paragraph))
    assert paragraph.index("keyW2") > paragraph.index("By contrast,") > paragraph.index("keyW0")


def test_findings_that_differ_stand_nowhere_else():
    """What is set side by side in the theme is told once, also where it would have belonged to another section."""
    review = _review(TRIALS)
    sections = [ANALYST.write_theme(review.themes[0], review.analyses[0], 500)]
    sections += [ANALYST.write_discussion(review, 500), ANALYST.write_conclusions(review, 500)]
    told = " ".join(draft.markdown for draft in sections)
    for words in ("more effective than placebo", "superior to placebo", "placebo did not differ"):
        assert told.count(words) == 1


def test_limits_and_calls_for_research_are_told():
    """What the abstracts admit and ask for stands in the theme, in the discussion or in the conclusions."""
    review = _review(TRIALS)
    drafts = [ANALYST.write_theme(review.themes[0], review.analyses[0], 500)]
    drafts += [ANALYST.write_discussion(review, 500), ANALYST.write_conclusions(review, 500)]
    told = " ".join(draft.markdown for draft in drafts)
    assert "limits the conclusions" in told
    assert "remains to be seen" in told
    assert "multicentre trials" in told


def test_a_part_with_nothing_to_tell_is_left_out():
    """Texts in which nothing was recognised give a section without debates and gaps, and no word about it."""
    section = _section(SILENT)
    assert "### Debates" not in section
    assert "### Gaps" not in section
    assert not ABSENT.search(" ".join(_uncited(section)))


@pytest.mark.parametrize("themes", [(TRIALS,), (SILENT,), (TRIALS, SILENT), (("", ""),), ((),)])
def test_no_section_states_an_absence_in_the_literature(themes):
    """In a whole review, sentences that cite nothing deny only what the review did, or what it took from texts."""
    review = _review(*themes)
    drafts = [ANALYST.write_theme(theme, review.analyses[i], 400) for i, theme in enumerate(review.themes)]
    drafts += [ANALYST.write_abstract(review, 250), ANALYST.write_introduction(review, 400)]
    drafts += [ANALYST.write_discussion(review, 600), ANALYST.write_conclusions(review, 400)]
    denied = {
        sentence
        for draft in drafts
        for sentence in _uncited(draft.markdown)
        if ABSENT.search(sentence) and not sentence.startswith(OF_THE_REVIEW)
    }
    assert not denied


def test_the_count_of_open_matters_says_how_many_texts_were_read():
    """The count names what was taken from how many texts, and where nothing was, it still says how many were read."""
    named = count_open(_review(TRIALS))
    assert named is not None
    assert named.text == (
        "As far as cue words show, sentences from two of the four texts read name a question for further research, "
        "and a sentence from one names a limit of the evidence."
    )
    silent = count_open(_review(SILENT, ("",)))
    assert silent is not None
    assert silent.text.startswith("As far as cue words show, no sentence taken from the two texts read")
    assert count_open(_review(("",))) is None


def test_a_sentence_that_names_a_limit_and_asks_for_research_counts_as_both():
    """It is filed under one of them, so that counting by the file would deny a limit that the review itself prints."""
    both = (
        "Night duty was studied in 60 nurses. Headache was more frequent in nurses on night duty. "
        "A limitation is that the sample was small, so larger longitudinal studies are needed."
    )
    counted = count_open(_review((both,)))
    assert counted is not None
    assert "names a question for further research, and a sentence from one names a limit" in counted.text


def test_the_end_of_the_search_does_not_deny_what_was_not_reached():
    """Works that ranked too low were still there to be screened, whatever the last stage brought."""
    review = dataclasses.replace(
        _review(TRIALS), numbers={"stop_reason": STOP_CLAUSES["dry_round"], "not_reached": 64, "screened": 73}
    )
    text = ANALYST.write_methodology(review, 400).markdown
    assert "64 works ranked too low to be reached" in text
    assert "none further that ranked high enough to be screened was relevant" in text
    assert "left to screen" not in text


def test_no_work_is_called_most_cited_where_another_is_cited_as_much():
    """A tie has no first, and the comparison is with the works of the theme."""
    first, second = _read(TRIALS)[:2]
    first = dataclasses.replace(first, in_degree=5)
    assert state_most_cited([first, dataclasses.replace(second, in_degree=5)]) == ""
    most = state_most_cited([first, dataclasses.replace(second, in_degree=4)])
    assert most == "Of these works, Smith (2001) is cited most within the corpus, by five others."


def _uncited(markdown: str) -> list[str]:
    """Return the sentences of a section that cite nothing."""
    blocks = [block for block in markdown.split("\n\n") if not block.startswith("#")]
    return [
        sentence
        for block in blocks
        for sentence in re.split(r"(?<=[.?!]) (?=[A-Z])", block.strip())
        if "[@" not in sentence
    ]
