"""Heat maps of Das System: what each square would mean, held against the rules for one square."""

from __future__ import annotations

from dataclasses import replace

import pytest

from maps.board import Board
from maps.grid import SUB, Cell, Footprint
from maps.shapes import Grade
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, Token, TokenId
from rules.system.ground import HeatKind, HeatQuestion, SupportsHeat
from rules.systems.das_system import SYSTEM, heat
from rules.systems.das_system.sight import grades
from tests.rules.das_system.fights import fight, token, wall

ME, FOE = TokenId("a"), TokenId("t")


def field(**values: object) -> Encounter:
    """Return a fight in a hall that a wall parts."""
    state = fight(
        token("a", (0, 2), weapons=["sword", "longbow"]),
        token("t", (5, 2), side="foes", facing=90, weapons=["sword"]),
    )
    board = Board(width=8, height=5, obstacles=(wall("w", (3, 0), (3, 4)),))
    return replace(state, board=board)


def asked(state: Encounter, kind: HeatKind, weapon: str = "") -> dict[Cell, tuple[Grade, int, int]]:
    assert isinstance(SYSTEM, SupportsHeat)
    patches = list(SYSTEM.heat(state, HeatQuestion(kind, ME, FOE, weapon)))
    return {cell: (g, v, t) for patch in patches for cell, g, v, t in patch.cells()}


def test_every_free_square_is_answered_once_the_own_row_first() -> None:
    state = field()
    found = asked(state, "cover")
    assert len(found) == 8 * 5 - 1
    assert Cell(5, 2) not in found, "somebody stands there"
    assert next(iter(found)).y == 2
    patches = list(SYSTEM.heat(state, HeatQuestion("cover", ME, FOE), [4]))
    assert {patch.top for patch in patches} == {4}
    assert sorted(cell.x for patch in patches for cell, *_ in patch.cells()) == list(range(8))


def test_few_squares_are_judged_without_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[Cell] = []

    def note(state: Encounter, there: Token, foes: list[Token]) -> dict[TokenId, Grade]:
        judged.append(Cell(there.space.x // SUB, there.space.y // SUB))
        return grades(state, there, foes)

    monkeypatch.setattr("rules.systems.das_system.heat.grades", note)
    wide = replace(field(), board=Board(width=30, height=3))
    at_once: list[int] = []
    for _ in heat.heat(wide, HeatQuestion("cover", ME, FOE)):
        at_once.append(len(judged) - sum(at_once))
    assert max(at_once) <= 4
    assert judged[0].x == 0, "the nearest squares first"
    assert len(set(judged)) == len(judged) == 30 * 3 - 1


@pytest.mark.parametrize("weapon", ["sword", "longbow"])
def test_the_map_says_what_the_plan_says_of_each_square(weapon: str) -> None:
    state = field()
    for cell, (grade, bonus, _) in asked(state, "cover", weapon).items():
        place = Footprint.at(cell.x, cell.y, 1)
        plan = SYSTEM.plan(state, AttackAction(ME, FOE, weapon, place=place))
        assert plan.cover is not None
        assert grade is plan.cover.grade
        assert bonus == 0


def test_one_is_safe_where_no_foe_can_strike() -> None:
    found = asked(field(), "safety")
    assert found[Cell(1, 1)] == (Grade.TOTAL, 1, 1)
    assert found[Cell(4, 2)][2] == 0, "a sword reaches the next square"
    assert found[Cell(7, 2)][2] == 1, "a sword reaches no further"


def test_the_back_of_the_target_is_behind_it() -> None:
    found = asked(field(), "flank")
    assert found
    assert all(cell.x == 4 for cell in found), "it looks east"
    away = field()
    turned = away.with_token(replace(away.token("t"), facing=None))
    assert asked(turned, "flank") == {}


def test_ways_are_told_by_seconds_and_go_round_the_wall() -> None:
    state = field()
    found = asked(state, "reach")
    assert found[Cell(2, 2)][1:] == (2, 1)
    assert found[Cell(4, 0)][1:] == (8, 3), "round the end of the wall on the map, not off it"
    held = state.with_token(token("a", (0, 2), conditions=["held"]))
    assert asked(held, "reach") == {}
