"""Storeys by mouse and keyboard: chosen, made, removed, changed by menu and by stairs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QMenu

from desktop.dialogs.import_storey import StoreyDialog
from desktop.dialogs.text import TextDialog
from desktop.docks.ring import RingDock
from desktop.printing.content import Wanted
from desktop.printing.sheets import make_sheets
from desktop.session import Session
from desktop.window.main_window import MainWindow
from maps.board import Storey
from maps.grid import SUB, Cell
from rules.encounter.state import TokenId
from tests.desktop.window_kit import (
    click,
    drop,
    open_window,
    perform,
    pull,
    show_fight,
    when_asked,
    write_fight,
    write_map,
)


@pytest.fixture
def window(tmp_path: Path, qapp: object) -> Iterator[MainWindow]:
    made = open_window(tmp_path)
    yield made
    made.close()


@pytest.fixture
def fight(window: MainWindow, tmp_path: Path) -> Session:
    session = show_fight(window, write_fight(tmp_path / "Turm.kampf"))
    perform(session, {"do": "storey", "id": "up", "name": "Dach", "width": 12, "height": 8})
    return session


def storeys(fight: Session) -> tuple[Storey, ...]:
    return fight.state.board.storeys


def shown(fight: Session) -> str:
    return fight.storey.name if fight.storey is not None else ""


def at(fight: Session, id: str) -> Cell:
    space = fight.state.token(id).space
    return Cell(space.x // SUB, space.y // SUB)


def key(window: MainWindow, which: Qt.Key) -> None:
    QTest.keyClick(window.board, which, Qt.KeyboardModifier.AltModifier)


def test_the_bar_is_there_with_two_storeys_and_a_click_shows_one(
    window: MainWindow, fight: Session
) -> None:
    bar, board = window.board.storey_bar, window.board
    assert bar.isVisible()
    assert [row.text() for row in bar.rows.values()] == ["Dach", "Erdgeschoss · 4"]
    assert bar.rows["storey-1"].isChecked()
    assert len(board.scene.order) == 4
    assert board.scene.board.obstacles
    QTest.mouseClick(bar.rows["up"], Qt.MouseButton.LeftButton)
    assert shown(fight) == "Dach"
    assert not board.scene.order
    assert (board.scene.board.left, board.scene.board.obstacles) == (16, ())
    assert board.hover.name(Cell(16, 0)).endswith("A1")
    assert 16 <= board.camera.left + board.width() / 2 / board.camera.scale <= 28
    fight.undo()
    assert not bar.isVisible()
    assert len(board.scene.order) == 4


def test_keys_go_up_and_down_and_no_further(window: MainWindow, fight: Session) -> None:
    key(window, Qt.Key.Key_PageUp)
    assert shown(fight) == "Dach"
    key(window, Qt.Key.Key_PageUp)
    assert shown(fight) == "Dach"
    key(window, Qt.Key.Key_PageDown)
    assert shown(fight) == "Erdgeschoss"


def test_storeys_are_added_named_ordered_and_removed_by_the_menu(
    window: MainWindow, fight: Session
) -> None:
    window.actions_by_id["storey_add"].trigger()
    assert [s.name for s in storeys(fight)] == ["Erdgeschoss", "Stockwerk 2", "Dach"]
    assert shown(fight) == "Stockwerk 2"

    def fill(dialog: QDialog) -> None:
        assert isinstance(dialog, TextDialog)
        dialog.field.setText("Galerie")
        dialog.finish()

    when_asked(fill)
    window.actions_by_id["storey_rename"].trigger()
    window.actions_by_id["storey_raise"].trigger()
    assert [s.name for s in storeys(fight)] == ["Erdgeschoss", "Dach", "Galerie"]
    window.actions_by_id["storey_remove"].trigger()
    assert [s.name for s in storeys(fight)] == ["Erdgeschoss", "Dach"]
    fight.undo()
    assert len(storeys(fight)) == 3


def test_a_storey_with_somebody_on_it_is_removed_only_when_confirmed(
    window: MainWindow, fight: Session
) -> None:
    window.actions_by_id["storey_remove"].trigger()
    assert len(storeys(fight)) == 2
    row = window.messages.rows()[0]
    assert "4 Figuren" in row.message.text
    assert row.message.action is not None
    row.message.action()
    assert (len(storeys(fight)), fight.state.tokens) == (1, {})
    fight.undo()
    assert len(fight.state.tokens) == 4


def test_the_selection_goes_to_the_same_square_of_another_storey(
    window: MainWindow, fight: Session
) -> None:
    click(window, 2.5, 3.5)
    assert fight.selected == (TokenId("elandir"),)
    menu = QMenu()
    window.storeys.token_menu(menu)
    below = menu.actions()[-1].menu()
    assert isinstance(below, QMenu)
    there = {a.text(): a for a in below.actions()}
    assert not there["Erdgeschoss"].isEnabled()
    there["Dach"].trigger()
    assert at(fight, "elandir") == Cell(18, 3)
    assert shown(fight) == "Dach"
    assert window.board.scene.order == (TokenId("elandir"),)
    fight.undo()
    assert at(fight, "elandir") == Cell(2, 3)


def test_a_row_of_another_storey_says_so_and_shows_it(window: MainWindow, fight: Session) -> None:
    perform(fight, {"do": "change_storey", "tokens": ["orc-1"], "storey": "up"})
    perform(fight, {"do": "start"})
    ring = window.docks["ring"]
    fight.select(["elandir"])
    model = ring.list.roster  # type: ignore[attr-defined]
    index = model.place("orc-1")
    assert "Dach" in model.data(index, Qt.ItemDataRole.ToolTipRole)
    view = ring.list  # type: ignore[attr-defined]
    view.scrollTo(index)
    QTest.mouseClick(
        view.viewport(),
        Qt.MouseButton.LeftButton,
        pos=view.visualRect(index).center(),
    )
    assert shown(fight) == "Dach"
    assert "Dach" not in model.data(index, Qt.ItemDataRole.ToolTipRole)


@pytest.mark.parametrize("follow", [True, False])
def test_the_storey_of_whoever_acts_is_shown_if_wanted(
    window: MainWindow, fight: Session, *, follow: bool
) -> None:
    window.settings.set(follow_storey=follow)
    perform(fight, {"do": "change_storey", "tokens": ["orc-1", "orc-2"], "storey": "up"})
    perform(fight, {"do": "start"})
    fight.show_storey("storey-1")
    seen = set()
    for _ in range(4):
        perform(fight, {"do": "next"})
        seen.add(shown(fight))
    assert seen == ({"Dach", "Erdgeschoss"} if follow else {"Erdgeschoss"})


def test_stairs_are_laid_with_two_clicks_and_offer_the_way(
    window: MainWindow, fight: Session
) -> None:
    window.storeys.begin_stairs(Cell(3, 3), storeys(fight)[1])
    assert shown(fight) == "Dach"
    click(window, 20.5, 4.5)
    (stairs,) = fight.state.board.stairs
    assert (stairs.a, stairs.b) == (Cell(3, 3), Cell(20, 4))
    assert window.board.tools.current.id == "select"
    key(window, Qt.Key.Key_PageDown)
    pull(window, (2.5, 3.5), (3.5, 3.5))
    drop(window, 3.5, 3.5)
    assert at(fight, "elandir") == Cell(3, 3)
    message = window.messages.rows()[0].message
    assert "Treppe nach „Dach“" in message.text
    assert message.action is not None
    rows = len(window.messages.rows())
    message.action()
    assert (at(fight, "elandir"), shown(fight)) == (Cell(20, 4), "Dach")
    assert len(window.messages.rows()) <= rows
    menu = QMenu()
    window.storeys.cell_menu(menu, Cell(20, 4))
    menu.actions()[-1].trigger()
    assert fight.state.board.stairs == ()


def test_a_map_is_read_as_a_storey(window: MainWindow, fight: Session, tmp_path: Path) -> None:
    def take(dialog: QDialog) -> None:
        assert isinstance(dialog, StoreyDialog)
        dialog.called.setText("Krypta")
        dialog.finish()

    when_asked(take)
    window.storeys.read(write_map(tmp_path / "krypta.dd2vtt"))
    crypt = storeys(fight)[-1]
    assert (crypt.name, crypt.left, crypt.width, shown(fight)) == ("Krypta", 32, 12, "Krypta")
    assert crypt.picture is not None
    assert fight.store.asset(crypt.picture.asset)
    here = window.board.scene.board
    assert here.picture == crypt.picture
    assert len(here.obstacles) == 6
    assert fight.state.board.picture is None
    fight.undo()
    assert len(storeys(fight)) == 2


def test_players_see_the_storey_of_the_hero_who_acts(window: MainWindow, fight: Session) -> None:
    perform(fight, {"do": "change_storey", "tokens": ["brunhild"], "storey": "up"})
    perform(fight, {"do": "start"})
    window.actions_by_id["player_window"].trigger()
    player = window.player
    for _ in range(4):
        perform(fight, {"do": "next"})
        player._session.catch_up()  # type: ignore[union-attr]
        acting = fight.state.timeline.acting[0]
        order = player.board.scene.order
        if acting in ("elandir", "brunhild"):
            assert acting in order
            assert len(order) == (1 if acting == "brunhild" else 3)
    assert not player.board.storey_bar.isVisible()
    fight.show_storey("up")
    window.actions_by_id["player_here"].trigger()
    assert player.board.scene.order == (TokenId("brunhild"),)
    player.close()


def test_paper_has_a_map_for_each_storey_with_somebody_on_it(fight: Session) -> None:
    def pages(part: str) -> list[str]:
        wanted = Wanted("a4", frozenset({part}))
        return [
            p.note for p in make_sheets(fight.state, fight.system, fight.store.asset, wanted).pages
        ]

    assert len(pages("map")) == 1
    tiles = len(pages("tiles"))
    perform(fight, {"do": "change_storey", "tokens": ["orc-1"], "storey": "up"})
    maps = pages("map")
    assert (len(maps), maps[1]) == (2, "Dach")
    assert maps[0].startswith("Erdgeschoss")
    assert len(pages("tiles")) > tiles


def test_the_ring_marks_who_is_on_another_storey(window: MainWindow, fight: Session) -> None:
    dock = window.docks["ring"]
    assert isinstance(dock, RingDock)
    perform(fight, {"do": "change_storey", "tokens": ["orc-1"], "storey": "up"})
    perform(fight, {"do": "start"})
    fight.show_storey("storey-1")
    dock.ring.show_view(dock.ring.view, jump=True)
    assert dock.ring.name_of("orc-1").endswith("auf „Dach“")
    assert "auf" not in dock.ring.name_of("elandir")
    marked = dock.ring.grab().toImage()
    fight.show_storey("up")
    assert set(dock.ring.elsewhere) == {"elandir", "brunhild", "orc-2"}
    assert {other.icon for other in dock.ring.elsewhere.values()} == {"down"}
    assert "auf" not in dock.ring.name_of("orc-1")
    assert dock.ring.grab().toImage() != marked
