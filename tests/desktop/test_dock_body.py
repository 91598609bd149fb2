"""The docks of body and armour."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.dialogs.conditions import ConditionsPopup
from desktop.docks.armour import ArmourDock
from desktop.docks.base import Dock
from desktop.docks.body import BodyDock
from desktop.docks.condition_chip import ConditionChip
from desktop.docks.zone_tree import zone_text
from desktop.session import Session
from tests.desktop import docks_kit as kit


@pytest.fixture(autouse=True)
def _words(monkeypatch: pytest.MonkeyPatch) -> None:
    kit.speak(monkeypatch)


@pytest.fixture
def session() -> Session:
    made = kit.session_of(kit.kraehenfels())
    made.select(["elandir"])
    return made


def shown(qtbot: QtBot, dock: Dock, session: Session, height: int = 420) -> None:
    qtbot.addWidget(dock)
    dock.resize(384, height)
    dock.set_session(session)
    dock.show()
    dock.grab()


def chips(dock: BodyDock) -> list[ConditionChip]:
    return [c for c in dock.findChildren(ConditionChip) if not c.isHidden()]


def test_a_condition_is_taken_away_by_its_chip(qtbot: QtBot, session: Session) -> None:
    dock = BodyDock()
    shown(qtbot, dock, session)
    (chip,) = chips(dock)
    assert chip.accessibleName() == "gesegnet beenden"
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert session.state.token("elandir").conditions == ()
    assert chips(dock) == []
    session.undo()
    (chip,) = chips(dock)
    QTest.keyClick(chip, Qt.Key.Key_Delete)
    assert not session.state.token("elandir").has("blessed")


def test_the_plus_opens_the_list_of_conditions(qtbot: QtBot, session: Session) -> None:
    dock = BodyDock()
    shown(qtbot, dock, session)
    QTest.mouseClick(dock.more, Qt.MouseButton.LeftButton)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, ConditionsPopup)
    items = [popup.list.item(i) for i in range(popup.list.count())]
    assert [item.text() for item in items] == ["gesegnet", "liegend"]
    assert [item.checkState() == Qt.CheckState.Checked for item in items] == [True, False]
    middle = popup.list.visualItemRect(items[1]).center()
    QTest.mouseClick(popup.list.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert session.state.token("elandir").has("prone")
    assert len(chips(dock)) == 2
    popup.close()


def test_damage_and_healing_are_actions_of_the_window(qtbot: QtBot, session: Session) -> None:
    dock = BodyDock()
    shown(qtbot, dock, session)
    for button, id in ((dock.damage, "damage"), (dock.heal, "heal")):
        with qtbot.waitSignal(dock.command) as asked:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert asked.args == [id, False]
    assert dock.life.text() == "TP 33 von 36"


def test_a_zone_under_the_pointer_tells_about_itself(qtbot: QtBot, session: Session) -> None:
    dock = BodyDock()
    shown(qtbot, dock, session)
    figure = dock.figure
    at = next(
        QPoint(x, y)
        for y in range(0, figure.height(), 4)
        for x in range(0, figure.width(), 4)
        if figure.zone(QPointF(x, y)) is not None
    )
    with qtbot.waitSignal(figure.chosen) as chosen:
        QTest.mouseClick(figure, Qt.MouseButton.LeftButton, pos=at)
    assert chosen.args == ["torso"]
    zone = figure.zone(QPointF(at))
    assert zone is not None
    assert zone_text(zone) == "Rumpf; Wert 12"
    QTest.mouseMove(figure, at)
    qtbot.waitUntil(lambda: figure.card is not None and figure.card.isVisible())
    QTest.mouseMove(figure, QPoint(1, 1))
    assert figure.card is not None
    assert not figure.card.isVisible()


@pytest.mark.parametrize("height", [192, 420])
def test_the_body_fits_low_and_high_docks(qtbot: QtBot, session: Session, height: int) -> None:
    dock = BodyDock()
    shown(qtbot, dock, session, height)
    assert dock.height() == height
    assert dock.figure.height() >= 100


def test_nobody_selected_says_what_to_do(qtbot: QtBot, session: Session) -> None:
    session.select([])
    for dock in (BodyDock(), ArmourDock()):
        shown(qtbot, dock, session)
        assert dock.empty.isVisible()
        assert dock.empty.title.text() == "Niemand ist ausgewählt"


def test_the_armour_is_the_targets_or_ones_own(qtbot: QtBot, session: Session) -> None:
    dock = ArmourDock()
    shown(qtbot, dock, session, 192)
    assert dock.shown() == ("elandir", None)
    session.attack.aim("schamane")
    found = dock.shown()
    assert found is not None
    assert found[0] == "schamane"
    assert found[1] is session.attack.plan()
    assert dock.height() == 192
    assert "Deckung +4" in dock.bar_widget.accessibleDescription()
