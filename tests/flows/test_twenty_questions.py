"""Questions put to the demo and to a real world: every quote resolves, and what no work says is refused.

Each has the works of which one at least must be quoted, none where the corpus has no answer. The first twenty of each
were written without knowing how answers are found, the second after that was mended by what the first had shown.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flows.questions import open_corpus_text
from flows.review import review
from storage.publication.published import select_published
from tasks.answering.telling import list_passages

pytestmark = pytest.mark.slow

DEMO = {
    "Is hair cortisol higher in endurance athletes than in controls?": ("skoluda2012elevated",),
    "Does shift work raise hair cortisol?": ("manenschijn2011shift", "wester2015clinical", "wosu2013correlates"),
    "What is the odds ratio of myocardial infarction for high hair cortisol?": ("pereg2011hair",),
    "How fast does scalp hair grow?": ("meyer2012minireview",),
    "Do patients with Cushing's syndrome have more cortisol in their hair?": ("thomson2009hair",),
    "Is perceived stress associated with hair cortisol in adolescents?": ("pradogasco2019perceived",),
    "How many six-year-olds were measured in the Generation R cohort?": ("noppe2016long", "vehmeijer2021associations"),
    "What share of cortisol standards was recovered by extraction?": ("sauve2007measurement",),
    "Does hair dye affect cortisol levels?": ("abell2016assessing", "sauve2007measurement"),
    "Is chronic pain linked to elevated hair cortisol?": ("vanuum2008elevated",),
    "Are hair and salivary cortisol correlated in girls?": ("papafotiou2017hair",),
    "Was perceived weight discrimination related to hair cortisol?": ("jackson2018obesity",),
    "How does hair cortisol differ between hypothyroid patients and healthy people?": ("abdulateef2019assessment",),
    "Do smokers have higher hair cortisol?": (
        "feller2014predictors",
        "mazgelyte2019association",
        "wells2014associations",
        "wosu2013correlates",
    ),
    "What are reference values of hair cortisol in healthy children?": (
        "noppe2014validation",
        "pradogasco2019perceived",
    ),
    "Does vitamin D supplementation lower hair cortisol?": (),
    "Is hair cortisol higher in firefighters?": (),
    "Does meditation reduce salivary cortisol of pregnant women?": (),
    "What is the heritability of hair cortisol in twins?": (),
    "Does hair cortisol predict suicide attempts?": (),
}
DEMO_LATER = {
    "Does hair cortisol rise during pregnancy?": ("wosu2013correlates",),
    "Is hair cortisol related to fatty liver in children?": ("vehmeijer2021associations",),
    "Do patients with Prader-Willi syndrome have higher hair cortisol?": ("shukur2020hair",),
    "What predicts the metabolic syndrome in aerospace workers?": ("stalder2013cortisol",),
    "Does washing hair change its cortisol?": ("gray2018determinants", "staufenbiel2015determinants"),
    "How much higher is hair cortisol in groups exposed to stress?": ("stalder2016stress",),
    "Is caregivers' cortisol associated with the weight of disabled children?": ("chen2015caregivers",),
    "Does hair colour matter for cortisol?": ("lanfear2020hair", "staufenbiel2015determinants"),
    "Do anxiety disorders lower hair cortisol?": ("stalder2016stress",),
    "Is hair cortisol associated with testosterone in obesity?": ("chan2014measurement",),
    "How far back in time can hair segments reach?": ("thomson2009hair",),
    "Does season influence hair cortisol?": ("abell2016assessing", "fischer2016sociodemographic"),
    "Are war experiences associated with hair cortisol?": ("fischer2016sociodemographic",),
    "Is cortisol in nails a measure of stress?": ("liu2019innovations",),
    "Do mothers and children have similar hair cortisol?": ("larsen2016association", "olstad2016hair"),
    "Does caffeine raise hair cortisol?": (),
    "Is hair cortisol associated with bone density?": (),
    "Does yoga lower cortisol?": (),
    "What does a hair cortisol test cost?": (),
    "Is hair cortisol heightened in astronauts?": (),
}
WORLD = {
    "Was tizanidine comparable to baclofen and diazepam in reducing spasticity?": ("groves1998tizanidine",),
    "Does gabapentin reduce spasticity in spinal cord injury?": ("gruenthal1997gabapentin",),
    "Which dose of cyclobenzaprine is effective with less sedation?": ("borenstein2003efficacy",),
    "Is carisoprodol abused?": ("gs1993carisoprodol",),
    "How many patients with fibromyalgia responded to amitriptyline after one month?": ("carette1994comparison",),
    "Does intrathecal baclofen lower the Ashworth score after brain injury?": (
        "becker1997continuous",
        "meythaler1997prospective",
    ),
    "Can intrathecal baclofen reduce the need for orthopedic surgery?": ("gerszten1998intrathecal",),
    "Does botulinum toxin relieve pain after adductor surgery in children?": ("barwood2000analgesic",),
    "What does intrathecal clonidine do to detrusor hyperreflexia?": ("denys1998intrathecal",),
    "Are tricyclic antidepressants effective in fibromyalgia?": ("arnold2000antidepressant", "godfrey1996guide"),
    "Does tizanidine sedate healthy volunteers?": ("miettinen1996sedative",),
    "How often is diazepam prescribed to veterans with spinal cord injury?": ("broderick1997diazepam",),
    "Does intrathecal baclofen improve quality of life?": ("gianino1998quality",),
    "Did gabapentin help patients with multiple sclerosis?": ("dunevsky1998gabapentin",),
    "Is oral baclofen effective for cerebral spasticity?": ("albright1996topical",),
    "Does acupuncture relieve spasticity?": (),
    "Is cyclobenzaprine safe in pregnancy?": (),
    "What does a year of treatment with intrathecal baclofen cost?": (),
    "Does tizanidine prolong the QT interval?": (),
    "Does cannabis reduce spasms in multiple sclerosis?": (),
}
WORLD_LATER = {
    "Does dantrolene cause liver damage?": (),
    "Does tizanidine weaken muscles less than baclofen?": ("groves1998tizanidine", "wagstaff1997tizanidine"),
    "Does selective posterior rhizotomy reduce upper extremity spasticity?": ("albright1995effects",),
    "How long were patients followed after intrathecal baclofen for cerebral spasticity?": ("albright2003long",),
    "Does the lidocaine patch carry a risk of systemic toxicity?": ("gammaitoni2003safety",),
    "Did intrathecal baclofen reduce spasms in tetraplegia?": ("burns2001intrathecal",),
    "Is there evidence for drug therapy of low back pain?": ("deyo1996drug",),
    "Does tizanidine help stroke patients with spasticity?": ("gelber2001open", "milanov2009mechanisms"),
    "Do policies on benzodiazepines exist at spinal cord injury services?": ("broderick1997diazepam",),
    "Can stroke patients stay ambulatory under intrathecal baclofen?": ("francisco2001intrathecal",),
    "What is the mean age of children with cerebral palsy in the botulinum trial?": ("barwood2000analgesic",),
    "Are oral antispasticity drugs well tolerated in cerebral palsy?": ("gilmartin2000intrathecal",),
    "Is intrathecal baclofen useful after hypoxic brain injury?": ("becker1997continuous",),
    "Which drugs are approved for spasticity?": ("kita2000drugs",),
    "Does magnesium relieve muscle cramps?": (),
    "Is metaxalone more effective than ibuprofen?": (),
    "Does intrathecal baclofen raise the risk of scoliosis?": (),
    "Is methocarbamol safe for children?": (),
    "Does massage improve fibromyalgia?": (),
}
TITLE = "Comparative efficacy and safety of skeletal muscle relaxants for spasticity and musculoskeletal conditions"
_PAGES = "SELECT c.citekey, d.text FROM corpus AS c JOIN document AS d USING (work_id) WHERE d.level = 0"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the demo review."""
    return _write(
        tmp_path_factory, "hair cortisol as a measure of long-term stress and its relation to obesity", "demo"
    )


