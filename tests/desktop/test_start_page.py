"""The start page: what it shows, what it lets one choose."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop import demo
from desktop.dialogs.cards import FightCard
from desktop.dialogs.drop_zone import DropZone
from desktop.dialogs.recent import RecentRow, when, where
from desktop.i18n import language
from desktop.settings import Recent, Settings
from desktop.window.main_window import MainWindow
from desktop.window.start_page import StartPage
from desktop.window.start_pictures import small_ring
from rules import registry
from rules.encounter.state import SideId
from rules.encounter.store import Store
from rules.views import RingMarker, RingView
from tests.desktop.dialogs_kit import click, dressed, press
from tests.desktop.fakes import HALL, make_state
from tests.desktop.window_kit import show_fight, write_fight

pytestmark = pytest.mark.usefixtures("german")

NOW = datetime(2026, 8, 20, 15, 0, tzinfo=UTC)


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    path = tmp_path / "Krähenfels.kampf"
    Store.create(path, make_state(HALL[:3]), registry.get("pathfinder"), {}).close()
    return path


def _recent(path: Path, name: str, hours: int = 1) -> Recent:
    at = (NOW - timedelta(hours=hours)).isoformat()
    return Recent(path=str(path), name=name, system="pathfinder", stand="Runde 3", at=at,
                  combatants=3)  # fmt: skip


def _page(qtbot: QtBot, settings: Settings) -> tuple[StartPage, list[tuple[str, str]]]:
    page = StartPage(settings, lambda: NOW)
    chosen: list[tuple[str, str]] = []
    page.chosen.connect(lambda what, detail: chosen.append((what, detail)))
    qtbot.addWidget(page)
    page.resize(1400, 900)
    page.show()
    qtbot.waitExposed(page)
    return page, chosen


def _child(page: StartPage, name: str) -> QWidget:
    found = page.findChild(QWidget, name)
    assert found is not None
    return found


def test_the_first_start_is_alive_and_says_what_to_do(qtbot: QtBot, settings: Settings) -> None:
    page, chosen = _page(qtbot, settings)
    assert page.latest is None
    assert page.table is None
    assert list(page.demo_cards) == [d.id for d in demo.demos()]
    assert page.primary is not None
    press(page.primary, Qt.Key.Key_Return)
    assert chosen == [("demo", demo.demos()[0].id)]


def test_every_demo_has_a_name(settings: Settings) -> None:
    for one in demo.demos():
        assert f"demo.{one.id}.name" in language.words
        assert f"demo.{one.id}.about" in language.words


def test_pictures_come_after_the_page(qtbot: QtBot, settings: Settings, fight: Path) -> None:
    settings.remember(_recent(fight, "Krähenfels"))
    page, _ = _page(qtbot, settings)
    assert page.latest is not None
    assert page.latest.thumb.image is None
    page.finish_pictures()
    image = page.latest.thumb.image
    assert image is not None
    assert len({image.pixel(x, 60) for x in range(0, image.width(), 7)}) > 10
    for card in page.demo_cards.values():
        assert isinstance(card, FightCard)
        assert card.image is not None


def test_enter_plays_on(qtbot: QtBot, settings: Settings, fight: Path) -> None:
    settings.remember(_recent(fight, "Krähenfels"))
    page, chosen = _page(qtbot, settings)
    press(page, Qt.Key.Key_Return)
    assert chosen == [("fight", str(fight))]
    assert page.latest is not None
    click(page.latest)
    assert len(chosen) == 2


def test_the_small_ring_keeps_what_is_legible() -> None:
    markers = tuple(
        RingMarker(f"t{i}", "Ab", SideId.HEROES, at) for i, at in enumerate((5, 5, 6, 12))
    )
    view = RingView(tuple(str(i) for i in range(24)), 5, markers, lanes=3, top="Runde", big="3")
    small = small_ring(view)
    assert [m.token for m in small.markers] == ["t0", "t3"]
    assert set(small.fields) == {""}
    assert (small.lanes, small.top, small.big, small.bottom) == (1, "", "3", "Runde")


def test_the_ring_of_a_running_fight_is_shown(
    qtbot: QtBot, settings: Settings, tmp_path: Path
) -> None:
    history = demo.demo_history(demo.demos()[0].id, language.words.say)
    path = tmp_path / "Laufend.kampf"
    store = Store.create(path, history.base, registry.get(history.base.system), {})
    for step in history.steps:
        store.append(step)
    store.close()
    settings.remember(_recent(path, "Laufend"))
    page, _ = _page(qtbot, settings)
    page.finish_pictures()
    assert page.latest is not None
    assert page.latest.ring.isVisible()
    assert str(len(history.steps)) in page.latest.note.text()


def test_only_one_main_button(qtbot: QtBot, settings: Settings, fight: Path) -> None:
    settings.remember(_recent(fight, "Krähenfels"))
    page, _ = _page(qtbot, settings)
    kinds = [getattr(b, "kind", "") for b in page.findChildren(QPushButton)]
    assert kinds.count("primary") == 1


def test_a_missing_file_says_so_and_leaves_the_list(
    qtbot: QtBot, settings: Settings, fight: Path, tmp_path: Path
) -> None:
    gone = tmp_path / "Alte Zollburg.kampf"
    settings.remember(_recent(fight, "Krähenfels"))
    settings.remember(_recent(gone, "Alte Zollburg"))
    page, chosen = _page(qtbot, settings)
    assert page.latest is not None  # the newest that is there
    assert page.table is not None
    row = page.table.rows[0]
    assert row.texts[2] == "Datei fehlt"
    click(row)
    assert chosen == []
    assert row.forget is not None
    click(row.forget)
    qtbot.waitUntil(lambda: len(settings.values.recent) == 1)
    qtbot.waitUntil(lambda: page.table is not None and len(page.table.rows) == 1)


def test_rows_open_by_mouse_and_keys(qtbot: QtBot, settings: Settings, fight: Path) -> None:
    settings.remember(_recent(fight, "Krähenfels"))
    page, chosen = _page(qtbot, settings)
    assert page.table is not None
    row = page.table.rows[0]
    click(row)
    press(row, Qt.Key.Key_Return)
    assert chosen == [("fight", str(fight))] * 2
    press(row, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: settings.values.recent == ())


def test_older_ones_come_on_demand(qtbot: QtBot, settings: Settings, tmp_path: Path) -> None:
    for i in range(9):
        settings.remember(_recent(tmp_path / f"{i}.kampf", f"Kampf {i}"))
    page, _ = _page(qtbot, settings)
    assert page.table is not None
    assert page.table.more is not None
    assert page.table.more.text() == "Ältere zeigen (3)"
    click(page.table.more)
    assert len(page.table.rows) == 9


def test_beginnings_name_actions_of_the_window(qtbot: QtBot, settings: Settings) -> None:
    page, chosen = _page(qtbot, settings)
    for name in ("start_open", "start_new_from_map", "begin_new_from_map", "begin_new_empty"):
        click(_child(page, name))
    assert [what for what, _ in chosen] == ["open", "new_from_map", "new_from_map", "new_empty"]


def test_dropped_files_are_opened(qtbot: QtBot, settings: Settings, tmp_path: Path) -> None:
    page, chosen = _page(qtbot, settings)
    zone = _child(page, "drop")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "Höhle.dd2vtt"))])
    event = QDropEvent(QPointF(10, 10), Qt.DropAction.CopyAction, data,
                       Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)  # fmt: skip
    zone.dropEvent(event)
    assert chosen[0][0] == "files"
    assert json.loads(chosen[0][1]) == [str(tmp_path / "Höhle.dd2vtt")]


def test_other_language_and_theme_build_the_page_anew(qtbot: QtBot, settings: Settings) -> None:
    page, _ = _page(qtbot, settings)
    with dressed("en"):
        page.refresh()
        assert _child(page, "start_open").property("text") == "Open …"
    page.restyle()
    assert page.demo_cards


def test_a_page_that_nobody_sees_is_not_built(settings: Settings) -> None:
    page = StartPage(settings)
    page.refresh()
    assert not page.demo_cards
    page.deleteLater()


def test_several_demos_are_cards(
    qtbot: QtBot, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = next(iter(sorted(demo.FOLDER.glob("*.json"))))
    folder = tmp_path / "demos"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / f"{name}.json").write_text(source.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(demo, "FOLDER", folder)
    page, chosen = _page(qtbot, settings)
    card = page.demo_cards["b"]
    assert isinstance(card, FightCard)
    page.finish_pictures()
    assert card.image is not None
    click(card)
    assert chosen == [("demo", "b")]


def test_narrow_windows_stack_what_does_not_fit(qtbot: QtBot, settings: Settings) -> None:
    page, _ = _page(qtbot, settings)
    page.resize(960, 700)
    qtbot.wait(1)
    begin, drop = _child(page, "begin_new_empty"), _child(page, "drop")
    assert begin.mapTo(page, begin.rect().topLeft()).x() < 100
    assert drop.isVisible()


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (timedelta(hours=1), "heute, 14:00"),
        (timedelta(days=1), "gestern, 15:00"),
        (timedelta(days=3), "Montag, 15:00"),
        (timedelta(days=20), "31. Juli"),
        (timedelta(days=400), "16. Juli 2025"),
    ],
)
def test_times_are_said_as_people_do(ago: timedelta, words: str) -> None:
    assert when((NOW - ago).isoformat(), NOW) == words


def test_no_time_says_nothing() -> None:
    assert when("", NOW) == ""


def test_places_are_short(tmp_path: Path) -> None:
    home = Path.home()
    assert where(home / "Dokumente" / "Kämpfe" / "x.kampf") == "Dokumente › Kämpfe"
    assert where(home / "x.kampf") == "Persönlicher Ordner"


def test_a_row_says_everything_to_a_screen_reader(qtbot: QtBot, fight: Path) -> None:
    row = RecentRow(_recent(fight, "Krähenfels"), NOW)
    qtbot.addWidget(row)
    assert row.accessibleName().startswith("Krähenfels, ")
    assert "heute, 14:00" in row.accessibleName()


def test_a_page_that_waits_for_a_fight_is_made_when_none_comes(
    qtbot: QtBot, settings: Settings
) -> None:
    page = StartPage(settings, lambda: NOW)
    qtbot.addWidget(page)
    page.hold(True)
    page.show()
    qtbot.waitExposed(page)
    page.refresh()
    assert page.primary is None
    page.hold(False)
    assert page.primary is not None
    page.hide()
    page.hold(False)
    page.show()
    assert page.primary is not None


def test_no_page_is_made_for_a_window_that_closes(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[StartPage] = []
    build = StartPage._build

    def counted(page: StartPage) -> None:
        made.append(page)
        build(page)

    monkeypatch.setattr(StartPage, "_build", counted)
    show_fight(window, write_fight(tmp_path / "kampf.kampf"))
    window.close()
    assert made == []
    window.show()
    assert made == [window.start_page]
    assert window.start_page.primary is not None


def _ink_below(zone: DropZone, y: int) -> bool:
    """Whether anything but the ground stands in the lower part, left of the rim."""
    image = zone.grab().toImage()
    ground = image.pixel(4, 50)
    return any(
        image.pixel(x, row) != ground
        for row in range(y, image.height() - 6)
        for x in range(60, image.width() - 60)
    )


def test_words_of_the_place_for_files_take_another_line_where_it_is_narrow(qtbot: QtBot) -> None:
    zone = DropZone("Datei hierher ziehen", "Karte, Bild oder Kampf. " * 3)
    qtbot.addWidget(zone)
    zone.resize(520, 100)
    assert not _ink_below(zone, 70)
    zone.resize(320, 100)
    assert _ink_below(zone, 70)
