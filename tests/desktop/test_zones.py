"""Zones by mouse and keyboard: drawn, named, shown, printed, given to players, never betrayed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from desktop.dialogs.zone import ZoneDialog
from desktop.docks.zones import ZonesDock
from desktop.i18n import language, say
from desktop.main_window import MainWindow
from desktop.player_share import Share
from desktop.printing.content import for_players, gather
from desktop.session import Session
from maps.board import Zone
from maps.grid import point
from rules.encounter.commands import Zones
from tests.desktop.window_kit import (
    click,
    drop,
    frame,
    keys,
    open_window,
    picture,
    pull,
    show_fight,
    when_asked,
    write_fight,
)

BOX = [[1, 1], [5, 1], [5, 4], [1, 4]]


@pytest.fixture
def window(tmp_path: Path, qapp: object) -> Iterator[MainWindow]:
    made = open_window(tmp_path)
    yield made
    made.close()


@pytest.fixture
def fight(window: MainWindow, tmp_path: Path) -> Session:
    return show_fight(window, write_fight(tmp_path / "Gruft.kampf"))


def dock(window: MainWindow) -> ZonesDock:
    return window.table.zones


def zones(fight: Session) -> tuple[Zone, ...]:
    return fight.state.board.zones


def named(fight: Session, **more: object) -> None:
    assert fight.perform(Zones(zones=({"id": "z", "points": BOX, "name": "Halle", **more},)))


def test_a_pull_makes_a_room_and_a_click_a_place(window: MainWindow, fight: Session) -> None:
    window.board.use_tool("zone")
    pull(window, (1.05, 1.0), (3, 3), (5.0, 4.0))
    drop(window, 5.0, 4.0)
    click(window, 7.3, 2.2)
    room, place = zones(fight)
    assert room.points == tuple(point(x, y) for x, y in BOX)
    assert place.points == (point(7.5, 2.5),)
    assert [z.name for z in zones(fight)] == ["Zone 1", "Zone 2"]
    assert dock(window).list.count() == 2
    window.deeds.do("undo")
    assert zones(fight) == (room,)


def test_escape_leaves_no_zone(window: MainWindow, fight: Session) -> None:
    window.board.use_tool("zone")
    pull(window, (1, 1), (4, 4))
    keys(window.board, Qt.Key.Key_Escape)
    drop(window, 4, 4)
    assert zones(fight) == ()


def test_name_note_and_picture_are_edited_in_one_step(
    window: MainWindow, fight: Session, tmp_path: Path
) -> None:
    named(fight)
    file = tmp_path / "bild.png"
    file.write_bytes(picture(4, 3))
    before = len(fight.history.steps)

    def fill(dialog: QDialog) -> None:
        assert isinstance(dialog, ZoneDialog)
        dialog.name.setText("Große Halle")
        dialog.note.setPlainText("Der Boden ist nass.\nZwei Türen.")
        dialog.take_picture(file)
        dialog.finish()

    dock(window).choose("z")
    when_asked(fill)
    QTest.mouseClick(dock(window).edit, Qt.MouseButton.LeftButton)
    (zone,) = zones(fight)
    assert (zone.name, zone.note) == ("Große Halle", "Der Boden ist nass.\nZwei Türen.")
    assert fight.store.asset(zone.picture) == file.read_bytes()
    assert len(fight.history.steps) == before + 1
    assert dock(window).list.item(0).text() == "Große Halle – Der Boden ist nass."
    assert dock(window).note.toPlainText() == zone.note


def test_a_picture_that_is_none_is_said(window: MainWindow, fight: Session, tmp_path: Path) -> None:
    dialog = ZoneDialog(window, Zone("z", (point(1, 1),)), None)
    file = tmp_path / "text.png"
    file.write_text("kein Bild")
    dialog.take_picture(file)
    assert dialog.error.text()
    assert dialog.edit.picture is None
    dialog.deleteLater()


def test_keys_in_the_list_show_and_remove(window: MainWindow, fight: Session) -> None:
    named(fight)
    window.table.show_dock("zones")
    window.board.set_camera(window.board.camera.__class__(48, 400, 300))
    keys(dock(window).list, Qt.Key.Key_Return)
    assert window.board.camera.left < 5
    frame(window)
    keys(dock(window).list, Qt.Key.Key_Delete)
    assert zones(fight) == ()
    assert dock(window).pages.currentIndex() == 0


def test_a_handout_is_shown_and_taken_away(window: MainWindow, fight: Session) -> None:
    asset = fight.store.put_asset(picture(4, 3))
    named(fight, picture=asset)
    dock(window).choose("z")
    QTest.mouseClick(dock(window).give, Qt.MouseButton.LeftButton)
    player = window.player
    assert player.isVisible()
    assert player.handout.isVisible()
    shown = player.grab().toImage()
    assert shown.pixelColor(2, 2).name() == "#000000"
    assert shown.pixelColor(shown.rect().center()).red() > 60
    keys(player, Qt.Key.Key_Escape)
    assert not player.handout.isVisible()
    assert not dock(window).give.isChecked()
    QTest.mouseClick(dock(window).give, Qt.MouseButton.LeftButton)
    assert player.handout.isVisible()
    QTest.mouseClick(dock(window).give, Qt.MouseButton.LeftButton)
    assert not player.handout.active
    player.close()


def test_a_zone_without_picture_has_nothing_to_give(window: MainWindow, fight: Session) -> None:
    named(fight)
    dock(window).choose("z")
    assert not dock(window).give.isEnabled()
    assert dock(window).give.toolTip()


def test_players_see_and_read_no_zone(window: MainWindow, fight: Session) -> None:
    plain = window.board.grab().toImage()
    named(fight, note="Geheim!")
    QTest.qWait(0)
    assert window.board.grab().toImage() != plain  # the game master sees its rim
    assert Share().of(fight.state).board.zones == ()
    assert for_players(fight.state).board.zones == ()
    window.player.open_for(fight, window.screen())
    with_zone = window.player.board.grab().toImage()
    assert fight.perform(Zones(remove=("z",)))
    assert window.player.board.grab().toImage() == with_zone
    assert isinstance(with_zone, QImage)
    window.player.close()


def test_notes_are_printed_for_the_game_master_only(window: MainWindow, fight: Session) -> None:
    named(fight, note="Hinter dem Altar liegt der Schlüssel.")
    content = gather(fight.state, fight.system, fight.store.asset)
    block = content.tables[0]
    assert say(block.title) == language.words.say("zones.printed")
    assert [say(cell) for cell in block.rows[0]] == [
        "Halle", "Hinter dem Altar liegt der Schlüssel.",
    ]  # fmt: skip
    players = gather(fight.state, fight.system, fight.store.asset, players=True)
    assert all(say(b.title) != say(block.title) for b in players.tables)
