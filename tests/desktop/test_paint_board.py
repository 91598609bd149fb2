"""What lies over the map: tokens, badges, lines, zones, rulers."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPixmap

from desktop.board.paint import Pill, View, paint_pill
from desktop.board.paint_lines import paint_cause, paint_flank, paint_lines, paint_path
from desktop.board.paint_marks import (
    Heat,
    badge_width,
    outline,
    paint_badge,
    paint_heat,
    paint_letters,
    paint_numbers,
    paint_reach,
    paint_scale,
    paint_zone,
)
from desktop.board.paint_token import MARGIN, TokenLook, paint_token, token_picture, token_radius
from desktop.board.tags import TagPlaces, paint_tag
from desktop.colours import DARK, LIGHT, MAP, SIDES
from desktop.words.cells import cell_label, cell_of, column_label
from maps.grid import Cell, Footprint, point
from maps.shapes import Grade, Segment
from maps.sight import SightLine, Verdict
from tests.desktop.paper import Sheet

pytestmark = pytest.mark.usefixtures("qapp")
VIEW = View(48, -1, -1)


def _token(look: TokenLook) -> Sheet:
    sheet = Sheet(144, 144)
    with sheet.painter() as p:
        paint_token(p, VIEW, look)
    return sheet


@pytest.mark.parametrize("side", ["heroes", "foes", "third", "neutral"])
def test_a_token_shows_its_side_and_fills_its_square(side: str) -> None:
    sheet = _token(TokenLook(0, 0, 1, "", side))
    assert sheet.at(72, 72) == SIDES[side].disc.lower()
    radius = token_radius(1, 48)
    assert radius == 20.5
    assert sheet.near(72, 72 - radius + 0.5, MAP.pill)
    assert sheet.at(49, 49) == sheet.ground


def test_sides_differ_without_colour() -> None:
    """Grey pictures of the four rims differ from each other."""
    rims = set()
    for side in ("heroes", "foes", "third", "neutral"):
        sheet = _token(TokenLook(0, 0, 1, "", side))
        row = [QColor(sheet.at(x, 55)).lightness() > 150 for x in range(55, 90)]
        rims.add(tuple(row))
    assert len(rims) == 4


def test_small_tokens_hide_their_initials_and_large_ones_grow() -> None:
    def white(scale: float, size: float) -> bool:
        sheet = Sheet(200, 200)
        with sheet.painter() as p:
            paint_token(p, View(scale), TokenLook(0, 0, size, "M", "neutral"))
        c = size * scale / 2
        reach = round(token_radius(size, scale) * 0.5)
        return sheet.near(c, c, "#FFFFFF", reach)

    assert not white(20, 1)
    assert white(48, 1)
    assert white(48, 2)


def test_life_is_an_arc_whose_colour_and_length_tell_it() -> None:
    for life, ink in ((1.0, MAP.life_good), (0.5, MAP.life_half), (0.2, MAP.life_low)):
        sheet = _token(TokenLook(0, 0, 1, "", "foes", life=life))
        left = (72 - 19.5 * 0.7, 72 + 19.5 * 0.72)
        right = (72 + 19.5 * 0.7, 72 + 19.5 * 0.72)
        assert sheet.near(*left, ink)
        assert sheet.near(*right, ink) == (life == 1.0)
        assert sheet.near(*right, MAP.case) or life == 1.0


def test_selected_target_dead_ghost_and_condition_can_be_told_apart() -> None:
    assert _token(TokenLook(0, 0, 1, "", "heroes", selected=True)).near(72, 48.5, MAP.path)
    target = _token(TokenLook(0, 0, 1, "", "foes", target=True))
    assert target.near(72 + 18, 72 - 18, MAP.target)
    assert target.at(72, 46) == target.ground
    dead = _token(TokenLook(0, 0, 1, "", "foes", dead=True))
    assert dead.near(72, 72, "#FFFFFF")
    assert dead.near(72, 64, SIDES["out"].disc)
    assert not dead.near(72, 64, SIDES["foes"].disc)
    ghost = _token(TokenLook(0, 0, 1, "", "heroes", ghost=True))
    assert not ghost.near(72, 72, SIDES["heroes"].disc)
    marked = _token(TokenLook(0, 0, 1, "", "foes", conditions=("wait",)))
    assert marked.near(72 - 15, 72 - 15 - 7, MAP.plate)


def test_facing_points_out_of_the_disc() -> None:
    sheet = _token(TokenLook(0, 0, 1, "", "heroes", facing=90))
    assert sheet.near(72 + 24, 72, SIDES["heroes"].disc)
    assert sheet.near(72 - 25, 72, sheet.ground, 0, 8)


def test_a_portrait_replaces_the_initials() -> None:
    picture = QPixmap(40, 60)
    picture.fill(QColor("#00ff00"))
    assert _token(TokenLook(0, 0, 1, "El", "heroes", portrait=picture)).at(72, 72) == "#00ff00"


def test_token_pictures_are_cached_whatever_the_place() -> None:
    a = token_picture(TokenLook(3, 4, 1, "El", "heroes"), 48)
    assert a is token_picture(TokenLook(8, 1, 1, "El", "heroes"), 48)
    assert a is not token_picture(TokenLook(3, 4, 1, "El", "heroes", selected=True), 48)
    assert a.width() == 48 + 2 * MARGIN


def test_badges_tell_their_grade_by_colour_and_shape() -> None:
    seen = set()
    for grade in (Grade.NONE, Grade.SOFT, Grade.HARD, Grade.IMPROVED, Grade.TOTAL):
        sheet = Sheet(90, 30)
        with sheet.painter() as p:
            rect = paint_badge(p, QPointF(4, 4), grade, "+4")
        assert rect.width() == badge_width("+4")
        assert sheet.inked().right() <= rect.right() + 1
        shield = tuple(
            QColor(sheet.at(4 + x, 4 + y)).lightness() > 128
            for x in range(6, 16)
            for y in range(4, 14)
        )
        seen.add(shield)
    assert len(seen) == 5


def test_lines_end_in_the_mark_of_their_verdict() -> None:
    sheet = Sheet(200, 120, "#B0A080")
    lines = [
        SightLine(point(0, 0.5), point(3, 0.5), Verdict.FREE),
        SightLine(point(0, 1), point(3, 1), Verdict.CREATURE),
        SightLine(point(0, 1.5), point(3, 1.5), Verdict.BLOCKED, ("w",), (1.5, 1.5)),
    ]
    with sheet.painter() as p:
        paint_lines(p, View(48, -0.2), lines, point(0, 0.5))
    x = 3.2 * 48
    assert sheet.near(x, 24, MAP.free, 1)
    assert sheet.near(x, 48, MAP.creature, 1)
    assert sheet.near(x, 72, MAP.cross, 1)
    assert sheet.near(1.7 * 48, 72, MAP.blocked, 1)
    assert sheet.near(1.0 * 48, 72, MAP.blocked, 1)
    assert sheet.near(0.2 * 48, 24, MAP.path, 1)


def test_the_responsible_wall_is_thick_and_tagged() -> None:
    sheet = Sheet(200, 200)
    wall, view = [Segment(point(2, 0.5), point(2, 3.5))], View(48)
    with sheet.painter() as p:
        paint_cause(p, view, wall)
        paint_tag(p, TagPlaces(view, [wall]).find(wall, "Wand"), "Wand")
    assert sheet.near(96 - 4, 130, MAP.blocked, 0)
    assert sheet.near(96 + 4, 130, MAP.blocked, 0)
    assert sheet.near(96 + 16, 96 - 6, MAP.tag, 2)  # beside it, not across it


def test_path_pill_and_flanking_use_the_accent() -> None:
    sheet = Sheet(300, 160)
    with sheet.painter() as p:
        paint_path(p, [QPointF(20, 20), QPointF(200, 20)], [(QPointF(110, 20), "1")])
        rect = paint_pill(p, QPointF(20, 60), Pill.accent("4,5 m · 3 Felder"))
        attackers = [Footprint.at(0, 2), Footprint.at(2, 2)]
        paint_flank(p, View(48, 0, 0.2), Footprint.at(1, 2), attackers)
    assert sheet.near(104, 20, MAP.path)
    assert sheet.near(30, 71, MAP.pill_accent)
    assert sheet.inked().right() >= rect.right()
    assert sheet.near(1 * 48 - 6, 2.3 * 48, MAP.path)
    assert sheet.near(2 * 48 + 6, 2.3 * 48, MAP.path)


def test_the_rim_of_squares_follows_holes_and_touching_corners() -> None:
    assert len(outline([Cell(0, 0), Cell(1, 0)])) == 1
    assert set(outline([Cell(0, 0), Cell(1, 0)])[0]) == {(0, 0), (2, 0), (2, 1), (0, 1)}
    ring = [Cell(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    assert sorted(len(r) for r in outline(ring)) == [4, 4]
    assert sorted(len(r) for r in outline([Cell(0, 0), Cell(1, 1)])) == [4, 4]
    assert outline([]) == ()


def test_zones_and_reach_leave_their_neighbours_alone() -> None:
    sheet = Sheet(200, 150)
    with sheet.painter() as p:
        paint_zone(p, View(48), [Cell(1, 1)], "foes")
        paint_reach(p, View(48), [Cell(3, 1)])
    assert sheet.at(72, 72) != sheet.ground
    assert sheet.at(168, 72) == sheet.ground
    assert sheet.at(24, 72) == sheet.ground
    assert sheet.near(144, 72, DARK.accent)


def test_the_heat_map_has_a_pattern_for_each_grade() -> None:
    grades = (Grade.NONE, Grade.SOFT, Grade.HARD, Grade.TOTAL)
    sheet = Sheet(200, 60, "#C8C0B0")
    cells = {Cell(i, 0): Heat(g, "") for i, g in enumerate(grades)}
    with sheet.painter() as p:
        paint_heat(p, View(40.5), cells)
    colours = [
        {sheet.at(x, y) for x in range(round(i * 40.5) + 3, round(i * 40.5) + 37) for y in (9, 20)}
        for i in range(4)
    ]
    assert len(colours[0]) == 1
    assert all(len(c) > 2 for c in colours[1:])
    assert sheet.at(199, 59) == sheet.ground


def test_rulers_and_scale_fit_into_the_window() -> None:
    assert [column_label(n) for n in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]
    assert cell_label(Cell(8, 4)) == "I5"
    assert column_label(-1) == "−A"
    for cell in (Cell(8, 4), Cell(-1, 0), Cell(702, -3), Cell(25, 11), Cell(-28, 9)):
        assert cell_of(cell_label(cell)) == cell
    assert cell_of(" i5 ") == Cell(8, 4)
    assert cell_of("elf") is None
    for theme in (LIGHT, DARK):
        sheet = Sheet(300, 200)
        with sheet.painter() as p:
            paint_letters(p, View(8, 700, -3), 300, theme)
            paint_numbers(p, View(8, 700, -3), 200, theme)
            paint_scale(p, QPointF(40, 180), 96, "3 m", theme)
        assert sheet.at(150, 100) == sheet.ground
        assert sheet.at(3, 40) != sheet.ground
        assert sheet.at(38, 184) != sheet.ground
