"""What DAMAKAR lets one do beside attacks, in the window: from the menu, by clicks and forms."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.encounter.state import TokenId
from tests.desktop.deeds_kit import Comes, Deed, Seat, do_and_undo, has, played
from tests.desktop.window_kit import place

pytestmark = pytest.mark.usefixtures("german")

ARMED = {"weapons": ["sword", "dagger", "longbow"], "right": "sword", "ap": 28}
SEATS: tuple[Seat, ...] = (
    ("rovena", "heroes", (4, 4), "", ARMED),
    ("jorun", "heroes", (4, 7), "", ARMED),
    ("goblin", "foes", (5, 4), "", ARMED),
    ("late", "foes", (12, 4), "", ARMED),
)


def paid(zp: int) -> Comes:
    """Whether Rovena has paid so many ZP; she stood on 20."""
    return lambda session: session.state.timeline.at[TokenId("rovena")] == 20 - zp


GOBLIN = TokenId("goblin")
DEEDS = (
    Deed("wait", "rovena", comes=paid(6)),
    Deed("join", "late", comes=lambda s: "late" in s.state.timeline.acting),
    Deed("leave", "goblin", comes=has("goblin", "left")),
    Deed("draw", "rovena", wishes=("dagger",), comes=paid(7)),
    Deed("draw_pack", "rovena", wishes=("dagger",), comes=paid(21)),
    Deed("sheathe", "rovena", comes=paid(7)),
    Deed("drop", "rovena", comes=paid(2)),
    Deed("turn_away", "rovena", comes=has("rovena", "turned_away")),
    Deed("disengage", "rovena", wishes=("stay",), fills={"to": "A5"}, comes=paid(7)),
    Deed(
        "disengage",
        "rovena",
        wishes=("follow",),
        fills={"to": "B5"},
        comes=lambda s: place(s, "goblin") == (2, 4) and s.state.timeline.at[GOBLIN] == 14,
    ),
    Deed("magic", "rovena", wishes=("9",), fills={"text": "Funken"}, comes=paid(9)),
    Deed("free", "rovena", wishes=("3",), fills={"text": "ruft um Hilfe"}, comes=paid(3)),
    Deed("scuffle", "rovena", "goblin", comes=lambda s: len(s.state.links) == 1),
)


FREE: tuple[Seat, ...] = (
    ("rovena", "heroes", (4, 4), "", {**ARMED, "right": "longbow", "strength": 2}),
    ("goblin", "foes", (16, 4), "", ARMED),
)
"""A shooter with nobody near."""
FREE_DEEDS = (
    Deed("reload", "rovena", comes=paid(2 + 9)),
    Deed("run", "rovena", fills={"to": "H5"}, comes=lambda s: place(s, "rovena") == (7, 4)),
)


def test_every_action_of_the_menu_is_done_by_mouse_and_keys(qapp: object, tmp_path: Path) -> None:
    places = {"rovena": 20, "goblin": 15, "jorun": 10}
    begin = {"do": "start", "tokens": list(places), "values": places}
    assert do_and_undo(tmp_path, played("damakar", SEATS, begin), DEEDS) == len(DEEDS)


def test_whoever_is_free_loads_and_runs(qapp: object, tmp_path: Path) -> None:
    places = {"rovena": 20, "goblin": 5}
    begin = {"do": "start", "tokens": list(places), "values": places}
    shot = {"do": "attack", "attacker": "rovena", "target": "goblin", "weapon": "longbow"}
    state = played("damakar", FREE, begin, {**shot, "dice": [1], "choices": ["none"]})
    assert do_and_undo(tmp_path, state, FREE_DEEDS) == len(FREE_DEEDS)
