"""Number fields: sums, signs, commas, bounds."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.dialogs.numbers import NumberField, parse_sum
from tests.desktop.dialogs_kit import press, show, write

pytestmark = pytest.mark.usefixtures("german")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", (12, False)),
        ("−3", (-3, True)),
        ("+5", (5, True)),
        ("2,5", (2.5, False)),
        ("2.5", (2.5, False)),
        ("20+5−1", (24, False)),
        ("", None),
        ("3 4", (34, False)),
        ("drei", None),
        ("5-", None),
    ],
)
def test_text_is_a_sum_or_nothing(text: str, value: tuple[float, bool] | None) -> None:
    assert parse_sum(text) == value


def _typed(qtbot: QtBot, field: NumberField, text: str) -> NumberField:
    show(qtbot, field)
    field.selectAll()
    write(field, text)
    return field


def test_a_sign_changes_what_stood_there_where_nothing_is_negative(qtbot: QtBot) -> None:
    field = _typed(qtbot, NumberField(20, low=0, high=99), "+5")
    press(field, Qt.Key.Key_Return)
    assert field.text() == "25"
    field.selectAll()
    write(field, "-3")
    press(field, Qt.Key.Key_Return)
    assert field.whole == 22


def test_a_sign_belongs_to_the_number_where_it_may_be_negative(qtbot: QtBot) -> None:
    field = _typed(qtbot, NumberField(4, low=-20, high=20), "-3")
    assert field.whole == -3
    field.settle()
    assert field.text() == "−3"


def test_decimal_comma_and_dot_mean_the_same(qtbot: QtBot) -> None:
    field = _typed(qtbot, NumberField(70, low=1, high=500, digits=2), "69,5")
    assert field.value == 69.5
    field.selectAll()
    write(field, "69.5")
    field.settle()
    assert field.text() == "69,5"


@pytest.mark.parametrize(
    ("text", "reason"),
    [("200", "0 bis 99"), ("x", "keine Zahl"), ("1,5", "nur ganze Zahlen")],
)
def test_what_is_wrong_stands_in_the_field(qtbot: QtBot, text: str, reason: str) -> None:
    field = _typed(qtbot, NumberField(5, low=0, high=99), text)
    assert field.error == reason
    assert field.value is None


def test_empty_is_wrong_unless_it_may_be(qtbot: QtBot) -> None:
    field = NumberField(None, low=0, optional=True)
    assert field.check()
    field.optional = False
    assert not field.check()
    assert field.error == "fehlt noch"
    field.deleteLater()


def test_arrows_change_by_one_and_stop_at_the_bounds(qtbot: QtBot) -> None:
    field = NumberField(98, low=0, high=99)
    show(qtbot, field)
    for _ in range(3):
        press(field, Qt.Key.Key_Up)
    assert field.whole == 99
    press(field, Qt.Key.Key_PageDown)
    assert field.whole == 89
