"""A world of twenty-one works on street trees and heat: what a fault run searches, follows, reads and writes about.

Works 1-8 are what the topic's words find. Keyword search passes over works with few citations, so 9 and 10 are found
through the works that cite them, 11, 12 and 14 by following those (stage 1), and 13 by following again (stage 2).
"""

from __future__ import annotations

import json
from pathlib import Path

TOPIC = "Street trees and summer heat in cities"

_COOLING, _SOIL, _TRADE = "Urban heat", "Tree physiology", "City economy"

# (number, title, abstract, year, citations, works cited, authors, subject)
_Row = tuple[int, str, str, int, int, tuple[int, ...], str, str]

_FOUND_BY_WORDS: tuple[_Row, ...] = (
    (
        1,
        "Street trees and summer heat in cities: air temperature under canopies",
        "Summer heat is a growing burden in cities. We measured air temperature under street trees with 40 loggers in "
        "one summer. We found that streets with closed canopies were 1.8 degrees cooler at noon than bare streets. "
        "A limitation is that only one city was observed. Future work should follow several cities.",
        2012, 310, (), "Ada Lind; Ben Moor", _COOLING,
    ),
    (
        2,
        "Cooling effect of street trees on summer heat in cities",
        "Street trees are planted to lower summer heat in cities. We simulated twelve street canyons with and without "
        "trees. The results show that trees lower the felt temperature by up to nine degrees in the afternoon. However, "
        "the model neglects wind below the crowns. Further research is needed on night time heat.",
        2014, 220, (1,), "Ada Lind; Cora Nagy", _COOLING,
    ),
    (
        3,
        "Shade of street trees and heat stress of pedestrians in summer",
        "Pedestrians in cities suffer from summer heat. We interviewed 412 pedestrians and recorded the shade of street "
        "trees at each place. We found that shade halves the share of people who report heat stress. Our findings "
        "suggest that shade matters more than air temperature. A limitation is the self-reported stress.",
        2016, 145, (1, 2, 9), "Ben Moor; Dario Okafor", _COOLING,
    ),
    (
        4,
        "Three summers of air temperature in city streets with trees",
        "Long records of summer heat in cities with street trees are rare. We measured air temperature in 24 streets in "
        "three summers. Results indicate that the cooling by street trees grows with the heat of the day. In contrast to "
        "earlier models, cooling vanished at night. The sample was small and from one climate.",
        2017, 98, (1, 2, 9), "Ada Lind; Eve Park", _COOLING,
    ),
    (
        5,
        "Heat of street surfaces in cities with and without trees",
        "Paved surfaces store summer heat in cities. We used thermal images of 300 streets taken from an aircraft. We "
        "found that surfaces below street trees were twelve degrees cooler than surfaces in the sun. The authors argue "
        "that surface heat is not air heat. Future studies should combine both.",
        2018, 77, (1, 4, 10), "Cora Nagy; Dario Okafor", _COOLING,
    ),
    (
        7,
        "Who lives under street trees? Unequal summer heat in cities",
        "Street trees are not spread evenly over cities. We mapped 90 000 street trees and the income of districts. The "
        "results show that poor districts have half the canopy and one degree more summer heat. Our findings suggest "
        "that planting should begin there. Further research is needed on who decides about planting.",
        2021, 8, (3, 5), "Dario Okafor; Ben Moor", _COOLING,
    ),
    (
        8,
        "Street trees against heat in cities: what twenty years of summer measurements show",
        "Twenty years of research on street trees and summer heat in cities are brought together. We compared 61 studies "
        "with measurements. We found that shade explains most of the cooling in the day, while evidence on the night is "
        "inconsistent. It remains unclear how drought changes the cooling of street trees.",
        2022, 5, (1, 2, 3, 4, 5), "Ada Lind; Eve Park", _COOLING,
    ),
)  # fmt: skip

_FOUND_BY_FOLLOWING: tuple[_Row, ...] = (
    (
        9,
        "Leaf area and the air under canopies of trees",
        "How leaf area changes summer heat is not well known. We measured leaf area and air temperature under 30 street "
        "trees in one summer. We found that each unit of leaf area makes the air under trees a "
        "third of a degree cooler. A limitation is that only one city was observed. Future work should follow several "
        "cities.",
        2008, 9, (11,), "Finn Roos", _SOIL,
    ),
    (
        10,
        "Watering of young trees and the cooling effect of their canopies",
        "Street trees are planted to lower summer heat, yet many dry out. We watered 60 trees and compared them with 60 "
        "trees without water. The results show that watered trees kept closed canopies and lower the felt "
        "temperature by up to three degrees in the afternoon. However, watering is costly. Further research is needed "
        "on cities in drought.",
        2010, 7, (11, 12), "Gita Sand", _SOIL,
    ),
    (
        11,
        "Soil water and the canopies of planted trees",
        "Street trees stand in small pits. We measured soil water and air temperature under 48 trees in one summer. We "
        "found that trees with dry soil had open canopies and that streets with such trees were no cooler at noon. A "
        "limitation is that only one city was observed. Future work should follow several cities.",
        2003, 6, (13,), "Hugo Tamm", _SOIL,
    ),
    (
        12,
        "Rooting space and the shade of planted trees",
        "Street trees are planted in cities with little rooting space. We dug out 20 trees and measured their roots. The results show "
        "that trees with ten cubic metres of soil had closed canopies and lower the felt temperature by four "
        "degrees in the afternoon. However, the sample was small. Further research is needed on structural soil.",
        2005, 4, (13,), "Ines Ulm", _SOIL,
    ),
    (
        13,
        "Crown temperature of trees over dry soil",
        "Crowns grow hot when water is short. We measured crown temperature under canopies of 15 street trees with loggers in "
        "one summer. We found that crowns over wet soil were four degrees cooler than crowns over dry soil. A "
        "limitation is that only one city was observed. Future work should follow several cities.",
        1998, 3, (998, 999), "Jon Vik", _SOIL,
    ),
    (
        14,
        "Air temperature in courtyards under dense canopies",
        "Courtyards can be cooler than streets. We measured air temperature under trees in 18 "
        "courtyards of cities with 40 loggers in one summer. We found that courtyards with closed canopies were two degrees cooler than bare "
        "courtyards. A limitation is that only one city was observed. Future work should follow several cities.",
        2019, 3, (9,), "Kaja Wolf", _COOLING,
    ),
)  # fmt: skip

