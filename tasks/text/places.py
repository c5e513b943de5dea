"""Names of countries and of people by country, as texts have them."""

# ruff: noqa: E501 -- a list of words reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterator

import pytz

# The names of ISO 3166, as kept with the time zones, are short forms; these are what texts have instead or as well.
_ALSO = (
    "United Kingdom", "UK", "U.K.", "Great Britain", "Britain", "England", "Scotland", "Wales", "Northern Ireland", "USA", "U.S.A.", "US",
    "U.S.", "United States of America", "South Korea", "North Korea", "Republic of Korea", "Korea", "Ivory Coast",
    "Democratic Republic of Congo", "Democratic Republic of the Congo", "DRC", "Republic of Congo", "Congo", "Czechia", "Czech Republic", "Myanmar",
    "Burma", "Viet Nam", "T\u00fcrkiye", "Timor-Leste", "Eswatini", "Swaziland", "Cabo Verde", "Macedonia",
    "Bosnia and Herzegovina", "Trinidad and Tobago", "Russian Federation", "Central African Republic", "The Gambia", "Taiwan",
    "Hong Kong", "Kosovo", "Tibet", "British Columbia", "Ontario", "Quebec", "Alberta", "Manitoba", "Saskatchewan", "Nova Scotia", "Queensland", "New South Wales", "Tasmania", "Northern Territory",
    "Alabama", "Alaska", "Arizona", "Arkansas", "California", "Colorado", "Connecticut", "Delaware", "Florida", "Hawaii", "Idaho", "Illinois", "Indiana",
    "Iowa", "Kansas", "Kentucky", "Louisiana", "Maine", "Maryland", "Massachusetts", "Michigan", "Minnesota", "Mississippi", "Missouri", "Montana",
    "Nebraska", "Nevada", "New Hampshire", "New Jersey", "New Mexico", "New York", "North Carolina", "North Dakota", "Ohio", "Oklahoma", "Oregon",
    "Pennsylvania", "Rhode Island", "South Carolina", "South Dakota", "Tennessee", "Texas", "Utah", "Vermont", "Virginia", "Wisconsin", "Wyoming",
    "Africa", "sub-Saharan Africa", "Sub-Saharan Africa", "West Africa", "East Africa", "Southern Africa", "southern Africa", "North Africa", "Asia", "Southeast Asia",
    "South Asia", "South-East Asia", "East Asia", "Central Asia", "Europe", "Latin America", "North America", "South America",
    "Central America", "European Union", "EU", "Scandinavia", "Middle East", "Amazonia", "Amazon", "Caribbean", "Oceania",
)  # fmt: skip
# Names that are words or parts of other names far more often than they are places in a text.
_AMBIGUOUS = frozenset({"Jersey", "Jordan", "Guernsey", "Chad", "Niue", "Montserrat", "Palau", "Dominica", "Pitcairn"})
_PEOPLES = (
    "American", "Argentine", "Argentinian", "Bangladeshi", "Belgian", "Brazilian", "British", "Canadian", "Chilean", "Chinese", "Congolese", "Czech", "Danish", "Dutch",
    "Ecuadorian", "Egyptian", "English", "Finnish", "French", "German", "Ghanaian", "Greek", "Hungarian", "Icelandic", "Iranian",
    "Iraqi", "Irish", "Israeli", "Italian", "Japanese", "Jordanian", "Lebanese", "Mexican", "Moroccan", "Nepalese", "Nepali", "Norwegian",
    "Pakistani", "Palestinian", "Peruvian", "Polish", "Portuguese", "Scottish", "Slovenian", "South African", "South Korean", "Spanish",
    "Sudanese", "Swedish", "Swiss", "Taiwanese", "Thai", "Turkish", "Ukrainian", "Vietnamese", "Welsh", "Zimbabwean", "European", "African", "Asian",
    "Latin American", "Scandinavian", "UK", "US", "U.S.", "EU",
)  # fmt: skip
# Countries whose people are not called by the country's name and an "n".
_COUNTRY_OF = {
    "American": "United States", "US": "US", "U.S.": "U.S.", "UK": "UK", "EU": "EU", "Argentine": "Argentina", "Argentinian": "Argentina",
    "Bangladeshi": "Bangladesh", "Belgian": "Belgium", "Brazilian": "Brazil", "British": "United Kingdom", "Canadian": "Canada",
    "Chinese": "China", "Congolese": "Congo", "Czech": "Czech Republic", "Danish": "Denmark", "Dutch": "Netherlands",
    "Ecuadorian": "Ecuador", "Egyptian": "Egypt", "English": "England", "Finnish": "Finland", "French": "France", "German": "Germany",
    "Ghanaian": "Ghana", "Greek": "Greece", "Hungarian": "Hungary", "Icelandic": "Iceland", "Iranian": "Iran", "Iraqi": "Iraq",
    "Irish": "Ireland", "Israeli": "Israel", "Italian": "Italy", "Japanese": "Japan", "Jordanian": "Jordan", "Lebanese": "Lebanon",
    "Nepalese": "Nepal", "Nepali": "Nepal", "Norwegian": "Norway", "Pakistani": "Pakistan", "Palestinian": "Palestine",
    "Peruvian": "Peru", "Polish": "Poland", "Portuguese": "Portugal", "Scottish": "Scotland", "Slovenian": "Slovenia",
    "South Korean": "South Korea", "Spanish": "Spain", "Sudanese": "Sudan", "Swedish": "Sweden", "Swiss": "Switzerland",
    "Taiwanese": "Taiwan", "Thai": "Thailand", "Turkish": "Turkey", "Ukrainian": "Ukraine", "Vietnamese": "Vietnam", "Welsh": "Wales",
    "Zimbabwean": "Zimbabwe", "European": "Europe", "African": "Africa", "Asian": "Asia", "Latin American": "Latin America",
    "Scandinavian": "Scandinavia",
}  # fmt: skip


def name_country(people: str) -> str:
    """Return the country of a word that says of which country somebody is: "Dutch" is of the Netherlands, "Kenyan" of Kenya."""
    return _COUNTRY_OF.get(people, people.removesuffix("n"))


def _list_countries() -> Iterator[str]:
    for name in pytz.country_names.values():
        plain = re.sub(r"\s*\(.*\)", "", name)
        if plain not in _AMBIGUOUS:
            yield plain
            yield plain.replace(" & ", " and ")
    yield from _ALSO


def _list_peoples(countries: frozenset[str]) -> Iterator[str]:
    yield from _PEOPLES
    # "Kenyan", "Indian", "Malaysian": of a name that ends in "a" the people's has an "n".
    yield from (f"{name}n" for name in countries if re.fullmatch(r"(?:[A-Z][a-z]+ )?[A-Z][a-z]{2,}a", name))


def _join(names: frozenset[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))


_COUNTRIES = frozenset(_list_countries())
COUNTRY = rf"(?<![\w-])(?:{_join(_COUNTRIES)})(?![\w-])"
"""A pattern, sensitive to case, of the name of a country or of a part of the world."""
PEOPLE_OF = rf"(?<![\w-])(?:{_join(frozenset(_list_peoples(_COUNTRIES)))})(?![\w-]| American)"
"""A pattern, sensitive to case, of a word that says of which country somebody or something is."""
