"""The players' window by its picture and by real events: it shows no secret, and only follows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.player.share import open_obstacles
from desktop.settings import Settings
from maps.board import Picture
from maps.floor import Floor
from maps.grid import SUB
from maps.shapes import DoorState, Kind
from rules.encounter.commands import Edit, Move
from rules.encounter.state import TokenId
from tests.desktop.fakes import Row
from tests.desktop.player_kit import (
    GUARD,
    PIECES,
    ROOM,
    WALL,
    Left,
    board_of,
    door,
    fight,
    hidden,
    opened,
    picture,
    settle,
    show_all,
    source_of,
    wall,
)

pytestmark = pytest.mark.usefixtures("german_each")


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
