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
from desktop.player.share import Share
from desktop.printing.content import for_players, gather
from desktop.session import Session
from desktop.window.main_window import MainWindow
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
    window.table.layout.show("zones")
    window.board.navigation.set_camera(window.board.camera.__class__(48, 400, 300))
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


def form(window: MainWindow, value: str) -> None:
    window.board.use_tool("zone")
    window.board.zone_tool.set_option("form", value)


def test_a_polygon_is_set_corner_by_corner(window: MainWindow, fight: Session) -> None:
    form(window, "polygon")
    for x, y in ((1, 1), (5, 1), (5, 3), (9, 9)):
        click(window, x, y)
    keys(window.board, Qt.Key.Key_Backspace)
    click(window, 2, 4)
    assert zones(fight) == ()
    keys(window.board, Qt.Key.Key_Return)
    (zone,) = zones(fight)
    assert zone.points == (point(1, 1), point(5, 1), point(5, 3), point(2, 4))
    for x, y in ((6, 1), (8, 1), (8, 3), (6, 1)):
        click(window, x, y)
    assert zones(fight)[1].points == (point(6, 1), point(8, 1), point(8, 3))
    for x, y in ((1, 6), (4, 6)):
        click(window, x, y)
    keys(window.board, Qt.Key.Key_Escape)
    assert len(zones(fight)) == 2


def test_a_zone_is_drawn_by_hand(window: MainWindow, fight: Session) -> None:
    form(window, "free")
    way = [(2 + i / 5, 1.0) for i in range(20)] + [(6.0, 1 + i / 5) for i in range(20)]
    way += [(6 - i / 5, 5.0) for i in range(20)] + [(2.0, 5 - i / 5) for i in range(19)]
    pull(window, *way)
    drop(window, *way[-1])
    (zone,) = zones(fight)
    assert len(zone.points) < 10
    xs, ys = [p.x / 512 for p in zone.points], [p.y / 512 for p in zone.points]
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((2, 6, 1, 5), abs=0.2)
    click(window, 9.3, 2.2)
    assert zones(fight)[1].points == (point(9.5, 2.5),)


def test_corners_are_moved_put_in_and_taken_out(window: MainWindow, fight: Session) -> None:
    named(fight, note="Kalt")
    form(window, "box")
    click(window, 2.5, 1)  # the rim
    assert window.board.zone_tool.zone == zones(fight)[0]
    pull(window, (5, 4), (6, 4.5), (7, 5))
    drop(window, 7, 5)
    (zone,) = zones(fight)
    assert zone.points == (point(1, 1), point(5, 1), point(7, 5), point(1, 4))
    assert (zone.name, zone.note) == ("Halle", "Kalt")
    pull(window, (3, 1), (3, 0.5), (3, 0))  # the middle of a side
    drop(window, 3, 0)
    assert zones(fight)[0].points[:3] == (point(1, 1), point(3, 0), point(5, 1))
    keys(window.board, Qt.Key.Key_Delete)
    assert zones(fight)[0].points == zone.points
    pull(window, (1, 2), (2, 2), (3, 2))  # the rim beside its middle
    drop(window, 3, 2)
    assert zones(fight)[0].points[0] == point(3, 1)
    click(window, 3, 1)
    keys(window.board, Qt.Key.Key_Delete)
    assert len(zones(fight)[0].points) == 3
    keys(window.board, Qt.Key.Key_Delete)
    assert zones(fight) == ()
    window.deeds.do("undo")
    assert len(zones(fight)) == 1


def test_a_place_is_dragged_and_list_and_map_choose_together(
    window: MainWindow, fight: Session
) -> None:
    named(fight)
    assert fight.perform(Zones(zones=({"id": "p", "points": [[7.5, 2.5]], "name": "Falle"},)))
    window.show_dock("zones")
    form(window, "box")
    pull(window, (7.5, 2.5), (8, 3), (9.2, 6.3))
    drop(window, 9.2, 6.3)
    assert zones(fight)[1].points == (point(9.5, 6.5),)
    assert dock(window).chosen == zones(fight)[1]
    dock(window).list.setCurrentRow(0)
    assert window.board.zone_tool.zone == zones(fight)[0]
    before = window.board.grab().toImage()
    dock(window).list.setCurrentRow(1)
    assert window.board.grab().toImage() != before
