"""Single lines and total cover: the worked cases of the rules and every touching row."""

from __future__ import annotations

import pytest

from maps.board import Board
from maps.grid import Footprint, Point, point
from maps.shapes import DoorState, Grade, Kind, Obstacle, Sight, make_obstacle
from maps.sight import Body, SightMap, Touching, sight_map

Square = tuple[float, float]


def wall(*at: Square, kind: Kind = Kind.WALL, id: str = "", **facts: object) -> Obstacle:
    name = id or f"{kind}{at}"
    open_ = kind is not Kind.WALL and len(at) < 3
    return make_obstacle(name, kind, tuple(point(*p) for p in at), open=open_, **facts)


def box(x: float, y: float, kind: Kind = Kind.SOLID, w: float = 1, h: float = 1) -> Obstacle:
    ring = (point(x, y), point(x + w, y), point(x + w, y + h), point(x, y + h))
    return make_obstacle(f"{kind}{x},{y}", kind, ring)


def sights(*obstacles: Obstacle) -> SightMap:
    return sight_map(Board(obstacles=obstacles))


def at(x: float, y: float, size: float = 1) -> Footprint:
    return Footprint.at(x, y, size)


def clear(m: SightMap, a: Footprint, p: Square, b: Footprint, q: Square) -> bool:
    forth = m.clear(a, point(*p), b, point(*q))
    assert m.clear(b, point(*q), a, point(*p)) == forth
    return forth


def best(m: SightMap, a: Footprint, b: Footprint) -> str:
    """Judge as the ranged rule does: the best corner, any of its lines."""
    grades = []
    for p in a.corners():
        lines = m.lines(a, b, p, b.lattice())
        hard = any(f.barriers or f.shelters for f in lines)
        grades.append("hard" if hard else "none")
    return "none" if "none" in grades else "hard"


def any_blocked(m: SightMap, a: Footprint, b: Footprint) -> bool:
    """Judge as the adjacent melee rule does: any line of any corner."""
    return any(f.barriers or f.shelters for p in a.corners() for f in m.lines(a, b, p, b.corners()))


RANGED = [
    (2, [], (0, 0), (5, 0), "none"),
    (3, [box(2, 0)], (0, 0), (4, 0), "hard"),
    (4, [box(2, 0)], (0, 0), (4, 2), "none"),
    (5, [wall((0, 0), (12, 0)), wall((0, 1), (12, 1))], (0, 0), (8, 0), "none"),
    (6, [wall((1, 0), (1, 6))], (0, 0), (4, 0), "none"),
    (7, [wall((1, 0), (1, 6))], (4, 0), (0, 0), "hard"),
    (8, [wall((-5, 2), (0, 2)), wall((1, 2), (6, 2))], (0, 0), (0, 4), "none"),
    (10, [wall((-5, 1), (0, 1)), wall((1, 1), (6, 1))], (1, 0), (0, 1), "none"),
    (13, [wall((2, 0), (2, 1))], (0, 0), (3, 0), "hard"),
    (14, [wall((-5, 2), (0.25, 2)), wall((0.75, 2), (6, 2))], (0, 0), (0, 4), "hard"),
    (15, [wall((2, 0), (2, 0.5))], (0, 0), (4, 0), "none"),
    (16, [box(1, 0)], (0, 0), (3, 3), "none"),
    (17, [box(1, 1)], (0, 0), (3, 3), "hard"),
]


@pytest.mark.parametrize(("number", "obstacles", "a", "b", "grade"), RANGED)
def test_ranged_cover_of_the_worked_cases(
    number: int, obstacles: list[Obstacle], a: Square, b: Square, grade: str
) -> None:
    m = sights(*obstacles)
    assert best(m, at(*a), at(*b)) == grade
    assert m.effect(at(*a), at(*b)).exists


TOTAL = [
    ([wall((1, -6), (1, 6))], (0, 0), (4, 0)),
    ([box(1, 0), box(0, 1)], (0, 0), (1, 1)),
    ([box(1, 0), box(0, 1)], (0, 0), (3, 3)),
]


@pytest.mark.parametrize(("obstacles", "a", "b"), TOTAL)
def test_total_cover_of_the_worked_cases(obstacles: list[Obstacle], a: Square, b: Square) -> None:
    m = sights(*obstacles)
    assert not m.effect(at(*a), at(*b)).exists
    assert not m.effect(at(*b), at(*a)).exists
    assert not m.sees(at(*a), at(*b)).exists


