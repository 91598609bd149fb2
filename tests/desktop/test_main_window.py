"""The window as a whole: words, looks, keys, layout, files that are broken, every action."""

from __future__ import annotations

import base64
import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFileDialog,
    QLabel,
    QMainWindow,
)
from pytestqt.qtbot import QtBot

from desktop import colours, theme
from desktop.docks.base import Dock
from desktop.i18n import language
from desktop.session import Session
from desktop.settings import Settings
from desktop.tools import TOOLS
from desktop.window.actions import ACTIONS, MENUS, PRESETS
from desktop.window.main_window import MainWindow
from tests.desktop.window_kit import (
    focus,
    keys,
    life,
    messages,
    nobody_answers,
    open_window,
    perform,
    show_fight,
    texts,
    typed,
    write_fight,
    write_map,
)

pytestmark = pytest.mark.usefixtures("german")

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    window = open_window(tmp_path)
    qtbot.addWidget(window)
    yield window
    window.settings.set(theme="light")  # other tests look at colours
    window.close()


@pytest.fixture
def fight(window: MainWindow, tmp_path: Path) -> Session:
    return show_fight(window, write_fight(tmp_path / "halle.kampf", running=True))


# -- the start page and what comes after it ------------------------------------------------------


def test_the_start_page_does_without_map_and_docks(window: MainWindow) -> None:
    assert window._table is None
    window.resize(1300, 900)
    window.settings.set(theme="dark")
    window.settings.set(theme="light")
    assert window._table is None


def test_every_dock_of_the_table_has_its_place(window: MainWindow, fight: Session) -> None:
    window.deeds.do("reset_layout")
    for dock in window.table.docks.values():
        assert window.dockWidgetArea(dock) != Qt.DockWidgetArea.NoDockWidgetArea, dock.id


@pytest.mark.parametrize("id", ["obstacles", "dice", "notes"])
def test_a_dock_on_demand_is_made_when_it_is_wanted_and_up_to_date(
    window: MainWindow, fight: Session, id: str
) -> None:
    dock = window.docks[id]
    assert not dock.built
    assert dock.widget() is None
    window.settings.set(language="en")
    fight.select(["elandir"])
    fight.pick([fight.state.board.obstacles[0].id])
    window.show_dock(id)
    assert dock.built
    fresh = type(dock)()
    fresh.set_session(fight)
    fresh.build_now()
    assert said(dock) == said(fresh)
    fight.select([])
    fight.pick([])
    window.settings.set(language="de")
    fresh.speak()
    assert said(dock) == said(fresh)
    fresh.deleteLater()


def said(dock: Dock) -> list[str]:
    """Return what all labels and buttons of a dock say that are not put away."""
    inside = dock.widget()
    assert inside is not None
    labels, buttons = inside.findChildren(QLabel), inside.findChildren(QAbstractButton)
    shown = [label.text() for label in labels if label.isVisibleTo(inside)]
    return shown + [button.text() for button in buttons if button.isVisibleTo(inside)]


def test_nothing_else_shows_up_while_map_and_docks_are_made(window: MainWindow) -> None:
    assert window.table.board is window.board
    QApplication.processEvents()
    assert QApplication.activeWindow() is window
    assert [w for w in QApplication.topLevelWidgets() if w.isVisible()] == [window]


def test_what_the_start_page_does_without_is_loaded_beside_it(window: MainWindow) -> None:
    for _ in window.warm_up():
        QApplication.processEvents()
    assert window._table is not None
    assert window.session is None
    assert not any(dock.isVisible() for dock in window.docks.values())


# -- words and looks ------------------------------------------------------------------------------


def test_no_widget_keeps_the_old_language(window: MainWindow, fight: Session) -> None:
    fight.select(["elandir"])
    fight.attack.aim("orc-1")
    window.action_set.dress()
    window.start_page.refresh()
    QApplication.processEvents()  # what was added to a shown row shows itself in the next turn
    german = texts(window)
    window.settings.set(language="en")
    QApplication.processEvents()
    english = texts(window)
    window.settings.set(language="de")
    QApplication.processEvents()
    assert texts(window) == german
    # a window that spoke English from its start is the measure
    window.close()
    alike = {text for at, text in german.items() if english.get(at) == text}
    fresh = open_window(Path(fight.store.path).parent / "fresh", spoken="en")
    try:
        session = show_fight(fresh, fight.store.path)
        session.select(["elandir"])
        session.attack.aim("orc-1")
        QApplication.processEvents()
        right = set(texts(fresh).values())
    finally:
        fresh.close()
        fresh.deleteLater()
    assert not alike - right


