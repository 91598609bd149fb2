"""Where there is little room words go to another line: they are not cut."""

from __future__ import annotations

from itertools import pairwise
from types import MappingProxyType
from typing import Any

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.board.paint import text, text_width
from desktop.colours import LIGHT
from desktop.dialogs.cards import CardWords, FightCard, StartRow
from desktop.dialogs.sheet import Derived
from desktop.docks.armour_paint import bar_height, paint_ac_bar
from desktop.docks.parts import ElidedLabel
from desktop.widgets.draw import width_of, write
from maps.board import Board
from maps.grid import Footprint
from rules import registry
from rules.encounter.state import Encounter, SideId, Token, TokenId
from rules.views import ACBarView, ArmourPart
from tests.desktop.dialogs_kit import dressed

OGRE = (
    ArmourPart(10, "10", "Grundwert", "base"),
    ArmourPart(4, "+4", "Rüstung", "armour"),
    ArmourPart(-1, "−1", "Geschicklichkeit", "ability"),
    ArmourPart(5, "+5", "Natürliche Rüstung", "natural"),
    ArmourPart(-1, "−1", "Größe", "other"),
    ArmourPart(4, "+4", "Deckung", "cover"),
)


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the words of cards that are given less room than they need."""
    found: list[str] = []

    def note(painter: QPainter, rect: QRectF, text: str, f: QFont, *more: str) -> float:
        if width_of(text, f) > rect.width() + 0.5:
            found.append(text)
        return write(painter, rect, text, f, *more)  # type: ignore[arg-type]  # as it was called

    monkeypatch.setattr("desktop.dialogs.cards.write", note)
    return found


@pytest.mark.parametrize("width", [222, 240, 272, 320])
def test_a_card_says_its_size_whole(qtbot: QtBot, cut: list[str], width: int) -> None:
    card = FightCard(CardWords("Halle", "Pathfinder 1e", "10 Kämpfer · 24 × 16", "Deckung", "Los"))
    qtbot.addWidget(card)
    card.resize(width, 272)
    assert not card.grab().isNull()
    assert cut == []


def test_a_way_to_begin_is_as_high_as_its_words(qtbot: QtBot, cut: list[str]) -> None:
    about = "Universal VTT, Foundry, One Page Dungeon, Tiled, Bild"
    row = StartRow("import", "Karte einlesen", about)
    qtbot.addWidget(row)
    assert row.heightForWidth(600) == 56 < row.heightForWidth(376)
    for width in (300, 376, 600):
        row.resize(width, row.heightForWidth(width))
        assert not row.grab().isNull()
    assert cut == []


@pytest.mark.parametrize("width", [300, 347, 420, 520])
def test_the_bar_of_armour_names_all_its_parts_and_hides_no_number(
    qtbot: QtBot, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = ACBarView("RK 21", OGRE, "gegen diesen Schuss")
    said: list[tuple[float, str]] = []
    placed: list[tuple[float, float, float]] = []

    def note(p: QPainter, at: QPointF, words: str, *more: Any) -> None:
        said.append((at.x(), words))
        if not more[2:]:  # in the middle, as names are
            placed.append((at.x(), at.y(), text_width(words, more[0])))
        text(p, at, words, *more)

    monkeypatch.setattr("desktop.docks.armour_paint.text", note)
    high = round(bar_height(view, width))
    image = QImage(width, high + 20, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    paint_ac_bar(painter, QRectF(0, 0, width, high), view, LIGHT)
    painter.end()
    words = " · ".join(word for _, word in said)
    assert "…" not in words
    for part in OGRE:
        assert part.label in words
    names = sorted((y, x - w / 2, x + w / 2) for x, y, w in placed if y > 22 + 28)
    for (row, _, right), (below, left, _) in pairwise(names):
        assert row != below or right < left, "no name runs into the next one"
    unit = width / 23
    (cover,) = [x for x, word in said if word == "+4" and x > 0.7 * width]
    assert 0 < cover < width - 2 * unit, "the hatched parts leave its number free"
    ground = [image.pixel(x, y) for x in range(width) for y in range(high, high + 20)]
    assert set(ground) == {0xFFFFFFFF}, "nothing is painted below its height"


@pytest.mark.parametrize("system", registry.BUILT_IN)
@pytest.mark.parametrize("spoken", ["de", "en"])
def test_what_follows_from_a_sheet_fits_its_panel(qtbot: QtBot, system: str, spoken: str) -> None:
    rules = registry.get(system)
    with dressed(spoken):
        panel = Derived()
        qtbot.addWidget(panel)
        for template in rules.library()[:6]:
            sheet, space = template.sheet, Footprint.at(0, 0)
            fresh = rules.fresh(sheet)
            token = Token(TokenId("x"), "X", SideId.HEROES, space, sheet, fresh)
            state = Encounter(system, "", Board(4, 4), MappingProxyType({token.id: token}))
            panel.show_card(rules.card(state, token.id))
            panel.resize(panel.width(), 700)
            panel.show()
            qtbot.waitExposed(panel)
            for said in panel.findChildren(QLabel):
                if said.isVisible() and not said.wordWrap() and not isinstance(said, ElidedLabel):
                    assert said.width() >= said.sizeHint().width(), said.text()
            assert panel.minimumSizeHint().width() <= panel.width()