ADJACENT = [
    (10, [wall((-5, 1), (0, 1)), wall((1, 1), (6, 1))], (1, 0), (0, 1), True),
    (26, [], (0, 0), (1, 0), False),
    (26, [wall((1, 0), (1, 1), kind=Kind.LOW)], (0, 0), (1, 0), True),
    (26, [wall((1, 0), (1, 1), kind=Kind.LOW)], (1, 0), (0, 0), True),
    (27, [box(0, 1)], (0, 0), (1, 1), True),
    (29, [wall((0, 0), (2, 0))], (0, 0), (1, 0), False),
    (29, [wall((1, -1), (1, 0))], (0, 0), (1, 0), False),
    (29, [wall((2, 0), (2, 1))], (0, 0), (1, 0), False),
]


@pytest.mark.parametrize(("number", "obstacles", "a", "b", "covered"), ADJACENT)
def test_adjacent_cover_of_the_worked_cases(
    number: int, obstacles: list[Obstacle], a: Square, b: Square, covered: bool
) -> None:
    assert any_blocked(sights(*obstacles), at(*a), at(*b)) == covered


def test_bow_round_the_corner_of_a_solid_has_no_cover() -> None:
    assert best(sights(box(0, 1)), at(0, 0), at(1, 1)) == "none"


def test_low_wall_counts_for_both_sides() -> None:
    m = sights(wall((3, -5), (3, 6), kind=Kind.LOW, id="low"))
    assert best(m, at(0, 0), at(5, 0)) == "hard"
    assert m.gap(at(0, 0), "low") == 2
    assert m.gap(at(5, 0), "low") == 2


def test_big_target_behind_a_stub_of_wall() -> None:
    m = sights(wall((1, 0), (1, 1)))
    assert any_blocked(m, at(0, 0), at(1, 0))
    assert any_blocked(m, at(0, 0), at(1, 1))
    assert not any_blocked(m, at(0, 1), at(1, 1))


SOFT = [
    ([(1, 1)], (0, 0), (2, 2), True),
    ([(1, 0), (0, 1)], (0, 0), (2, 2), False),
    ([(1, 0)], (0, 0), (5, 0), True),
    ([(1, 0)], (0, 0), (5, 1), False),
    ([(1, 0)], (0, 0), (2, 1), False),
    ([(1, 1)], (0, 0), (2, 1), True),
    ([(0, 1)], (0, 2), (0, 0), True),
    ([(0, 1)], (0, 2), (2, 0), False),
]


@pytest.mark.parametrize(("creatures", "a", "b", "soft"), SOFT)
def test_creatures_between(creatures: list[Square], a: Square, b: Square, soft: bool) -> None:
    bodies = [Body(str(c), at(*c)) for c in creatures]
    m, s, t = sights(), at(*a), at(*b)
    corners = [any(f.bodies for f in m.lines(s, t, p, t.lattice(), bodies)) for p in s.corners()]
    assert all(corners) == soft


# -- the rows of the touching table ---------------------------------------------------------


def test_crossing_a_solid_or_a_wall_blocks() -> None:
    for o in (box(2, 0), wall((2, -1), (2, 2))):
        assert not clear(sights(o), at(0, 0), (1, 0.0), at(4, 0), (5, 1))


def test_running_along_one_solid_is_free_and_between_two_is_not() -> None:
    assert clear(sights(box(2, 0)), at(0, 0), (1, 1), at(4, 0), (4, 1))
    assert not clear(sights(box(2, 0), box(2, 1)), at(0, 0), (1, 1), at(4, 0), (4, 1))


def test_touching_a_corner_is_free_and_a_diagonal_joint_is_not() -> None:
    a, b = at(0, 0), at(3, 3)
    assert clear(sights(box(2, 1)), a, (1, 1), b, (3, 3))
    assert not clear(sights(box(2, 1), box(1, 2)), a, (1, 1), b, (3, 3))


def test_free_end_and_collinear_wall_do_not_block() -> None:
    a, b = at(0, 0), at(4, 0)
    assert clear(sights(wall((2, 0), (2, -3))), a, (1, 0), b, (4, 0))
    assert clear(sights(wall((2, 0), (3, 0))), a, (1, 0), b, (4, 0))
    assert clear(sights(wall((0, 0), (7, 0))), a, (0, 0), b, (5, 0))


