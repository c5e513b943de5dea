"""Titles and abstracts come without the LaTeX, HTML and MathML of their publishers."""

from __future__ import annotations

import pytest

from tasks.text.cleaning import clean_text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (
            r"The $\beta$ level of CO$_2$ rose by $5\%$ at $10^{-3}$ m$^{2}$.",
            "The β level of CO₂ rose by 5% at 10⁻³ m².",
        ),
        (r"\textit{Danio rerio} and \emph{in vitro} \cite{smith2020}", "Danio rerio and in vitro"),
        (
            r"$\tilde{O}(\varepsilon^{-2})$ and $\tilde O(\sqrt{\log N} \cdot 2)$ with $\bar{x}=3$",
            "Õ(ε⁻²) and Õ(√(log N) ·2) with x̄=3",
        ),
        (r"$p<0.05$ and $n$ of 5", "p<0.05 and n of 5"),
        (
            r"\documentclass[12pt]{minimal} \usepackage{amsmath} \begin{document}$$R^2=0.8$$\end{document} fits",
            "R²=0.8 fits",
        ),
        (
            r"from $3.4_{-0.5}^{+0.7}$ to 5.1^{+0.2}_{-0.1} h, 10^{-3} m^{2} and $z=1.2^{+1.3}_{-0.2} \times 10^{6}$",
            "from 3.4 (\u22120.5/+0.7) to 5.1 (\u22120.1/+0.2) h, 10⁻³ m² and z=1.2 (\u22120.2/+1.3) \u00d710⁶",
        ),
        ("a snake_case_name, x_{max} and {a set}", "a snake_case_name, x max and {a set}"),
        ("&amp;lt;i&amp;gt;E. coli&amp;lt;/i&amp;gt; grew", "E. coli grew"),
        (
            (
                r"<jats:inline-formula><jats:tex-math>$$\beta$$</jats:tex-math><mml:math><mml:mi>β</mml:mi></mml:math>"
                "</jats:inline-formula> rose"
            ),
            "β rose",
        ),
        ("<math><mi>m</mi></math> plots, a < b and c > d", "m plots, a < b and c > d"),
        (r"It cost $5 million and $6 in C:\temp\new.", r"It cost $5 million and $6 in C:\temp\new."),
    ],
)
def test_formulas_are_read_and_dollars_and_paths_survive(text, plain):
    """Commands give way to what they stand for; what is no mathematics stays as it is."""
    assert clean_text(text, 500) == plain
