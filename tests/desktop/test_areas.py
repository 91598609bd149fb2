"""Areas of effect and groups by mouse and keys: templates, saves of all, conditions, chances."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from desktop import files
from desktop.dialogs.conditions import ConditionsPopup
from desktop.dialogs.dice import DiceDialog
from desktop.dialogs.group import GroupDialog
from desktop.dialogs.numbers import NumberField
from desktop.player.share import Share
from desktop.session import Session
from desktop.tools import area
from desktop.window.main_window import MainWindow
from desktop.words.conditions import lasting_words
from maps.board import Board
from maps.grid import Cell
from rules.encounter.areas import placed_areas
from rules.encounter.events import Logged
from rules.encounter.state import TokenId
from rules.group import Kind, resist_command
from tests.desktop.window_kit import (
    at,
    click,
    drop,
    frame,
    keys,
    life,
    messages,
    perform,
    place,
    pull,
    show_fight,
    when_asked,
    write_fight,
)

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def fight(window: MainWindow, tmp_path: Path) -> Session:
    session = show_fight(window, write_fight(tmp_path / "Kampf.kampf", running=True))
    window.deeds.do("hide_docks", True)  # room for map and panel side by side
    QApplication.processEvents()
    frame(window)
    return session


def point_at(window: MainWindow, x: float, y: float) -> None:
    QTest.mouseMove(window.board, at(window, x + 0.2, y))
    QTest.mouseMove(window.board, at(window, x, y))
    QApplication.processEvents()


def rows(window: MainWindow) -> list[str]:
    """Return who the panel says is caught."""
    return [row.accessibleName() for row in window.board.area_panel.rows if not row.isHidden()]


def log(session: Session) -> list[str]:
    """Return the keys of everything that the last step logged."""
    step = session.history.steps[-1]
    return [e.line.key for e in step.events if isinstance(e, Logged)]


def test_a_burst_is_placed_by_mouse_and_left_on_the_map(window: MainWindow, fight: Session) -> None:
    keys(window.board, Key.Key_K)
    panel, tool = window.board.area_panel, window.board.area_tool
    assert panel.isVisible()
    point_at(window, 3.1, 3.9)
    assert tool.at == Cell(3, 4)
    assert rows(window) == ["Elandir", "Brunhild"]
    click(window, 8.1, 3.9)
    assert tool.fixed
    point_at(window, 3, 3)
    assert tool.at == Cell(8, 4)
    assert rows(window) == ["Ork", "Ork-Schütze"]
    QTest.keyClicks(panel.name, "Feuerball")
    QTest.mouseClick(panel.lay, LEFT)
    (laid,) = placed_areas(fight.state)
    assert (laid.name, laid.area.at, laid.area.size) == ("Feuerball", Cell(8, 4), 4)
    assert log(fight) == ["area.log.placed"]
    fight.undo()
    assert placed_areas(fight.state) == ()
    fight.redo()
    keys(window.board, Key.Key_Escape)
    assert not panel.isVisible()
    assert window.board.tools.current.id == "select"


def test_a_cone_takes_its_direction_from_the_drag(window: MainWindow, fight: Session) -> None:
    keys(window.board, Key.Key_K, Key.Key_3)
    pull(window, (7, 4), (8.5, 3.8))
    assert window.board.area_tool.direction == (1, 0)
    east = window.board.area_tool.found
    assert east is not None
    assert Cell(9, 4) in east.cells
    QTest.mouseMove(window.board, at(window, 5.4, 5.6))
    drop(window, 5.4, 5.6)
    assert window.board.area_tool.direction == (-1, 1)
    assert window.board.area_tool.fixed
    size = window.board.area_tool.size
    keys(window.board, Key.Key_PageUp)
    assert window.board.area_tool.size == size + 1
    keys(window.board, Key.Key_Left, held=Qt.KeyboardModifier.ShiftModifier)
    assert window.board.area_tool.direction == (0, 1)
    keys(window.board, Key.Key_Right)
    assert window.board.area_tool.at == Cell(8, 4)


def test_badges_of_the_caught_lie_over_all_rings(
    window: MainWindow, fight: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[str] = []
    for name in ("paint_caught", "paint_badge"):
        real = getattr(area, name)

        def noted(*given: object, name: str = name, real: Callable[..., object] = real) -> object:
            painted.append(name)
            return real(*given)

        monkeypatch.setattr(area, name, noted)
    window.board.use_tool("area")
    point_at(window, 3, 4)
    window.board.grab()
    assert painted.count("paint_caught") > 1
    assert painted == sorted(painted, key=("paint_caught", "paint_badge").index)


def test_an_aura_goes_along_with_its_bearer(window: MainWindow, fight: Session) -> None:
    keys(window.board, Key.Key_K, Key.Key_2)
    point_at(window, 2.5, 3.5)
    assert rows(window) == ["Brunhild"]
    click(window, 2.5, 3.5)
    QTest.mouseClick(window.board.area_panel.lay, LEFT)
    system, state = fight.system, fight.state
    laid = window.board.laid.of(fight)[0]
    assert Cell(2, 3) in laid.cells
    perform(fight, {"do": "move", "token": "elandir", "to": [0, 0], "free": True})
    assert Cell(4, 5) not in window.board.laid.of(fight)[0].cells
    perform(fight, {"do": "remove", "tokens": ["elandir"]})
    assert window.board.laid.of(fight) == ()
    assert state is not fight.state
    assert system is fight.system


def test_everybody_saves_at_once_and_it_is_one_step(window: MainWindow, fight: Session) -> None:
    keys(window.board, Key.Key_K)
    click(window, 9, 4)
    before, steps = (life(fight, "orc-1"), life(fight, "orc-2")), fight.history.done

    def save(dialog: QDialog) -> None:
        assert isinstance(dialog, GroupDialog)
        QTest.keyClicks(dialog.amount, "6")
        first, second = dialog.rows
        QTest.keyClicks(first.dice[0], "20")
        QTest.keyClicks(second.dice[0], "1")
        assert "geschafft" in first.result.text()
        assert "misslungen" in second.result.text()
        assert first.life.text() == f"{before[0]} → {before[0] - 3}"
        assert "Reflex" in first.result.text()
        assert first.result.toolTip()
        assert fight.history.done == steps
        QTest.keyClick(dialog, Key.Key_Return)

    when_asked(save)
    QTest.mouseClick(window.board.area_panel.effects["save"], LEFT)
    after = (life(fight, "orc-1"), life(fight, "orc-2"))
    assert after == (before[0] - 3, before[1] - 6)
    assert fight.history.done == steps + 1
    fight.undo()
    assert (life(fight, "orc-1"), life(fight, "orc-2")) == before


def test_damage_of_a_selection_with_shares_and_dice(window: MainWindow, fight: Session) -> None:
    fight.select(["elandir", "brunhild", "orc-1"])
    before = [life(fight, t) for t in ("elandir", "brunhild", "orc-1")]

    def hurt(dialog: QDialog) -> None:
        assert isinstance(dialog, GroupDialog)
        QTest.keyClicks(dialog.amount, "1W4+1")
        assert dialog.main is not None
        assert dialog.main.text() == "Würfeln"
        dialog.rows[1].share.setFocus()
        QTest.keyClick(dialog.rows[1].share, Key.Key_Right)
        QTest.keyClick(dialog.rows[2].share, Key.Key_Right)
        QTest.keyClick(dialog.rows[2].share, Key.Key_Right)
        QTest.mouseClick(dialog.main, LEFT)
        assert dialog.main.text() == "Anwenden"
        total.append(dialog.total or 0)
        QTest.mouseClick(dialog.main, LEFT)

    total: list[int] = []
    when_asked(hurt)
    keys(window.board, Key.Key_D)
    after = [life(fight, t) for t in ("elandir", "brunhild", "orc-1")]
    assert 2 <= total[0] <= 5
    assert [a - b for a, b in zip(before, after, strict=True)] == [total[0], total[0] // 2, 0]
    assert log(fight)[0] == "group.rolled"


def test_a_condition_with_a_duration_ends_by_itself(window: MainWindow, fight: Session) -> None:
    fight.select(["elandir", "orc-1"])
    keys(window.board, Key.Key_C, held=Qt.KeyboardModifier.ShiftModifier)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, ConditionsPopup)
    popup.amount.setFocus()
    QTest.keyClicks(popup.amount, "1")
    QTest.keyClicks(popup.search, "blind")
    QTest.keyClick(popup.search, Key.Key_Return)
    words = [popup.list.item(i).text() for i in range(popup.list.count())]
    assert "blind, noch 1 Runde" in words
    assert words == sorted(words, key=str.casefold) or "ä" in "".join(words)
    popup.close()
    assert "noch 1 Runde" in lasting_words(fight, fight.state.token("orc-1"))
    turns = 0
    while fight.state.token("elandir").has("blind"):
        perform(fight, {"do": "next"})
        turns += 1
    assert turns == 4
    assert not fight.state.token("orc-1").has("blind")
    fight.undo()
    assert fight.state.token("elandir").has("blind")


def test_a_move_that_provokes_offers_the_blow(window: MainWindow, fight: Session) -> None:
    perform(fight, {"do": "move", "token": "orc-1", "to": [3, 3], "free": True})
    for _ in range(4):
        perform(fight, {"do": "next"})  # nobody is flat-footed any more
    fight.select(["elandir"])
    pull(window, (2.5, 3.5), (1.5, 5.5))
    drop(window, 1.5, 5.5)
    assert place(fight, "elandir") == (1, 5)
    said = next(m for m in messages(window) if "Gelegenheitsangriff" in m)
    assert said.startswith("Elandir")
    row = next(r for r in window.messages.rows() if r.message.text == said)
    button = next(b for b in row.findChildren(QPushButton) if b.text() == "Ork")
    before = life(fight, "elandir")

    def roll(dialog: QDialog) -> None:
        assert isinstance(dialog, DiceDialog)
        dialog.all_button.click()

    when_asked(roll)
    QTest.mouseClick(button, LEFT)
    assert "log.pathfinder.opportunity" in log(fight)
    assert life(fight, "elandir") <= before
    assert place(fight, "elandir") == (1, 5)


def test_cut_and_paste_moves_somebody_as_he_is(window: MainWindow, fight: Session) -> None:
    perform(fight, {"do": "damage", "tokens": ["brunhild"], "amount": 3})
    hurt = life(fight, "brunhild")
    fight.select(["brunhild"])
    keys(window.board, Key.Key_X, held=Qt.KeyboardModifier.ControlModifier)
    assert TokenId("brunhild") not in fight.state.tokens
    point_at(window, 9.5, 1.5)
    keys(window.board, Key.Key_V, held=Qt.KeyboardModifier.ControlModifier)
    assert place(fight, "brunhild") == (9, 1)
    assert life(fight, "brunhild") == hurt


def test_copies_stay_on_the_map_this_side_of_walls(window: MainWindow, fight: Session) -> None:
    perform(fight, {"do": "move", "token": "elandir", "to": [5, 0], "free": True})
    fight.select(["elandir"])
    for _ in range(4):
        keys(window.board, Key.Key_D, held=Qt.KeyboardModifier.ControlModifier)
    spaces = [place(fight, t) for t in fight.state.tokens if t.startswith("elandir")]
    assert len(set(spaces)) == 5
    assert all(0 <= x < 6 and 0 <= y < 8 for x, y in spaces)


def test_players_see_areas_that_are_not_hidden(window: MainWindow, fight: Session) -> None:
    perform(fight, {"do": "area", "name": "Netz", "shape": "burst", "size": 2, "at": [3, 3]})
    assert [p.name for p in placed_areas(Share().of(fight.state))] == ["Netz"]

    def hide() -> None:
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        sub = next(a.menu() for a in menu.actions() if a.text() == "Netz")
        assert isinstance(sub, QMenu)
        words = [a.text() for a in sub.actions()]
        assert "Entfernen" in words
        next(a for a in sub.actions() if a.text() == "Spielern zeigen").trigger()
        menu.close()

    QTimer.singleShot(0, hide)
    window.deeds.context_menu("", "", Cell(3, 3), QPoint(0, 0))
    assert placed_areas(Share().of(fight.state)) == ()
    assert [p.name for p in placed_areas(fight.state)] == ["Netz"]


@pytest.mark.parametrize("kind", ["damage", "heal", "save"])
@pytest.mark.parametrize("id", ["pathfinder", "osric", "damakar", "das_system", "muinimula"])
def test_every_system_does_it_to_a_group(qtbot: QtBot, tmp_path: Path, id: str, kind: Kind) -> None:
    session = Session.create(tmp_path / "Kampf.kampf", files.blank(id, Board(), "Kampf"))
    template = session.system.library()[0].id
    for x in (2, 4):
        perform(session, {"do": "add", "template": template, "at": [x, 2]})
    ids = list(session.state.tokens)
    if kind == "save" and not resist_command(session.system):
        assert id == "damakar"
        return
    perform(session, {"do": "damage", "tokens": ids, "amount": 4})
    steps, before = session.history.done, session.state
    dialog = GroupDialog(None, session, kind, ids)
    qtbot.addWidget(dialog)
    if not dialog.amount.isHidden():
        QTest.keyClicks(dialog.amount, "3")
    for editor in dialog.form.editors.values():
        if kind == "save" and editor.value() is None and isinstance(editor.widget, NumberField):
            QTest.keyClicks(editor.widget, "40")
    for _ in range(3):
        if session.history.done == steps:
            dialog.finish()
    assert session.history.done == steps + 1
    assert len({f.token for f in dialog.group.fates if f.events}) == 2
    session.undo()
    assert session.state == before
    session.close()


def test_rolling_for_all_leaves_the_keyboard_on_apply(qtbot: QtBot, fight: Session) -> None:
    ids = [t.id for t in fight.state.tokens.values()][:2]
    dialog = GroupDialog(None, fight, "save", ids)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClicks(dialog.amount, "5W6")
    QTest.keyClicks(dialog.form.editors["dc"].widget, "15")
    die = dialog.rows[0].dice[0]
    QTest.keyClicks(die, "45")
    QTest.mouseClick(dialog.roll_button, Qt.MouseButton.LeftButton)
    assert die.text() == "45"  # it fits no die, but somebody rolled something
    QTest.keyClicks(die, "4")
    dialog.roll_button.setFocus()
    QTest.keyClick(dialog.roll_button, Qt.Key.Key_Space)
    assert die.text() == "4"
    assert dialog.focusWidget() is dialog.main


def test_the_map_has_the_keyboard_when_the_area_panel_goes(
    window: MainWindow, fight: Session
) -> None:
    window.board.use_tool("area")
    panel = window.board.area_panel
    QTest.mouseClick(panel.name, Qt.MouseButton.LeftButton)
    panel.name.setFocus()
    assert window.focusWidget() is panel.name
    QTest.mouseClick(panel.shut, Qt.MouseButton.LeftButton)
    assert panel.isHidden()
    assert window.focusWidget() is window.board


def test_the_way_to_a_square_shows_cost_and_chances(window: MainWindow, fight: Session) -> None:
    perform(fight, {"do": "move", "token": "orc-1", "to": [3, 3], "free": True})
    for _ in range(4):
        perform(fight, {"do": "next"})  # nobody is flat-footed any more
    window.settings.set(overlays=("reach",))
    fight.select(["elandir"])
    ways = window.board.ways
    costs = ways.costs(fight)
    assert (costs[Cell(2, 4)], costs[Cell(2, 0)]) == (1, 3)
    assert Cell(6, 0) not in costs  # behind the wall
    point_at(window, 2.5, 0.5)
    window.board.repaint()
    plan = ways.plan(fight, Cell(2, 0))
    assert plan is not None
    assert plan.cost == 3
    assert [p.subject for p in plan.warnings] == ["orc-1"]
    assert ways.plan(fight, Cell(11, 7)) is None


def test_overlays_are_called_as_the_system_calls_them(window: MainWindow, tmp_path: Path) -> None:
    state = files.blank("osric", Board(), "Gruft")
    window.set_session(Session.create(tmp_path / "Gruft.kampf", state))
    threat, flank = window.actions_by_id["threat"], window.actions_by_id["flank"]
    assert threat.text() == "Nahkampf"
    assert not flank.isVisible()
    show_fight(window, write_fight(tmp_path / "Halle.kampf"))
    assert (threat.text(), flank.isVisible()) == ("Bedroht", True)


def test_a_shot_and_standing_up_offer_strokes_too(window: MainWindow, fight: Session) -> None:
    perform(fight, {"do": "move", "token": "orc-1", "to": [3, 3], "free": True})
    for _ in range(4):
        perform(fight, {"do": "next"})  # nobody is flat-footed any more
    while fight.state.timeline.acting != (TokenId("elandir"),):
        perform(fight, {"do": "next"})
    for command, why in (
        ({"do": "condition", "tokens": ["elandir"], "condition": "casting"}, "Zaubern"),
        ({"do": "condition", "tokens": ["elandir"], "condition": "prone"}, ""),
        (
            {"do": "condition", "tokens": ["elandir"], "condition": "prone", "on": False},
            "Aufstehen",
        ),
    ):
        window.messages.clear()
        perform(fight, command)
        said = [m for m in messages(window) if "Gelegenheitsangriff?" in m]
        assert len(said) == bool(why)
        assert all(why in m for m in said)
    row = next(r for r in window.messages.rows() if "Aufstehen" in r.message.text)
    button = next(b for b in row.findChildren(QPushButton) if b.text() == "Ork")
    when_asked(lambda dialog: dialog.all_button.click())  # type: ignore[attr-defined]  # dice
    QTest.mouseClick(button, LEFT)
    assert "log.pathfinder.opportunity" in log(fight)
