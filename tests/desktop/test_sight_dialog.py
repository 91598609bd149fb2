"""The line-of-sight inspector: two ends by clicks, findings in words, causes that light up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import make_window
from desktop.board.inspection import inspect
from desktop.board.paint import View
from desktop.board.view import BoardView
from desktop.demo import demo_history, demos
from desktop.dialogs.sight import FindingRow, SightDialog, open_inspector
from desktop.i18n import language, say
from desktop.session import Session
from desktop.settings import Settings
from desktop.words.overlay_names import overlay_offered
from desktop.words.sight import Inspection, Spot
from maps.board import Board
from maps.grid import Cell, point
from maps.shapes import Kind, make_obstacle
from rules import registry
from rules.encounter.commands import Remove
from rules.encounter.situation import load_situation, plan_json
from rules.encounter.state import TokenId
from tests.desktop.dialogs_kit import click
from tests.desktop.fakes import Row, make_session, make_state

pytestmark = pytest.mark.usefixtures("german")

Left = Qt.MouseButton.LeftButton
ELANDIR, SHAMAN, OGRE = (Spot(TokenId(id)) for id in ("elandir", "shaman", "ogre"))


@pytest.fixture
def session(qapp: object) -> Session:
    return make_session()


@pytest.fixture
def board(session: Session, qtbot: QtBot) -> Iterator[BoardView]:
    window = QWidget()
    view = BoardView(session, window)
    qtbot.addWidget(window)
    window.resize(1128, 600)
    view.resize(1128, 600)
    window.show()
    qtbot.waitExposed(window)
    view.navigation.set_camera(View(48, -0.25, 0.35))
    yield view
    window.close()


def at(board: BoardView, x: float, y: float) -> QPoint:
    return board.camera.at(x, y).toPoint()


def opened(board: BoardView, qtbot: QtBot, a: str = "", b: str = "") -> SightDialog:
    parent = board.parentWidget()
    assert parent is not None
    dialog = open_inspector(board, parent, (a, b) if a else None)
    qtbot.waitExposed(dialog)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow, timeout=2000)
    return dialog


def words(found: Inspection | None) -> dict[str, str]:
    assert found is not None
    return {finding.label: finding.value for finding in found.findings}


def row(dialog: SightDialog, name: str) -> FindingRow:
    return next(row for row in dialog.rows if row.finding.label == name)


# -- what is said --------------------------------------------------------------------------------


def test_everything_about_two_tokens_is_said_in_words(session: Session) -> None:
    said = words(inspect(session, ELANDIR, SHAMAN))
    assert said["Sicht"] == "ja"
    assert said["Wirkungslinie"] == "ja"
    assert "Wand" in said["Deckung"]
    assert "+4" in said["Deckung"]
    assert said["Linie 1"].startswith("rechts unten → ")
    lines = [value for name, value in said.items() if name.startswith("Linie ")]
    assert len(lines) == 4
    assert any("an Brunhild vorbei" in value for value in lines)
    assert any("aufgehalten durch Wand" in value for value in lines)
    assert any(value.endswith(": frei") for value in lines)
    assert said["Tarnung"] == "keine"
    assert said["Entfernung"] == "9 Felder · 13,5 m"
    assert said["Nahkampf"] == "außer Reichweite"
    assert "%" in said["Nötig"]


def test_a_gap_beside_the_lines_is_said(qapp: object) -> None:
    walls = (
        make_obstacle("one", Kind.WALL, (point(4, 0), point(4, 4.52))),
        make_obstacle("two", Kind.WALL, (point(4, 4.55), point(4, 9))),
    )
    rows: list[Row] = [("a", "elandir", "A", 1, 4), ("b", "orc", "B", 6, 4)]
    fight = make_session(rows, Board(9, 9, obstacles=walls))
    said = words(inspect(fight, Spot(TokenId("a")), Spot(TokenId("b"))))
    assert all("aufgehalten" in value for name, value in said.items() if name.startswith("Linie "))
    assert said["Wirkungslinie"] == "ja, an den Linien unten vorbei, durch eine Lücke"


def test_no_line_names_what_stops_it(session: Session) -> None:
    found = inspect(session, Spot(TokenId("orc3")), Spot(TokenId("ogre")))
    assert found is not None
    effect = next(f for f in found.findings if f.label == "Wirkungslinie")
    assert effect.value.startswith("nein, durch")
    assert effect.causes
    assert words(found)["Deckung"].startswith("volle")


def test_flanking_names_the_partner(session: Session) -> None:
    said = words(inspect(session, Spot(TokenId("brunhild")), Spot(TokenId("orc2"))))
    assert said["Zange"].startswith("mit Mirela")
    assert said["Nahkampf"] == "in Reichweite"


def test_somebody_is_imagined_on_a_square(session: Session) -> None:
    session.select(["elandir"])
    session.attack.aim(TokenId("shaman"))
    found = inspect(session, Spot(cell=Cell(16, 4)), Spot(cell=Cell(18, 3)))
    assert found is not None
    assert found.names == ("Elandir, gedacht auf Q5", "Ork-Schamane, gedacht auf S4")
    assert words(found)["Deckung"] == "keine"
    assert session.state.token("elandir").space.x // 64 != 16  # nobody has moved


def test_one_end_twice_is_nothing(session: Session) -> None:
    assert inspect(session, ELANDIR, ELANDIR) is None


@pytest.mark.parametrize("system", ["pathfinder", "osric", "das_system", "damakar", "muinimula"])
def test_every_system_can_be_asked(system: str, qapp: object) -> None:
    demo = next(d for d in demos() if d.system == system)
    session = make_session()
    session.history = demo_history(demo.id, language.words.say)
    ids = list(session.state.tokens)
    found = inspect(session, Spot(ids[0]), Spot(ids[-1]))
    said = words(found)
    assert {"Sicht", "Wirkungslinie", "Deckung", "Tarnung", "Entfernung"} <= said.keys()
    assert ("Zange" in said) == overlay_offered(session.system, "flank")
    assert found is not None
    card = {say(fact.label): say(fact.value) for fact in found.plan.facts}
    assert card.keys() <= said.keys(), "the card says nothing more"


# -- by mouse and keyboard -----------------------------------------------------------------------


def test_two_clicks_choose_the_ends(board: BoardView, qtbot: QtBot) -> None:
    dialog = opened(board, qtbot)
    assert "zweite Ende" in dialog.empty.text()
    QTest.mouseClick(board, Left, pos=at(board, 8.5, 4.5))
    QTest.mouseClick(board, Left, pos=at(board, 16.5, 2.5))
    assert dialog.intro.text() == "Elandir (I5) → Ork-Schamane (Q3)"
    assert row(dialog, "Sicht").finding.value == "ja"
    QTest.mouseClick(board, Left, pos=at(board, 9.0, 8.0))  # a third click begins anew
    assert board.inspector.a == OGRE
    assert board.inspector.found is None


def test_the_selected_combatant_is_the_first_end(
    board: BoardView, session: Session, qtbot: QtBot
) -> None:
    session.select(["elandir"])
    dialog = opened(board, qtbot)
    QTest.mouseClick(board, Left, pos=at(board, 18.5, 3.5))
    assert board.inspector.b == Spot(cell=Cell(18, 3))
    assert "gedacht auf S4" in dialog.intro.text()
    assert session.selected == ("elandir",)


def test_pointing_at_a_row_lights_up_its_cause(
    board: BoardView, session: Session, qtbot: QtBot
) -> None:
    dialog = opened(board, qtbot, "elandir", "shaman")
    lines = [r for r in dialog.rows if r.finding.line is not None]
    past = next(r for r in lines if "Brunhild" in r.finding.value)
    past.setFocus()
    assert board.lit_ids == {"brunhild"}
    assert board.inspector.pointed_line == past.finding.line
    row(dialog, "Deckung").setFocus()
    assert board.lit_ids == set(row(dialog, "Deckung").finding.causes)
    dialog.copy.setFocus()
    assert not board.lit_ids


def test_ends_can_be_chosen_and_swapped_without_the_map(board: BoardView, qtbot: QtBot) -> None:
    dialog = opened(board, qtbot, "elandir", "shaman")
    click(dialog.swap)
    assert (board.inspector.a, board.inspector.b) == (SHAMAN, ELANDIR)
    dialog.b.setFocus()
    at_ogre = dialog.b.findText("Oger")
    dialog.b.setCurrentIndex(at_ogre)
    dialog.b.activated.emit(at_ogre)
    assert dialog.intro.text().endswith("Oger (I8)")


def test_another_weapon_is_another_plan(board: BoardView, qtbot: QtBot) -> None:
    dialog = opened(board, qtbot, "elandir", "shaman")
    found = board.inspector.found
    assert found is not None
    assert dialog.weapon.count() > 1
    other = next(w for w in found.weapons if w.id != found.plan.action.weapon)
    index = dialog.weapon.findData(other.id)
    dialog.weapon.setCurrentIndex(index)
    dialog.weapon.activated.emit(index)
    assert board.inspector.found is not None
    assert board.inspector.found.plan.action.weapon == other.id


def test_the_situation_makes_the_same_plan_again(board: BoardView, qtbot: QtBot) -> None:
    dialog = opened(board, qtbot, "elandir", "shaman")
    told: list[object] = []
    dialog.told.connect(told.append)
    click(dialog.copy)
    assert told
    text = QGuiApplication.clipboard().text()
    situation = load_situation(text.encode(), registry.get)
    assert situation.attack is not None
    again = situation.system.plan(situation.state, situation.attack)
    found = board.inspector.found
    assert found is not None
    assert json.loads(text)["attack"]["target"] == "shaman"
    assert plan_json(again, situation.state) == plan_json(found.plan, found.state)


def test_esc_goes_back_end_by_end(board: BoardView, qtbot: QtBot) -> None:
    dialog = opened(board, qtbot, "elandir", "shaman")
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert board.inspector.a == ELANDIR
    assert board.inspector.b is None
    assert dialog.isVisible()
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert board.tools.current.id == "select"
    assert not dialog.isVisible()


def test_closing_the_dialog_puts_the_tool_away(board: BoardView, qtbot: QtBot) -> None:
    dialog = opened(board, qtbot, "elandir", "shaman")
    dialog.close()
    assert board.tools.current.id == "select"
    assert not board.lit_ids
    again = opened(board, qtbot)
    assert again is not dialog
    assert opened(board, qtbot) is again
    assert board.inspector.a is None


def test_who_has_gone_is_no_end_any_more(board: BoardView, session: Session, qtbot: QtBot) -> None:
    dialog = opened(board, qtbot, "elandir", "shaman")
    session.perform(Remove(tokens=("shaman",)))
    assert board.inspector.b is None
    assert not dialog.rows
    session.undo()


def test_the_map_shows_only_the_lines_of_the_inspector(
    board: BoardView, session: Session, qtbot: QtBot
) -> None:
    session.select(["elandir"])
    session.attack.aim(TokenId("shaman"))
    assert board.sight.plan is not None
    opened(board, qtbot, "brunhild", "orc2")
    assert board.sight.plan is None
    assert board.inspector.sight.plan is not None
    board.grab()
    board.use_tool("select")
    assert board.sight.plan is not None


def test_closing_the_fight_closes_the_inspector(board: BoardView, qtbot: QtBot) -> None:
    dialog = opened(board, qtbot, "elandir", "shaman")
    board.set_session(None)
    assert not dialog.isVisible()


def test_the_window_offers_the_inspector(qtbot: QtBot, tmp_path: Path) -> None:
    window = make_window(Settings(tmp_path / "settings.json"), "de")
    qtbot.addWidget(window)
    session = Session.create(tmp_path / "halle.kampf", make_state())
    window.set_session(session)
    session.select(["elandir"])

    def choose() -> None:
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        action = next(a for a in menu.actions() if a.text().startswith("Sicht prüfen"))
        assert action.text() == "Sicht prüfen von Elandir nach Ork-Schamane"
        menu.close()
        action.trigger()

    QTimer.singleShot(50, choose)
    window.deeds.context_menu("shaman", "", Cell(16, 2), QPoint())
    dialog = window.findChild(SightDialog)
    assert dialog is not None
    assert dialog.intro.text() == "Elandir (I5) → Ork-Schamane (Q3)"
    dialog.close()
    window.actions_by_id["inspect"].trigger()
    assert window.board.tools.current.id == "inspect"
    window.set_session(None)
    window.close()