def test_tee_of_walls_closes_the_side_of_its_stem_only() -> None:
    a, b = at(0, 0), at(4, 0)
    assert clear(sights(wall((2, 0), (3, 0)), wall((2, 0), (2, -1))), a, (1, 0), b, (4, 0))
    two = sights(wall((2, 0), (3, 0)), wall((2, 0), (2, -1)), wall((3, 0), (3, 1)))
    assert not clear(two, a, (1, 0), b, (4, 0))
    parted = sights(wall((2, 0), (2, -1)), wall((3, 0), (3, 1)))
    assert clear(parted, a, (1, 0), b, (4, 0))


def test_start_in_the_middle_of_a_wall_cannot_lean_through() -> None:
    m = sights(wall((1, -1), (1, 2)))
    assert not clear(m, at(0, 0), (1, 0), at(4, 0), (4, 0))
    assert clear(m, at(0, 0), (1, 0), at(-3, 0), (-3, 0))
    assert clear(m, at(0, 0), (1, 0), at(0, 3), (1, 3))


def test_start_at_the_free_end_of_a_wall_peeks_round_it() -> None:
    assert clear(sights(wall((1, 0), (1, 6))), at(0, 0), (1, 0), at(4, 0), (4, 1))
    assert not clear(
        sights(wall((1, -2), (1, 0)), wall((1, 0), (1, 6))), at(0, 0), (1, 0), at(4, 0), (4, 1)
    )


def test_line_without_length_needs_one_open_way_round() -> None:
    a, b, p = at(0, 0), at(1, 1), (1, 1)
    assert clear(sights(box(1, 0)), a, p, b, p)
    assert not clear(sights(box(1, 0), box(0, 1)), a, p, b, p)
    assert clear(sights(wall((1, 1), (1, 0))), a, p, b, p)
    assert not clear(sights(wall((1, 1), (1, 0)), wall((0, 1), (1, 1))), a, p, b, p)
    c = at(1, 0)
    assert not clear(sights(wall((1, 0), (1, 1)), wall((1, 0), (1, -1))), a, (1, 0), c, (1, 0))
    assert clear(sights(wall((1, 0), (1, -1))), a, (1, 0), c, (1, 0))


def test_walls_inside_the_own_squares_never_block() -> None:
    m = sights(wall((0.5, -0.0), (0.5, 1)), wall((4.5, 0), (4.5, 1)))
    assert clear(m, at(0, 0), (0, 0), at(4, 0), (5, 1))


def test_strict_touching_blocks_running_along() -> None:
    m = sights(wall((2, 0), (3, 0), id="w"))
    a, b, p, q = at(0, 0), at(4, 0), point(1, 0), point(4, 0)
    assert not m.clear(a, p, b, q, Touching.STRICT)
    assert m.lines(a, b, p, [q], touching=Touching.STRICT)[0].barriers == ("w",)
    assert m.clear(a, point(1, 1), b, point(4, 1), Touching.STRICT)


# -- facts --------------------------------------------------------------------------------


def test_facts_name_what_a_line_meets_in_order() -> None:
    m = sights(
        wall((5, -2), (5, 3), id="far"),
        wall((3, -2), (3, 3), id="near"),
        wall((2, -2), (2, 3), kind=Kind.LOW, id="low"),
        box(4, 0, Kind.FOG),
    )
    (facts,) = m.lines(at(0, 0), at(7, 0), point(1, 0), [point(7, 1)])
    assert facts.barriers == ("near", "far")
    assert facts.shelters == ("low",)
    assert facts.fogs == ("fog4,0",)
    assert facts.blinders == ("near", "far")
    assert facts.stopped_at == pytest.approx((3, 1 / 3))


def test_slit_between_walls_cannot_be_slipped_past() -> None:
    walls = [wall((2, -6), (2, 0)), wall((2, 1), (2, 7)), wall((2, 0), (2, 1), kind=Kind.SLIT)]
    m = sights(*walls)
    (facts,) = m.lines(at(0, 0), at(4, 0), point(1, 0), [point(4, 0)])
    assert facts.barriers == ()
    assert facts.shelters == (walls[2].id,)
    assert facts.partners == (walls[0].id,)
    assert m.effect(at(0, 0), at(4, 0)).exists


def test_shared_edge_of_two_areas_is_inside() -> None:
    m = sights(box(2, 0, Kind.COVER), box(2, 1, Kind.COVER))
    line = m.lines(at(0, 0), at(4, 0), point(1, 1), [point(4, 1)])[0]
    assert set(line.shelters) == {"cover2,0", "cover2,1"}
    one = sights(box(2, 0, Kind.COVER))
    assert one.lines(at(0, 0), at(4, 0), point(1, 1), [point(4, 1)])[0].shelters == ()


