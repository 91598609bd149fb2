"""What lies over the map: who is in the way, which sides a flanking line passes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PySide6.QtCore import QLineF, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop import files
from desktop.board.paint import View
from desktop.board.paint_lines import paint_flank, sides_passed, stop_of
from desktop.board.paint_token import pol, token_radius
from desktop.board.sectors import OUT
from desktop.board.tags import TagPlaces, tag_rect
from desktop.board.view import BoardView
from desktop.colours import MAP, side_colours
from desktop.session import Session
from desktop.window.main_window import MainWindow
from maps.board import Board
from maps.grid import SUB, Footprint, Point, point
from maps.lines import SightLine, Verdict
from maps.shapes import Kind, Segment, make_obstacle
from rules.encounter.state import TokenId
from tests.desktop.fakes import Row, make_session, switch
from tests.desktop.window_kit import perform, show_fight

BOX = QRectF(10, 10, 10, 10)


def shown(session: Session, qtbot: QtBot) -> BoardView:
    view = BoardView(session)
    qtbot.addWidget(view)
    view.resize(800, 500)
    view.show()
    qtbot.waitExposed(view)
    view.navigation.set_camera(View(48, 0, 0))
    return view


@pytest.mark.parametrize(
    ("a", "b", "sides"),
    [
        ((0, 15), (30, 15), {"left", "right"}),
        ((15, 0), (15, 30), {"top", "bottom"}),
        ((0, 0), (30, 30), {"left", "right", "top", "bottom"}),
        ((0, 10), (20, 25), {"left", "bottom"}),
        ((0, 0), (30, 0), set()),
    ],
)
def test_a_line_passes_these_sides(a: tuple[int, int], b: tuple[int, int], sides: set[str]) -> None:
    names = {
        (BOX.topLeft().toTuple(), BOX.topRight().toTuple()): "top",
        (BOX.topRight().toTuple(), BOX.bottomRight().toTuple()): "right",
        (BOX.bottomLeft().toTuple(), BOX.bottomRight().toTuple()): "bottom",
        (BOX.topLeft().toTuple(), BOX.bottomLeft().toTuple()): "left",
    }
    found = sides_passed(BOX, QPointF(*a), QPointF(*b))
    assert {names[one.toTuple(), two.toTuple()] for one, two in found} == sides


def test_a_creature_in_the_way_gets_a_ring(qtbot: QtBot) -> None:
    session = make_session()
    view = BoardView(session)
    qtbot.addWidget(view)
    view.resize(1128, 600)
    view.show()
    qtbot.waitExposed(view)
    view.navigation.set_camera(View(48, -0.25, 0.35))
    session.select(["elandir"])
    session.attack.aim(TokenId("shaman"))
    assert view.sight.in_the_way == {"brunhild"}
    middle = view.camera.at(12.5, 3.5)
    picture = view.grab().toImage()
    ring = QColor(MAP.creature)
    near = [
        picture.pixelColor(round(middle.x() + dx), round(middle.y() + dy))
        for dx in range(-30, 31)
        for dy in range(-30, 31)
    ]
    assert sum(abs(c.red() - ring.red()) + abs(c.blue() - ring.blue()) < 30 for c in near) > 60


def test_the_tag_of_a_wall_leaves_the_lines_free() -> None:
    view, wall = View(48), Segment(point(5, 0), point(5, 4))
    level = Segment(point(3, 4), point(7, 4))
    assert TagPlaces(view, [[level]]).find([level], "Wand").toTuple() == (240, 166)
    lines = [
        SightLine(point(1, 1.5), point(8, y), Verdict.BLOCKED, ("wall",), (5, 1.5))
        for y in (1, 1.5, 2)
    ]
    at = TagPlaces(view, [[wall]], lines).find([wall], "Wand")
    assert abs(at.y() - 72) > 20 or abs(at.x() - 240) > 20
    assert at.y() > 100 or at.y() < 40


def test_the_tag_of_a_wall_leaves_the_badge_of_the_target_free() -> None:
    view, wall = View(48), Segment(point(5, 0), point(5, 4))
    free = TagPlaces(view, [[wall]]).find([wall], "Wand")
    badge = QRectF(free.x() - 20, free.y() - 9, 40, 18)
    moved = TagPlaces(view, [[wall]], (), [badge]).find([wall], "Wand")
    assert abs(moved.x() - free.x()) > 40 or abs(moved.y() - free.y()) > 20


LOW = Segment(point(5, 2), point(7, 2))
STROKE = 7
"""Half of the thick stroke of a wall to blame, its dark rim included, in pixels."""


@pytest.mark.parametrize(
    "pieces",
    [
        [LOW],
        [Segment(point(6, 1), point(6, 4))],
        [Segment(point(5, 1), point(7, 4))],
        [LOW, Segment(point(7, 2), point(7, 5))],
        [LOW, Segment(point(5, 1.25), point(7, 1.25))],
    ],
    ids=["level", "upright", "slanting", "corner", "one above the other"],
)
def test_no_thick_stroke_runs_through_the_tag_of_a_wall(pieces: list[Segment]) -> None:
    view = View(48)
    place = TagPlaces(view, [pieces[:1], pieces[1:]]).find(pieces[:1], "Mäuerchen")
    rect = tag_rect(place, "Mäuerchen")
    for piece in pieces:
        way = QLineF(view.point(piece.a), view.point(piece.b))
        for i in range(101):
            at = way.pointAt(i / 100)
            thick = QRectF(at.x() - STROKE, at.y() - STROKE, 2 * STROKE, 2 * STROKE)
            assert not thick.intersects(rect)


def _runs_through(rect: QRectF, way: QLineF) -> bool:
    """Whether Qt finds a point of a line in a rectangle."""
    corners = (rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft())
    sides = zip(corners, corners[1:] + corners[:1], strict=True)
    bounded = QLineF.IntersectionType.BoundedIntersection
    crossed = any(way.intersects(QLineF(a, b))[0] == bounded for a, b in sides)
    return rect.contains(way.p1()) or rect.contains(way.p2()) or crossed


def _hidden(
    rect: QRectF, taken: list[QRectF], strokes: list[QLineF], lines: list[SightLine], view: View
) -> int:
    """Count slowly what lies under a tag."""
    near, wide = rect.adjusted(-3, -3, 3, 3), rect.adjusted(-7, -7, 7, 7)
    ways = [QLineF(view.point(n.p), view.point(n.q)) for n in lines]
    return (
        3 * sum(near.intersects(other) for other in taken)
        + 3 * sum(_runs_through(wide, stroke) for stroke in strokes)
        + 2 * sum(wide.contains(stop_of(view, n)) for n in lines)
        + sum(_runs_through(near, way) for way in ways)
    )


@pytest.mark.parametrize("seed", range(12))
def test_every_tag_lies_where_the_least_is_hidden(seed: int) -> None:
    chance = random.Random(seed)
    view = View(48.0, 0.37, -0.21)

    def place() -> Point:
        return point(chance.uniform(0, 12), chance.uniform(0, 9))

    causes = [[Segment(place(), place()) for _ in range(chance.randint(1, 2))] for _ in range(6)]
    lines = [
        SightLine(p, q, Verdict.BLOCKED, ("w",), ((p.x + q.x) / 2 / SUB, (p.y + q.y) / 2 / SUB))
        for p, q in ((place(), place()) for _ in range(8))
    ]
    taken = [QRectF(view.point(place()), QSizeF(48, 48))]
    places = TagPlaces(view, causes, lines, taken)
    strokes = [QLineF(view.point(s.a), view.point(s.b)) for all in causes for s in all]
    for pieces in causes:
        at = places.find(pieces, "Wand")
        longest = max((QLineF(view.point(s.a), view.point(s.b)) for s in pieces), key=QLineF.length)
        aside = tag_rect(at, "Wand").width() / 2 + 12
        ends = (longest.p1(), longest.p2())
        beside = [QPointF(aside, 0), QPointF(-aside, 0)]
        spots = [longest.center() + by for by in (QPointF(0, -26), QPointF(0, 26), *beside)]
        spots += [end + QPointF(0, up) for end in ends for up in (-20, 20)]
        spots += [end + by for end in ends for by in beside]
        hidden = [_hidden(tag_rect(s, "Wand"), taken, strokes, lines, view) for s in spots]
        best = spots[hidden.index(min(hidden))]
        assert (at.x(), at.y()) == pytest.approx((best.x(), best.y()))
        taken.append(tag_rect(at, "Wand"))


def test_what_is_lit_does_not_run_through_its_name(qtbot: QtBot) -> None:
    board = Board(12, 8, obstacles=(make_obstacle("low", Kind.LOW, (LOW.a, LOW.b)),))
    rows: list[Row] = [("a", "elandir", "A", 4, 4), ("t", "orc", "T", 7, 1)]
    session = make_session(rows, board)
    view = shown(session, qtbot)
    session.select(["a"])
    session.attack.aim(TokenId("t"))
    view.grab()
    ((middle, name),) = view.sight._tags
    box = tag_rect(middle, name).toAlignedRect()
    before = view.grab(box).toImage()
    low = view.scene.shapes.by_id["low"]
    lit = Segment(
        point(middle.x() / 48 - 1, middle.y() / 48), point(middle.x() / 48 + 1, middle.y() / 48)
    )
    view.sight.pieces = {low.id: (lit,)}  # as if the stroke ran through the tag
    session.lit.emit(("low",))
    assert view.lit_ids == {"low"}
    inside = QRect(3, 3, box.width() - 6, box.height() - 6)
    assert view.grab(box).toImage().copy(inside) == before.copy(inside)
    beside = QRect(box.left() - 14, box.center().y(), 8, 1)
    ink = view.grab(beside).toImage().pixelColor(4, 0)
    assert ink.blue() > ink.green() + 60  # the stroke itself is there


def test_a_long_name_beside_a_wall_is_painted_whole(qtbot: QtBot) -> None:
    upright = make_obstacle("low", Kind.LOW, (point(7, 3), point(7, 5)))
    rows: list[Row] = [("a", "elandir", "A", 2, 3), ("t", "orc", "T", 7, 4)]
    session = make_session(rows, Board(12, 8, obstacles=(upright,)))
    view = shown(session, qtbot)
    session.select(["a"])
    session.attack.aim(TokenId("t"))
    view.grab()
    ((middle, name),) = view.sight._tags
    drawn = view.sight._drawn
    assert drawn is not None
    there = QRectF(drawn[2], drawn[3].deviceIndependentSize())
    assert there.contains(tag_rect(middle, name))


def test_who_is_flanked_from_both_sides_has_the_words_below(qtbot: QtBot) -> None:
    rows: list[Row] = [
        ("a", "brunhild", "A", 4, 4),
        ("v", "orc", "V", 5, 4),
        ("b", "brunhild", "B", 6, 4),
    ]
    session = make_session(rows, Board(10, 9))
    view = shown(session, qtbot)
    qtbot.waitUntil(lambda: bool(view.facts.pincers()), timeout=3000)
    view.grab()
    (words,) = view.painting.badges._taken
    victim = view.rect_of(TokenId("v"))
    assert abs(words.center().x() - victim.center().x()) < 2
    assert words.top() >= victim.bottom()


def dark_at_the_top(view: BoardView) -> int:
    """Return how many pixels of a row are as dark as a pill: the ground is light."""
    said = view.grab(QRect(200, 24, 400, 26)).toImage()
    return sum(said.pixelColor(x, 8).lightness() < 60 for x in range(400))


def test_nobody_threatened_is_said(qtbot: QtBot) -> None:
    session = make_session([("a", "brunhild", "A", 4, 4)], Board(10, 9))
    view = shown(session, qtbot)
    switch(view, "threat", on=True)
    session.select(["a"])
    backdrop = view.painting.backdrop
    qtbot.waitUntil(lambda: bool(view.facts.zone_later(TokenId("a"))), timeout=3000)
    assert not backdrop.shows_no_threat
    perform(session, {"do": "condition", "tokens": ["a"], "condition": "stunned"})
    qtbot.waitUntil(lambda: backdrop.shows_no_threat, timeout=3000)
    assert dark_at_the_top(view) > 100
    session.select([])
    assert not backdrop.shows_no_threat, "nobody is asked about"
    assert dark_at_the_top(view) < 50


@pytest.mark.parametrize("facing", [0, 90, 225])
def test_a_facing_is_seen_of_who_is_selected_too(facing: int, qtbot: QtBot) -> None:
    session = make_session([("a", "brunhild", "A", 4, 4)], Board(10, 9))
    view = shown(session, qtbot)
    session.select(["a"])
    perform(session, {"do": "face", "token": "a", "facing": facing})
    tip = pol(view.camera.at(4.5, 4.5), token_radius(1, 48) + 5, facing).toPoint()
    found = view.grab().toImage().pixelColor(tip)
    ink = QColor(side_colours("heroes").disc)
    assert abs(found.red() - ink.red()) + abs(found.blue() - ink.blue()) < 40


def test_sides_are_painted_round_who_looks_somewhere(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "Kampf.kampf"
    fight = Session.create(path, files.blank("osric", Board(12, 9), "Halle"))
    perform(fight, {"do": "add", "id": "kaela", "template": "kaela", "at": [4, 4]})
    fight.close()
    session = show_fight(window, path)
    board = window.board
    session.select(["kaela"])
    spot = pol(board.camera.at(4.5, 4.5), token_radius(1, 48) + OUT, 180).toPoint()
    assert not _like(board.grab().toImage().pixelColor(spot), MAP.blocked), "it looks nowhere yet"
    QTest.keyClick(board, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    token = TokenId("kaela")
    qtbot.waitUntil(lambda: session.state.tokens[token].facing == 0, timeout=3000)
    assert _like(board.grab().toImage().pixelColor(spot), MAP.blocked), "its back is in danger"
    perform(session, {"do": "option", "key": "facing", "value": False})
    assert not _like(board.grab().toImage().pixelColor(spot), MAP.blocked)


def _like(found: QColor, name: str) -> bool:
    ink = QColor(name)
    return abs(found.red() - ink.red()) + abs(found.blue() - ink.blue()) < 50


@pytest.mark.parametrize("elevation", [3, -2])
def test_who_is_not_on_the_ground_is_seen_to_be(elevation: int, qtbot: QtBot) -> None:
    session = make_session([("a", "brunhild", "A", 4, 4)], Board(10, 9))
    view = shown(session, qtbot)

    def dark() -> int:
        corner = view.rect_of(TokenId("a")).bottomLeft().toPoint() + QPoint(-8, -12)
        said = view.grab(QRect(corner, QSize(10, 12))).toImage()
        return sum(said.pixelColor(x, y).lightness() < 70 for x in range(10) for y in range(12))

    assert dark() == 0
    perform(session, {"do": "edit", "token": "a", "values": {"elevation": elevation}})
    qtbot.waitUntil(lambda: dark() > 40, timeout=3000)


def test_bars_of_a_flank_lie_within_the_square(qtbot: QtBot) -> None:
    picture = QImage(240, 96, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    spaces = [Footprint(x * SUB, SUB // 2) for x in (1, 2, 3)]
    paint_flank(painter, View(48), spaces[1], [spaces[0], spaces[2]])
    painter.end()
    ink = QColor(MAP.path)
    for x, painted in ((101, True), (139, True), (120, False)):
        found = picture.pixelColor(x, 34)
        assert (abs(found.red() - ink.red()) + abs(found.blue() - ink.blue()) < 40) is painted, x


def test_fog_is_read_in_the_dark_too(qtbot: QtBot) -> None:
    fog = make_obstacle(
        "fog", Kind.FOG, (point(4, 2), point(8, 2), point(8, 6), point(4, 6)), concealment=20
    )
    session = make_session([], Board(dark=True, obstacles=(fog,)))
    view = shown(session, qtbot)
    switch(view, "concealment", on=True)
    switch(view, "light", on=True)
    qtbot.waitUntil(lambda: view.switches.lit_paths() is not None)
    picture = view.grab().toImage()
    middle = view.camera.at(6, 2) + QPointF(0, 14)  # clear of lines to the middle
    near = [
        picture.pixelColor(round(middle.x() + dx), round(middle.y() + dy)).lightness()
        for dx in range(-16, 17)
        for dy in range(-9, 10)
    ]
    assert max(near) > 230, "the words are as light as by day"
