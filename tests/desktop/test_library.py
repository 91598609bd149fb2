"""The own library with mouse and keyboard: sets, favourites, groups, pictures, stat blocks."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from desktop import files
from desktop.dialogs.creature import CreatureDialog
from desktop.dialogs.gear import GearDialog
from desktop.dialogs.list_editor import ListEditor
from desktop.dialogs.portrait import PortraitDialog, read_picture
from desktop.dialogs.sheet import SheetDialog
from desktop.own_library import own_library, put_on_map
from desktop.session import Session
from desktop.window.main_window import MainWindow
from maps.board import Board
from maps.grid import SUB, Cell, Footprint
from maps.problems import UnreadableFileError
from rules.encounter.commands import Draw, Move
from rules.encounter.state import SideId, TokenId
from rules.library.files import SUFFIX
from tests.desktop.library_kit import choose, dock_of, face, goblin, names, stocked, take
from tests.desktop.window_kit import (
    at,
    click,
    keys,
    messages,
    show_fight,
    when_asked,
    write_fight,
)

pytestmark = pytest.mark.usefixtures("german")


@pytest.fixture
def fight(window: MainWindow, tmp_path: Path) -> Session:
    return show_fight(window, write_fight(tmp_path / "halle.kampf"))


# -- the dock --------------------------------------------------------------------------------------


def test_own_creatures_stand_among_the_others_and_alone_in_their_set(
    window: MainWindow, fight: Session
) -> None:
    key = stocked()
    dock = dock_of(window)
    shown = [t.id for t in dock.list.library.rows]
    assert key in shown
    assert "orc" in shown
    sets = [dock.of_set.itemText(i) for i in range(dock.of_set.count())]
    assert sets == ["Alle Sätze", "Lieblinge", "Zuletzt benutzt", "Mitgeliefert", "Höhle"]
    dock.of_set.setFocus()
    keys(dock.of_set, Qt.Key.Key_End)
    dock.of_set.activated.emit(dock.of_set.currentIndex())
    assert [t.id for t in dock.list.library.rows] == [key]


def test_a_search_does_not_go_on_in_a_fight_of_other_rules(
    window: MainWindow, fight: Session, tmp_path: Path
) -> None:
    dock = dock_of(window)
    QTest.keyClicks(dock.search, "Goblin")
    window.set_session(fight)
    assert dock.search.text() == "Goblin"
    other = Session.create(tmp_path / "Anders.kampf", files.blank("das_system", Board(), "Anders"))
    window.set_session(other)
    dock_of(window)
    assert dock.search.text() == ""
    assert dock.list.library.rows


def test_four_goblins_are_one_step_numbered_on(window: MainWindow, fight: Session) -> None:
    stocked()
    dock, before = dock_of(window), len(fight.history.steps)
    QTest.keyClicks(dock.search, "Goblin")
    dock.choose(next(t.id for t in dock.list.library.rows if "/" in t.id))
    dock.count.setValue(4)
    QTest.mouseClick(dock.add, Qt.MouseButton.LeftButton)
    assert [n for n in names(fight) if "Goblin" in n] == [f"Goblin {n}" for n in range(1, 5)]
    assert len(fight.history.steps) == before + 1
    assert len(fight.selected) == 4
    squares = {(t.space.x, t.space.y) for t in fight.state.tokens.values()}
    assert len(squares) == len(fight.state.tokens)
    assert fight.state.token(fight.selected[0]).note == "feige"
    fight.undo()
    assert not [n for n in names(fight) if "Goblin" in n]


def test_a_lone_namesake_becomes_number_one(fight: Session) -> None:
    key = stocked()
    assert put_on_map(fight, key)
    assert "Goblin" in names(fight)
    assert put_on_map(fight, key, side="heroes", at=Cell(4, 4))
    assert {"Goblin 1", "Goblin 2"} <= set(names(fight))
    assert fight.current is not None
    assert fight.current.side is SideId.HEROES


def test_a_group_is_dragged_onto_the_map(window: MainWindow, fight: Session) -> None:
    key = stocked()
    dock = dock_of(window)
    dock.count.setValue(3)
    row = next(i for i, t in enumerate(dock.list.library.rows) if t.id == key)
    data = dock.list.library.mimeData([dock.list.library.index(row)])
    event = QDropEvent(
        QPointF(60, 60),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    assert window.board.hands.drop(event)
    assert len([n for n in names(fight) if n.startswith("Goblin")]) == 3


def walled(fight: Session, x: int) -> None:
    """Fill the map from a column on with rock and stand everybody before it."""
    board = fight.state.board
    right, bottom = board.left + board.width + 9, board.top + board.height + 9
    ring = [[x, -9], [right, -9], [right, bottom], [x, bottom]]
    rock = {"id": "rock", "kind": "solid", "points": ring}
    for index, token in enumerate(list(fight.state.tokens)):
        fight.perform(Move(token=token, to=(0, index), free=True))
    fight.perform(Draw(obstacles=[rock]))


def fresh_of(fight: Session, before: set[TokenId]) -> list[Footprint]:
    return [t.space for id, t in fight.state.tokens.items() if id not in before]


@pytest.mark.parametrize("count", [1, 3])
def test_who_is_dragged_onto_rock_stands_before_it(
    window: MainWindow, fight: Session, count: int
) -> None:
    key = stocked()
    walled(fight, 4)
    before = set(fight.state.tokens)
    dock = dock_of(window)
    dock.count.setValue(count)
    row = next(i for i, t in enumerate(dock.list.library.rows) if t.id == key)
    data = dock.list.library.mimeData([dock.list.library.index(row)])
    place = QPointF(at(window, 6.5, 2.5))
    none = Qt.KeyboardModifier.NoModifier
    event = QDropEvent(place, Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, none)
    assert window.board.hands.drop(event)
    spaces = fresh_of(fight, before)
    assert len(spaces) == count
    assert spaces[0] == Footprint.at(3, 2)
    assert max(space.right for space in spaces) <= 4 * SUB


def test_a_new_combatant_without_a_place_stands_where_the_others_can_go(
    window: MainWindow, fight: Session
) -> None:
    stocked()
    walled(fight, 4)
    fight.select([])
    before = set(fight.state.tokens)
    dock = dock_of(window)
    QTest.mouseClick(dock.add, Qt.MouseButton.LeftButton)
    (space,) = fresh_of(fight, before)
    assert space.right <= 4 * SUB


def test_favourites_and_what_was_used_last(window: MainWindow, fight: Session) -> None:
    dock = dock_of(window)
    orc = next(t for t in dock.list.library.rows if t.id == "orc")
    choose(dock.menu.creature(orc), "Liebling")
    assert window.settings.values.favourites == ("pathfinder:orc",)
    dock.show_set("*")
    assert [t.id for t in dock.list.library.rows] == ["orc"]
    keys(dock.list, Qt.Key.Key_Return)
    dock.show_set("~")
    assert [t.id for t in dock.list.library.rows] == ["orc"]
    choose(dock.menu.creature(orc), "Liebling")
    dock.show_set("*")
    assert dock.pages.currentWidget() is dock.empty


def test_delete_and_the_undo_of_its_message(window: MainWindow, fight: Session) -> None:
    key = stocked()
    dock = dock_of(window)
    dock.choose(key)
    keys(dock.list, Qt.Key.Key_Delete)
    assert key not in [t.id for t in dock.list.library.rows]
    assert messages(window)[0] == "Goblin ist gelöscht."
    action = window.messages.rows()[0].message.action
    assert action is not None
    action()
    assert key in [t.id for t in dock.list.library.rows]


def test_what_came_along_cannot_be_deleted_but_copied(window: MainWindow, fight: Session) -> None:
    stocked()
    dock = dock_of(window)
    dock.choose("orc")
    keys(dock.list, Qt.Key.Key_Delete)
    assert "gehört zum Programm" in messages(window)[0]
    orc = next(t for t in dock.list.library.rows if t.id == "orc")
    choose(dock.menu.creature(orc), "In den Satz kopieren", "Höhle")
    own = [e for s in own_library().shelf.sets.values() for e in s.entries]
    assert [e.name for e in own] == ["Goblin", "Ork"]
    copied = dock.list.chosen()
    assert copied is not None
    assert copied.sheet == orc.sheet


def test_an_entry_is_edited_with_what_follows_shown(window: MainWindow, fight: Session) -> None:
    key = stocked()
    dock = dock_of(window)
    template = next(t for t in dock.list.library.rows if t.id == key)

    def rename(dialog: QDialog) -> None:
        assert isinstance(dialog, CreatureDialog)
        field = dialog.fields.facts.editors["name"].widget
        field.setFocus()
        keys(field, Qt.Key.Key_A, held=Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(field, "Hobgoblin")
        dialog.fields.form.editors["hp"].set_value(33)
        QTest.keyClick(field, Qt.Key.Key_Return)

    when_asked(rename)
    choose(dock.menu.creature(template), "Bearbeiten …")
    entry = own_library().entry(key)
    assert entry is not None
    assert (entry.name, entry.sheet["hp"]) == ("Hobgoblin", 33)
    changed = next(t for t in dock.list.library.rows if t.id == key)
    assert dock.list.library.known(changed).values[0] == ("TP", "33")


def test_sets_are_made_exported_and_deleted_from_the_menu(
    window: MainWindow, fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dock = dock_of(window)

    def name_it(dialog: QDialog) -> None:
        QTest.keyClicks(dialog.focusWidget(), "Gruft")
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)

    when_asked(name_it)
    choose(dock.menu.sets(), "Neuer Satz …")
    assert dock.of_set.currentText() == "Gruft"
    assert "In diesem Satz" in dock.empty.title.text()
    target = tmp_path / "out"
    monkeypatch.setattr(
        "desktop.choosing.QFileDialog.getSaveFileName", lambda *_a: (str(target), "")
    )
    choose(dock.menu.sets(), "Satz exportieren …")
    assert target.with_name(f"out{SUFFIX}").exists()
    choose(dock.menu.sets(), "Satz löschen")
    assert dock.of_set.findText("Gruft") < 0
    window.deeds.open_path(target.with_name(f"out{SUFFIX}"))
    assert dock.of_set.findText("Gruft") >= 0


def test_a_combatant_is_kept_without_number_and_wounds(window: MainWindow, fight: Session) -> None:
    click(window, 8.5, 3.5)
    assert fight.current is not None
    window.actions_by_id["keep_creature"].trigger()
    (found,) = own_library().shelf.sets.values()
    (entry,) = found.entries
    assert (found.name, entry.name, entry.system) == ("Meine Wesen", "Ork", "pathfinder")
    assert messages(window)[0] == "Ork liegt jetzt im Satz Meine Wesen."


def test_what_of_the_sets_cannot_be_read_is_said_once(window: MainWindow, fight: Session) -> None:
    folder = own_library().shelf.folder
    folder.mkdir(parents=True)
    (folder / f"alt{SUFFIX}").write_text("{", "utf-8")
    own_library().shelf.read_all()
    set_id = own_library().shelf.create("Höhle")
    own_library().shelf.add(set_id, goblin(sheet={"hp": "viele"}))
    dock = dock_of(window)
    for _ in range(2):
        dock.sets_changed()
    said = [m for m in messages(window) if "alt.kampfset" in m or "passt nicht" in m]
    assert len(said) == 2
    assert (folder / f"alt{SUFFIX}").read_text("utf-8") == "{"


# -- gear ---------------------------------------------------------------------------------------


def weapons_of(dialog: SheetDialog) -> ListEditor:
    editor = dialog.form.editors["weapons"]
    assert isinstance(editor, ListEditor)
    return editor


def test_a_weapon_is_picked_from_the_library_onto_a_sheet(qtbot: QtBot, tmp_path: Path) -> None:
    session, _ = Session.open(write_fight(tmp_path / "halle.kampf"))
    dialog = SheetDialog(None, session, TokenId("elandir"))
    qtbot.addWidget(dialog)
    dialog.show()
    editor = weapons_of(dialog)

    def pick(picker: QDialog) -> None:
        assert isinstance(picker, GearDialog)
        QTest.keyClicks(picker.search, "zweih")
        shown = [picker.list.item(i).text() for i in range(picker.list.count())]
        assert shown == ["Zweihandaxt", "Zweihänder"]
        QTest.keyClick(picker.search, Qt.Key.Key_Return)

    when_asked(pick)
    QTest.mouseClick(editor.pick_button, Qt.MouseButton.LeftButton)
    take(dialog)
    carried = session.state.token("elandir").sheet.model_dump()["weapons"]
    assert [w["id"] for w in carried] == ["composite_longbow", "longsword", "greataxe"]
    assert (carried[-1]["damage"], carried[-1]["hands"]) == ("1d12", "two")
    session.close()


def test_a_weapon_is_kept_in_the_library_and_picked_again(qtbot: QtBot, tmp_path: Path) -> None:
    session, _ = Session.open(write_fight(tmp_path / "halle.kampf"))
    dialog = SheetDialog(None, session, TokenId("elandir"))
    qtbot.addWidget(dialog)
    dialog.show()
    editor = weapons_of(dialog)
    assert editor.form is not None
    editor.form.editors["name"].set_value("Bogen der Ahnen")
    editor.form.editors["enhancement"].set_value(2)
    QTest.mouseClick(editor.keep_button, Qt.MouseButton.LeftButton)
    (kept,) = [e for s in own_library().shelf.sets.values() for e in s.entries]
    assert (kept.kind, kept.name, kept.sheet["enhancement"]) == ("weapons", "Bogen der Ahnen", 2)
    when_asked(take)
    QTest.mouseClick(editor.pick_button, Qt.MouseButton.LeftButton)
    entries = editor.value()
    assert isinstance(entries, list)
    assert [e["name"] for e in entries] == ["Bogen der Ahnen", "", "Bogen der Ahnen"]
    assert len({e["id"] for e in entries}) == 3
    dialog.reject()
    session.close()


# -- pictures --------------------------------------------------------------------------------------


def test_a_crop_is_dragged_and_zoomed(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = PortraitDialog(None, "Ork", "foes", read_picture(face(tmp_path / "a.png")))
    qtbot.addWidget(dialog)
    dialog.show()
    middle = dialog.crop.rect().center()
    QTest.mousePress(dialog.crop, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(dialog.crop, middle + QPoint(-400, 0))
    QTest.mouseRelease(dialog.crop, Qt.MouseButton.LeftButton, pos=middle + QPoint(-400, 0))
    assert dialog.crop.seen.right() == 90
    keys(dialog.crop, Qt.Key.Key_Plus, Qt.Key.Key_Plus)
    assert dialog.slider.value() == 121
    dialog.slider.setValue(200)
    assert dialog.crop.seen.width() == pytest.approx(30)
    dialog.crop.move_by(30, 0)
    QTest.mouseClick(dialog.swatches[4], Qt.MouseButton.LeftButton)
    take(dialog)
    token = QImage.fromData(dialog.result_picture)
    side = token.width()
    assert token.pixelColor(side // 2, side // 2) == QColor("#ff0000")
    assert token.pixelColor(side // 2, 3).name() == "#2e6fb5"
    assert token.pixelColor(0, 0).alpha() == 0


def test_a_combatant_wears_a_picture_on_map_and_lists_and_takes_it_off(
    window: MainWindow, fight: Session, tmp_path: Path
) -> None:
    click(window, 8.5, 3.5)
    me = fight.current
    assert me is not None
    when_asked(take)
    window.deeds.library.choose_portrait(face(tmp_path / "a.png"))
    worn = fight.state.token(me.id).portrait
    assert fight.store.asset(worn)
    window.deeds.do("keep_creature")
    (found,) = own_library().shelf.sets.values()
    assert found.entries[0].picture == worn
    assert own_library().shelf.picture(worn) == fight.store.asset(worn)
    window.actions_by_id["portrait_remove"].trigger()
    assert fight.state.token(me.id).portrait == ""
    fight.undo()
    assert fight.state.token(me.id).portrait == worn


def test_an_entry_brings_its_picture_into_the_fight(fight: Session, tmp_path: Path) -> None:
    picture = face(tmp_path / "a.png").read_bytes()
    assert put_on_map(fight, stocked(picture), count=2)
    portraits = {fight.state.token(t).portrait for t in fight.selected}
    assert len(portraits) == 1
    assert fight.store.asset(portraits.pop()) == picture


@pytest.mark.parametrize("data", [b"", b"text", b"\x89PNG\r\n\x1a\n" + b"\0" * 40])
def test_what_is_no_picture_is_said(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(data)
    with pytest.raises(UnreadableFileError):
        read_picture(path)
