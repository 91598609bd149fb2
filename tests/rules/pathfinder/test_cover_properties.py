"""What must hold of whole answers, whatever stands on the map."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from maps.shapes import Grade
from maps.sight import SightLine, Verdict, sight_map
from rules import registry
from rules.encounter.situation import load_situation
from rules.systems.pathfinder.cover import Judge, Look, look_at
from rules.systems.pathfinder.duel import duel_of
from tests.compare import plan_of
from tests.rules.pathfinder.situations import Dice, joints, situation, wall_more

Case = dict[str, Any]
seeds = st.integers(0, 10_000_000)
WORTH = {"none": 0, "partial": 2, "soft": 4, "hard": 4, "improved": 8, "total": 99}
GRID = [(a, b, c, d) for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))
        for c, d in ((b, a), (-b, -a))]  # fmt: skip
"""The eight symmetries of the grid: (x, y) becomes (ax + by, cx + dy)."""


def told(case: Case) -> list[object]:
    """Return what an answer says that does not depend on where the map lies and how it is held."""
    plan = plan_of(case)
    out = [plan["cover"]["grade"], plan["cover"]["percent"], plan["distance"], plan["flanking"]]
    if out[0] != "total":
        out += [plan["concealment"]["grade"], plan["concealment"]["percent"]]
    return [*out, plan["possible"]]


def moved(case: Case, matrix: tuple[int, int, int, int], by: tuple[int, int]) -> Case:
    """Turn, mirror and move everything on a map."""
    a, b, c, d = matrix

    def to(p: list[float]) -> list[float]:
        return [a * p[0] + b * p[1] + by[0], c * p[0] + d * p[1] + by[1]]

    def at(token: Case) -> list[float]:
        (x, y), side = token["at"], token["size"]
        ends = [to([x, y]), to([x + side, y + side])]
        return [min(p[axis] for p in ends) for axis in (0, 1)]

    turned = {"left": "right", "right": "left"} if a * d - b * c < 0 else {}
    board = {
        "dark": case["board"].get("dark", False),
        "lights": [{**x, "at": to(x["at"])} for x in case["board"].get("lights", [])],
        "obstacles": [
            {
                **o,
                "points": [to(p) for p in o["points"]],
                **({"side": turned.get(o["side"], o["side"])} if "side" in o else {}),
            }
            for o in case["board"]["obstacles"]
        ],
    }
    tokens = [{**t, "at": at(t)} for t in case["tokens"]]
    return {**case, "board": board, "tokens": tokens}


def free_of_ties(case: Case) -> Case:
    """Leave out what is small: the whole square that it stands for is no symmetric notion.

    Storeys go too, whose rims are whole squares of their own.
    """
    for token in case["tokens"]:
        token["size"] = max(1, token["size"])
        token["at"] = [int(c // 1) for c in token["at"]]
    case["board"].pop("storeys", None)
    return case


@settings(max_examples=40, deadline=None)
@given(seeds, st.sampled_from(GRID), st.integers(-40, 40), st.integers(-40, 40))
def test_turned_mirrored_and_moved_maps_give_the_same_answer(
    seed: int, matrix: tuple[int, int, int, int], x: int, y: int
) -> None:
    case = free_of_ties(situation(seed, special=seed % 2 == 1))
    assert told(moved(case, matrix, (x, y))) == told(case)


@settings(max_examples=40, deadline=None)
@given(seeds, st.randoms(use_true_random=False))
def test_the_order_of_obstacles_and_bystanders_does_not_matter(seed: int, rng: Any) -> None:
    case = situation(seed, special=seed % 2 == 1)
    obstacles, tokens = list(case["board"]["obstacles"]), case["tokens"]
    rng.shuffle(obstacles)
    others = tokens[2:]
    rng.shuffle(others)
    board = {**case["board"], "obstacles": obstacles}
    assert told({**case, "board": board, "tokens": [*tokens[:2], *others]}) == told(case)


def walls_and_creatures(seed: int) -> Case:
    """Draw a situation of nothing but walls, pillars, shut doors and creatures."""
    case = situation(seed)
    kept = [o for o in case["board"]["obstacles"] if o["kind"] in ("wall", "solid", "door")]
    case["board"]["obstacles"] = kept
    return case


def worth(case: Case) -> int:
    return WORTH[plan_of(case)["cover"]["grade"]]


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_a_wall_more_never_lowers_cover(seed: int) -> None:
    case = situation(seed)
    before = worth(case)
    dice = Dice(seed + 1)
    start = dice.spot(0.5)
    case["board"]["obstacles"].append({"kind": "wall", "points": [start, dice.beside(start, 1)]})
    assert worth(case) >= before


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_nor_does_a_wall_where_others_end(seed: int) -> None:
    case = joints(seed)
    before = worth(case)
    for more in range(seed, seed + 3):
        assert worth(wall_more(case, more)) >= before


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_nor_does_it_where_partial_cover_is_applied(seed: int) -> None:
    case = joints(seed) if seed % 2 else situation(seed, special=True)
    case["options"] = {**case.get("options", {}), "partial_cover": "apply"}
    before = worth(case)
    for more in range(seed, seed + 3):
        assert worth(wall_more(case, more)) >= before


def held(judge: Judge, look: Look, line: SightLine) -> tuple[Grade, bool]:
    """Return the grade of a single line of a look without creatures, and whether it is soft."""
    facts = judge.facts(look.square, judge.duel.t, line.p, (line.q,), soft=False)
    found = judge.judged(look.square, line.p, line.p, facts)
    return found.hard, bool(found.soft_by)


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_those_named_hold_their_line_up_by_themselves(seed: int) -> None:
    case = joints(seed)
    loaded = load_situation(case, registry.get)
    assert loaded.attack is not None
    duel = duel_of(loaded.state, loaded.attack)
    look = look_at(duel).look
    for line in look.lines:
        named = [o for o in loaded.state.board.obstacles if o.id in line.by]
        if line.verdict is not Verdict.BLOCKED or line.q not in duel.t.lattice():
            continue
        board = replace(loaded.state.board, obstacles=tuple(named))
        judge = Judge(replace(duel, state=replace(loaded.state, board=board)))
        assert held(judge, look, line) == held(Judge(duel), look, line) != (Grade.NONE, False)


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_a_creature_less_never_raises_cover(seed: int) -> None:
    case = walls_and_creatures(seed)
    before = worth(case)
    for gone in range(2, len(case["tokens"])):
        tokens = [t for i, t in enumerate(case["tokens"]) if i != gone]
        assert worth({**case, "tokens": tokens}) <= before


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_who_sees_is_seen(seed: int) -> None:
    case = situation(seed, special=seed % 2 == 1)
    for o in case["board"]["obstacles"]:
        o.pop("side", None)
    state = load_situation(case, registry.get).state
    a, t = (state.token(id).space for id in ("A", "T"))
    sight = sight_map(state.board)
    assert sight.sees(a, t).exists == sight.sees(t, a).exists
    assert sight.effect(a, t).exists == sight.effect(t, a).exists


def test_there_are_eight_symmetries() -> None:
    big = {"board": {"obstacles": []}, "tokens": [{"at": [1, 0], "size": 2}]}
    found = {tuple(moved(big, matrix, (0, 0))["tokens"][0]["at"]) for matrix in GRID}
    assert found == {(1, 0), (-3, 0), (1, -2), (-3, -2), (0, 1), (0, -3), (-2, 1), (-2, -3)}
