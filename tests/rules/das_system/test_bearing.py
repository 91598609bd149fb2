"""What is remembered of a stand-in is what the rules say of the combatant himself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from maps.grid import Footprint
from rules.core.options import Options
from rules.encounter.state import Condition, SideId, Token, TokenId
from rules.systems.das_system import means, values, warding
from rules.systems.das_system.bearing import stand_in
from rules.systems.das_system.body import places
from rules.systems.das_system.conditions import SPECS
from rules.systems.das_system.library import library
from rules.systems.das_system.options import OPTIONS
from rules.systems.das_system.sheet import DasSystemSheet, DasSystemVitals, Wound, sheet_of
from tests.rules.das_system.fights import token

SHEETS = [t.sheet for t in library() if isinstance(t.sheet, DasSystemSheet)]
FORBIDDEN = ((), ("attack", "parade"), ("dodge",))


def questions(one: Token, options: Options) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield what is asked of a combatant in melee: functions and what they are told besides."""
    yield values.dodge_values, (options,)
    yield means.at_hand, ()
    for weapon in sheet_of(one).arms:
        yield values.attack_values, (weapon, options)
        yield values.parade_values, (weapon, options)
        for against in sheet_of(one).arms:
            yield means.why_not, (weapon, against)
        for function in (means.parrying, means.counters, warding.barred):
            yield function, (weapon,)


def somebody(chance: Random) -> Token:
    """Return a combatant in the middle of a fight, with all that may set him apart."""
    sheet = chance.choice(SHEETS)
    wounds = tuple(
        Wound(
            id=n, place=chance.choice(list(places())), kind="stich", row=chance.randint(1, 8),
            severity=chance.randint(1, 400), fight=chance.choice((0, 30, 90)),
            pain=chance.randint(0, 6), forbids=chance.choice(FORBIDDEN),
        )
        for n in range(1, chance.randint(1, 4))
    )  # fmt: skip
    held = chance.choice(["", *(weapon.id for weapon in sheet.arms)])
    vitals = DasSystemVitals(
        gz=chance.randint(1, 900), ausdauer=chance.randint(0, 900), wounds=wounds, wielded=held,
        parade_festwert=chance.choice((None, 200)), kar=chance.randint(0, 9),
    )  # fmt: skip
    conditions = tuple(Condition(spec.id) for spec in SPECS if chance.random() < 0.15)
    return Token(
        TokenId(f"t{chance.random()}"), "Probe", chance.choice(list(SideId)),
        Footprint.at(chance.randint(0, 9), 3, chance.choice((1, 2))), sheet, vitals,
        chance.choice((None, 90)), conditions, reach=chance.choice((None, 3)), elevation=512,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_what_is_remembered_holds_for_the_combatant_himself(seed: int) -> None:
    one = somebody(Random(seed))
    for function, more in questions(one, Options(OPTIONS, {})):
        assert function(one, *more) == function.__wrapped__(one, *more)


def test_what_a_blow_costs_makes_no_other_stand_in() -> None:
    one = token("a", vitals={"ausdauer": 500})
    tired = replace(token("b", (4, 4), vitals={"ausdauer": 300, "kar": 2}), sheet=one.sheet)
    assert stand_in(one) is stand_in(tired)


@pytest.mark.parametrize("change", ["wounds", "wielded", "conditions", "sheet"])
def test_what_melee_asks_for_makes_another_stand_in(change: str) -> None:
    one = token("a")
    wound = Wound(id=1, place=next(iter(places())), kind="stich", row=2, severity=30)
    vitals: dict[str, Any] = {"wounds": (wound,), "wielded": "unarmed"}
    mine = {name: value for name, value in vitals.items() if name == change}
    other = replace(one, vitals=one.vitals.model_copy(update=mine))
    if change == "conditions":
        other = replace(one, conditions=(Condition("disarmed"),))
    if change == "sheet":
        other = replace(one, sheet=token("b", mut=1500).sheet)
    assert stand_in(one) is not stand_in(other)