def test_cover_and_fog_lines_must_be_crossed_properly() -> None:
    fence = wall((2, 0), (2, 1), kind=Kind.COVER, id="fence")
    m = sights(fence, wall((3, -1), (3, 2), kind=Kind.FOG, id="hedge"))
    a, b = at(0, 0), at(5, 0)
    assert m.lines(a, b, point(1, 0), [point(5, 0)])[0].shelters == ()
    assert m.lines(a, b, point(1, 0), [point(5, 1)])[0].shelters == ("fence",)
    assert m.lines(a, b, point(1, 0), [point(5, 0)])[0].fogs == ("hedge",)
    near = at(2, 0)
    assert m.lines(near, b, point(3, 0), [point(5, 0)])[0].fogs == ()


FOG = [
    ((0, 0), (6, 0), True),
    ((3, 0), (6, 0), False),
    ((2, 0), (6, 0), True),
    ((0, 3), (6, 3), False),
    ((0, 4), (6, 2), False),
]


@pytest.mark.parametrize(("a", "b", "concealed"), FOG)
def test_concealment_of_the_worked_cases(a: Square, b: Square, concealed: bool) -> None:
    m = sights(box(2, -2, Kind.FOG, 2, 5))
    s, t = at(*a), at(*b)
    corners = [any(f.fogs for f in m.lines(s, t, p, t.lattice())) for p in s.corners()]
    assert all(corners) == concealed


def test_fogs_cover_a_space_together() -> None:
    m = sights(box(0, 0, Kind.FOG, 0.5, 1), box(0.5, 0, Kind.FOG, 2, 1))
    assert m.covers(at(0, 0))
    assert m.veil(at(0, 0)) == 20
    assert not m.covers(at(0, 0), least=50)
    assert not m.covers(at(2, 0))


def test_open_door_does_nothing() -> None:
    door = wall((2, -6), (2, 7), kind=Kind.DOOR)
    assert not sights(door).effect(at(0, 0), at(4, 0)).exists
    assert sights(door.with_state(DoorState.OPEN)).effect(at(0, 0), at(4, 0)).exists


def test_one_way_wall_acts_from_its_side_only() -> None:
    # walking down the screen from first to last point, the left hand is in the east
    m = sights(wall((2, -6), (2, 7), side="left"))
    assert m.clear(at(0, 0), point(1, 0), at(4, 0), point(4, 0))
    assert not m.clear(at(4, 0), point(4, 0), at(0, 0), point(1, 0))


def test_heights_take_obstacles_out_of_the_line() -> None:
    m = sights(wall((2, -6), (2, 7), bottom=0, top=512))
    assert not m.effect(at(0, 0), at(4, 0), level=(0, 1024)).exists
    assert m.effect(at(0, 0), at(4, 0), level=(512, 1024)).exists


def test_limited_walls_let_sight_in_but_not_past() -> None:
    one = wall((2, -6), (2, 7), kind=Kind.COVER, id="one", sight=Sight.LIMITED)
    two = wall((3, -6), (3, 7), kind=Kind.COVER, id="two", sight=Sight.LIMITED)
    assert sights(one).sees(at(0, 0), at(4, 0)).exists
    assert not sights(one, two).sees(at(0, 0), at(4, 0)).exists
    line = sights(one, two).lines(at(0, 0), at(4, 0), point(1, 0), [point(4, 1)])[0]
    assert line.blinders == ("two",)


def test_opaque_fog_stops_sight_but_not_effect() -> None:
    fog = make_obstacle("fog", Kind.FOG, box(2, -9, Kind.FOG, 1, 18).points, sight=Sight.STOPS)
    m = sights(fog)
    assert m.effect(at(0, 0), at(4, 0)).exists
    assert not m.sees(at(0, 0), at(4, 0)).exists
    assert m.sees(at(0, 0), at(0, 4)).exists


def test_gap_in_a_wall_is_found_where_no_corner_line_leads_through() -> None:
    m = sights(wall((2, -9), (2, 0.4)), wall((2, 0.45), (2, 9)))
    effect = m.effect(at(0, 0), at(4, 0))
    assert effect.exists
    assert effect.p is not None
    corner_lines = [
        m.clear(at(0, 0), p, at(4, 0), q) for p in at(0, 0).corners() for q in at(4, 0).corners()
    ]
    assert not any(corner_lines)


