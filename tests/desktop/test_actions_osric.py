"""What OSRIC lets one do beside attacks, in the window: from the menu, by clicks and typed dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.session import Session
from tests.desktop.deeds_kit import Deed, Seat, do_and_undo, has, logged, played
from tests.desktop.window_kit import place

pytestmark = pytest.mark.usefixtures("german")

SEATS: tuple[Seat, ...] = (
    ("kaela", "heroes", (4, 4), "", {"weapons": ["sword", "spear"], "hp": 30}),
    ("dirk", "heroes", (3, 4), "", {"profession": "assassin", "level": 3}),
    ("halvaine", "heroes", (2, 2), "", {"spells": [{"id": "web", "time": 2}]}),
    ("ork", "foes", (5, 4), "", {"hit_dice": "1", "hp": 9}),
    ("far", "foes", (13, 4), "", {"hit_dice": "1", "hp": 9}),
    ("sleeper", "foes", (2, 6), "asleep", {"hit_dice": "1", "hp": 9}),
    ("dreamer", "foes", (4, 6), "magic_sleep", {"hit_dice": "1", "hp": 9}),
    ("bleeds", "heroes", (10, 9), "", {"hp": 4}),
    ("ghost", "foes", (8, 9), "invisible", {"hit_dice": "1", "hp": 9}),
)
MISS = 1


def near_far(session: Session) -> bool:
    return (
        place(session, "kaela")[0] > 9
        and session.state.token("far").vitals.model_dump()["damage"] == 5
    )


DEEDS = (
    Deed("charge", "kaela", "far", (20, 5), comes=near_far),
    Deed("overbear", "kaela", "far", (MISS, 20, 2), comes=has("far", "prone", "held")),
    Deed("close", "dirk", "far", comes=has("dirk", "closing")),
    Deed("set", "kaela", fills={"weapon": "spear"}, comes=has("kaela", "set")),
    Deed("parry", "kaela", comes=has("kaela", "parrying")),
    Deed(
        "retreat",
        "kaela",
        fills={"swap": "dirk", "parry": "ork"},
        comes=lambda s: place(s, "kaela") == (3, 4) and has("kaela", "retreating", "parrying")(s),
    ),
    Deed(
        "flee",
        "kaela",
        dice=(MISS,),
        fills={"to": "A1"},
        comes=lambda s: place(s, "kaela") == (0, 0) and has("kaela", "fleeing")(s),
    ),
    Deed("negotiate", "dirk", fills={"text": "Frieden!"}, comes=logged("log.osric.talks")),
    Deed("save", "dirk", dice=(20,), fills={"save": "breath"}, comes=logged("log.osric.save")),
    Deed("assassinate", "dirk", "sleeper", (1,), comes=has("sleeper", "dead")),
    Deed("bind", "bleeds", comes=lambda s: s.state.token("bleeds").vitals.model_dump()["stable"]),
    Deed("slay", "kaela", "dreamer", comes=has("dreamer", "dead")),
    Deed("notice", "kaela", "ghost", wishes=("yes",), comes=logged("log.osric.notices")),
    Deed("delay", "kaela", comes=lambda s: "kaela" not in s.state.timeline.acting),
    Deed("drop", "halvaine", comes=logged("log.osric.drops")),
)


def test_every_action_of_the_menu_is_done_by_mouse_and_keys(qapp: object, tmp_path: Path) -> None:
    state = played(
        "osric",
        SEATS,
        {"do": "damage", "tokens": ["bleeds"], "amount": 5},
        {"do": "start", "surprise": False},
        {"do": "declare", "token": "halvaine", "action": "spell", "spell": "web"},
        {"do": "next", "dice": [6, 1]},
    )
    assert do_and_undo(tmp_path, state, DEEDS) == len(DEEDS)
