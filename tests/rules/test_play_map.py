"""Commands that change the map."""

from __future__ import annotations

from typing import Any

from maps.grid import Point
from maps.shapes import DoorState
from tests.rules.play_kit import do, game, log_of, refused


def test_drawing_gives_fresh_ids_and_replaces_known_ones() -> None:
    played = game()
    wall = {"kind": "wall", "points": [[0, 0], [1, 0]]}
    do(played, "draw", obstacles=[wall, {**wall, "id": "wall:1"}, {"kind": "door", **points()}])
    assert [o.id for o in played.state.board.obstacles] == ["wall:0", "wall:1", "door:0"]
    do(played, "draw", obstacles=[{**wall, "id": "wall:0", "points": [[5, 5], [6, 6]]}, wall])
    board = played.state.board
    assert [o.id for o in board.obstacles] == ["wall:0", "wall:1", "door:0", "wall:2"]
    assert board.obstacle("wall:0").points[0] == Point(2560, 2560)
    assert refused(played, "draw", obstacles=[{"kind": "hedge"}])[0] == "word_unknown"
    assert refused(played, "draw", obstacles=[{**wall, "id": "x"}, {**wall, "id": "x"}]) == (
        "id_twice",
        "obstacles",
    )
    assert refused(played, "draw", obstacles=[])[0] == "nothing_changes"
    do(played, "erase", obstacles=["wall:1", "wall:0"])
    assert [o.id for o in played.state.board.obstacles] == ["door:0", "wall:2"]
    assert refused(played, "erase", obstacles=["wall:2", "x"]) == (
        "obstacle_unknown",
        "obstacles[1]",
    )


def test_lights_come_change_and_go_and_the_map_gets_dark() -> None:
    played = game()
    torch = {"at": [2, 3], "bright": 4, "dim": 8}
    do(played, "light", lights=[torch, torch], dark=True)
    assert [i.id for i in played.state.board.lights] == ["light:0", "light:1"]
    assert played.state.board.dark
    do(played, "light", lights=[{**torch, "id": "light:1", "dim": 6}], remove=["light:0"])
    (left,) = played.state.board.lights
    assert (left.id, left.dim) == ("light:1", 6 * 512)
    do(played, "light", dark=False)
    assert not played.state.board.dark
    assert refused(played, "light", dark=False)[0] == "nothing_changes"
    assert refused(played, "light", remove=["x"]) == ("light_unknown", "remove[0]")
    assert refused(played, "light", lights=[{"at": [0, 0]}])[0] == "key_missing"


def test_a_floor_can_be_laid() -> None:
    played = game()
    square = [[0, 0], [2, 0], [2, 2], [0, 2]]
    do(played, "floor", floor={"ground": "rock", "items": [{"kind": "grass", "points": square}]})
    assert [i.kind for i in played.state.board.floor.items] == ["grass"]
    same = {"ground": "rock", "items": [{"kind": "grass", "points": square}]}
    assert refused(played, "floor", floor=same)[0] == "nothing_changes"
    assert refused(played, "floor", floor={"grund": "x"}) == ("key_unknown", "floor.grund")


def test_whoever_moves_goes_up_and_down_with_the_ground() -> None:
    played = game()
    hill = [[4, 0], [8, 0], [8, 4], [4, 4]]
    do(played, "draw", obstacles=[{"kind": "rise", "points": hill, "top": 2}])
    do(played, "edit", token="A", values={"elevation": 1})
    do(played, "move", token="A", to=[5, 1])
    assert played.state.token("A").elevation == 3 * 512
    do(played, "move", token="A", to=[6, 2])
    assert played.state.token("A").elevation == 3 * 512
    do(played, "move", token="A", to=[1, 1])
    assert played.state.token("A").elevation == 512
    before = set(played.state.tokens)
    do(played, "add", name="Oben", at=[6, 1])
    (new,) = set(played.state.tokens) - before
    assert played.state.token(new).elevation == 2 * 512


def points() -> dict[str, Any]:
    return {"points": [[2, 0], [3, 0]]}


def test_doors_open_close_and_lock() -> None:
    played = game()
    do(played, "draw", obstacles=[{"kind": "door", **points()}, {"kind": "wall", **points()}])
    assert log_of(do(played, "door", obstacle="door:0")) == ["Die Tür steht jetzt offen."]
    do(played, "door", obstacle="door:0")
    assert played.state.board.obstacle("door:0").state is DoorState.CLOSED
    do(played, "door", obstacle="door:0", state="locked")
    assert refused(played, "door", obstacle="door:0", state="locked")[0] == "nothing_changes"
    do(played, "door", obstacle="door:0")
    assert played.state.board.obstacle("door:0").state is DoorState.OPEN
    assert refused(played, "door", obstacle="wall:0")[0] == "not_a_door"
    assert refused(played, "door", obstacle="x")[0] == "obstacle_unknown"


def test_a_board_can_be_replaced() -> None:
    played = game()
    do(played, "board", board={"width": 9, "height": 7, "dark": True})
    assert (played.state.board.width, played.state.board.dark) == (9, True)
    assert refused(played, "board", board={"width": 0}) == ("number_out_of_range", "board.width")
