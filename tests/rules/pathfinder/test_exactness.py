"""Single finds of the slow reading of the rules, each with its kind."""

from __future__ import annotations

from typing import Any

import pytest

from maps.grid import point
from maps.sight import sight_map
from rules import registry
from rules.encounter.situation import load_situation, plan_json
from rules.encounter.state import TokenId
from rules.system.ground import HeatQuestion
from rules.systems.pathfinder import SYSTEM
from rules.systems.pathfinder.glance import glances
from tests.compare import plan_of
from tests.rules.pathfinder.oracle import Oracle

Spots = list[list[float]]


def fence(kind: str, *points: list[float], **facts: Any) -> dict[str, Any]:
    return {"kind": kind, "points": list(points), **facts}


def situation(
    obstacles: list[dict[str, Any]],
    a: list[float],
    t: list[float],
    weapon: str = "longbow",
    sizes: tuple[float, float] = (1, 1),
    others: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    return {
        "format": 1,
        "system": "pathfinder",
        "board": {"obstacles": obstacles},
        "tokens": [
            {"id": "A", "side": "heroes", "at": a, "size": sizes[0]},
            {"id": "T", "side": "foes", "at": t, "size": sizes[1]},
            *(others or []),
        ],
        "attack": {"attacker": "A", "target": "T", "weapon": weapon},
    }


def grade(case: dict[str, Any], slow: bool = True) -> str:
    """Return the grade of plan, badge and (if slow) oracle, which are the same."""
    loaded = load_situation(case, registry.get)
    assert loaded.attack is not None
    found = str(
        plan_json(loaded.system.plan(loaded.state, loaded.attack), loaded.state)["cover"]["grade"]
    )
    me = loaded.state.token("A")
    badges = glances(loaded.state, me.id, me.space, case["attack"]["weapon"])
    (badge,) = [b for b in badges if b.token == TokenId("T")]
    assert badge.grade.value == found
    assert not slow or Oracle(case).answer().cover == found
    return found


def test_cover_is_total_only_where_no_corner_leads_to_the_target() -> None:
    hull = [fence("wall", [6, 5], [5, 5], [5, 3.5])]
    low = [fence("low", [3.5, 4], [4.5, 4], [4.5, 6], [3.5, 6])]
    assert grade(situation(hull + low, [2, 4], [5, 4])) == "hard"
    longer = [fence("wall", [6, 4], [6, 5], [5, 5], [5, 3.5])]
    assert grade(situation(longer + low, [2, 4], [5, 4])) == "total"


def test_what_the_attacker_ignores_stops_nothing_together_with_others() -> None:
    near, far = fence("slit", [1, 2.5], [3, 4.5]), fence("slit", [1, 2.5], [0, 1.5], [0.5, 1.5])
    assert grade(situation([near, far], [0, 3], [1, 1])) == "none"
    wall = fence("wall", [1, 2.5], [3, 4.5])
    assert grade(situation([wall, far], [0, 3], [1, 1])) == "improved"


def test_a_reach_weapon_strikes_no_square_too_near_to_the_whole_space() -> None:
    bars = [fence("cover", [4, -1], [4, 3], open=True)]
    assert grade(situation(bars, [0, 0], [3, 0], "longspear", (2, 2))) == "hard"
    assert grade(situation(bars, [0, 0], [3, 0], "sword", (2, 2))) == "none"


def test_creatures_shelter_beside_walls_of_a_grade_of_their_own() -> None:
    walls = [fence("wall", [2, -3], [2, 1], cover="partial")]
    crowd = [{"id": f"x{y}", "side": "heroes", "at": [3, y]} for y in (-1, 0, 1)]
    assert grade(situation(walls, [0, 0], [6, 0]), slow=False) == "partial"
    assert grade(situation(walls, [0, 0], [6, 0], others=crowd), slow=False) == "soft"


def test_nobody_strikes_through_a_wall_because_something_low_lies_beyond() -> None:
    wall = fence("wall", [1, 1], [1, 3], [-1, 1])
    slit = fence("slit", [0, 2], [-1, 3])
    assert grade(situation([wall, slit], [0, 1], [-1, 2], "sword")) == "total"
    assert grade(situation([slit], [0, 1], [-1, 2], "sword")) == "improved"


def test_a_low_wall_stops_nothing_together_with_a_higher_one_that_is_ignored() -> None:
    near = fence("low", [2, 2.5], [3, 2.5], open=True, cover="improved")
    far = fence("low", [2, 2.5], [1.5, 2.5], [1.5, 2.75], open=True)
    assert grade(situation([near, far], [3, 2], [0, 2])) == "none"
    hill = fence("low", [2.5, 1.5], [4.5, 1.5], [4.5, 3.5], [2.5, 3.5])
    near = fence("low", [2, 2.5], [1.5, 2], [1.5, 2.75], open=True, cover="improved")
    far = fence("low", [2, 2.5], [0, 4.5], [-1, 3.5], open=True)
    assert grade(situation([hill, far, near], [2, 2], [1, 3])) == "none"


def test_neither_do_they_along_a_wall_between_them() -> None:
    wall = fence("wall", [2, 2], [3, 2])
    far = fence("low", [1.5, 2], [4.5, 5], open=True)
    near = fence("low", [1.5, 2], [-0.5, 0], open=True, cover="improved")
    assert grade(situation([far, wall, near], [0, 1], [2, 2])) == "none"


def test_walls_of_two_grades_that_stop_a_line_together_give_the_lesser() -> None:
    sill = fence("wall", [1.5, 1.5], [4.5, 1.5], cover="partial")
    slanted = fence("wall", [2.5, 1.5], [3.5, 2.5], cover="improved")
    assert grade(situation([sill, slanted], [3, 0], [1, 2])) == "partial"
    # alone the slanted one lets every line from the best corner pass
    assert grade(situation([slanted], [3, 0], [1, 2])) == "none"
    shut = fence("wall", [1.25, 0.75], [1.25, -0.25])
    one, other = (
        fence("wall", [0.5, 1.5], [1, 1], cover="improved"),
        fence("wall", [1, 1], [2.5, 1]),
    )
    assert grade(situation([shut, one, other], [1, 2], [0, 0])) == "hard"


@pytest.mark.parametrize(
    ("own", "wanted"),
    [("none", "hard"), ("soft", "hard"), ("partial", "partial"), ("improved", "improved")],
)
def test_what_blocks_the_line_of_effect_gives_cover_whatever_it_says(own: str, wanted: str) -> None:
    wall = fence("wall", [2, -3], [2, 1], cover=own)
    assert grade(situation([wall], [0, 0], [4, 0])) == wanted
    assert grade(situation([{**wall, "stops_effect": False, "cover": "none"}], [0, 0], [4, 0])) == (
        "none"
    )


def test_more_than_half_is_partial_cover_by_ever_so_little() -> None:
    # from (1, 1) a wall at x = 3 leaves 1.75 times what is missing of its height: 0.502, 0.499
    for missing, wanted in ((147, "partial"), (146, "hard")):
        case = situation([fence("wall", [3, -1], [3, 1 - missing / 512])], [0, 0], [4, 0])
        case["options"] = {"partial_cover": "apply"}
        assert grade(case) == wanted


def test_a_foe_high_above_is_no_neighbour() -> None:
    wall = [fence("wall", [2, 0], [2, 1])]
    case = situation(wall, [0, 0], [1, 1], "sword", (1, 1))
    low, high = {**case["tokens"][0], "reach": 3}, {**case["tokens"][1], "elevation": 2}
    case["tokens"] = [low, high]
    assert grade(case) == "none"


def test_one_sees_past_the_corner_where_a_pillar_and_thick_mist_meet() -> None:
    mist = fence("cover", [1, 3], [2, 3], [2, 3.5], [1, 3.5], cover="none", sight="stops")
    pillars = [
        fence("solid", [1, 2], [1.5, 2], [1.5, 3], [1, 3]),
        fence("solid", [2, 3.5], [3, 3.5], [3, 4], [2, 4]),
    ]
    case = situation([mist, *pillars], [2, 2], [1, 4])
    assert Oracle(case).answer().concealment == ("none", 0)
    state = load_situation(case, registry.get).state
    a, t = (state.token(id).space for id in ("A", "T"))
    sight = sight_map(state.board)
    assert sight.sees(a, t).exists
    # the line along the side of the mist is one of those on which nothing stops sight
    (line,) = sight.lines(a, t, point(2, 2), (point(2, 4),))
    assert not line.blinders
    assert plan_of(case)["concealment"]["percent"] == 0


@pytest.mark.parametrize(("side", "wanted"), [("left", "partial"), ("right", "total")])
def test_a_one_way_wall_hides_nothing_from_its_other_side(side: str, wanted: str) -> None:
    # downwards the left hand is to the east: from the west a left wall is nothing, here and there
    wall = fence("wall", [3, -9], [3, 0.9], side=side)
    post = fence("wall", [3.5, 0.6], [3.5, 1.4])
    case = situation([wall, post], [0, 0], [4, 0])
    case["options"] = {"partial_cover": "apply"}
    assert grade(case) == wanted


SHUT = [
    fence("wall", [1.25, 0.125], [1.25, 0.75], cover="improved"),
    fence("wall", [0.125, 1.25], [0.75, 1.25], cover="improved"),
]
"""Walls past which every line leads from (0, 0) and (1, 1), and none from (1, 0) and (0, 1)."""
NORTH, SOUTH = [3.125, 2.875], [2.875, 3.125]
TOGETHER: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "two walls": ("hard", {"kind": "wall"}, {"kind": "wall"}),
    "wall and low wall": ("hard", {"kind": "wall"}, {"kind": "low", "open": True}),
    "wall and slit": ("improved", {"kind": "wall"}, {"kind": "slit"}),
    "poor wall and low wall": (
        "hard", {"kind": "wall", "cover": "partial"}, {"kind": "low", "open": True},
    ),
    "two low walls": (
        "hard", {"kind": "low", "open": True}, {"kind": "low", "open": True, "cover": "improved"},
    ),
    "two fences": (
        "partial",
        {"kind": "cover", "open": True, "cover": "partial"},
        {"kind": "cover", "open": True},
    ),
    "low walls of total and improved cover": (
        "hard",
        {"kind": "low", "open": True, "cover": "total"},
        {"kind": "low", "open": True, "cover": "improved"},
    ),
    "two walls of their own": (
        "partial", {"kind": "wall", "cover": "partial"}, {"kind": "wall", "cover": "improved"},
    ),
}  # fmt: skip
"""What ends at (3, 3) from the upper right and from the lower left of the line from (0, 0)."""


