"""Surprise, announcements, segments and ties of OSRIC in the window, by keys and clicks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop.session import Session
from tests.desktop.deeds_kit import (
    Blow,
    Comes,
    Deed,
    Press,
    Seat,
    Step,
    do_in_turn,
    has,
    logged,
    played,
)

pytestmark = pytest.mark.usefixtures("german")

ORC: dict[str, Any] = {"hit_dice": "1", "profession": "none", "hp": 20, "weapons": ["scimitar"]}
CTRL = Qt.KeyboardModifier.ControlModifier
SEATS: tuple[Seat, ...] = (
    ("kaela", "heroes", (4, 4), "", {"weapons": ["long_sword"], "hp": 40, "level": 7}),
    ("flink", "heroes", (4, 8), "", {"weapons": ["long_bow"], "dexterity": 17}),
    ("magus", "heroes", (14, 4), "", {
        "profession": "magic_user", "dexterity": 16, "hp": 12, "weapons": ["staff"],
        "spells": [{"id": "web", "time": 2}],
    }),
    ("ork", "foes", (5, 4), "", {**ORC, "surprises_on": 3}),
    ("spaeher", "foes", (15, 4), "", ORC),
    ("schamane", "foes", (12, 10), "", {**ORC, "spells": [{"id": "hold", "time": 1}]}),
    ("eins", "heroes", (17, 1), "", {"weapons": ["long_sword"], "hp": 1}),
    ("zwei", "foes", (18, 1), "", {**ORC, "hp": 1}),
    ("dritte", "third", (18, 9), "", {**ORC}),
)  # fmt: skip
MISS, HIT = 1, 20


def phase(name: str, segment: int, *ids: str) -> Comes:
    """Whether it is this phase and segment, and just these act."""

    def found(session: Session) -> bool:
        line = session.state.timeline
        return (line.phase, line.now, set(line.acting)) == (name, segment, set(ids))

    return found


def at(**keys: int) -> Comes:
    """Whether these act with these keys."""
    return lambda s: all(s.state.timeline.at.get(t) == key for t, key in keys.items())  # type: ignore[call-overload]  # ids


FOES = ("ork", "spaeher", "schamane", "zwei")
SURPRISE: tuple[Step, ...] = (
    # the foes are warned and make no roll; one of them surprises on 1 to 3, so that a 3 gives
    # three segments; the quick one is surprised two segments less; a third side is not at all
    Deed("alert:foes", comes=logged("log.osric.alerted")),
    Press(Qt.Key.Key_R, CTRL, (3, 6), comes=phase("surprise", 1, *FOES, "dritte")),
    Blow("ork", "kaela", dice=(HIT, 4), comes=has("kaela", "surprised")),
    Deed("cast", "schamane", comes=has("schamane", "casting")),
    Press(comes=phase("surprise", 2, "flink", *FOES, "dritte")),
    Press(comes=phase("surprise", 3, "flink", "magus", *FOES, "dritte")),
    Press(comes=lambda s: s.state.timeline.phase == "declare" and s.state.timeline.round == 1),
)
FIRST: tuple[Step, ...] = (
    # the foes' plan first, then what the heroes say; the die of each side tells the others' segment
    Deed("declare_side:foes", wishes=("attack",)),
    Deed("declare", "magus", wishes=("spell", "web")),
    Deed("declare", "flink", wishes=("missile",)),
    Press(dice=(5, 4, 3), comes=at(flink=2, kaela=4, magus=4, ork=5, dritte=5)),
    Press(comes=lambda s: has("magus", "casting")(s) and s.state.timeline.now == 4),
    Blow("kaela", "ork", dice=(HIT, 4)),
    Press(comes=phase("segment", 5, *FOES, "dritte")),
    Blow("spaeher", "magus", dice=(HIT, 4), comes=logged("log.osric.spell_lost")),
    # the second routine of a warrior of the seventh level comes when both sides are done
    Press(comes=phase("late", 5, "kaela")),
    Blow("kaela", "ork", dice=(HIT, 4)),
    Press(comes=lambda s: s.state.timeline.round == 2),
)
SECOND: tuple[Step, ...] = (
    # a tie: two fell each other at once; who holds acts after the others
    Deed("declare_side:foes", wishes=("attack",)),
    Deed("declare", "kaela", wishes=("hold",)),
    Press(dice=(4, 4, 1), comes=at(flink=2, kaela=4, ork=4, dritte=4)),
    Press(comes=lambda s: s.state.timeline.now == 4 and "kaela" not in s.state.timeline.acting),
    Blow("eins", "zwei", dice=(HIT, 5), comes=lambda s: not s.state.token("zwei").has("dead")),
    Blow("zwei", "eins", dice=(HIT, 5)),
    Deed("act", "kaela", comes=lambda s: "kaela" in s.state.timeline.acting),
    Blow("kaela", "ork", dice=(MISS,)),
    Press(comes=lambda s: has("zwei", "dead")(s) and has("eins", "unconscious")(s)),
)


def test_two_rounds_from_surprise_to_a_tie(qapp: object, tmp_path: Path) -> None:
    steps = (*SURPRISE, *FIRST, *SECOND)
    assert do_in_turn(tmp_path, played("osric", SEATS), steps) == len(steps)
