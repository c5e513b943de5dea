"""The handle in a notebook: a frame for every public view, figures inline, and no markup of hostile titles."""

from __future__ import annotations

import base64
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from flows.context.handle import Review, open_review
from flows.review import review
from storage.core.errors import InputError
from tests.flows.conftest import make_record

pytestmark = pytest.mark.slow

HOSTILE = '<script>alert(1)</script><img src=x onerror="alert(2)"> bees'


class Elements(HTMLParser):
    """Elements and their attributes, as a browser reads them."""

    def __init__(self, html: str) -> None:
        """Read a document."""
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep an element."""
        self.found.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Review:
    """Return the handle to a review whose topic and titles are markup."""
    home = tmp_path_factory.mktemp("notebook")
    catalogue = home / "works.jsonl"
    records = [make_record(number, title=f"Wild {HOSTILE} and flower strips {number}") for number in range(1, 13)]
    catalogue.write_text("".join(json.dumps(record) + "\n" for record in records))
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LITREVIEW_CACHE", str(home / "cache"))
        review.fn(
            topic=f"wild bees flower strips {HOSTILE}",
            catalogue=str(catalogue),
            reviews=str(home / "reviews"),
            quality="quick",
            analyst="instant",
            supervision="none",
            name="bees",
            quiet=True,
        )
    return open_review("bees", home / "reviews")


def test_every_public_view_is_a_frame(finished: Review) -> None:
    """Each view listed can be read, with the rows that SQL gives; any other name is refused in one sentence."""
    listed = finished.views()
    assert {"corpus", "evidence", "prisma", "current_decision"} <= set(listed["view"])
    for view in listed["view"]:
        assert finished.frame(view).height == finished.sql(f'SELECT count(*) FROM "{view}"').item()
    assert finished.frame("corpus").height == finished.corpus().height > 0
    with pytest.raises(InputError, match=r"there is no view 'corpus\" --'; views\(\) lists"):
        finished.frame('corpus" --')


def test_hostile_titles_do_nothing(finished: Review) -> None:
    """What stands in a cell has no element but those of the table, and says the topic in its own letters."""
    html = finished._repr_html_()
    assert {tag for tag, _ in Elements(html).found} <= {"h4", "p", "table", "thead", "tbody", "tr", "th", "td"}
    assert all(not attributes for _, attributes in Elements(html).found)
    assert "&lt;script&gt;alert(1)" in html


def test_figures_are_shown_inline(finished: Review) -> None:
    """Each figure of the review is one image that holds its file, described in words."""
    assert {"prisma", "themes", "timeline"} <= set(finished.figures)
    for name, figure in finished.figures.items():
        ((tag, attributes),) = Elements(figure._repr_html_()).found
        assert tag == "img"
        assert attributes.keys() == {"alt", "src"}
        assert attributes["alt"]
        held = re.fullmatch(r"data:image/svg\+xml;base64,(.+)", attributes["src"] or "")
        assert held
        assert base64.b64decode(held[1]) == finished.path.with_name(f"{name}.svg").read_bytes()


def test_a_notebook_shows_what_stands_last_in_a_cell(finished: Review) -> None:
    """IPython's own formatter, where it is installed, takes the HTML of review and figure."""
    formatters = pytest.importorskip("IPython.core.formatters")
    formatter = formatters.DisplayFormatter()
    for shown in (finished, finished.figures["prisma"]):
        bundle, _ = formatter.format(shown)
        assert bundle["text/html"] == shown._repr_html_()


def test_a_review_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    """The folder is named, and what lists those there are."""
    with pytest.raises(InputError, match=r"there is no review in .*absent"):
        open_review("absent", tmp_path)