@pytest.mark.parametrize("name", TOGETHER)
def test_all_that_hold_a_line_up_only_together_are_named(name: str) -> None:
    wanted, *sides = TOGETHER[name]
    one, other = (
        {**facts, "id": id, "points": [[3, 3], end]}
        for id, facts, end in zip(("one", "other"), sides, (NORTH, SOUTH), strict=True)
    )
    case = situation([*SHUT, one, other], [0, 0], [4, 4])
    plan = plan_of(case)
    assert (plan["cover"]["grade"], plan["cover"]["percent"]) == (wanted, 50)
    held = {tuple(x["to"]): set(x["by"]) for x in plan["lines"] if x["by"]}
    assert held == {(4, 4): {"one", "other"}, (5, 5): {"one", "other"}}
    assert grade(case) == wanted
    loaded = load_situation(case, registry.get)
    assert loaded.attack is not None
    made = loaded.system.plan(loaded.state, loaded.attack)
    assert set(made.facts[0].causes) == {"one", "other"}
    for kept in (one, other):
        assert grade(situation([*SHUT, kept], [0, 0], [4, 4])) == "none"


def test_a_wall_more_takes_nothing_from_a_slit_that_closes_a_line_with_another() -> None:
    wall, slit = fence("wall", [3, 3], NORTH), fence("slit", [3, 3], SOUTH)
    assert grade(situation([*SHUT, wall, slit], [0, 0], [4, 4])) == "improved"
    assert grade(situation([*SHUT, slit], [0, 0], [4, 4])) == "none"
    more = fence("wall", [3, 3], SOUTH)
    assert grade(situation([*SHUT, wall, more], [0, 0], [4, 4])) == "hard"
    assert grade(situation([*SHUT, wall, slit, more], [0, 0], [4, 4])) == "improved"


