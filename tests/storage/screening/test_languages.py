"""Languages that no record states: which works lack one, what is detected holds beside the record, and counts."""

from __future__ import annotations

from storage.core.canonical import canonical_hash
from storage.records.languages import Detection
from storage.records.search import Plan
from storage.screening.languages import add_detections, texts_without_language
from storage.screening.screening import exclude_ineligible

CODES, LATIN = ("en", "de", "fr", "zh", "ru"), ("en", "de", "fr")
DETECTOR = "py3langid 0.4.0"


def test_works_to_detect_are_those_without_a_language_that_can_be(ledger, make_work, find_works):
    """None stated, a code of no language, or Latin letters stated of another script; an abstract may be translated."""
    chinese, russian = "肥胖与头发皮质醇的关系研究", "Кортизол в волосах и ожирение детей"
    stated = {
        1: {"language": None, "title": "Haar", "abstract": "Zweiter Satz"},
        2: {"language": "und"},
        3: {"language": "en", "title": chinese, "abstract": None},
        4: {"language": "zh", "title": "Hair cortisol", "abstract": "In Chinese, says the record."},
        5: {"language": "ru", "title": russian, "abstract": None},
        6: {"language": "en", "title": f"Hair cortisol in children and its relation ({chinese[:4]})"},
        7: {"language": "en-gb"},
        8: {"language": None, "title": "Haar", "abstract": None},
    }
    find_works(ledger, [make_work(number, **fields) for number, fields in stated.items()])
    pending = texts_without_language(ledger, CODES, LATIN)
    assert [work_id for work_id, _ in pending] == ["W1", "W2", "W3", "W8"]
    assert pending[0][1] == "Haar\nZweiter Satz"
    assert pending[3][1] == "Haar"
    add_detections(ledger, [Detection(work_id, None, 0.3, DETECTOR) for work_id, _ in pending])
    assert texts_without_language(ledger, CODES, LATIN) == []


def test_a_detected_language_holds_for_the_limit_and_is_counted_apart(new_ledger, make_work, find_works):
    """It never overwrites what a record states; one that could not be detected, or cannot be, admits its work."""
    ledger = new_ledger(Plan(topic="Hair cortisol", quality="quick", languages=("en", "zh-cn")))
    stated = {1: None, 2: None, 3: None, 4: "fr", 5: "und", 6: "en-us", 7: "und", 8: None}
    find_works(ledger, [make_work(number, language=code) for number, code in stated.items()])
    before = canonical_hash(ledger)
    found = {"W1": ("en", 0.99), "W2": ("fr", 0.98), "W3": (None, 0.4), "W5": (None, 0.0), "W7": ("de", 1.0)}
    add_detections(ledger, [Detection(work_id, *guess, DETECTOR) for work_id, guess in found.items()])
    add_detections(ledger, [Detection("W8", "zh", 0.95, DETECTOR)])
    assert canonical_hash(ledger) != before
    assert exclude_ineligible(ledger, 0, grey=False) == 3
    assert ledger.select("SELECT work_id FROM decision ORDER BY ALL")["work_id"].to_list() == ["W2", "W4", "W7"]
    assert ledger.select("SELECT language FROM work WHERE work_id = 'W7'").item() == "und"
    rows = ledger.select("SELECT work_id, language, stated, basis, probability FROM work_language ORDER BY ALL").rows()
    assert rows == [
        ("W1", "en", None, "detected", 0.99),
        ("W2", "fr", None, "detected", 0.98),
        ("W3", None, None, "unknown", 0.4),
        ("W4", "fr", "fr", "stated", None),
        ("W5", None, "und", "unknown", 0.0),
        ("W6", "en-us", "en-us", "stated", None),
        ("W7", "de", "und", "detected", 1.0),
        ("W8", "zh", None, "detected", 0.95),
    ]
    counts = dict(ledger.select("SELECT item, n FROM prisma").rows())
    assert counts["rule_excluded_as Not in a language admitted."] == 3
    assert counts["language_detected"] == 4
    assert counts["rule_excluded_by_detection"] == 2
    languages = ledger.select("SELECT language, found, left_out, detected FROM language_works ORDER BY ALL").rows()
    assert languages == [
        ("", 2, 0, 0),
        ("de", 1, 1, 1),
        ("en", 1, 0, 1),
        ("en-us", 1, 0, 0),
        ("fr", 2, 2, 1),
        ("zh", 1, 0, 1),
    ]
