"""Getting on and off a mount; rider and mount go every way together."""

from __future__ import annotations

from typing import Any

import pytest

from rules.encounter.commands import Move, leading
from tests.rules.osric.fights import Table, token, wall

BEAST: dict[str, Any] = {"hit_dice": "3", "profession": "none", "size": "L", "move": 180}


def stable() -> Table:
    """Return a hero, a horse of two squares and a foe far away."""
    return Table(
        token("h", (0, 0)),
        token("r", (4, 4), **BEAST),
        token("o", (20, 4), side="foes", hit_dice="1"),
    )


@pytest.mark.mechanic("O52")
def test_whoever_sits_up_stands_where_the_mount_stands_and_goes_with_it() -> None:
    table = stable().do("mount", token="h", target="r")
    assert table.at("h") == table.at("r") == (4, 4)
    table.do("move", token="h", to=[6, 4])
    assert table.at("r") == (6, 4)
    table.do("move", token="r", to=[5, 5], free=True)
    assert table.at("h") == (5, 5)
    table.do("dismount", token="h")
    assert table.at("h") == (4, 5)
    table.do("move", token="r", to=[9, 9])
    assert table.at("h") == (4, 5)
    assert [k for k in table.log if "mounts" in k] == ["mounts", "dismounts"]


def test_close_retreat_and_flight_take_the_mount_along() -> None:
    table = stable().do("mount", token="h", target="r")
    table.do("close", token="h", target="o")
    assert table.at("h") == table.at("r")
    assert table.at("h")[0] > 15
    table.do("retreat", (), ["stay"], token="h", to=[12, 4], force=True)
    assert table.at("h") == table.at("r") == (12, 4)
    table.do("flee", token="h", to=[2, 2], force=True)
    assert table.at("h") == table.at("r") == (2, 2)


def test_what_forbids_to_sit_up_can_be_done_all_the_same() -> None:
    table = stable()
    assert table.refused("mount", token="h", target="h") == "osric.mounts_itself"
    assert table.refused("mount", token="h", target="o") == "osric.mount_hostile"
    assert table.refused("dismount", token="h") == "osric.rides_not"
    table.do("mount", token="h", target="r")
    assert table.refused("mount", token="h", target="r") == "osric.rides_already"
    assert table.refused("mount", token="o", target="r") == "osric.ridden_already"
    table.do("mount", token="o", target="r", force=True)
    assert [(k.a, k.b) for k in table.state.links] == [("o", "r")]


def test_of_those_who_go_together_one_alone_is_moved() -> None:
    state = stable().do("mount", token="h", target="r").state
    moves = [Move(token=t, to=(1, 1)) for t in ("r", "o", "h")]
    assert [m.token for m in leading(state, moves)] == ["r", "o"]


def test_nobody_gets_off_into_a_wall_of_others() -> None:
    near = [(x, y) for x in (0, 1, 2) for y in (0, 1, 2) if (x, y) != (0, 0)]
    others = [token(f"c{x}{y}", (x, y), side="neutral") for x, y in near]
    horse = token("r", (0, 0), **{**BEAST, "space": 1})
    table = Table(token("h", (9, 9)), horse, *others)
    table.do("mount", token="h", target="r").do("dismount", token="h")
    assert table.at("h") not in {table.at(t.id) for t in others}


def test_nobody_gets_off_through_a_wall() -> None:
    horse = token("r", (4, 4), **{**BEAST, "space": 1})
    room = ((4, 6), (4, 4), (5, 4), (5, 6))  # open to the south, one square wide
    walls = [wall(f"w{i}", *ends) for i, ends in enumerate(zip(room, room[1:], strict=False))]
    table = Table(token("h", (4, 5)), horse, obstacles=walls)
    table.do("mount", token="h", target="r").do("dismount", token="h")
    assert table.at("h") == (4, 5)
