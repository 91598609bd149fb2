"""The window finds faults of walls, mends them as one step, and reads and writes foreign maps."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop import files
from desktop.dialogs.import_report import ImportDialog
from desktop.docks import mending
from desktop.docks.problems import ProblemsDock
from desktop.messages import Message
from maps.board import Board
from maps.flaws import Finding
from maps.formats import Need, export_foundry, read_map
from maps.grid import SUB, point
from maps.repair import look_over
from maps.shapes import Kind, make_obstacle
from rules.encounter.commands import Erase
from tests.desktop.dialogs_kit import show
from tests.desktop.fakes import make_session
from tests.maps.pictures import png

pytestmark = pytest.mark.usefixtures("german")


def faulty() -> Board:
    """A corner that is nearly one, a piece without length, a gap."""
    return Board(
        obstacles=(
            make_obstacle("a", Kind.WALL, (point(1, 1), point(5, 1))),
            make_obstacle("b", Kind.WALL, (point(5, 1.05), point(5, 4))),
            make_obstacle("c", Kind.WALL, (point(9, 9), point(9, 9))),
            make_obstacle("d", Kind.WALL, (point(5, 4.3), point(9, 4.3))),
        )
    )


@pytest.fixture
def dock(qtbot: QtBot) -> ProblemsDock:
    dock = ProblemsDock()
    qtbot.addWidget(dock)
    dock.resize(288, 320)
    dock.set_session(make_session(board=faulty()))
    dock.show()
    dock.look()
    return dock


def test_the_map_is_looked_over_when_walls_change(qtbot: QtBot) -> None:
    dock = ProblemsDock()
    qtbot.addWidget(dock)
    session = make_session(board=faulty())
    dock.set_session(session)
    qtbot.waitUntil(lambda: dock.count == 3)
    session.perform(Erase(obstacles=("c",)))
    qtbot.waitUntil(lambda: not dock.looking)
    assert dock.count == 2


def test_the_window_goes_on_while_the_map_is_looked_over(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = make_session(board=faulty())
    endless, looked = session.state.board, list[Board]()

    def counted(board: Board) -> Iterator[Finding | None]:
        for found in look_over(board):
            looked.append(board)
            yield found
            while board is endless:
                yield None

    monkeypatch.setattr(mending, "look_over", counted)
    dock = ProblemsDock()
    qtbot.addWidget(dock)
    dock.set_session(session)
    assert dock.looking
    assert looked == []  # opening a fight does not wait for it
    qtbot.waitUntil(lambda: looked == [endless])
    assert dock.count == 0
    session.perform(Erase(obstacles=("c",)))
    qtbot.waitUntil(lambda: not dock.looking)
    assert dock.count == 2
    assert looked.count(endless) == 1  # given up as soon as there was another map
    assert looked.count(session.state.board) == len([*look_over(session.state.board)])


def test_one_finding_is_mended_as_one_step(qtbot: QtBot, dock: ProblemsDock) -> None:
    assert dock.count == 3
    assert not dock.mend_one.isEnabled()
    dock.list.setCurrentIndex(dock.list.findings.index(1))
    assert dock.mend_one.isEnabled()
    QTest.mouseClick(dock.mend_one, Qt.MouseButton.LeftButton)
    assert dock.count == 2
    session = dock.session
    assert session is not None
    session.undo()
    assert session.state.board == faulty()
    dock.look()
    assert dock.count == 3


def test_all_that_is_safe_is_mended_at_once_and_undone_at_once(
    qtbot: QtBot, dock: ProblemsDock
) -> None:
    told: list[Message] = []
    dock.message.connect(told.append)
    QTest.mouseClick(dock.mend_every, Qt.MouseButton.LeftButton)
    assert dock.count == 1
    assert told[-1].text == "2 Stellen behoben. Rückgängig nimmt es zurück."
    QTest.mouseClick(dock.mend_every, Qt.MouseButton.LeftButton)
    assert "nicht von selbst" in told[-1].text
    session = dock.session
    assert session is not None
    session.undo()
    assert set(session.state.board.obstacles) == set(faulty().obstacles)


def test_a_finding_shows_its_place(qtbot: QtBot, dock: ProblemsDock) -> None:
    with qtbot.waitSignal(dock.jump) as jumped:
        dock.list.opened.emit(dock.list.findings.rows[1])
    assert jumped.args is not None
    assert jumped.args[0]


def test_a_map_in_order_offers_nothing_to_mend(qtbot: QtBot) -> None:
    dock = ProblemsDock()
    qtbot.addWidget(dock)
    dock.set_session(make_session(board=Board()))
    dock.show()
    dock.look()
    assert dock.count == 0
    assert dock.mend_every.isHidden()


# ---- foreign maps -------------------------------------------------------------------------------


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    """A scene with a shift, whose picture is no whole number of squares."""
    data = {
        "width": 830,
        "height": 620,
        "padding": 0,
        "shiftX": 30,
        "grid": 100,
        "gridType": 1,
        "walls": [{"c": [100, 100, 300, 100], "sense": 0, "move": 1}],
        "lights": [],
    }
    path = tmp_path / "keller.json"
    path.write_text(json.dumps(data), "utf-8")
    return path


def test_the_picture_of_a_scene_lies_where_the_scene_says(
    qtbot: QtBot, scene: Path, tmp_path: Path
) -> None:
    image = tmp_path / "keller.png"
    image.write_bytes(png(1660, 1240))
    dialog = ImportDialog(None, scene, read_map(scene))
    show(qtbot, dialog)
    dialog.take_picture(image)
    picture = dialog.choice.board.picture
    assert picture is not None
    assert (picture.x, picture.y) == (round(-0.3 * SUB), 0)
    assert (picture.width, picture.height) == (round(8.3 * SUB), round(6.2 * SUB))
    dialog.see_through.setCurrentIndex(1)
    assert dialog.choice.board.obstacles[0].kind is Kind.LOW
    assert dialog.choice.board.picture == picture


def test_a_scene_without_a_grid_is_read_with_the_pixels_that_are_typed(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "walls.json"
    path.write_text(json.dumps({"walls": [{"c": [0, 0, 700, 0]}]}), "utf-8")
    image = tmp_path / "walls.png"
    image.write_bytes(png(1400, 700))
    read = read_map(path)
    assert Need.GRID in read.needs
    dialog = ImportDialog(None, path, read)
    show(qtbot, dialog)
    dialog.take_picture(image)
    dialog.pixels.setText("70")
    dialog.pixels.editingFinished.emit()
    board = dialog.choice.board
    assert board.obstacles[0].points == (point(0, 0), point(10, 0))
    assert board.picture is not None
    assert board.picture.width == 20 * SUB


def test_foreign_json_is_known_from_our_own(tmp_path: Path, scene: Path) -> None:
    own = tmp_path / "lage.json"
    own.write_text('{"system": "pathfinder", "board": {"obstacles": []}, "tokens": []}', "utf-8")
    assert files.is_map(scene)
    assert not files.is_map(own)
    assert files.check_file(scene)


def test_new_fights_are_made_of_every_format(tmp_path: Path, scene: Path) -> None:
    dungeon = tmp_path / "gruft.json"
    dungeon.write_text('{"rects": [{"x": 0, "y": 0, "w": 3, "h": 3}], "doors": []}', "utf-8")
    tiled = tmp_path / "karte.tmx"
    tiled.write_text(
        '<map orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8">'
        '<layer name="wall" width="1" height="1"><data encoding="csv">1</data></layer></map>'
    )
    exported = tmp_path / "szene.json"
    exported.write_bytes(export_foundry(faulty()))
    for source in (scene, dungeon, tiled, exported):
        target = tmp_path / f"{source.name}.kampf"
        made = files.new_from_map(source, target, "pathfinder")
        assert made.problems[0].code == "import_counts"
        assert target.exists()
