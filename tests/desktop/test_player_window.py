"""The players' window by its picture and by real events: it shows no secret, and only follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import cast

import pytest
from PySide6.QtCore import SIGNAL, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import make_window
from desktop.board.view import BoardView
from desktop.i18n import language
from desktop.main_window import MainWindow
from desktop.player_options import PlayerOptions
from desktop.player_scale import INCHES, ScaleDialog
from desktop.player_share import open_obstacles
from desktop.player_window import PlayerWindow
from desktop.session import Session
from desktop.settings import Settings
from maps.board import Board, Picture
from maps.floor import Floor, FloorItem
from maps.grid import SUB, Footprint, point
from maps.shapes import DoorState, Kind, Obstacle, make_obstacle
from rules import registry
from rules.encounter.commands import Door, Edit, Move
from rules.encounter.history import History
from rules.encounter.state import Encounter, SideId, Timeline, Token, TokenId
from rules.encounter.store import Store
from tests.desktop.fakes import HALL, MemoryStore, Row, make_state, make_token
from tests.desktop.test_board_picture import png

pytestmark = pytest.mark.usefixtures("german_each")

Left = Qt.MouseButton.LeftButton
Change = Callable[[Encounter], Encounter]

GUARD: Row = ("zz", "orc", "Wache", 18, 1)


def wall(id: str, *spots: tuple[float, float]) -> Obstacle:
    return make_obstacle(id, Kind.WALL, tuple(point(x, y) for x, y in spots))


def door(id: str, a: tuple[float, float], b: tuple[float, float], state: DoorState) -> Obstacle:
    return make_obstacle(id, Kind.DOOR, (point(*a), point(*b)), state=state)


WALL = wall("w", (9, 1), (9, 9))
PIECES = (wall("w", (9, 1), (9, 4)), wall("v", (9, 5), (9, 9)))


def board_of(*obstacles: Obstacle) -> Board:
    """Make a small drawn room that obstacles part."""
    ring = wall("ring", (1, 1), (17, 1), (17, 9), (1, 9), (1, 1))
    stone = FloorItem("stone", (point(1, 1), point(17, 9)), 1, {})
    floor = Floor("rock", 1, (stone, FloorItem("hatch", (), 2, {})))
    return Board(18, 10, obstacles=(ring, *obstacles), floor=floor)


ROOM: tuple[Row, ...] = (
    ("elandir", "elandir", "Elandir", 4, 4),
    ("brunhild", "brunhild", "Brunhild", 5, 6),
    ("orc", "orc", "Ork", 7, 3),
    ("far", "orc", "Hauptmann", 13, 4),
)


def fight(rows: tuple[Row, ...] = ROOM, board: Board | None = None) -> Encounter:
    """Make a fight that is under way: the first one acts."""
    state = make_state(rows, board or board_of(WALL))
    ids = list(state.tokens)
    time = Timeline(2, 20, {id: 20 - i for i, id in enumerate(ids)}, acting=(ids[0],))
    return replace(state, timeline=time)


def hidden(state: Encounter, *rows: Row, **values: object) -> Encounter:
    """Put hidden combatants, with secrets about them, into a fight."""
    extra = [replace(make_token(row), hidden=True, note="Verrat!") for row in rows]
    tokens = MappingProxyType({**{t.id: t for t in extra}, **state.tokens})
    at = {**state.timeline.at, **{t.id: 25 for t in extra}}
    return replace(state, tokens=tokens, timeline=replace(state.timeline, at=at))


def session_of(state: Encounter) -> Session:
    return Session(cast(Store, MemoryStore({"map": png(360, 200)})), History(state))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "settings.json")


def opened(qtbot: QtBot, settings: Settings, state: Encounter) -> PlayerWindow:
    settings.set(player_geometry="")
    window = PlayerWindow(settings)
    qtbot.addWidget(window)
    window.open_for(session_of(state), QApplication.primaryScreen())
    window.resize(900, 640)
    qtbot.waitExposed(window)
    settle(qtbot, window)
    return window


def settle(qtbot: QtBot, window: PlayerWindow) -> None:
    """Let what is painted bit by bit come to an end."""
    qtbot.wait(1)
    if window._session is not None:
        window._session.catch_up()
    window.board.glide.land()
    window.board.pending.wait_for_ground()


def picture(qtbot: QtBot, settings: Settings, state: Encounter) -> QImage:
    """Return what a fight looks like to players."""
    window = opened(qtbot, settings, state)
    image = window.grab().toImage()
    assert image.width() == 900
    window.close()
    return image


def source_of(window: PlayerWindow) -> Session:
    assert window._source is not None
    return window._source


def show_all(settings: Settings) -> None:
    """Tell the players as much as can be told."""
    settings.set(player_names="all", player_life="all", player_walls=True, player_light=True)


# -- secrets -----------------------------------------------------------------------------------


@pytest.mark.parametrize("fog", [False, True])
@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([("a", "orc", "Wache", 11, 3)], id="one"),
        pytest.param([("a", "orc", "Ork 2", 7, 3)], id="under-another-of-its-kind"),
        pytest.param([("a", "ogre", "Oger", 30, 30)], id="far-outside-the-map"),
        pytest.param([("a", "elandir", "Elandir II", 13, 7)], id="a-hero"),
        pytest.param([(f"a{i}", "orc", f"Ork {i}", 2 + i, 7) for i in range(9)], id="many"),
    ],
)
def test_the_picture_is_the_same_with_and_without_hidden_combatants(
    qtbot: QtBot, settings: Settings, rows: list[Row], fog: bool
) -> None:
    show_all(settings)
    settings.set(player_fog=fog)
    without = picture(qtbot, settings, fight())
    assert picture(qtbot, settings, hidden(fight(), *rows)) == without
    shown = hidden(fight(), *rows)
    tokens = {id: replace(token, hidden=False) for id, token in shown.tokens.items()}
    if not fog:
        assert picture(qtbot, settings, replace(shown, tokens=tokens)) != without


@pytest.mark.parametrize("fog", [False, True])
def test_a_secret_door_is_painted_as_the_wall_it_lies_in(
    qtbot: QtBot, settings: Settings, fog: bool
) -> None:
    show_all(settings)
    settings.set(player_fog=fog)
    plain = picture(qtbot, settings, fight(board=board_of(WALL)))
    secret = door("d", (9, 4), (9, 5), DoorState.SECRET)
    for obstacles in ((*PIECES, secret), (secret, *PIECES), (PIECES[0], secret, PIECES[1])):
        assert picture(qtbot, settings, fight(board=board_of(*obstacles))) == plain
    closed = secret.with_state(DoorState.CLOSED)
    assert picture(qtbot, settings, fight(board=board_of(*PIECES, closed))) != plain


def test_a_locked_door_looks_closed(qtbot: QtBot, settings: Settings) -> None:
    show_all(settings)
    states = (DoorState.LOCKED, DoorState.CLOSED)
    boards = [board_of(*PIECES, door("d", (9, 4), (9, 5), state)) for state in states]
    one, two = (picture(qtbot, settings, fight(board=board)) for board in boards)
    assert one == two


def test_secret_doors_stay_secret_over_a_plain_ground(qtbot: QtBot, settings: Settings) -> None:
    show_all(settings)
    secret = door("d", (9, 4), (9, 5), DoorState.SECRET)
    bare = [
        replace(board_of(*obstacles), floor=Floor()) for obstacles in ((WALL,), (*PIECES, secret))
    ]
    one, two = (picture(qtbot, settings, fight(board=board)) for board in bare)
    assert one == two


@pytest.mark.parametrize("fog", [False, True])
def test_over_a_picture_lines_tell_no_secret(qtbot: QtBot, settings: Settings, fog: bool) -> None:
    show_all(settings)
    settings.set(player_fog=fog)
    ground = Picture("map", 0, 0, 18 * SUB, 10 * SUB)
    secret = door("d", (9, 4), (9, 5), DoorState.SECRET)
    shown = []
    for obstacles, rows in (((WALL,), []), ((*PIECES, secret), [GUARD])):
        board = replace(board_of(*obstacles), picture=ground)
        shown.append(picture(qtbot, settings, hidden(fight(board=board), *rows)))
    assert shown[0] == shown[1]
    spot = shown[0].pixelColor(shown[0].width() // 4, shown[0].height() // 2)
    assert spot.blue() > spot.red()  # the picture is there


def test_secret_doors_become_part_of_the_walls_at_both_ends() -> None:
    secret = door("d", (9, 5), (9, 4), DoorState.SECRET)
    assert [o.points for o in open_obstacles((*PIECES, secret))] in (
        [WALL.points],
        [WALL.points[::-1]],
    )
    alone = open_obstacles((secret,))
    assert [(o.kind, o.points) for o in alone] == [(Kind.WALL, secret.points)]
    corner = (wall("x", (9, 4), (6, 4)), wall("y", (9, 5), (6, 5)))
    assert [o.points for o in open_obstacles((*corner, secret))] == [
        *(o.points for o in corner),
        secret.points,
    ]
    assert open_obstacles(PIECES) is PIECES


def test_selection_aim_and_causes_of_the_game_master_are_not_shown(
    qtbot: QtBot, settings: Settings
) -> None:
    window = opened(qtbot, settings, fight())
    before = window.grab().toImage()
    session = source_of(window)
    session.select(["brunhild"])
    session.attack.aim("orc")
    session.lit.emit({"w", "orc"})
    settle(qtbot, window)
    assert window.grab().toImage() == before
    window.close()


def test_a_hidden_one_who_acts_is_neither_marked_nor_followed(
    qtbot: QtBot, settings: Settings
) -> None:
    settings.set(player_zoom="free", player_follow=True)
    state = hidden(fight(), GUARD)
    acting = replace(state, timeline=replace(state.timeline, acting=(TokenId("zz"),)))
    nobody = replace(fight(), timeline=replace(fight().timeline, acting=()))
    assert picture(qtbot, settings, acting) == picture(qtbot, settings, nobody)


def test_who_is_hidden_in_play_disappears(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    assert "far" in window.strip.order
    source_of(window).perform(Edit(token="far", values={"hidden": True}))
    settle(qtbot, window)
    gone = window.grab().toImage()
    assert "far" not in window.strip.order
    window.close()
    assert gone == picture(qtbot, settings, fight(ROOM[:3]))


def words_in(widget: QWidget) -> list[str]:
    """Collect all that a widget and its parts say to somebody."""
    found = []
    for part in (widget, *widget.findChildren(QWidget)):
        found += [part.accessibleName(), part.accessibleDescription(), part.toolTip()]
        found += [part.windowTitle(), part.statusTip(), part.whatsThis()]
        interface = QAccessible.queryAccessibleInterface(part)
        if interface is not None:
            kinds = (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value)
            found += [interface.text(kind) for kind in kinds]
    return [words for words in found if words]


def test_names_and_tooltips_tell_nothing_hidden(qtbot: QtBot, settings: Settings) -> None:
    show_all(settings)
    board = replace(board_of(*PIECES, door("d", (9, 4), (9, 5), DoorState.SECRET)), name="Verlies")
    state = replace(hidden(fight(board=board), GUARD), name="Der Verrat des Vogts")
    window = opened(qtbot, settings, state)
    for spot in (QPoint(450, 250), QPoint(600, 150), QPoint(300, 300)):
        QTest.mouseMove(window.board, spot)
        QTest.mouseClick(window.board, Left, pos=spot)
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Alt):
        QTest.keyClick(window.board, key)
    said = " ".join(words_in(window))
    assert "Elandir" in said
    assert not any(word in said for word in ("Wache", "Verrat", "Geheim", "geheim", "Verlies"))
    settings.set(player_names="never")
    assert not any(name in " ".join(words_in(window)) for name in ("Elandir", "Ork"))
    window.close()


def test_nothing_of_the_fight_can_be_touched(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    session, board = source_of(window), window.board
    state, selected = session.state, session.selected
    token = board.rect_of(TokenId("orc")).center().toPoint()
    QTest.mousePress(board, Left, pos=token)
    QTest.mouseMove(board, token + QPoint(120, 40))
    QTest.mouseRelease(board, Left, pos=token + QPoint(120, 40))
    QTest.keyClick(board, Qt.Key.Key_Delete)
    assert session.state is state
    assert session.selected == selected
    assert not window._session or not window._session.perform(Move(token="orc", to=(3, 3)))
    window.close()


# -- fog of war --------------------------------------------------------------------------------


def at(window: PlayerWindow, x: float, y: float) -> QColor:
    """Return the colour of a place of the map."""
    spot = window.board.camera.at(x, y).toPoint()
    return window.board.grab().toImage().pixelColor(spot)


def test_fog_covers_what_no_hero_sees_and_opens_with_a_door(
    qtbot: QtBot, settings: Settings
) -> None:
    settings.set(player_fog=True)
    board = board_of(*PIECES, door("d", (9, 4), (9, 5), DoorState.CLOSED))
    window = opened(qtbot, settings, fight(board=board))
    assert at(window, 14.5, 4.2) == QColor(0, 0, 0)
    assert at(window, 3.5, 7.5) != QColor(0, 0, 0)
    assert "far" not in window.strip.order
    source_of(window).perform(Door(obstacle="d", state="open"))
    qtbot.waitUntil(lambda: "far" in window.strip.order, timeout=2000)
    settle(qtbot, window)
    assert at(window, 12.2, 4.5) != QColor(0, 0, 0)
    assert at(window, 14.5, 8.2) == QColor(0, 0, 0)
    source_of(window).undo()
    qtbot.waitUntil(lambda: "far" not in window.strip.order, timeout=2000)
    window.close()


def test_who_is_in_the_fog_might_as_well_not_be_there(qtbot: QtBot, settings: Settings) -> None:
    show_all(settings)
    settings.set(player_fog=True)
    assert picture(qtbot, settings, fight()) == picture(qtbot, settings, fight(ROOM[:3]))


def test_fog_follows_a_hero_who_moves(qtbot: QtBot, settings: Settings) -> None:
    settings.set(player_fog=True)
    window = opened(qtbot, settings, fight())
    source_of(window).perform(Move(token="elandir", to=(12, 6)))
    qtbot.waitUntil(lambda: "far" in window.strip.order, timeout=2000)
    settle(qtbot, window)
    assert at(window, 16.2, 7.5) != QColor(0, 0, 0)
    window.close()


def test_the_game_master_sees_through_the_fog(qtbot: QtBot, settings: Settings) -> None:
    settings.set(player_fog=True)
    window = opened(qtbot, settings, fight())
    own = BoardView(source_of(window))
    qtbot.addWidget(own)
    own.resize(800, 500)
    own.show()
    own.pending.wait_for_ground()
    spot = own.camera.at(16.2, 7.5).toPoint()
    assert own.grab().toImage().pixelColor(spot) != QColor(0, 0, 0)
    window.close()


def test_fog_is_found_out_between_frames_not_in_them(
    qtbot: QtBot, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.set(player_fog=True)
    window = opened(qtbot, settings, fight())

    def fail(*_: object) -> None:
        raise AssertionError("sight is not found out while painting")

    monkeypatch.setattr("desktop.player_fog.visible_area", fail)
    window.board.repaint()
    window.repaint()
    window.close()


# -- names, points, strip ------------------------------------------------------------------------


def test_names_and_points_are_told_by_choice(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    session = window._session
    assert session is not None
    hero, foe = session.state.token("elandir"), session.state.token("orc")

    def words(token: Token) -> str:
        return window.board.words_for(token, session)

    assert words(hero).startswith("Elandir · ")
    assert words(foe) == ""
    assert window.board.scene.looks[foe.id].life is None
    settings.set(player_names="all")
    assert words(foe) == "Ork"
    settings.set(player_life="all")
    assert words(foe).startswith("Ork · ")
    assert window.board.scene.looks[foe.id].life == 1.0
    settings.set(player_life="never", player_names="never")
    assert words(hero) == words(foe) == ""
    assert window.board.scene.looks[hero.id].life is None
    window.close()


def test_the_strip_shows_the_order_and_marks_who_acts(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, hidden(fight(), GUARD))
    assert window.strip.order == ("elandir", "brunhild", "orc", "far")
    assert "Elandir ist am Zug" in window.strip.accessibleDescription()
    assert window.strip.isVisible()
    settings.set(player_strip=False)
    assert not window.strip.isVisible()
    window.close()


def test_a_strip_too_narrow_begins_with_who_acts(qtbot: QtBot, settings: Settings) -> None:
    rows = tuple((f"o{i:02}", "orc", f"Ork {i}", 1 + i % 16, 1 + i // 16) for i in range(40))
    state = fight(rows)
    late = replace(state, timeline=replace(state.timeline, acting=(TokenId("o30"),)))
    window = opened(qtbot, settings, late)
    assert window.strip.shown()[0] == "o30"
    assert len(window.strip.shown()) < 40
    window.close()


# -- the view --------------------------------------------------------------------------------------


def wheel(board: BoardView, pos: QPoint, notches: int) -> None:
    spot, on_screen = QPointF(pos), QPointF(board.mapToGlobal(pos))
    keys, phase = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    none = Qt.MouseButton.NoButton
    turn = QPoint(0, 120 * notches)
    event = QWheelEvent(spot, on_screen, QPoint(), turn, none, keys, phase, False)
    QApplication.sendEvent(board, event)


def test_wheel_and_drag_move_the_players_map_alone(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    board = window.board
    fitted = board.camera
    wheel(board, QPoint(400, 300), 2)
    assert board.camera.scale == pytest.approx(fitted.scale * 1.15**2)
    assert settings.values.player_zoom == "free"
    before = board.camera
    QTest.mousePress(board, Left, pos=QPoint(300, 300))
    QTest.mouseMove(board, QPoint(350, 320))
    QTest.mouseRelease(board, Left, pos=QPoint(350, 320))
    assert board.camera.left == pytest.approx(before.left - 50 / before.scale)
    QTest.keyClick(board, Qt.Key.Key_Right)
    assert board.camera.left == pytest.approx(before.left - 50 / before.scale + 1)
    QTest.keyClick(board, Qt.Key.Key_F)
    assert board.camera == fitted
    window.resize(1200, 800)
    qtbot.waitUntil(lambda: board.camera.scale > fitted.scale)
    window.close()


def test_a_measured_screen_keeps_one_square_at_one_inch(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    dialog = ScaleDialog(window)
    qtbot.addWidget(dialog)
    dialog.resize(900, 300)
    dialog.show()
    qtbot.waitExposed(dialog)
    QTest.mousePress(dialog.bar, Left, pos=QPoint(300, 30))
    QTest.mouseMove(dialog.bar, QPoint(216, 30))
    QTest.mouseRelease(dialog.bar, Left, pos=QPoint(216, 30))
    QTest.keyClick(dialog.bar, Qt.Key.Key_Right)
    assert dialog.bar.length == 201
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert window.inch == pytest.approx(201 / INCHES, abs=0.01)
    assert window.board.camera.scale == pytest.approx(201 / INCHES, abs=0.01)
    wheel(window.board, QPoint(400, 300), 3)
    QTest.keyClick(window.board, Qt.Key.Key_Plus)
    window.resize(1100, 700)
    qtbot.wait(10)
    assert window.board.camera.scale == pytest.approx(201 / INCHES, abs=0.01)
    assert settings.values.player_zoom == "inch"
    window.close()


def test_the_map_follows_who_acts(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    settings.set(player_zoom="free", player_follow=True)
    window.board.navigation.zoom_to(300)
    source_of(window).perform(Move(token="elandir", to=(14, 7)))
    settle(qtbot, window)
    middle = window.board.rect_of(TokenId("elandir")).center()
    assert middle.x() == pytest.approx(window.board.width() / 2, abs=1)
    assert middle.y() == pytest.approx(window.board.height() / 2, abs=1)
    window.close()


# -- black, full screen, menu ------------------------------------------------------------------


def test_b_makes_the_screen_black_and_shows_it_again(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    before = window.grab().toImage()
    QTest.keyClick(window.board, Qt.Key.Key_B)
    black = window.grab().toImage()
    blank = QImage(black.size(), black.format())
    blank.fill(Qt.GlobalColor.black)
    assert black == blank
    QTest.keyClick(window.board, Qt.Key.Key_B)
    assert window.grab().toImage() == before
    window.close()


def test_double_click_and_f11_fill_the_screen_and_esc_leaves_it(
    qtbot: QtBot, settings: Settings
) -> None:
    window = opened(qtbot, settings, fight())
    QTest.mouseDClick(window.board, Left, pos=QPoint(200, 200))
    assert window.isFullScreen()
    QTest.keyClick(window.board, Qt.Key.Key_Escape)
    assert not window.isFullScreen()
    QTest.keyClick(window.board, Qt.Key.Key_Escape)
    assert window.isVisible()
    QTest.keyClick(window.board, Qt.Key.Key_F11)
    assert window.isFullScreen()
    window.close()


def test_the_menu_offers_everything_and_says_no_secret(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, hidden(fight(), GUARD))
    menu = window.menu()
    qtbot.addWidget(menu)
    assert isinstance(menu, QMenu)
    by_words = {a.text().split("\t")[0]: a for a in menu.actions() if a.text()}
    assert "Wache" not in " ".join(by_words)
    by_words["Kriegsnebel: nur, was aufgedeckt ist"].trigger()
    assert settings.values.player_fog
    by_words["1 Feld = 1 Zoll"].trigger()
    assert settings.values.player_zoom == "inch"
    by_words["Schwarz"].trigger()
    assert window.black
    by_words["Spielerfenster schließen"].trigger()
    assert not window.isVisible()


def test_options_take_effect_at_once(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    dialog = PlayerOptions(None, window)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.boxes["player_fog"].click()
    assert window._session is not None
    assert window._session.seen is not None
    dialog.names.chosen.emit("all")
    assert window.board.names_of == "all"
    assert all(part.accessibleName() or part.text() for part in dialog.boxes.values())
    window.close()


def test_it_comes_back_where_it_was(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    window.setGeometry(40, 60, 700, 500)
    window.close()
    again = PlayerWindow(settings)
    qtbot.addWidget(again)
    again.open_for(session_of(fight()), QApplication.primaryScreen())
    assert (again.width(), again.height()) == (700, 500)
    again.close()
    settings.set(player_screen="a screen that was sold")
    third = PlayerWindow(settings)
    qtbot.addWidget(third)
    third.open_for(session_of(fight()), QApplication.primaryScreen())
    assert QApplication.primaryScreen().geometry().intersects(third.geometry())
    third.close()


# -- beside the main window --------------------------------------------------------------------


@pytest.fixture
def main(qtbot: QtBot, settings: Settings, tmp_path: Path) -> Iterator[MainWindow]:
    window = make_window(settings, "de")
    qtbot.addWidget(window)
    window.set_session(Session.create(tmp_path / "eins.kampf", fight()))
    window.show()
    qtbot.waitExposed(window)
    yield window
    window.close()


def test_f10_opens_and_closes_it(qtbot: QtBot, main: MainWindow) -> None:
    action = main.actions_by_id["player_window"]
    QTest.keyClick(main, Qt.Key.Key_F10)
    assert main.player.isVisible()
    assert action.isChecked()
    assert action.toolTip().endswith("(F10)")
    QTest.keyClick(main, Qt.Key.Key_F10)
    assert not main.player.isVisible()
    assert not action.isChecked()


def _wait_inside(qtbot: QtBot, button: QWidget, main: MainWindow, width: int) -> None:
    qtbot.waitUntil(lambda: button.mapTo(main, button.rect().topRight()).x() < width)


def test_its_button_stays_in_a_narrow_tool_bar(qtbot: QtBot, main: MainWindow) -> None:
    for width in (1600, 1366, 1280):
        main.resize(width, 800)
        button = main.table.bar.tails[1]
        _wait_inside(qtbot, button, main, width)
        assert button.isVisible()


def test_closing_it_by_hand_unchecks_the_action(main: MainWindow) -> None:
    main.actions_by_id["player_window"].trigger()
    main.player.close()
    assert not main.actions_by_id["player_window"].isChecked()


def test_the_game_master_blackens_it_from_his_window(qtbot: QtBot, main: MainWindow) -> None:
    main.actions_by_id["player_black"].trigger()
    assert main.player.isVisible()
    assert main.player.black
    main.player.activateWindow()
    qtbot.waitUntil(main.player.isActiveWindow)
    QTest.keyClick(main.player.board, Qt.Key.Key_B)
    assert not main.actions_by_id["player_black"].isChecked()


def test_the_game_master_shows_his_part_of_the_map(main: MainWindow) -> None:
    main.board.navigation.zoom_to(250)
    main.actions_by_id["player_here"].trigger()
    own, theirs = main.board, main.player.board
    x = own.camera.left + own.width() / own.camera.scale / 2
    assert theirs.camera.left + theirs.width() / theirs.camera.scale / 2 == pytest.approx(x)


def test_another_fight_is_shown_and_none_is_black(
    qtbot: QtBot, main: MainWindow, tmp_path: Path
) -> None:
    main.actions_by_id["player_window"].trigger()
    main.set_session(Session.create(tmp_path / "zwei.kampf", fight(HALL[:2])))
    assert main.player.strip.order == ("elandir", "brunhild")
    while main.session is not None:
        main.set_session(None)
    qtbot.wait(5)
    image = main.player.grab().toImage()
    assert image.pixelColor(300, 300) == QColor(0, 0, 0)
    assert image.pixelColor(300, image.height() - 20) == QColor(0, 0, 0)


def test_it_speaks_another_language_at_once(main: MainWindow, settings: Settings) -> None:
    main.actions_by_id["player_window"].trigger()
    settings.set(language="en")
    assert main.player.windowTitle() == "Player window"
    settings.set(language="de")


def test_a_closed_window_hears_nothing(qtbot: QtBot, settings: Settings) -> None:
    before = language.receivers(SIGNAL("changed()"))
    session = session_of(fight())
    window = PlayerWindow(settings)
    qtbot.addWidget(window)
    for _ in range(3):
        window.open_for(session, QApplication.primaryScreen())
        assert session.receivers(SIGNAL("changed(PyObject)")) == 1
        window.close()
    assert language.receivers(SIGNAL("changed()")) == before
    assert session.receivers(SIGNAL("changed(PyObject)")) == 0


def test_every_system_can_be_shown(qtbot: QtBot, settings: Settings) -> None:
    settings.set(player_fog=True)
    for id in registry.system_ids():
        system = registry.get(id)
        template = system.library()[0]
        who = TokenId("one")
        token = Token(
            who,
            "Jemand",
            SideId.HEROES,
            Footprint.at(3, 3, system.squares(template.sheet)),
            template.sheet,
            system.fresh(template.sheet),
        )
        window = opened(qtbot, settings, Encounter(id, board=board_of(), tokens={who: token}))
        assert "one" in window.board.scene.order
        window.close()
