"""Findings, proposals, grid and imports look at the storey that is shown, not at them all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from desktop.dialogs.grid import GridDialog
from desktop.dialogs.import_onto import OntoDialog
from desktop.dialogs.proposals import ProposalsDialog
from desktop.files import blank
from desktop.session import Session
from desktop.window.main_window import MainWindow
from maps.board import Board, Picture, Storey
from maps.formats.base import asset_hash
from maps.formats.picture import GridFit
from maps.formats.pixels import encode_png
from maps.grid import SUB, point
from maps.shapes import Kind, Obstacle, make_obstacle
from maps.storeys import with_storeys
from tests.desktop.window_kit import messages, open_window, when_asked, write_map

SQUARE = 30


def png() -> bytes:
    """12 × 8 squares with a wall at y = 2."""
    pixels = np.full((8 * SQUARE, 12 * SQUARE, 4), 170, np.uint8)
    pixels[:, :, 3] = 255
    pixels[2 * SQUARE - 3 : 2 * SQUARE + 3, 30:150, :3] = 15
    return encode_png(pixels)


def walls() -> tuple[Obstacle, ...]:
    """On each storey a corner that is nearly one; on the upper one a crossing, too."""
    return tuple(
        make_obstacle(id, Kind.WALL, (point(*a), point(*b)))
        for id, a, b in (
            ("mended:0", (1, 1), (5, 1)),
            ("low", (5, 1.05), (5, 4)),
            ("high-1", (17, 1), (21, 1)),
            ("high-2", (21, 1.05), (21, 4)),
            ("high-3", (17, 6), (21, 6)),
            ("high-4", (19, 5), (19, 7)),
        )
    )


@pytest.fixture
def window(tmp_path: Path, qapp: object) -> Iterator[MainWindow]:
    made = open_window(tmp_path)
    yield made
    made.close()


@pytest.fixture
def fight(window: MainWindow, tmp_path: Path) -> Session:
    """Two storeys of 12 × 8 squares; only the upper one, from x = 16 on, has a picture."""
    data = png()
    above = Picture(asset_hash(data), 16 * SUB, 0, 12 * SUB, 8 * SUB)
    storeys = (Storey("low", "Keller", 0, 0, 12, 8), Storey("up", "Dach", 16, 0, 12, 8, above))
    board = with_storeys(Board(12, 8, obstacles=walls()), storeys)
    state = blank("pathfinder", board, "Turm")
    session = Session.create(tmp_path / "turm.kampf", state, {asset_hash(data): data})
    window.set_session(session)
    return session


def findings(window: MainWindow) -> list[str]:
    window.problems.look()
    return [problem.code for problem, _ in window.problems._found]


def test_findings_are_those_of_the_storey_that_is_shown(window: MainWindow, fight: Session) -> None:
    assert findings(window) == ["repair_near"]
    QTest.mouseClick(window.board.storey_bar.rows["up"], Qt.MouseButton.LeftButton)
    assert sorted(findings(window)) == ["repair_crossing", "repair_near"]
    before = {o.id: o for o in fight.state.board.obstacles}
    QTest.mouseClick(window.problems.mend_every, Qt.MouseButton.LeftButton)
    after = {o.id: o for o in fight.state.board.obstacles}
    assert findings(window) == []
    assert after["mended:0"] == before["mended:0"]
    assert after["low"] == before["low"]
    assert after["high-2"].points[0] == after["high-1"].points[-1]
    assert "2 Stellen ausbessern" in window.actions_by_id["undo"].toolTip()
    fight.show_storey("low")
    assert findings(window) == ["repair_near"]


def test_walls_are_proposed_on_the_storey_whose_picture_is_shown(
    window: MainWindow, fight: Session
) -> None:
    assert not window.actions_by_id["propose_walls"].isEnabled()
    fight.show_storey("up")
    assert window.actions_by_id["propose_walls"].isEnabled()

    def accept(dialog: QDialog) -> None:
        assert isinstance(dialog, ProposalsDialog)
        dialog.finish_loading()
        dialog.finish()

    when_asked(accept)
    window.actions_by_id["propose_walls"].trigger()
    drawn = fight.state.board.obstacles[len(walls()) :]
    assert [set(o.points) for o in drawn] == [{point(17, 2), point(21, 2)}]
    assert "Einen Wandvorschlag übernehmen" in window.actions_by_id["undo"].toolTip()


def test_the_grid_is_fitted_to_the_picture_of_the_storey(
    window: MainWindow, fight: Session
) -> None:
    fight.show_storey("up")

    def finer(dialog: QDialog) -> None:
        assert isinstance(dialog, GridDialog)
        assert dialog.fit == GridFit(30, 0, 0)
        dialog.fit = GridFit(20, 5, 0)
        dialog.finish()

    when_asked(finer)
    window.actions_by_id["fit_grid"].trigger()
    low, up = fight.state.board.storeys
    assert (low.left, low.width, low.picture) == (0, 12, None)
    assert (up.left, up.top, up.width, up.height) == (15, 0, 19, 12)
    assert up.picture is not None
    assert (up.picture.x, up.picture.width) == (15.75 * SUB, 18 * SUB)
    assert fight.state.board.picture is None
    assert "Raster neu legen" in window.actions_by_id["undo"].toolTip()


def test_a_storey_never_grows_into_another(window: MainWindow, fight: Session) -> None:
    board = fight.state.board
    low, up = board.storeys
    data = png()
    below = replace(low, picture=Picture(asset_hash(data), 0, 0, 12 * SUB, 8 * SUB))
    made = with_storeys(board, (below, up))
    window.set_session(
        Session.create(
            fight.store.path.with_name("zwei.kampf"),
            blank("pathfinder", made, "Zwei"),
            {asset_hash(data): data},
        )
    )

    def finer(dialog: QDialog) -> None:
        assert isinstance(dialog, GridDialog)
        dialog.fit = GridFit(20, 0, 0)
        dialog.finish()

    when_asked(finer)
    window.actions_by_id["fit_grid"].trigger()
    assert window.session is not None
    assert window.session.state.board == made
    assert "„Dach“" in messages(window)[0]


def test_a_map_comes_onto_the_storey_that_is_shown(
    window: MainWindow, fight: Session, tmp_path: Path
) -> None:
    fight.show_storey("up")

    def accept(dialog: QDialog) -> None:
        assert isinstance(dialog, OntoDialog)
        assert dialog.shown().left == 16
        dialog.picture_kept.set_value("swap")
        dialog.finish()

    when_asked(accept)
    window.deeds.import_onto(write_map(tmp_path / "halle.dd2vtt"))
    board = fight.state.board
    door = next(o for o in board.obstacles if o.kind is Kind.DOOR)
    assert set(door.points) == {point(22, 3), point(22, 4)}
    assert [(s.left, s.width) for s in board.storeys] == [(0, 12), (16, 12)]
    picture = board.storeys[1].picture
    assert picture is not None
    assert picture.asset != asset_hash(png())
    assert board.picture is None
    assert "halle.dd2vtt" in window.actions_by_id["undo"].toolTip()
