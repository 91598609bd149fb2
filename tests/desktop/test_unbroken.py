"""A number and its unit are never parted by the end of a line."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

import rules
from desktop.theme import font
from desktop.widgets.base import label
from desktop.widgets.draw import broken
from desktop.widgets.unbroken import FIXED, pieces, unbroken
from tests.desktop.dialogs_kit import dressed

LINES = (
    "22 Felder · 33 m je Schritt",
    "22 squares · 33 m an increment",
    "Stufe je 30 Felder, höchstens 7,5 m, 55 % Trefferchance",
    "9 von 24 LP, 7 ZP seit Beginn, 120 ft, 3 s",
)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("line", LINES)
def test_no_line_ends_between_number_and_unit(line: str) -> None:
    for width in range(20, 400, 7):
        rows = broken(line, font(12), width)
        assert " ".join(rows) == line
        for row, after in zip(rows, rows[1:], strict=False):
            assert not (row[-1].isdigit() and after[0].isalpha() and "von" not in after), rows


@pytest.mark.parametrize("code", ["de", "en"])
def test_every_unit_of_the_catalogues_is_known(code: str) -> None:
    units = {"%", "m", "ft"}
    for path in Path(rules.__path__[0]).rglob(f"lang/*{code}.toml"):
        for words in tomllib.loads(path.read_text("utf-8")).get("unit", {}).values():
            units |= set(words.values())
    assert {"TP" if code == "de" else "hp", "LP", "GZ", "LE", "s"} <= units, "they were found"
    assert {unit for unit in units if pieces(f"4 {unit}") != [f"4 {unit}"]} == set()


def test_words_that_are_no_units_are_parted_as_ever() -> None:
    assert pieces("3 von 4 Meilen") == ["3", "von", "4", "Meilen"]
    assert unbroken("12 mal und 5 mehr") == "12 mal und 5 mehr"


def test_a_label_keeps_them_together_and_tells_its_text_as_it_was(qtbot: QtBot) -> None:
    with dressed("de"):
        said = label("Reichweite 33 m je Schritt", "row")
        qtbot.addWidget(said)
        said.setWordWrap(True)
        assert said.text() == "Reichweite 33 m je Schritt"
        said.setText(f"55{FIXED}%")
        assert said.text() == f"55{FIXED}%"
        said.clear()
        assert said.text() == ""
        said.setText("22 Felder · 33 m je Schritt")
        assert said.text() == "22 Felder · 33 m je Schritt"
        parted = label("Reichweite 33 x", "row")
        tied = label("Reichweite 33 m", "row")
        narrow = parted.fontMetrics().horizontalAdvance("Reichweite 33") + 4
        room = parted.fontMetrics().boundingRect(
            0, 0, narrow, 900, Qt.TextFlag.TextWordWrap, f"Reichweite 33{FIXED}m"
        )
        tied.setWordWrap(True)
        assert tied.heightForWidth(narrow) >= room.height() > tied.fontMetrics().height()