def test_a_slit_in_the_shooters_square_shelters_nobody_whom_walls_shelter() -> None:
    # the line from (0, 3) begins where the slit ends, which parts only the shooter's own square
    slit = fence("wall", [0, 3], [0.25, 2.75], stops_effect=False)
    sill = fence("wall", [-1, 3], [1, 3], cover="partial")
    stub = fence("wall", [0, 3], [0, 3.5])
    assert grade(situation([slit, sill, stub], [0, 2], [-1, 3])) == "partial"
    # beyond the sill it lies in the way
    beyond = fence("wall", [0, 3], [-0.25, 3.25], stops_effect=False, cover="improved")
    across = fence("wall", [-0.5, 3], [-0.5, 4], stops_effect=False)
    assert grade(situation([beyond, sill, stub], [0, 2], [-1, 3])) == "partial"
    assert grade(situation([across, sill, stub], [0, 2], [-1, 3])) == "hard"


LEFT_OF_IT, RIGHT_OF_IT = [2.125, 1.875], [1.875, 2.125]
"""Beside (2, 2) on the line from (0, 0) to (5, 5)."""
ALONG: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "nothing": ("none", []),
    "one on each side": (
        "improved", [fence("wall", [2, 2], LEFT_OF_IT), fence("wall", [3, 3], SOUTH)],
    ),
    "both on one side": (
        "none", [fence("wall", [2, 2], LEFT_OF_IT), fence("wall", [3, 3], NORTH)],
    ),
    "one across": ("hard", [fence("wall", RIGHT_OF_IT, LEFT_OF_IT)]),
    "one across, one to a side": (
        "improved", [fence("wall", RIGHT_OF_IT, LEFT_OF_IT), fence("wall", [3, 3], SOUTH)],
    ),
    "both across": (
        "improved", [fence("wall", RIGHT_OF_IT, LEFT_OF_IT), fence("wall", NORTH, SOUTH)],
    ),
    "both across, one beyond its end": (
        "hard", [fence("wall", RIGHT_OF_IT, LEFT_OF_IT), fence("wall", [3.25, 3], [3, 3.25])],
    ),
}  # fmt: skip
"""Walls about a slit along that line from (2, 2) to (3, 3): a way past them leads through it."""


