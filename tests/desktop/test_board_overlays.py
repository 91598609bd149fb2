"""What lies over the map: who is in the way, which sides a flanking line passes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from desktop.board.paint import View
from desktop.board.paint_lines import sides_passed
from desktop.board.view import BoardView
from desktop.theme import MAP
from rules.encounter.state import TokenId
from tests.desktop.fakes import make_session

BOX = QRectF(10, 10, 10, 10)


@pytest.mark.parametrize(
    ("a", "b", "sides"),
    [
        ((0, 15), (30, 15), {"left", "right"}),
        ((15, 0), (15, 30), {"top", "bottom"}),
        ((0, 0), (30, 30), {"left", "right", "top", "bottom"}),
        ((0, 10), (20, 25), {"left", "bottom"}),
        ((0, 0), (30, 0), set()),
    ],
)
def test_a_line_passes_these_sides(a: tuple[int, int], b: tuple[int, int], sides: set[str]) -> None:
    names = {
        (BOX.topLeft().toTuple(), BOX.topRight().toTuple()): "top",
        (BOX.topRight().toTuple(), BOX.bottomRight().toTuple()): "right",
        (BOX.bottomLeft().toTuple(), BOX.bottomRight().toTuple()): "bottom",
        (BOX.topLeft().toTuple(), BOX.bottomLeft().toTuple()): "left",
    }
    found = sides_passed(BOX, QPointF(*a), QPointF(*b))
    assert {names[one.toTuple(), two.toTuple()] for one, two in found} == sides


def test_a_creature_in_the_way_gets_a_ring(qtbot: QtBot) -> None:
    session = make_session()
    view = BoardView(session)
    qtbot.addWidget(view)
    view.resize(1128, 600)
    view.show()
    qtbot.waitExposed(view)
    view.set_camera(View(48, -0.25, 0.35))
    session.select(["elandir"])
    session.aim(TokenId("shaman"))
    assert view.sight.in_the_way == {"brunhild"}
    middle = view.camera.at(12.5, 3.5)
    picture = view.grab().toImage()
    ring = QColor(MAP.creature)
    near = [
        picture.pixelColor(round(middle.x() + dx), round(middle.y() + dy))
        for dx in range(-30, 31)
        for dy in range(-30, 31)
    ]
    assert sum(abs(c.red() - ring.red()) + abs(c.blue() - ring.blue()) < 30 for c in near) > 60
