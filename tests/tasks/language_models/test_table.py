"""The table of language models: defaults, ids of one's own, rows of one's own, and what is said of wrong ones."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from storage.core.errors import InputError
from tasks.language_models.table import Model, choose_models, read_table

ROW = """
[models."{name}"]
input_usd = 1.0
output_usd = 2.0
cache_write_5m_usd = 1.25
cache_write_1h_usd = 2.0
cache_read_usd = 0.1
context_tokens = 32_000
output_tokens = 8_000
{more}
"""


def test_without_ids_every_tier_has_its_current_model():
    """Nobody has to name a model."""
    assert {tier: model.id for tier, model in choose_models({}).items()} == {
        "opus": "claude-opus-5-5",
        "sonnet": "claude-sonnet-5-5",
        "haiku": "claude-haiku-5-5",
    }


def test_the_prices_are_those_of_the_price_list():
    """Dollars per million: in, out, write for 5 minutes, write for an hour, read."""
    prices = {
        name: (m.input_usd, m.output_usd, m.cache_write_5m_usd, m.cache_write_1h_usd, m.cache_read_usd)
        for name, m in read_table().items()
    }
    assert prices == {
        "claude-opus-5-5": (4.0, 20.0, 5.0, 8.0, 0.2),
        "claude-sonnet-5-5": (2.0, 10.0, 2.5, 4.0, 0.1),
        "claude-haiku-5-5": (0.1, 0.5, 0.125, 0.2, 0.01),
        "claude-opus-5": (5.0, 25.0, 6.25, 10.0, 0.5),
        "claude-sonnet-5": (2.0, 10.0, 2.5, 4.0, 0.2),
        "claude-opus-4-8": (5.0, 25.0, 6.25, 10.0, 0.5),
        "claude-opus-4-6": (5.0, 25.0, 6.25, 10.0, 0.5),
        "claude-sonnet-4-6": (3.0, 15.0, 3.75, 6.0, 0.3),
        "claude-haiku-4-5": (1.0, 5.0, 1.25, 2.0, 0.1),
    }


def test_a_tier_can_be_given_any_model_of_the_table():
    """The tier says what a question needs, the setting who answers it; an empty setting is none."""
    chosen = choose_models({"opus": "claude-sonnet-4-6", "haiku": ""})
    assert (chosen["opus"].id, chosen["haiku"].id) == ("claude-sonnet-4-6", "claude-haiku-5-5")


def test_a_row_of_one_s_own_adds_a_model_and_corrects_a_known_one(tmp_path: Path):
    """A compatible local model, and a price that has changed, need no change of the program."""
    extra = tmp_path / "mine.toml"
    extra.write_text(ROW.format(name="llama:70b", more="") + ROW.format(name="claude-opus-5-5", more=""))
    chosen = choose_models({"sonnet": "llama:70b"}, extra)
    assert (chosen["sonnet"].thinking, chosen["sonnet"].effort, chosen["opus"].output_usd) == ("none", (), 2.0)


def test_an_unknown_id_is_named_with_its_setting_and_the_remedy():
    """The reader learns which setting is wrong and where a row could be added."""
    with pytest.raises(InputError, match=r"'gpt-9'.*LITREVIEW_MODEL_SONNET.*LITREVIEW_MODEL_TABLE"):
        choose_models({"sonnet": "gpt-9"})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (ROW.format(name="mine", more="colour = 1"), r"\[models\.mine\] colour"),
        (ROW.format(name="mine", more="thinking = 'deep'"), r"\[models\.mine\] thinking"),
        (ROW.format(name="mine", more="thinking = 'budget'\nbudget_tokens = 8000"), "less than output_tokens"),
        (ROW.format(name="mine", more="budget_tokens = 100"), r"\[models\.mine\] budget_tokens"),
        (ROW.format(name="mine", more="").replace("output_usd = 2.0", "output_usd = -2.0"), "output_usd"),
        (ROW.format(name="mine", more="").replace("output_usd = 2.0", "output_usd = nan"), "output_usd"),
        ("[models.mine]\ninput_usd = 1.0", "output_usd"),
        ("models = 3", "has no rows"),
        ("[models", "cannot be read"),
    ],
)
def test_a_wrong_row_is_one_sentence_with_file_and_field(tmp_path: Path, text: str, complaint: str):
    """Nothing is guessed: a row is right, or the run does not begin."""
    extra = tmp_path / "mine.toml"
    extra.write_text(text)
    with pytest.raises(InputError, match=complaint) as caught:
        choose_models({}, extra)
    assert "mine.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_table_is_one_sentence_with_the_setting(tmp_path: Path):
    """A wrong path is the user's to correct."""
    with pytest.raises(InputError, match="LITREVIEW_MODEL_TABLE"):
        choose_models({}, tmp_path / "absent.toml")


@pytest.mark.parametrize("model", read_table().values(), ids=lambda model: model.id)
def test_a_model_survives_pickling(model: Model):
    """It travels to tasks in other processes."""
    assert pickle.loads(pickle.dumps(model)) == model  # noqa: S301 - our own bytes
