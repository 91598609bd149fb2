"""The optional rule that a shield counts against few attacks a round only (rules §2.5)."""

from __future__ import annotations

import pytest

from tests.rules.osric.fights import Table, counted, foe, hero, plan

MISS = 1


def besieged(size: str, **options: bool | int | str) -> Table:
    """Seat a shield-bearer among four foes, all in one moment."""
    bearer = hero("t", (5, 5), shield=True, shield_size=size, shield_magic=1, hp=40)
    foes = [foe(id, at) for id, at in zip("abcd", ((4, 5), (6, 5), (5, 4), (5, 6)), strict=True)]
    return Table(bearer, *foes, **options).begin(1, 6)


def shield(table: Table, attacker: str) -> int | None:
    return counted(plan(table.state, attacker)).get("shield")


@pytest.mark.parametrize(("size", "most"), [("small", 1), ("medium", 2), ("large", 3)])
def test_a_shield_counts_against_as_many_attacks_as_it_is_large(size: str, most: int) -> None:
    table = besieged(size, shield_attacks=True)
    found = []
    for attacker in "abcd":
        found.append(shield(table, attacker))
        table.do("attack", [MISS], attacker=attacker, target="t")
    assert found == [-2] * most + [None] * (4 - most)


def test_without_the_option_it_counts_against_all() -> None:
    table = besieged("small")
    for attacker in "abcd":
        assert shield(table, attacker) == -2
        table.do("attack", [MISS], attacker=attacker, target="t")


def test_the_next_round_begins_anew_and_undo_gives_back() -> None:
    table = besieged("small", shield_attacks=True)
    table.do("attack", [MISS], attacker="a", target="t")
    assert shield(table, "b") is None
    table.game.history.undo()
    assert shield(table, "b") == -2
    table.game.history.redo()
    while table.now[1] == 1:
        table.do("next")
    table.do("next", [1, 6])
    assert shield(table, "b") == -2


def test_an_attack_that_gets_past_the_shield_does_not_use_it_up() -> None:
    table = besieged("small", shield_attacks=True)
    table.do("face", token="t", facing=0)
    table.do("attack", [MISS], attacker="d", target="t")  # from directly behind
    assert shield(table, "c") == -2
