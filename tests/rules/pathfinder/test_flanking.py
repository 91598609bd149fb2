"""Flanking: partners, big flankers, and who does not help."""

from __future__ import annotations

from typing import Any

import pytest

from rules.encounter.state import Encounter, TokenId
from rules.systems.pathfinder.duel import make_duel
from rules.systems.pathfinder.flanking import flank_line, partners
from tests.rules.pathfinder.fights import fight, token


def helpers(state: Encounter, attacker: str = "a", weapon: str = "sword") -> tuple[TokenId, ...]:
    return partners(make_duel(state, TokenId(attacker), TokenId("t"), weapon))


@pytest.mark.mechanic("P46")
def test_everybody_on_the_other_side_is_a_partner() -> None:
    state = fight(
        token("a", (0, 1)),
        token("b", (2, 1)),
        token("c", (2, 2)),
        token("d", (1, 0)),
        token("t", (1, 1), side="foes"),
    )
    assert helpers(state) == ("b",)
    assert helpers(state, "b") == ("a",)
    assert helpers(state, "d") == ()


@pytest.mark.mechanic("P46")
def test_shots_never_flank() -> None:
    state = fight(token("a", (0, 1)), token("b", (2, 1)), token("t", (1, 1), side="foes"))
    assert helpers(state, weapon="longbow") == ()


@pytest.mark.mechanic("P47")
def test_who_may_be_a_partner() -> None:
    def with_partner(side: str, **options: Any) -> bool:
        state = fight(
            token("a", (0, 1)),
            token("b", (2, 1), side=side),
            token("t", (1, 1), side="foes"),
            **options,
        )
        return bool(helpers(state))

    assert with_partner("heroes")
    assert not with_partner("third")
    assert with_partner("third", flank_partner="any_enemy_of_target")
    assert not with_partner("neutral", flank_partner="any_enemy_of_target")


@pytest.mark.mechanic("P49")
def test_one_square_of_a_big_flanker_is_enough() -> None:
    state = fight(token("a", (1, 3)), token("b", (3, 1), size=2), token("t", (2, 2), side="foes"))
    assert helpers(state) == ("b",)
    literal = fight(*state.tokens.values(), flank_symmetric=False)
    assert helpers(literal) == ()
    assert helpers(literal, "b") == ("a",)


@pytest.mark.mechanic("P48")
def test_the_line_of_a_flank_can_be_shown() -> None:
    state = fight(token("a", (0, 1)), token("b", (2, 1)), token("t", (1, 1), side="foes"))
    line = flank_line(make_duel(state, TokenId("a"), TokenId("t"), "sword"), state.token("b"))
    assert line is not None
    assert (line.a, line.b) == (state.token("a").space, state.token("b").space)
    assert line.sides == ("left", "right")


@pytest.mark.mechanic("P50", "P51")
def test_only_who_threatens_and_has_reach_helps() -> None:
    def helps(**partner: Any) -> bool:
        state = fight(
            token("a", (0, 1)),
            token("b", (2, 1), **partner),
            token("t", (1, 1), side="foes"),
        )
        return bool(helpers(state))

    assert helps()
    assert not helps(conditions=["paralysed"])
    assert not helps(weapons=["longbow"])
    assert not helps(reach=0)
    assert not helps(weapons=["longspear"])
    assert helps(weapons=["longbow"], improved_unarmed=True)