@pytest.mark.parametrize("name", ALONG)
def test_a_slit_along_a_line_joins_walls_whatever_else_they_stop(name: str) -> None:
    wanted, walls = ALONG[name]
    slit = fence("slit", [2, 2], [3, 3])
    assert grade(situation([*SHUT, slit, *walls], [0, 0], [4, 4])) == wanted
    # nor does it matter how walls are drawn
    halves = [
        fence("wall", end, [sum(c) / 2 for c in zip(*wall["points"], strict=True)])
        for wall in walls
        for end in wall["points"]
    ]
    assert grade(situation([*SHUT, slit, *halves], [0, 0], [4, 4])) == wanted
    low = fence("low", [2, 2], [3, 3], open=True)
    poor = [{**wall, "cover": "partial"} for wall in walls]
    lower = {"none": "none", "improved": "hard", "hard": "partial"}[wanted]
    assert grade(situation([*SHUT, low, *poor], [0, 0], [4, 4])) == lower


def test_where_partial_cover_is_applied_the_attacker_chooses_by_it() -> None:
    # of the lines from (1, 0) one is stopped, from there a fifth of the target is seen;
    # of those from (1, 1) two are, but four fifths are seen
    posts = [
        fence("wall", [2, 0.05], [2, 0.3]),
        fence("wall", [2, 0.625], [2, 0.6875]),
        fence("wall", [2, 0.71875], [2, 0.78125]),
        fence("wall", [1.5, 0.25], [1.5, 0.4375], cover="improved"),
        fence("wall", [1.5, 0.5625], [1.5, 0.75], cover="improved"),
    ]
    # a second line from (1, 0), and all of them
    two, all_ = fence("wall", [2, 0.3], [2, 0.375]), fence("wall", [2, -0.125], [2, 0.375])
    for walls in (posts, [*posts, two], [*posts, all_]):
        case = situation(walls, [0, 0], [4, 0])
        assert grade(case) == "hard"
        case["options"] = {"partial_cover": "apply"}
        assert grade(case) == "partial"
    crowd = [{"id": "x", "side": "foes", "at": [2, 0]}]
    case = situation(posts, [0, 0], [4, 0], others=crowd)
    case["options"] = {"partial_cover": "apply"}
    assert grade(case) == "soft"


def test_only_what_stops_shots_hides_a_part_of_somebody() -> None:
    top, end = [3.0, -1.0], [3.0, 0.9]
    for kind in ("slit", "low", "wall"):
        case = situation([fence(kind, top, end, open=kind == "low", cover="hard")], [0, 0], [5, 0])
        case["options"] = {"partial_cover": "apply"}
        assert grade(case) == ("hard" if kind == "wall" else "partial")


