"""Articles in JATS become Markdown with their references apart."""

from __future__ import annotations

import pytest

from tasks.parsing.dispatch import parse_file

ARTICLE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Archiving DTD v1.2//EN" "JATS-archivearticle1.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article">
<front><article-meta>
<title-group><article-title>Bees &mdash; a <italic>study</italic></article-title></title-group>
<contrib-group><contrib><name><surname>Bee</surname><given-names>Ada</given-names></name></contrib></contrib-group>
<abstract><p>We counted bees.</p></abstract>
</article-meta></front>
<body>
<sec><title>Methods</title>
<p>We used nets <xref ref-type="bibr" rid="b1">[1]</xref> with H<sub>2</sub>O
(see <xref ref-type="fig" rid="f1">Fig. 1</xref>).
<fig id="f1"><label>Figure 1</label><caption><p>The nets.</p></caption>
<graphic xlink:href="f1.png"/></fig></p>
<sec><title>Places</title><p>Two meadows:</p>
<list><list-item><p>North</p></list-item><list-item><p>South</p></list-item></list>
</sec></sec>
<sec><title>Results</title>
<table-wrap><label>Table 1</label><caption><title>Counts</title></caption>
<table><thead><tr><th>Meadow</th><th>Bees</th></tr></thead>
<tbody><tr><td>North</td><td>12</td></tr></tbody></table></table-wrap>
<p>Twelve bees.
<inline-formula><tex-math>\\begin{document}$x$\\end{document}</tex-math></inline-formula></p></sec>
</body>
<back><ack><title>Thanks</title><p>To Otto.</p></ack>
<ref-list><title>References</title><ref id="b1"><label>1</label><element-citation><name><surname>Wasp</surname>
<given-names>O</given-names></name><year>2001</year><article-title>Stings</article-title></element-citation></ref></ref-list>
</back></article>
"""


def test_an_article_is_markdown(tmp_path):
    """Title, authors, abstract, sections, figures, lists, tables and thanks in order, formulas' source left out."""
    file = tmp_path / "article.bin"
    file.write_text(ARTICLE)
    document = parse_file(file)
    assert (document.status, document.parser, document.page_count) == ("parsed", "jats", 1)
    assert document.pages[0].text.split("\n\n") == [
        "# Bees \u2014 a study",
        "Ada Bee",
        "## Abstract",
        "We counted bees.",
        "## Methods",
        "We used nets [1] with H2O (see Fig. 1).",
        "Figure 1 The nets.",
        "### Places",
        "Two meadows:",
        "- North",
        "- South",
        "## Results",
        "Table 1 Counts",
        "Meadow  Bees\nNorth  12",
        "Twelve bees.",
        "## Thanks",
        "To Otto.",
    ]
    assert document.references == "1 Wasp O 2001 Stings"


@pytest.mark.parametrize("wrapper", ["pmc-articleset", "response"])
def test_an_article_within_an_answer_is_found(tmp_path, wrapper):
    """Services wrap articles: the article inside is read."""
    article = ARTICLE[ARTICLE.index("<article ") :].replace("&mdash;", "-")
    (tmp_path / "answer").write_text(f"<?xml version='1.0'?><!-- hello --><{wrapper}>{article}</{wrapper}>")
    assert parse_file(tmp_path / "answer").pages[0].text.startswith("# Bees - a study")


def test_tei_has_pages_where_it_has_page_breaks(tmp_path):
    """A page break in TEI begins a page."""
    body = "<div><head>One</head><p>First page.</p><pb n='2'/><p>Second page.</p></div>"
    (tmp_path / "a").write_text(f"<TEI xmlns='http://www.tei-c.org/ns/1.0'><text><body>{body}</body></text></TEI>")
    document = parse_file(tmp_path / "a")
    assert [(page.number, page.text) for page in document.pages] == [(1, "## One\n\nFirst page."), (2, "Second page.")]