@pytest.fixture(scope="module")
def world(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a review of a world on muscle relaxants."""
    return _write(tmp_path_factory, TITLE, str(shared_data / "worlds/chou_2004/works.jsonl.gz"))


def _write(tmp_path_factory: pytest.TempPathFactory, topic: str, catalogue: str) -> Path:
    home = tmp_path_factory.mktemp("asked")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LITREVIEW_CACHE", str(home / "cache"))
        environment.setenv("LITREVIEW_OPEN_LIBRARY_URL", "")
        order = {"quality": "quick", "analyst": "extractive", "supervision": "none", "quiet": True}
        review.fn(topic, name="asked", catalogue=catalogue, reviews=str(home / "reviews"), **order)
    return home / "reviews" / "asked"


def judge(folder: Path, questions: dict[str, tuple[str, ...]]) -> tuple[list[str], list[str], list[str]]:
    """Return the questions without a work that they need, those answered in vain, and quotes not on their page."""
    text = open_corpus_text(folder)
    pages: dict[str, list[str]] = {}
    for citekey, page in select_published(folder, _PAGES).rows():
        pages.setdefault(citekey, []).append(page)
    missed, invented, loose = [], [], []
    for question, wanted in questions.items():
        passages = list_passages(text.answer(question))
        cited = {passage["citekey"] for passage in passages}
        loose += [
            json.dumps(passage)
            for passage in passages
            if not any(
                page[passage["char_start"] : passage["char_end"]] == passage["quote"]
                for page in pages[passage["citekey"]]
            )
        ]
        if wanted and not cited & set(wanted):
            missed.append(question)
        if not wanted and passages:
            invented.append(question)
    return missed, invented, loose


def test_the_demo_answers_what_it_can_and_refuses_the_rest(demo: Path) -> None:
    """Of thirty questions with an answer at most four get none of the works that they need; ten are refused."""
    missed, invented, loose = judge(demo, DEMO | DEMO_LATER)
    assert loose == []
    assert invented == []
    assert len(missed) <= 4, missed


def test_a_real_world_answers_what_it_can_and_refuses_the_rest(world: Path) -> None:
    """Of those whose works are among its 50, at most two get none of them; of eleven without an answer, one gets one.

    Which 50 of the works found are kept is not what is asked here.
    """
    kept = set(select_published(world, "FROM corpus")["citekey"])
    questions = {asked: wanted for asked, wanted in (WORLD | WORLD_LATER).items() if not wanted or kept & set(wanted)}
    assert sum(map(bool, questions.values())) >= 24
    missed, invented, loose = judge(world, questions)
    assert loose == []
    # Savings are quoted in pounds and dollars, and none of them is what a year of treatment costs.
    assert set(invented) <= {"What does a year of treatment with intrathecal baclofen cost?"}
    assert len(missed) <= 2, missed