def test_maps_of_cover_find_the_corner_with_partial_cover_beside_one_with_soft() -> None:
    # past the creature lead only lines from (0, 1) and (1, 1), which meet one wall each
    walls = [
        fence("wall", [1.5, 1.5625], [1.5, 1.8125]),
        fence("wall", [2, 1.3125], [2, 1.375]),
    ]
    crowd = [{"id": "x", "side": "foes", "at": [2, 0]}]
    case = situation(walls, [0, 0], [4, 2], others=crowd)
    for option, wanted in (("offer", "soft"), ("apply", "partial")):
        case["options"] = {"partial_cover": option}
        assert grade(case) == wanted
        state = load_situation(case, registry.get).state
        question = HeatQuestion("cover", TokenId("A"), TokenId("T"), "longbow")
        shown = {
            tuple(cell): found.value
            for patch in SYSTEM.heat(state, question)
            for cell, found, _, _ in patch.cells()
        }
        assert shown[0, 0] == wanted


@pytest.mark.parametrize("kind", ["cover", "slit", "low"])
def test_what_is_soft_hides_no_partial_cover_from_neighbours(kind: str) -> None:
    reeds = fence("cover", [1, -1], [1, 2], open=True, cover="soft")
    poor = fence(kind, [1, -1], [1, 2], open=True, cover="partial")
    wall = fence("wall", [1, 0.25], [1, 0.75], cover="partial")
    for one in (poor, wall):
        assert grade(situation([reeds], [0, 0], [1, 0], "sword")) == "none"
        assert grade(situation([one], [0, 0], [1, 0], "sword")) == "partial"
        assert grade(situation([reeds, one], [0, 0], [1, 0], "sword")) == "partial"


@pytest.mark.parametrize("kind", ["wall", "slit", "low"])
@pytest.mark.parametrize("upper", ["partial", "improved"])
def test_the_better_of_two_walls_that_meet_counts_among_neighbours(kind: str, upper: str) -> None:
    # both lines from corner to far corner run through their common end, and meet only both
    lower = {"partial": "improved", "improved": "partial"}[upper]
    facts = {"open": True} if kind == "low" else {}
    one = fence(kind, [1, 0.25], [1, 0.5], cover=upper, **facts)
    other = fence(kind, [1, 0.5], [1, 0.75], cover=lower, **facts)
    for order in ([one, other], [other, one]):
        assert grade(situation(order, [0, 0], [1, 0], "sword")) == "improved"
    poor = one if upper == "partial" else other
    assert grade(situation([poor], [0, 0], [1, 0], "sword")) == "partial"


KINDS: dict[str, dict[str, Any]] = {
    "low": {"kind": "low", "open": True},
    "slit": {"kind": "slit"},
    "fence": {"kind": "cover", "open": True},
    "wall": {"kind": "wall"},
}


@pytest.mark.parametrize("pair", [("low", "slit"), ("low", "fence"), ("slit", "fence")])
def test_a_line_leads_between_two_kinds_that_let_shots_pass(pair: tuple[str, str]) -> None:
    # it touches the free end of either; drawn into either it meets that one
    for one, other in (pair, pair[::-1]):
        ends = [
            {**KINDS[one], "points": [[3, 3], NORTH]},
            {**KINDS[other], "points": [[3, 3], SOUTH]},
        ]
        assert grade(situation([*SHUT, *ends], [0, 0], [4, 4])) == "none"
        through = {**KINDS[one], "points": [NORTH, SOUTH]}
        wanted = "improved" if one == "slit" else "hard"
        assert grade(situation([*SHUT, through, ends[1]], [0, 0], [4, 4])) == wanted
        # what closes either side together with a wall keeps its own grade
        wall = {**KINDS["wall"], "points": [[3, 3], SOUTH]}
        closed = "none" if one == "fence" else wanted
        assert grade(situation([*SHUT, ends[0], wall], [0, 0], [4, 4])) == closed


def test_soft_cover_counts_where_partial_cover_is_less() -> None:
    hard, soft = (
        fence("cover", [x, -5], [x, 6], open=True, cover=own)
        for x, own in ((2, "hard"), (3, "soft"))
    )
    case = situation([hard, soft], [0, 0], [5, 0])
    assert grade(case) == "hard"
    case["options"] = {"partial_cover": "apply"}
    assert grade(case) == "soft"
    assert grade({**case, "board": {"obstacles": [hard]}}) == "partial"
