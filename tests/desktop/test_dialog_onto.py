"""A map read onto the open one, and the choice among the scenes of a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from desktop.dialogs.import_onto import OntoDialog
from desktop.dialogs.import_report import ImportDialog
from maps.board import Board
from maps.formats import read_map
from maps.grid import point
from maps.shapes import Kind, make_obstacle
from tests.desktop.dialogs_kit import enter, show, when_asked
from tests.desktop.window_kit import open_window, show_fight, write_fight, write_map

pytestmark = pytest.mark.usefixtures("german")

HERE = Board(10, 8, obstacles=(make_obstacle("wall:0", Kind.WALL, (point(0, 0), point(4, 0))),))


def scenes(folder: Path) -> Path:
    """Write a pack of two scenes, one to a line."""
    lines = []
    for name, walls, size in (("Keller", 1, 100), ("Turm", 2, 50)):
        found = [{"c": [0, 100 * i, 300, 100 * i], "sense": 1, "move": 1} for i in range(walls)]
        scene = {"name": name, "walls": found, "grid": size, "gridType": 1, "padding": 0}
        lines.append(json.dumps({**scene, "width": 600, "height": 400}))
    path = folder / "karten.db"
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_a_file_with_several_scenes_lets_one_be_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    path = scenes(tmp_path)
    dialog = ImportDialog(None, path, read_map(path))
    show(qtbot, dialog)
    assert [dialog.scene.itemText(i) for i in range(dialog.scene.count())] == ["Keller", "Turm"]
    assert dialog.scene.isVisible()
    assert (dialog.name.text(), dialog.board.width) == ("Keller", 6)
    dialog.scene.setCurrentIndex(1)
    assert (dialog.name.text(), dialog.board.width) == ("Turm", 12)
    assert len(dialog.board.obstacles) == 2


def test_one_scene_is_not_asked_for(qtbot: QtBot, tmp_path: Path) -> None:
    path = write_map(tmp_path / "eine.dd2vtt")
    dialog = ImportDialog(None, path, read_map(path))
    show(qtbot, dialog)
    assert not dialog.scene.isVisible()


def test_size_and_offset_place_the_map(qtbot: QtBot, tmp_path: Path) -> None:
    path = write_map(tmp_path / "halle.dd2vtt")
    dialog = OntoDialog(None, path, read_map(path), HERE, {})
    show(qtbot, dialog)
    assert dialog.focusWidget() is dialog.scale
    QTest.keyClicks(dialog.scale, "50")
    dialog.right.selectAll()
    QTest.keyClicks(dialog.right, "2,5")
    board = dialog.shown()
    assert board.obstacles[0] == HERE.obstacles[0]
    assert board.obstacles[1].points == (point(5.5, 0), point(5.5, 1.5))
    assert dialog.preview.image is None or not dialog.preview.image.isNull()


def test_a_wrong_size_is_said_and_nothing_is_taken(qtbot: QtBot, tmp_path: Path) -> None:
    path = write_map(tmp_path / "halle.dd2vtt")
    dialog = OntoDialog(None, path, read_map(path), HERE, {})
    show(qtbot, dialog)
    QTest.keyClicks(dialog.scale, "x")
    dialog.finish()
    assert dialog.isVisible()
    assert dialog.scale.error


def test_the_window_takes_a_map_onto_the_open_one_as_one_step(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(tmp_path)
    qtbot.addWidget(window)
    session = show_fight(window, write_fight(tmp_path / "a.kampf"))
    before = session.state
    file = write_map(tmp_path / "halle.dd2vtt")

    def take(dialog: QDialog) -> None:
        assert isinstance(dialog, OntoDialog)
        dialog.right.setText("20")
        enter(dialog)

    when_asked(take)
    window.deeds.import_onto(file)
    board = session.state.board
    assert len(board.obstacles) > len(before.board.obstacles)
    assert board.width == 32
    assert board.picture is not None
    assert session.store.asset(board.picture.asset)
    assert session.state.tokens == before.tokens
    session.undo()
    assert session.state.board == before.board
    window.close()
