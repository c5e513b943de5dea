"""Whom or what was studied: ages, sexes, species, cells, places, as far as words of any field say it."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

_GROUPS: Mapping[str, Mapping[str, str]] = {
    "age": {
        "infants": r"newborns?|neonat\w+|preterm|infants?|infancy|babies|baby|toddlers?",
        "children": r"child(?:ren|hood)?|p(?:a)?ediatric\w*|preschool\w*|school-?age\w*|boys?|girls?|kids?|schoolchildren|pupils?",
        "adolescents": r"adolescen\w+|teen\w*|youths?|young people|juveniles?",
        "adults": r"adults?|adulthood|middle-aged|working-age",
        "older people": r"elderly|older (?:people|adults?|persons?|patients?|men|women|individuals|residents)|old age|seniors?|geriatric\w*|aged (?:6[05]|7\d|8\d)|nursing homes?|octogenarians?|late-life",
    },
    "sex": {
        "women": r"women|woman|female\w*|girls?|mothers?|maternal\w*|pregnan\w+|wives|postmenopausal|premenopausal|lactating",
        "men": r"men|man|male\w*|boys?|fathers?|paternal\w*|husbands",
    },
    "species": {
        "people": r"patients?|people|persons?|participants?|humans?|volunteers?|women|woman|men|man|adults?|children|child|students?|adolescen\w+|infants?|workers?|employees|clinicians?|nurses|individuals|respondents?|users?|consumers?|"
        r"households?|farmers?|managers?|physicians?|veterans?|athletes?|families|mothers|fathers|caregivers?|teachers?|investors?|residents?|population|twins|elderly|students",
        "mice": r"mice|mouse|murine", "rats": r"rats?", "dogs": r"dogs?|canines?", "cats": r"cats?|felines?",
        "horses": r"horses?|equine|mares?|foals?", "pigs": r"pigs?|piglets?|swine|porcine|sows?", "sheep": r"sheep|lambs?|ovine|ewes?",
        "goats": r"goats?|caprine", "cattle": r"cattle|cows?|bovine|calves|heifers?|bulls?", "rabbits": r"rabbits?", "primates": r"monkeys?|macaques?|primates?|chimpanzees?|baboons?",
        "birds": r"birds?|chickens?|poultry|hens?|avian|parrots?|songbirds?", "fish": r"fish(?:es)?|zebrafish|trout|salmon", "insects": r"insects?|bees?|beetles?|flies|mosquito\w*|ants|drosophila|butterfl\w+|moths?",
        "plants": r"plants?|seedlings?|trees?|crops?", "reptiles": r"reptiles?|lizards?|snakes?|turtles?|amphibians?|frogs?",
        "rodents": r"rodents?|guinea pigs?|hamsters?", "animals": r"animals?|animal models?|livestock|wildlife|fauna",
        "cells": r"in vitro|cell lines?|cultured (?:\w+ )?cells?|cell cultures?|explants?|ex vivo|cadaver\w*|fibroblasts?",
    },
    "health": {"healthy people": r"healthy (?:\w+ )?(?:people|adults?|volunteers?|men|women|males?|females?|subjects?|participants?|children|controls?|individuals)|general population", "patients": r"patients?|inpatients?|outpatients?"},
    "setting": {"urban areas": r"urban\w*|cit(?:y|ies)|metropolitan", "rural areas": r"rural\w*|villages?|countryside"},
    "income": {"rich countries": r"high-income|developed (?:countr\w+|world|econom\w+|nations?)|industriali[sz]ed|western countries", "poor countries": r"(?:low|middle)-income|developing (?:countr\w+|world|econom\w+|nations?)|low- and|low-resource|emerging (?:econom\w+|markets?)"},
    "occupation": {"students": r"students?|undergraduates?|pupils?", "workers": r"employees|workers?|workforce|staff", "clinicians": r"clinicians?|physicians?|doctors?|nurses?|surgeons?|therapists?", "veterans": r"veterans?|soldiers?|military", "athletes": r"athletes?|players?|runners?", "managers": r"managers?|executives?|ceos?|directors?", "farmers": r"farmers?|growers?"},
    "firm": {"small firms": r"smes?|small (?:and medium\S* )?(?:firms?|enterprises?|business\w*|companies)|start-?ups?|microenterprises?", "large firms": r"large (?:firms?|enterprises?|business\w*|companies|corporations?)|multinational\w*|corporations?"},
    "realm": {"sea": r"marine|ocean\w*|seas?|coastal|reefs?", "freshwater": r"freshwater|lakes?|rivers?|streams?", "forest": r"forests?|woodlands?", "grassland": r"grasslands?|meadows?|pastures?|savanna\w*|prairies?", "farmland": r"farm(?:s|land|lands)?|arable|cropland\w*|orchards?"},
    "clime": {"tropics": r"tropic\w+", "temperate zone": r"temperate", "arctic": r"arctic|polar|boreal|alpine"},
}  # fmt: skip
# Kinds of which a work that names one seldom means another; where it names none of them, one named is no sign of anything.
_RIVALS: Mapping[str, Mapping[str, str]] = {
    "crop": {"wheat": r"wheat", "rice": r"rice|padd(?:y|ies)", "maize": r"maize|corn", "barley": r"barley", "soybean": r"soy(?:a|beans?)?", "potatoes": r"potato(?:es)?", "cotton": r"cotton", "sugar cane": r"sugar ?cane", "coffee": r"coffee", "cocoa": r"cocoa|cacao", "tea": r"tea", "vines": r"grape\w*|vine(?:s|yards?)", "tomatoes": r"tomato(?:es)?", "oil palm": r"oil palms?", "rapeseed": r"rapeseed|canola"},
    "animal": {"fish": r"fish(?:es)?|trout|salmon|carp", "birds": r"birds?|poultry|chickens?|hens?", "cattle": r"cattle|cows?|bovine\w*", "pigs": r"pigs?|swine|porcine", "sheep": r"sheep|ovine|lambs?|goats?", "horses": r"horses?|equine", "dogs": r"dogs?|canine", "cats": r"cats|feline", "deer": r"deer|elk|moose", "primates": r"monkeys?|macaques?|chimpanzees?|primates", "frogs": r"frogs?|toads?|amphibians?", "reptiles": r"reptiles?|lizards?|snakes?|turtles?", "bats": r"bats?", "bees": r"bees?|honeybees?|bumblebees?", "ants": r"ants?", "butterflies": r"butterfl(?:y|ies)|moths?", "beetles": r"beetles?", "flies": r"fruit flies|drosophila|mosquito(?:es)?"},
    "rock": {"sandstone": r"sandstones?", "carbonate": r"carbonates?|limestones?|chalk|dolomites?", "shale": r"shales?|mudstones?", "granite": r"granit\w+", "basalt": r"basalt\w*", "coal": r"coals?"},
    "cancer": {organ: rf"(?:{cue})(?: \w+)? (?:cancers?|carcinomas?|tumou?rs?|adenocarcinomas?)" for organ, cue in {"breast cancer": "breast|mammary", "lung cancer": "lung|bronchial", "gastric cancer": "gastric|stomach", "colorectal cancer": "colorectal|colon|rectal|bowel", "prostate cancer": "prostate", "liver cancer": "liver|hepatocellular|hepatic", "pancreatic cancer": "pancreatic", "ovarian cancer": "ovarian", "brain tumours": "brain"}.items()},
    "disorder": {"depression": r"depressi(?:on|ve)|depressed", "anxiety": r"anxiety|anxious", "schizophrenia": r"schizophreni\w+|psycho(?:sis|tic)", "bipolar disorder": r"bipolar", "autism": r"autis\w+", "ADHD": r"adhd|attention[- ]deficit", "dementia": r"dementia|alzheimer\w*", "stroke": r"strokes?", "epilepsy": r"epilep\w+", "multiple sclerosis": r"multiple sclerosis", "Parkinson's disease": r"parkinson\w*", "migraine": r"migraines?", "diabetes": r"diabet\w+", "asthma": r"asthma\w*", "COPD": r"copd|chronic obstructive", "arthritis": r"arthrit\w+|osteoarthrit\w+"},
    "type": {"type 1": r"type (?:1|i)", "type 2": r"type (?:2|ii)"},
    "course": {"acute": r"acute(?:ly)?", "chronic": r"chronic(?:ally)?"},
    "work": {"employed people": r"employed|employees|workers?|workforce", "unemployed people": r"unemploy\w+|jobless", "retired people": r"retire(?:es|d)|pensioners?"},
    "smoking": {"smokers": r"(?<!non-)(?<!non)(?<!never )smokers?", "non-smokers": r"non-?smokers?|never[- ]smokers?"},
    "continent": {"Africa": r"africa\w*|saharan", "Asia": r"asian?s?|china|chinese|japan\w*|india\w*|korea\w*", "Europe": r"europe\w*", "North America": r"north america\w*|united states|canad\w+", "Latin America": r"latin america\w*|south america\w*|brazil\w*|mexic\w+", "Australia": r"australia\w*"},
    "sector": {"public sector": r"public sector|government agenc\w+|state-owned", "private sector": r"private sector|privately owned"},
}  # fmt: skip
_BEASTS = frozenset(_GROUPS["species"]) - {"people", "plants", "cells", "animals"}
# A work that names some of a group need not name the group.
_PARTS = {"animals": _BEASTS, "rodents": frozenset({"mice", "rats"}), "children": frozenset({"infants"})}
_ANYBODY = frozenset({"people", "adults", "patients"})
_CUES = {
    dimension: {name: re.compile(rf"\b(?:{cue})\b", re.IGNORECASE) for name, cue in groups.items()}
    for dimension, groups in (*_GROUPS.items(), *_RIVALS.items())
}


@lru_cache(maxsize=4096)
def find_populations(text: str) -> dict[str, frozenset[str]]:
    """Return by dimension the groups that a text names."""
    return {
        dimension: frozenset(name for name, cue in groups.items() if cue.search(text))
        for dimension, groups in _CUES.items()
    }


def compare_populations(claim: str, work: str) -> list[str]:
    """Return the groups of a sentence that a work does not speak of.

    People are missing only where the work names other species, adults where it names other ages, and animals only where
    it names none.
    """
    said, known = find_populations(claim), find_populations(work)
    missing = [
        group
        for dimension, groups in said.items()
        for group in sorted(groups - known[dimension] - _ANYBODY)
        if (dimension in _GROUPS or known[dimension]) and not _PARTS.get(group, frozenset()) & known[dimension]
    ]
    if "people" in said["species"] and known["species"] and "people" not in known["species"]:
        missing.append("people")
    if "adults" in said["age"] and known["age"] and not known["age"] & {"adults", "older people"}:
        missing.append("adults")
    return list(dict.fromkeys(missing))
