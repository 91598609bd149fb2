"""Actions of a system: offered in menus, aimed by selection and click, asked for in a form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu
from pytestqt.qtbot import QtBot

from desktop.dialogs.command import CommandDialog, TokensEditor, missing, read_square
from desktop.dialogs.dice import DiceDialog
from desktop.session import Session
from desktop.settings import Settings
from desktop.window.main_window import MainWindow
from maps.board import Board
from maps.grid import Cell
from rules import registry
from rules.core.asking import Option, Procedure, ask, choose
from rules.core.places import square_name
from rules.encounter.commands import Command, Outcome, refuse
from rules.encounter.events import Logged
from rules.encounter.state import Encounter, SideId, TokenId
from rules.system.actions import FightAction, SupportsFightActions
from tests.desktop import docks_kit as kit

WORDS = {"problem.sample.too_far": "{who} steht zu weit weg."}


class Charge(Command):
    do: Literal["charge"] = "charge"
    token: str
    target: str
    force: bool = False


class Pray(Command):
    do: Literal["pray"] = "pray"
    token: str
    strength: Annotated[int, Field(ge=1, le=20)]
    with_all: bool = False
    helpers: tuple[str, ...] = ()


class Warn(Command):
    do: Literal["warn"] = "warn"
    side: SideId


class Actors(kit.SampleSystem):
    """The sample system with actions of its own."""

    commands: Mapping[str, type[Command]] = {
        **kit.SampleSystem.commands,
        "charge": Charge,
        "pray": Pray,
        "warn": Warn,
    }

    def fight_actions(self, state: Encounter) -> tuple[FightAction, ...]:
        return (
            FightAction("warn", "warn", kit.t("Warnen"), "side", group="time"),
            FightAction("charge", "charge", kit.t("Sturmangriff"), "actor_target", group="melee"),
            FightAction("pray", "pray", kit.t("Beten"), "actor", icon="spell", group="melee"),
        )

    def perform(self, state: Encounter, command: Command) -> Procedure[Outcome]:
        match command:
            case Charge():
                return (yield from self._charge(state, command))
            case Pray(token=token, strength=strength, helpers=helpers):
                said = f"{token} betet {strength} {','.join(helpers)}"
                return Outcome(kit.t("Gebet"), (Logged(kit.t(said)),))
            case Warn(side=side):
                return Outcome(kit.t("Warnung"), (Logged(kit.t(f"gewarnt: {side.value}")),))
        return (yield from super().perform(state, command))

    def _charge(self, state: Encounter, command: Charge) -> Procedure[Outcome]:
        if command.target == "worg" and not command.force:
            raise refuse("sample.too_far", who="Worg")
        (face,) = yield from ask((20,), kit.t("Sturm"), command.token)
        way = yield from choose(
            (
                Option("left", kit.t("links"), why=kit.t("dort steht eine Wand")),
                Option("right", kit.t("rechts"), kit.t("60 %")),
            ),
            kit.t("Seite"),
            command.target,
            "left",
        )
        said = f"{command.token} stürmt {command.target}: {face} {way}"
        return Outcome(kit.t("Sturmangriff"), (Logged(kit.t(said)),))


ACTORS = Actors()


@pytest.fixture(autouse=True)
def _words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit, "WORDS", {**kit.WORDS, **WORDS})
    monkeypatch.setattr(kit, "SYSTEM", ACTORS)
    kit.speak(monkeypatch)


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    made = MainWindow(Settings(tmp_path / "settings.json"))
    qtbot.addWidget(made)
    made.resize(1600, 1000)
    state = kit.kraehenfels()
    made.set_session(Session.create(tmp_path / "Krähenfels.kampf", state))
    made.show()
    qtbot.waitExposed(made)
    return made


def log_of(window: MainWindow) -> list[str]:
    """Return the lines of the last step."""
    session = window.session
    assert session is not None
    step = session.history.steps[session.history.done - 1]
    return [str(e.line.args["text"]) for e in step.events if isinstance(e, Logged)]


def in_dialog(does: Callable[[Any], None]) -> None:
    """Do something with the dialog that opens next."""

    def look() -> None:
        found = QApplication.activeModalWidget()
        if found is None:
            QTimer.singleShot(20, look)
            return
        try:
            does(found)
        finally:
            if isinstance(found, QDialog) and found.isVisible():
                found.reject()

    QTimer.singleShot(0, look)


def entry(menu: QMenu, words: str) -> Any:
    return next(a for a in menu.actions() if a.text() == words)


def session_of(window: MainWindow) -> Session:
    assert window.session is not None
    return window.session


def test_the_menu_offers_the_actions_in_groups_and_says_what_it_will_ask(
    window: MainWindow,
) -> None:
    session_of(window).select(["elandir"])
    menu = window.fight_actions.menu(window)
    texts = [a.text() for a in menu.actions()]
    assert texts == ["Warnen", "", "Sturmangriff", "Beten …"]
    sides = entry(menu, "Warnen").menu()
    assert [a.text() for a in sides.actions()] == ["Helden", "Gegner"]
    entry(sides, "Gegner").trigger()
    assert log_of(window) == ["gewarnt: foes"]


def test_actions_of_other_systems_are_hidden(window: MainWindow) -> None:
    acts = window.actions_by_id
    assert acts["actions"].isVisible()
    assert acts["actions"].isEnabled()
    assert not acts["coup_de_grace"].isVisible()
    assert not acts["save"].isVisible()
    assert not acts["delay"].isVisible()


def test_the_target_of_the_draft_is_taken_and_all_questions_are_led_through(
    window: MainWindow, qtbot: QtBot
) -> None:
    session = session_of(window)
    session.select(["elandir"])
    session.attack.aim("oger")

    def answer(dialog: DiceDialog) -> None:
        QTest.keyClicks(dialog.dice[0], "14")
        QTest.keyClick(dialog.dice[0], Qt.Key.Key_Return)
        assert [b.isEnabled() for b in dialog.options] == [False, True]
        QTest.mouseClick(dialog.options[1], Qt.MouseButton.LeftButton)

    in_dialog(answer)
    menu = window.fight_actions.menu(window)
    entry(menu, "Sturmangriff → Oger").trigger()
    assert log_of(window) == ["elandir stürmt oger: 14 right"]


def test_without_a_target_the_next_click_on_the_map_chooses_it(
    window: MainWindow, qtbot: QtBot
) -> None:
    session = session_of(window)
    session.select(["elandir"])
    entry(window.fight_actions.menu(window), "Sturmangriff").trigger()
    assert window.fight_actions.waiting is not None
    in_dialog(lambda dialog: session.talk.roll_all())
    board = window.board
    at = board.mapFromGlobal(board.navigation.place_of(TokenId("oger")))
    QTest.mouseClick(board, Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: session.history.done == 1)
    assert log_of(window)[0].startswith("elandir stürmt oger")
    assert window.fight_actions.waiting is None


def test_somebody_chosen_in_the_list_is_the_target_too(window: MainWindow, qtbot: QtBot) -> None:
    session = session_of(window)
    session.select(["elandir"])
    entry(window.fight_actions.menu(window), "Sturmangriff").trigger()
    in_dialog(lambda dialog: session.talk.roll_all())
    session.select(["brunhild"])
    qtbot.waitUntil(lambda: session.history.done == 1)
    assert log_of(window)[0].startswith("elandir stürmt brunhild")
    assert session.selected == ("elandir",)


def test_escape_forgets_the_action(window: MainWindow, qtbot: QtBot) -> None:
    session = session_of(window)
    session.select(["elandir"])
    entry(window.fight_actions.menu(window), "Sturmangriff").trigger()
    QTest.keyClick(window.board, Qt.Key.Key_Escape)
    assert window.fight_actions.waiting is None
    session.attack.aim("oger")
    QApplication.processEvents()
    assert session.history.done == 0


def test_what_the_command_needs_is_asked_for_in_a_form(window: MainWindow) -> None:
    session = session_of(window)
    session.select(["odo"])

    def fill(dialog: CommandDialog) -> None:
        assert list(dialog.form.editors) == ["strength"]
        QTest.keyClick(dialog, Qt.Key.Key_Return)
        assert dialog.isVisible()
        QTest.keyClicks(dialog.form.editors["strength"].widget, "7")
        QTest.keyClick(dialog, Qt.Key.Key_Return)

    in_dialog(fill)
    entry(window.fight_actions.menu(window), "Beten …").trigger()
    assert log_of(window) == ["odo betet 7 "]


def test_with_everything_asked_for_combatants_are_ticked(window: MainWindow) -> None:
    session = session_of(window)
    session.select(["odo"])
    pray = next(a for a in ACTORS.fight_actions(session.state) if a.id == "pray")

    def fill(dialog: CommandDialog) -> None:
        dialog.form.editors["strength"].set_value(3)
        helpers = dialog.form.editors["helpers"]
        assert isinstance(helpers, TokensEditor)
        QTest.mouseClick(helpers.boxes["mirela"], Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
        dialog.finish()

    in_dialog(fill)
    window.fight_actions.choose(pray, all_fields=True)
    assert log_of(window) == ["odo betet 3 mirela"]


def test_what_the_rules_refuse_can_be_done_anyway(window: MainWindow, qtbot: QtBot) -> None:
    session = session_of(window)
    session.select(["elandir"])
    session.attack.aim("worg")
    charge = next(a for a in ACTORS.fight_actions(session.state) if a.id == "charge")
    window.fight_actions.choose(charge)
    (row,) = window.messages.rows()
    assert row.message.text == "Nach den Regeln geht das nicht: Worg steht zu weit weg."
    assert row.message.action is not None
    in_dialog(lambda dialog: session.talk.roll_all())
    row.message.action()
    assert log_of(window)[0].startswith("elandir stürmt worg")


def test_the_button_of_the_ring_opens_the_menu(window: MainWindow, qtbot: QtBot) -> None:
    ring = window.docks["ring"]
    button = ring.can_do  # type: ignore[attr-defined]  # the ring's own button
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    assert "Warnen" in [a.text() for a in popup.actions()]
    popup.close()


def test_a_start_without_numbers_just_begins() -> None:
    assert missing(Pray, {"token": "odo"}) == ("strength",)
    assert missing(Charge, {"token": "a", "target": "b"}) == ()


def test_squares_are_read_as_the_edge_of_the_map_writes_them() -> None:
    assert read_square("I5", Board(width=20, height=20)) == Cell(8, 4)
    assert read_square(" b2 ", Board(left=3, top=-2, width=9, height=9)) == Cell(4, -1)
    assert read_square("5I", Board()) is None


@pytest.mark.parametrize("id", [i for i in registry.BUILT_IN if i != "pathfinder"])
def test_every_system_names_commands_that_it_has(id: str) -> None:
    system = registry.get(id)
    assert isinstance(system, SupportsFightActions), f"{id}: no deeds for the menu"
    for one in system.fight_actions(Encounter(id)):
        assert one.command in system.commands, one
        model = system.commands[one.command]
        assert set(one.fields) <= set(model.model_fields), one


def test_rulers_forms_and_rules_name_a_square_alike(window: MainWindow, tmp_path: Path) -> None:
    board = Board(width=20, height=16, left=3, top=-2)
    state = replace(kit.kraehenfels(), board=board)
    window.set_session(Session.create(tmp_path / "Rand.kampf", state))
    for cell, name in ((Cell(3, -2), "A1"), (Cell(4, -1), "B2"), (Cell(12, 6), "J9")):
        assert window.board.hover.name(cell) == f"Feld {name}"
        assert square_name(board, cell.x, cell.y) == name
        assert read_square(name, board) == cell