_NOT_FOR_THE_CORPUS: tuple[_Row, ...] = (
    (16, _FOUND_BY_WORDS[1][1], _FOUND_BY_WORDS[1][2], 2013, 12, (1,), "Ada Lind; Cora Nagy", _COOLING),
    (17, _FOUND_BY_WORDS[4][1], _FOUND_BY_WORDS[4][2], 2018, 11, (1, 4), "Cora Nagy; Dario Okafor", _COOLING),
    (
        18,
        "Street lighting and burglary in cities",
        "Burglary is often said to follow darkness. We compared police records of 70 districts before and after new "
        "lamps were put up. We found no change in burglary. A limitation is the unknown number of unreported cases.",
        2015, 40, (19,), "Mona Zaal", _TRADE,
    ),
    (
        19,
        "Retail rents in streets of large cities",
        "Rents differ between streets of large cities. We modelled 5 000 leases with the number of passers-by. Results "
        "indicate that rents follow footfall. Further research is needed on online trade.",
        2016, 30, (), "Nils Abel", _TRADE,
    ),
    (
        20,
        "Heat treatment of steel springs",
        "Steel springs fail when heat treatment is uneven. We tested 200 springs at four temperatures. We found that "
        "slow cooling doubles the life of a spring. A limitation is that one alloy was tested.",
        2013, 25, (19,), "Olga Beck", _TRADE,
    ),
    (
        21,
        "Street trees double the heat of cities in summer",
        "We found that street trees double summer heat in cities. The data could not be produced on request.",
        2015, 33, (1,), "Pia Curt", _COOLING,
    ),
    (22, "Delivery vans on city streets", "We counted 900 stops of vans.", 2020, 21, (19,), "Quin Dahl", _TRADE),
    (23, "Noise and sleep in large cities", "We asked 800 people about lorries.", 2017, 64, (18,), "Rosa Eng", _TRADE),
    (24, "Summer festivals of cities", "We followed the sales of 120 shops.", 2018, 19, (19,), "Sven Falk", _TRADE),
    (25, "Street names and memory", "We read the minutes of 30 councils.", 2014, 26, (), "Tilda Grey", _TRADE),
    (26, "Heat pumps for old houses", "We metered 45 pumps for two winters.", 2019, 37, (20,), "Uwe Hart", _TRADE),
    (27, "Night buses in mid-sized cities", "We surveyed 1 100 passengers.", 2016, 18, (18,), "Vera Iser", _TRADE),
    (28, "Street food and its licences", "We spoke with 62 vendors.", 2018, 22, (24,), "Wim Jost", _TRADE),
    (29, "Taxes on empty shops in cities", "We compared 14 tax codes.", 2015, 15, (19,), "Xenia Kohl", _TRADE),
)  # fmt: skip

_PREPRINT, _SAME_DOI, _RETRACTED = 16, {17: 5}, 21


def write_world(path: Path) -> Path:
    """Write the world as a catalogue of OpenAlex works, one a line, and return its path."""
    rows = (*_FOUND_BY_WORDS, *_FOUND_BY_FOLLOWING, *_NOT_FOR_THE_CORPUS)
    path.write_text("".join(json.dumps(_record(row)) + "\n" for row in rows), encoding="utf-8")
    return path


def _record(row: _Row) -> dict[str, object]:
    number, title, abstract, year, citations, cited, authors, subject = row
    return {
        "id": f"https://openalex.org/W{number}",
        "doi": f"https://doi.org/10.5555/trees.{_SAME_DOI.get(number, number)}",
        "title": title,
        "publication_year": year,
        "publication_date": f"{year}-06-01",
        "type": "preprint" if number == _PREPRINT else "article",
        "language": "en",
        "cited_by_count": citations,
        "counts_by_year": [{"year": 2021, "cited_by_count": citations // 10}],
        "is_retracted": number == _RETRACTED,
        "authorships": [
            {"author": {"id": f"https://openalex.org/A{_author_number(name)}", "display_name": name}}
            for name in authors.split("; ")
        ],
        "primary_location": {"source": {"display_name": f"Journal of {subject}", "type": "journal"}},
        "biblio": {"volume": str(year - 1990), "issue": "1", "first_page": str(number), "last_page": str(number + 9)},
        "open_access": {"is_oa": number % 2 == 0, "oa_url": None},
        "topics": [{"id": f"https://openalex.org/T{len(subject)}", "display_name": subject}],
        "referenced_works": [f"https://openalex.org/W{reference}" for reference in cited],
        "abstract_inverted_index": _invert(abstract),
    }


def _author_number(name: str) -> int:
    """Return a number that two authors of this world never share: their initials in base 26."""
    first, last = (ord(part[0]) - ord("A") for part in name.split())
    return 1 + first * 26 + last


def _invert(text: str) -> dict[str, list[int]] | None:
    positions: dict[str, list[int]] = {}
    for position, word in enumerate(text.split()):
        positions.setdefault(word, []).append(position)
    return positions or None
