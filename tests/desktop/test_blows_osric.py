"""What an attack of OSRIC can be, in the window: by clicks in the dock and typed dice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from desktop.session import Session
from tests.desktop.deeds_kit import (
    Blow,
    Comes,
    Deed,
    Seat,
    Step,
    do_and_undo,
    do_in_turn,
    has,
    logged,
    played,
    says,
)  # fmt: skip
from tests.desktop.window_kit import place

pytestmark = pytest.mark.usefixtures("german")

ORC: dict[str, Any] = {"hit_dice": "1", "profession": "none", "hp": 40, "weapons": ["scimitar"]}
PARTS = {"base_ac": 6, "shield": True, "dexterity": 16}
"""An armour class in parts: 10 − 4 with leather or hide, a shield, a quick body: 3."""
SEATS: tuple[Seat, ...] = (
    # two foes about one, one of them large
    ("kaela", "heroes", (3, 3), "", {
        "weapons": ["long_sword", "dagger"], "hp": 40, "strength": 17, "dexterity": 16, "level": 7,
    }),
    ("ork", "foes", (4, 3), "", ORC),
    ("troll", "foes", (3, 4), "", {**ORC, "size": "L", "space": 1}),
    # a shot into their melee; a horse to ride
    ("bogen", "heroes", (3, 20), "", {"weapons": ["long_bow"], "dexterity": 17}),
    ("reiter", "heroes", (2, 15), "", {"weapons": ["lance"], "hp": 40, "strength": 18}),
    ("ross", "heroes", (1, 13), "", {
        "hit_dice": "3", "profession": "none", "size": "L", "move": 180, "war_trained": True,
    }),
    ("spiess", "foes", (14, 14), "", {**ORC, "weapons": ["spear"], "strength": 16}),
    # pairs: whoever is in a state, from a side
    ("dieb", "heroes", (12, 3), "", {"profession": "thief", "weapons": ["short_sword"]}),
    ("hinten", "foes", (13, 3), "", {**ORC, **PARTS}),
    ("liegt", "foes", (20, 3), "prone", {**ORC, **PARTS}),
    ("eins", "heroes", (19, 3), "", {"weapons": ["long_sword"]}),
    ("wankt", "foes", (20, 9), "stunned", {**ORC, **PARTS}),
    ("zwei", "heroes", (19, 9), "", {"weapons": ["long_sword"]}),
    ("fehlt", "foes", (28, 3), "invisible", ORC),
    ("drei", "heroes", (27, 3), "", {"weapons": ["long_sword"]}),
    ("wolf", "foes", (28, 9), "", {
        **ORC, "weapons": [{"id": "claw", "natural": True}, {"id": "bite", "natural": True}],
        "routine": ["claw", "claw", "bite"],
    }),
    ("vier", "heroes", (27, 9), "", {"hp": 40, "armour": "mail", "dexterity": 16}),
)  # fmt: skip
MISS, HIT = 1, 20


def harm(**points: int) -> Comes:
    """Whether these have taken so much, and nobody else anything."""

    def found(session: Session) -> bool:
        taken = {
            t.id: t.vitals.model_dump()["damage"]
            for t in session.state.tokens.values()
            if t.vitals.model_dump()["damage"]
        }
        return taken == points

    return found


STEPS = (
    # -4 with the off-hand, Dexterity helps both; large damage against the troll who is drawn
    Blow("kaela", "ork", "long_sword", "two", (HIT, 2, 12, HIT, 3), comes=harm(troll=17)),
    Blow(
        "kaela", "ork", "unarmed", "strike", (HIT, 1, 2), rows=("+1 · Stärke · ST 17",),
        comes=harm(ork=3),
    ),
    Blow("kaela", "troll", "unarmed", "grapple", (HIT, 1, 1), comes=has("ork", "held")),
    Blow("kaela", "troll", "long_sword", on=("chosen_target",), dice=(MISS,), comes=harm()),
    # what is typed for the attack waits for the draw; every shot is drawn among friend and foes
    Blow("bogen", "ork", "long_bow", "", (HIT, 1, 6, 2, HIT, 4), comes=harm(kaela=6, ork=4)),
    Blow(
        "dieb", "hinten", dice=(HIT, 5), comes=harm(hinten=5),
        rows=("+4 · direkt von hinten · Stich in den Rücken\naus dem Regelwerk",),
    ),
    Blow("eins", "liegt", rows=("+4 · liegend",), dice=(HIT, 5), comes=harm(liegt=5)),
    Blow("zwei", "wankt", rows=("+4 · betäubt",), dice=(HIT, 5), comes=harm(wankt=5)),
    Blow(
        "drei", "fehlt", on=("position_known",), rows=("−4 · unsichtbar",), dice=(HIT, 5),
        comes=harm(fehlt=5),
    ),
    Blow("wolf", "vier", "", "routine", (HIT, 3, MISS, HIT, 4), comes=harm(vier=7)),
    # the lance of a rider: double dice, not the Strength; a spear set against it strikes first
    Deed("mount", "reiter", "ross", comes=logged("log.osric.mounts")),
)  # fmt: skip


def test_every_kind_of_blow_is_struck_by_mouse_and_keys(qapp: object, tmp_path: Path) -> None:
    state = played("osric", SEATS, {"do": "face", "token": "hinten", "facing": 90}, size=(36, 24))
    assert do_and_undo(tmp_path, state, STEPS) == len(STEPS)


RIDE: tuple[Step, ...] = (
    Deed("mount", "reiter", "ross", comes=lambda s: place(s, "reiter") == (1, 13)),
    Deed("set", "spiess", fills={"weapon": "spear"}, comes=has("spiess", "set")),
    # the set spear strikes first, its dice doubled; the lance then too, both without Strength
    Deed(
        "charge", "reiter", "spiess", (HIT, 4, HIT, 2, 3), fills={"weapon": "lance"},
        comes=lambda s: harm(reiter=9, spiess=14)(s) and place(s, "ross") == place(s, "reiter"),
    ),
    Deed("dismount", "reiter", comes=lambda s: place(s, "ross") != place(s, "reiter")),
)  # fmt: skip


def test_a_rider_charges_against_a_set_spear(qapp: object, tmp_path: Path) -> None:
    assert do_in_turn(tmp_path, played("osric", SEATS, size=(36, 24)), RIDE) == len(RIDE)


AROUND: tuple[Seat, ...] = (
    ("kaela", "heroes", (3, 3), "", {"weapons": ["long_sword"], "hp": 40, "strength": 17}),
    ("ork", "foes", (4, 3), "", ORC),
    ("troll", "foes", (3, 4), "", {**ORC, "size": "L", "space": 1}),
    ("eins", "heroes", (3, 14), "", {"weapons": ["long_sword"], "hp": 40, "dexterity": 16}),
    ("pike", "foes", (14, 14), "", {**ORC, "weapons": ["pole_arm"]}),
    ("zwei", "heroes", (24, 3), "", {"weapons": ["long_sword"], "hp": 40}),
    ("frei", "foes", (25, 3), "", ORC),
)
MOVES: tuple[Step, ...] = (
    Deed("parry", "kaela", wishes=("troll",), comes=has("kaela", "parrying")),
    Blow("troll", "kaela", dice=(HIT, 4), rows=("−1 · pariert",), comes=harm(kaela=4)),
    # all who are engaged strike at once at somebody who flees
    Deed(
        "flee", "kaela", dice=(MISS, MISS), fills={"to": "A20"},
        comes=lambda s: says("5, nötig 9")(s) and not s.state.token("kaela").has("parrying"),
    ),
    # a longer weapon strikes first, and the charger has no Dexterity against it
    Deed("charge", "eins", "pike", (14, 1, HIT, 5), comes=harm(kaela=4, eins=2, pike=5)),
    # what the rules refuse is done by the game master's word
    Deed("charge", "zwei", "frei", (MISS,), anyway=True, comes=says("+2 Sturmangriff")),
    # whoever is free follows a retreat
    Deed(
        "retreat", "zwei", wishes=("follow",), fills={"to": "V4"},
        comes=lambda s: place(s, "frei") == (22, 3),
    ),
    Blow("frei", "zwei", "unarmed", "grapple", (HIT, 2), comes=has("zwei", "held")),
    Deed("break_free", "zwei", dice=(1,), comes=lambda s: not s.state.token("zwei").has("held")),
)  # fmt: skip


def test_moves_and_what_answers_them(qapp: object, tmp_path: Path) -> None:
    assert do_in_turn(tmp_path, played("osric", AROUND, size=(36, 24)), MOVES) == len(MOVES)