def test_two_spaces_in_one_solid_have_no_line_through_it() -> None:
    m = sights(box(0.5, -3, Kind.SOLID, 4, 7))
    assert not m.clear(at(0, 0), Point(512, 0), at(4, 0), Point(2048, 0))
    assert m.clear(at(0, 0), Point(0, 0), at(0, 2), Point(0, 1024))


def test_visible_share_of_a_half_hidden_square() -> None:
    m = sights(wall((4, 0.5), (4, 5)))
    share = m.visible_share(point(1, 0.5), at(0, 0), at(4, 0))
    assert share == pytest.approx(0.5, abs=1e-6)
    assert sights().visible_share(point(1, 0), at(0, 0), at(4, 0)) == 1


def test_boards_with_the_same_obstacles_share_one_map() -> None:
    board = Board(obstacles=(box(2, 0),))
    renamed = Board(obstacles=board.obstacles, name="other")
    assert sight_map(board) is sight_map(renamed)
    assert Grade.HARD is board.obstacles[0].cover


def test_walls_on_both_sides_of_a_low_wall_along_a_line_close_it_with_that() -> None:
    low = wall((2, 0), (3, 0), kind=Kind.LOW, id="low")
    up, down = wall((2, 0), (2, -1), id="up"), wall((3, 0), (3, 0.25), id="down")
    a, b = at(0, 0), at(4, 0)
    line = point(1, 0), (point(4, 0),)
    (fact,) = sights(up, down).lines(a, b, *line)
    assert not fact.barriers
    assert not fact.shelters
    (fact,) = sights(low, up, down).lines(a, b, *line)
    assert not fact.barriers
    assert fact.shelters == ("low",)
    assert set(fact.partners) == {"up", "down"}
    (tally,) = (t for t in sights(low, up, down).many(a, (b,))[0] if t.p == point(1, 0))
    assert tally.shelters == ("low",)
    assert best(sights(low, wall((2, 0), (3, 0), id="wall"), up, down), a, b) == "none"
    (fact,) = sights(wall((2, 0), (3, 0), id="wall"), up, down).lines(a, b, *line)
    assert set(fact.barriers) == {"up", "down", "wall"}


def limits(m: SightMap, a: Footprint, p: Square, b: Footprint, q: Square) -> bool:
    """Whether a line sees no farther; told alike for it alone and for many at once."""
    (fact,) = m.lines(a, b, point(*p), (point(*q),))
    (tally,) = (t for t in m.many(a, (b,))[0] if t.p == point(*p))
    blind = [f.q for f in m.lines(a, b, point(*p), b.lattice()) if f.blinders]
    assert len(blind) == tally.blinded
    return bool(fact.blinders)


def test_a_limiting_wall_and_a_whole_one_close_a_line_where_they_meet() -> None:
    hedge = wall((2, -6), (2, 7), kind=Kind.COVER, id="hedge", sight=Sight.LIMITED)
    left = wall((4, 0), (4, -2), kind=Kind.COVER, id="left", sight=Sight.LIMITED)
    right, apart = wall((4, 0), (4, 2), id="right"), wall((4, 0.5), (4, 2), id="apart")
    a, b = at(0, -1), at(6, -1)
    line = (1, 0), b, (6, 0)
    # to the right only the wall, to the left only the second hedge: one sees past neither
    assert limits(sights(hedge, left, right), a, *line)
    assert not limits(sights(hedge, left), a, *line)
    assert not limits(sights(hedge, right), a, *line)
    assert not limits(sights(left, right), a, *line)
    assert not limits(sights(hedge, left, apart), a, *line)


def test_limiting_walls_that_touch_where_a_line_meets_them_count_once() -> None:
    a, b = at(0, -1), at(6, -1)
    line = (1, 0), b, (6, 0)
    two = [
        wall((4, 0), (4, 2), kind=Kind.COVER, id="one", sight=Sight.LIMITED),
        wall((4, 0), (4, -2), kind=Kind.COVER, id="two", sight=Sight.LIMITED),
    ]
    assert not limits(sights(*two), a, *line)
    moved = wall((5, 0.5), (5, -2), kind=Kind.COVER, id="three", sight=Sight.LIMITED)
    assert limits(sights(*two, moved), a, *line)
    # a whole wall along the line joins nothing that does not touch
    assert limits(sights(*two, moved, wall((4, 0), (5, 0), id="along")), a, *line)
