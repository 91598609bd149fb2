"""Feet or metres: one setting for map, docks and paper; a system may count in feet itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop import files
from desktop.board import painting
from desktop.board.paint import View
from desktop.cli.headless import write_sheets
from desktop.demo import demo_file
from desktop.i18n import language, tr
from desktop.session import Session
from desktop.window.main_window import MainWindow
from desktop.words.lengths import scale_squares, square_metres
from maps.board import Board
from maps.grid import SUB, point
from maps.shapes import Kind, make_obstacle
from rules import registry
from tests.desktop.window_kit import open_window, show_fight, write_fight

WALL = make_obstacle("wall", Kind.WALL, (point(6, 0), point(6, 3)))


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    window = open_window(tmp_path)
    qtbot.addWidget(window)
    yield window
    window.close()
    language.measure("")


def empty_fight(path: Path, system: str) -> Path:
    """Write a fight of a system with nothing but a wall."""
    board = Board(width=12, height=8, obstacles=(WALL,))
    Session.create(path, files.blank(system, board, "Halle")).close()
    return path


def ruler() -> str:
    """Return what the ruler says of four squares of 1.5 m."""
    return tr("board.measure", n=4, metres=6.0)


def test_the_setting_is_heard_at_once(window: MainWindow, tmp_path: Path) -> None:
    session = show_fight(window, write_fight(tmp_path / "halle.kampf"))
    session.select(["elandir"])
    assert ruler() == "4 Felder · 6 m"
    window.settings.set(lengths="ft")
    QApplication.processEvents()
    assert ruler() == "4 Felder · 20 Fuß"
    language.use("en")
    assert ruler() == "4 squares · 20 ft"
    language.use("de")
    window.settings.set(lengths="rules")
    assert ruler() == "4 Felder · 6 m"


def test_heights_are_typed_in_the_unit_that_is_shown(window: MainWindow, tmp_path: Path) -> None:
    session = show_fight(window, write_fight(tmp_path / "halle.kampf"))
    window.settings.set(lengths="ft")
    session.pick(["wall"])
    dock = window.docks["obstacles"]
    window.show_dock("obstacles")
    field = dock.fields["top"]  # type: ignore[attr-defined]  # the dock of obstacles has fields
    field.setFocus()
    QTest.keyClicks(field, "7,5")
    QTest.keyClick(field, Qt.Key.Key_Return)
    wall = next(o for o in session.state.board.obstacles if o.id == "wall")
    assert wall.top == 1.5 * SUB
    window.settings.set(lengths="m")
    assert field.text() == "2,25"


def test_rules_that_count_in_feet_are_followed(window: MainWindow, tmp_path: Path) -> None:
    show_fight(window, empty_fight(tmp_path / "osric.kampf", "osric"))
    assert ruler() == "4 Felder · 20 Fuß"
    window.settings.set(lengths="m")
    assert ruler() == "4 Felder · 6 m"


@pytest.mark.parametrize(
    ("system", "key", "value", "usual", "changed"),
    [
        ("osric", "square_feet", 10, 1.5, 3.0),
        ("damakar", "square_cm", 150, 1.0, 1.5),
    ],
)
def test_squares_are_as_wide_as_the_rules_say(
    system: str, key: str, value: int, usual: float, changed: float
) -> None:
    state = files.blank(system, Board(width=4, height=4), "Halle")
    rules = registry.get(system)
    assert square_metres(rules, state) == pytest.approx(usual)
    wider = replace(state, options={**state.options, key: value})
    assert square_metres(rules, wider) == pytest.approx(changed)


@pytest.mark.parametrize(
    ("metres", "pixels", "feet", "said"),
    [
        (1.5, 48.0, False, 3.0),
        (1.5, 48.0, True, 3.0),  # 10 feet
        (1.0, 48.0, False, 2.0),
        (1.0, 48.0, True, 3.0),  # 10 feet, not 6.7
        (1.0, 20.0, True, 6.0),  # 20 feet
        (1.0, 4.0, True, 30.0),  # 100 feet
        (1.0, 500.0, True, 0.3),  # a foot
    ],
)
def test_the_scale_bar_is_round(metres: float, pixels: float, feet: bool, said: float) -> None:
    squares = scale_squares(metres, pixels, 80.0, feet=feet)
    assert squares * metres == pytest.approx(said)
    assert squares * pixels >= 80


def test_the_map_says_round_feet_where_a_square_is_a_metre(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show_fight(window, empty_fight(tmp_path / "damakar.kampf", "damakar"))
    said: list[str] = []

    def note(_p: object, _at: object, _length: float, words: str, _theme: object) -> None:
        said.append(words)

    monkeypatch.setattr(painting, "paint_scale", note)
    window.settings.set(lengths="ft")
    for scale in (20.0, 33.0, 48.0, 70.0):
        window.board.navigation.set_camera(View(scale))
        window.board.grab()
    assert said
    assert set(said) <= {"5 Fuß", "10 Fuß", "20 Fuß"}


@pytest.mark.parametrize(("demo", "scale"), [("gruft", "= 5 ft"), ("muehlbruecke", "= 1 m")])
def test_sheets_by_command_count_as_the_rules_do(demo: str, scale: str, tmp_path: Path) -> None:
    before, spoken = language.words.lengths, language.code
    target = tmp_path / "bogen.pdf"
    write_sheets(demo_file(demo), target, "en", "a4", ("map",))
    words = " ".join(page.extract_text() for page in PdfReader(target).pages)
    assert scale in " ".join(words.split())
    language.use(spoken)
    assert language.words.lengths == before
