"""The rows of a sum in a narrow dock: no word is cut, and no row is higher than it must be."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPainter
from pytestqt.qtbot import QtBot

from desktop.widgets.draw import width_of, write
from desktop.widgets.rows import ModLook, ModRow

Said = list[tuple[str, bool]]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Said:
    """Return the words that rows write, each with whether it was given the room that it needs."""
    found: Said = []

    def note(painter: QPainter, rect: QRectF, text: str, f: QFont, *more: str) -> float:
        found.append((text, width_of(text, f) <= rect.width() + 0.5))
        return write(painter, rect, text, f, *more)  # type: ignore[arg-type]  # as it was called

    for module in ("rows", "draw"):  # tags are drawn there
        monkeypatch.setattr(f"desktop.widgets.{module}.write", note)
    return found


@pytest.mark.parametrize("width", [176, 200, 214, 240, 300, 420])
@pytest.mark.parametrize(
    "look",
    [
        ModLook("−4", "Flanke ohne Schild", "von Hand aus"),
        ModLook("+1", "Geschicklichkeit", "GE 16 und noch eine lange Begründung dazu"),
        ModLook("+2", "Ziel gewählt statt ausgelost", hand="von Hand"),
        ModLook("6", "Rüstungsklasse im Ganzen", own="eigener Vorgabewert", own_short="Vorgabe"),
    ],
    ids=lambda look: look.name,
)
def test_a_row_says_its_words_whole_at_every_width(
    qtbot: QtBot, said: Said, look: ModLook, width: int
) -> None:
    row = ModRow(look)
    qtbot.addWidget(row)
    high = row.heightForWidth(width)
    row.resize(width, high)
    assert not row.grab().isNull()
    assert all(whole for _, whole in said), said
    words = " ".join(text for text, _ in said)
    for word in f"{look.name} {look.source} {look.hand}".split():
        assert word in words
    own = {look.own, look.own_short} - {""}
    assert not own or sum(text in own for text, _ in said) == 1
    lines = 1 + (high - 24) // 16
    assert lines == 1 if width == 420 else lines >= 1


def test_a_wide_row_has_one_line_and_a_narrow_one_more(qtbot: QtBot) -> None:
    row = ModRow(ModLook("−4", "Flanke ohne Schild", "von Hand aus"))
    qtbot.addWidget(row)
    assert (row.heightForWidth(300), row.heightForWidth(214)) == (24, 40)
    row.set_look(ModLook("−4", "Flanke ohne Schild", "aus", spare=True))
    assert row.heightForWidth(200) == 24