def test_the_theme_changes_while_running(window: MainWindow, fight: Session) -> None:
    light = window.grab().toImage()
    window.settings.set(theme="dark")
    QApplication.processEvents()
    dark = window.grab().toImage()
    assert theme.current() is colours.DARK
    assert window.board.theme is colours.DARK
    right, bottom = light.width() - 4, light.height() - 4
    for x, y in ((20, 4), (right, bottom // 2), (right // 2, bottom)):
        assert light.pixelColor(x, y).lightness() > 150 > dark.pixelColor(x, y).lightness(), (x, y)
    window.settings.set(theme="light")
    assert theme.current() is colours.LIGHT


# -- keys -----------------------------------------------------------------------------------------


def test_the_command_palette_runs_what_is_typed(window: MainWindow, fight: Session) -> None:
    keys(window, Key.Key_K, held=Ctrl)
    assert focus(window) is window.top.search
    typed(window, "alle")
    assert set(fight.selected) == set(fight.state.tokens)
    keys(window, Key.Key_K, held=Ctrl)
    keys(window.top.search, Key.Key_Escape)
    assert focus(window) is window.board
    assert window.top.search.text() == ""


@pytest.mark.parametrize(
    ("code", "letters"), [("de", "d b a k m p f h"), ("en", "f e v m i c w h")]
)
def test_alt_and_a_letter_open_each_menu(
    window: MainWindow, fight: Session, qtbot: QtBot, code: str, letters: str
) -> None:
    window.settings.set(language=code)
    window.activateWindow()
    opened = []
    for letter, (name, menu) in zip(letters.split(), window.top.menus.items(), strict=True):
        QTest.keyClick(
            window, getattr(Qt.Key, f"Key_{letter.upper()}"), Qt.KeyboardModifier.AltModifier
        )
        qtbot.waitUntil(menu.isVisible)
        opened.append(name)
        QTest.keyClick(menu, Qt.Key.Key_Escape)
        qtbot.waitUntil(menu.isHidden)
    assert opened == list(MENUS)


@pytest.mark.parametrize("preset", PRESETS)
def test_no_key_is_bound_twice(preset: str, window: MainWindow) -> None:
    window.settings.set(preset=preset)
    bound: dict[str, list[str]] = defaultdict(list)
    for spec in ACTIONS:
        action = window.actions_by_id.get(spec.id)
        for key in action.shortcuts() if action is not None else ():
            assert not key.isEmpty(), spec.id
            bound[key.toString(QKeySequence.SequenceFormat.PortableText)].append(spec.id)
    for tool in TOOLS:
        if tool.keys:
            bound[QKeySequence(tool.keys).toString()].append(tool.id)
    assert {key: ids for key, ids in bound.items() if len(ids) > 1} == {}
    assert bound["Ctrl+Z"] == ["undo"]


def test_a_key_of_ones_own_counts_at_once(window: MainWindow, fight: Session) -> None:
    window.settings.set(shortcuts={"select_all": "Ctrl+Alt+A"})
    keys(window, Key.Key_A, held=Ctrl)
    assert len(fight.selected) < 4
    keys(window, Key.Key_A, held=Ctrl | Qt.KeyboardModifier.AltModifier)
    assert len(fight.selected) == 4


# -- layout ---------------------------------------------------------------------------------------


def test_the_layout_comes_back(qtbot: QtBot, tmp_path: Path) -> None:
    path = write_fight(tmp_path / "halle.kampf")
    first = open_window(tmp_path)
    qtbot.addWidget(first)
    show_fight(first, path)
    first.resize(960, 700)  # the screen without a screen is a small one
    first.docks["log"].hide()
    first.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, first.docks["ring"])
    first.close()
    again = open_window(tmp_path)
    qtbot.addWidget(again)
    show_fight(again, path)
    assert again.size() == QSize(960, 700)
    assert not again.docks["log"].isVisible()
    assert again.dockWidgetArea(again.docks["ring"]) == Qt.DockWidgetArea.LeftDockWidgetArea
    again.actions_by_id["reset_layout"].trigger()
    assert again.docks["log"].isVisible() or again.tabifiedDockWidgets(again.docks["log"])
    assert again.dockWidgetArea(again.docks["ring"]) == Qt.DockWidgetArea.RightDockWidgetArea
    again.close()


def test_a_window_of_a_lost_monitor_comes_back_to_one_that_is_there(
    qtbot: QtBot, tmp_path: Path
) -> None:
    elsewhere = QMainWindow()
    elsewhere.setGeometry(9000, 7000, 1200, 800)
    geometry = base64.b64encode(elsewhere.saveGeometry().data()).decode()
    elsewhere.deleteLater()
    window = open_window(tmp_path, geometry=geometry)
    qtbot.addWidget(window)
    screens = [screen.availableGeometry() for screen in QApplication.screens()]
    assert any(screen.intersects(window.frameGeometry()) for screen in screens)
    assert any(screen.contains(window.pos() + QPoint(8, 8)) for screen in screens)
    window.close()


@pytest.mark.parametrize("value", ["", "AAAA", "kein base64!", "ä"])
def test_a_broken_record_of_the_layout_gives_the_standard_one(
    value: str, qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_window(tmp_path, geometry=value, layouts={"plain": value})
    qtbot.addWidget(window)
    show_fight(window, write_fight(tmp_path / "halle.kampf", tokens=False))
    assert window.docks["ring"].isVisible()
    assert window.dockWidgetArea(window.docks["ring"]) == Qt.DockWidgetArea.RightDockWidgetArea
    window.close()


def test_settings_that_make_no_sense_do_no_harm(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    for text in ("", "{", "[]", "null", '{"theme": 3, "recent": [{"path": 1}], "grid": "ja"}'):
        file.write_text(text, "utf-8")
        values = Settings(file).values
        assert (values.theme, values.recent, values.grid) == ("system", (), True)
    file.write_text('{"theme": "dark", "preset": "?", "overlays": ["heat"], "new": 1}', "utf-8")
    values = Settings(file).values
    assert (values.theme, values.preset, values.overlays) == ("dark", "own", ("heat",))


# -- files that cannot be read or written ----------------------------------------------------------


def broken(folder: Path) -> dict[str, Path]:
    """Write files of every kind of brokenness."""
    whole = write_map(folder / "whole.dd2vtt").read_text("utf-8")
    content = {
        "empty.dd2vtt": "",
        "cut.dd2vtt": whole[: len(whole) // 2],
        "nan.dd2vtt": whole.replace('"x": 12', '"x": NaN'),
        "text.dd2vtt": "Dies ist keine Karte.\n",
        "list.dd2vtt": "[]",
        "empty.json": "",
        "cut.json": '{"format": 1, "system": "path',
        "picture.png": "kein Bild",
        "zero.kampf": "",
        "text.kampf": "Dies ist kein Kampf.",
        "unknown.xyz": "?",
    }
    found = {}
    for name, text in content.items():
        found[name] = folder / name
        found[name].write_text(text, "utf-8")
    found["foreign.kampf"] = folder / "foreign.kampf"
    with sqlite3.connect(found["foreign.kampf"]) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    database.close()
    found["missing.kampf"] = folder / "missing.kampf"
    found["missing.dd2vtt"] = folder / "missing.dd2vtt"
    return found


def test_a_broken_file_is_said_and_costs_nothing(
    window: MainWindow, fight: Session, tmp_path: Path
) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    before, steps = fight.state, fight.history.done
    for name, path in broken(folder).items():
        content = path.read_bytes() if path.exists() else None
        window.messages.clear()
        with nobody_answers() as seen:
            window.deeds.open_path(path)
            QApplication.processEvents()
        said = messages(window)
        if name == "nan.dd2vtt" and seen:
            assert seen == ["ImportDialog"]  # it says what was left out
        else:
            assert said, name
            assert not seen, (name, seen)
            assert "⟨" not in said[0], said
            assert "Traceback" not in said[0], said
        assert window.session is fight, name
        assert (path.read_bytes() if path.exists() else None) == content, name
    assert fight.state is before
    assert fight.history.done == steps
    perform(fight, {"do": "damage", "tokens": ["orc-1"], "amount": 1})
    assert fight.history.done == steps + 1


def test_an_import_that_is_called_off_leaves_the_fight_alone(
    window: MainWindow, fight: Session, tmp_path: Path
) -> None:
    with nobody_answers() as seen:
        window.deeds.open_path(write_map(tmp_path / "halle.dd2vtt"))
    assert seen == ["ImportDialog"]
    assert window.session is fight


def test_a_file_that_is_read_only_can_be_looked_at(window: MainWindow, tmp_path: Path) -> None:
    path = write_fight(tmp_path / "halle.kampf", running=True)
    blocker = Session.open(path)[0]  # another window holds it: it cannot be written
    try:
        session = show_fight(window, path)
        assert session.store.read_only
        assert window.top.saved.text() == language.words.say("window.read_only")
        before = session.state
        session.select(["orc-1"])
        assert not window.deeds.run("damage", tokens=["orc-1"], amount=1)
        assert messages(window)
        assert session.state is before
        session.undo()
        session.redo()
    finally:
        blocker.close()
    assert life(session, "orc-1") > 0


# -- every action in every state -------------------------------------------------------------------

STATES = ("no fight", "nobody there", "ready", "several", "typing", "cut")


def prepare(window: MainWindow, state: str, folder: Path) -> None:
    """Bring the window into a state by name."""
    if state == "no fight":
        return
    running = state in ("several", "typing")
    path = write_fight(folder / f"{state}.kampf", tokens=state != "nobody there", running=running)
    session = show_fight(window, path)
    if state == "several":
        session.select(["elandir", "brunhild", "orc-1"])
    elif state not in ("nobody there", "cut"):
        session.select(["elandir"])
    if state == "typing":
        session.attack.aim("orc-1")
        typed(window, "19")
        assert session.talk.busy
    if state == "cut":
        session.select([])
        perform(session, {"do": "remove", "tokens": list(session.state.tokens)})


@pytest.mark.parametrize("state", STATES)
def test_every_action_can_be_triggered(
    state: str, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    window.resize(1024, 720)  # what is painted after each action takes most of the time
    prepare(window, state, tmp_path)
    last = ("new_empty", "close_fight", "quit")
    ids = [s.id for s in ACTIONS if s.id in window.actions_by_id and s.id not in last]
    for id in (*ids, *last):
        action = window.actions_by_id[id]
        with nobody_answers():
            for _ in range(2 if action.isCheckable() else 1):
                action.trigger()
                QApplication.processEvents()
        for other in QApplication.topLevelWidgets():
            if isinstance(other, MainWindow) and other is not window:
                other.close()
        session = window.session
        if session is not None and session.talk.busy and state != "typing":
            session.talk.cancel()
        assert not (session is not None and id == "close_fight"), "the fight is still open"
    assert not window.isVisible()  # the last one was to quit
    window.show()


def test_every_action_saves_what_it_says(
    window: MainWindow, fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = {
        "save_as": ("copy.kampf", b"SQLite format 3\0"),
        "export_json": ("copy.json", b"{"),
        "export_pdf": ("sheet.pdf", b"%PDF"),
        "export_uvtt": ("map.uvtt", b"{"),
        "export_foundry": ("scene.json", b"{"),
    }
    for id, (name, start) in written.items():
        target = tmp_path / "out" / name
        target.parent.mkdir(exist_ok=True)
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, t=target: (str(t), ""))
        window.actions_by_id[id].trigger()
        assert target.read_bytes().startswith(start), id
    json.loads((tmp_path / "out" / "copy.json").read_text("utf-8"))
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "where.json"), "")
    )
    window.messages.clear()
    window.actions_by_id["export_json"].trigger()
    assert "where.json" in messages(window)[0]
