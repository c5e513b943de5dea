"""What topics of any shape come to: a phrase for sentences, a question, facets."""

from __future__ import annotations

import pytest

from tasks.text.article_kinds import split_title
from tasks.text.topics import (
    find_questions,
    list_alternatives,
    list_facets,
    list_matters,
    read_topic,
    strip_review_words,
)

PHRASES = {
    "Does the Source of Mesenchymal Stem Cell Have an Effect in the Management of Osteoarthritis of the Knee? "
    "Meta-Analysis of Randomized Controlled Trials": "the effect of the Source of Mesenchymal Stem Cell in the "
    "Management of Osteoarthritis of the Knee",
    "Efficacy and safety of drugs for spasticity: a systematic review": "Efficacy and safety of drugs for spasticity",
    "A systematic review of mindfulness for burnout in nurses": "mindfulness for burnout in nurses",
    "Yoga for tremor - a network meta-analysis of randomised trials": "Yoga for tremor",
    "Does exercise reduce depression in older adults?": "the effect of exercise on depression in older adults",
    "Is hair cortisol associated with obesity?": "hair cortisol and obesity",
    "Does hair cortisol predict obesity and stress?": "hair cortisol in relation to obesity and stress",
    "Is there a relationship between screen time and sleep?": "a relationship between screen time and sleep",
    "How effective are school meals for learning?": "the effectiveness of school meals for learning",
    "Which factors predict relapse in alcohol use disorder?": "factors that predict relapse in alcohol use disorder",
    "What role do gut bacteria play in depression?": "the role of gut bacteria in depression",
    "To what extent does remote work affect productivity?": "the effect of remote work on productivity",
    "Does the source of protein make any difference in muscle growth?": "the source of protein in muscle growth",
    "Hair cortisol: a marker of stress?": "Hair cortisol as a marker of stress",
    "Friend or foe? Hair cortisol in obesity": "Hair cortisol in obesity",
    "Microplastics: sources, fate and effects": "Microplastics (sources, fate and effects)",
    "Climate change is a threat to food security": "Climate change as a threat to food security",
    "Please write a literature review on remote work and productivity": "remote work and productivity",
    "I would like to know how sleep affects memory": "the effect of sleep on memory",
    "business, finance and biodiversity": "business, finance and biodiversity",
    "CRISPR": "CRISPR",
    # No article kinds, no verbs: subjects.
    "Automated peer review": "Automated peer review",
    "Bias in systematic reviews": "Bias in systematic reviews",
    "Health benefits of green space": "Health benefits of green space",
    "interventions that reduce stress in students": "interventions that reduce stress in students",
}  # fmt: skip


@pytest.mark.parametrize("topic", PHRASES)
def test_topic_is_read_as_a_noun_phrase(topic):
    """Questions, statements, requests and words of article kind give way; what is a subject stays word for word."""
    read = read_topic(topic)
    assert (read.phrase, read.is_phrase) == (PHRASES[topic], True)


@pytest.mark.parametrize(
    "topic",
    [
        "Auswirkungen von Schlafmangel auf die Leistung",
        "睡眠不足对记忆的影响",
        "¿Cuál es el efecto del ejercicio sobre la depresión?",
        "Can machines think?",
        "Is it safe to fast?",
    ],
)
def test_what_no_rule_turns_into_an_english_phrase_is_quoted(topic):
    """Other languages, and questions whose parts cannot be told apart, keep their words and are marked."""
    read = read_topic(topic)
    assert (read.phrase, read.is_phrase) == (topic, False)


@pytest.mark.parametrize(
    ("topic", "question"),
    [
        ("does exercise reduce depression", "Does exercise reduce depression?"),
        ("Sleep and memory: is there a link? A scoping review", "Sleep and memory: is there a link?"),
        ("Obesity: does cortisol predict it in children?", "Obesity: does cortisol predict it in children?"),
        ("Stress at work: does coaching reduce burnout?", "Does coaching reduce burnout?"),
    ],
)
def test_question_of_a_topic_is_a_research_question(topic, question):
    """It stands alone: what leans on the words before it takes them along."""
    assert find_questions(topic) == (question,)


def test_topic_that_asks_nothing_has_no_question():
    """Neither a title nor a catchword in front of one makes a research question."""
    for topic in ("business, finance and biodiversity", "Friend or foe? Hair cortisol in obesity", "Are we there yet?"):
        assert find_questions(topic) == ()


def test_words_of_article_kind_are_no_part_of_a_search():
    """They are left out wherever they stand, unless nothing else is there."""
    assert strip_review_words("Yoga in pregnancy. Protocol for a systematic review") == "Yoga in pregnancy"
    assert strip_review_words("A meta-analysis") == "A meta-analysis"
    assert split_title("Code smells: A tertiary systematic review of challenges") == ["Code smells", "challenges"]


def test_facets_are_what_the_topic_joins():
    """Runs of words with a meaning, each once; words of any field, of design and of grammar are none of their own."""
    assert list_facets("business, finance and biodiversity") == ["business", "finance", "biodiversity"]
    assert list_facets("therapy delivered through smartphones") == ["therapy", "smartphones"]
    assert list_facets("effects of microplastics on marine life") == ["microplastics", "marine life"]
    assert list_facets("remote work, randomised trials and predictors of remote work") == ["remote work", "trials"]


def test_alternatives_are_what_and_or_and_commas_join():
    """What prepositions join restricts: a work on one of these alone is not on the topic."""
    assert list_alternatives("business, finance and biodiversity") == ["business", "finance", "biodiversity"]
    assert list_alternatives("sleep and memory in adolescents") == ["sleep", "memory"]
    assert list_alternatives("the effect of the diet or the exercise on blood pressure") == ["diet", "exercise"]
    assert list_alternatives("specialized psychotherapies for adults with borderline personality disorder") == []


def test_what_is_said_of_a_list_is_a_matter_beside_it():
    """What heads a topic with a list is never left without a share; what restricts at its end is."""
    assert list_matters("prices of green tea and black coffee") == ["prices", "green tea", "black coffee"]
    assert list_matters("sleep and memory in adolescents") == ["sleep", "memory"]
    assert list_matters("mindfulness for burnout in nurses") == []


def test_a_list_may_have_words_of_any_field_between_its_parts():
    """As "costs and benefits" does, "costs and associated benefits" joins two."""
    assert list_alternatives("Costs and associated benefits of tea in schools") == ["Costs", "benefits"]
    assert list_alternatives("Costs in tea schools") == []
