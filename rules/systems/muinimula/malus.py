"""Maluses (§7, §8): what wounds and conditions take, by part of the body, and the rule of 50."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from rules.core.sources import Source, house, stated
from rules.core.tables import by_first
from rules.core.terms import Term, named, term
from rules.encounter.state import Encounter, Token
from rules.systems.muinimula.conditions import STUNNED
from rules.systems.muinimula.options import options_of
from rules.systems.muinimula.sheet import MuinimulaSheet, Part, life, sheet_of, vitals_of
from rules.systems.muinimula.tables import Uses, WoundRow, wound_state, wound_states

BEFORE: Final = "start"
"""Note of a lost initiative from before the fight: it brings no Nachteil (§10.2)."""
LIMIT: Final = 50
"""A sum above this loses it and brings Nachteil (§8)."""


@dataclass(frozen=True, slots=True)
class Malus:
    """One malus in percent."""

    id: str
    value: int
    label: Term
    source: Source


def parts_of(sheet: MuinimulaSheet, uses: Uses) -> frozenset[Part]:
    """Return the parts of the body that an action needs (§8)."""
    hands: tuple[Part, Part] = ("r_arm", "l_arm")
    main, off = hands if sheet.handed == "right" else hands[::-1]
    parts: dict[Uses, tuple[Part, ...]] = {
        "main": (main,),
        "off": (off,),
        "both": hands,
        "legs": ("r_bein", "l_bein"),
        "head": ("kopf",),
        "body": (),
    }
    return frozenset(parts[uses])


@by_first()
def state_of(token: Token) -> str:
    """Return the state of health: that of the LE, or of fatigue where it is worse (§7)."""
    order = list(wound_states())
    wounds = wound_state(life(token), sheet_of(token).life)
    return max((wounds, *fatigue(token)), key=order.index)


def fatigue(token: Token) -> tuple[str, ...]:
    """Return the states of health that somebody's fatigue is like, the worst last (§7)."""
    likes = (("exhausted", "wounded"), ("spent", "very_heavy"))
    return tuple(like for condition, like in likes if token.has(condition))


def _states(state: Encounter, token: Token) -> Iterator[tuple[str, str]]:
    """Yield the states whose maluses count: the worse one, or by option both (§7)."""
    if options_of(state).word("state_and_fatigue") == "worse":
        yield "state", state_of(token)
        return
    yield "state", wound_state(life(token), sheet_of(token).life)
    for like in fatigue(token)[-1:]:
        yield "fatigue", like


def state_row(token: Token) -> WoundRow:
    return wound_states()[state_of(token)]


def by_life(token: Token) -> WoundRow:
    """Return the row of the LE alone."""
    return wound_states()[wound_state(life(token), sheet_of(token).life)]


def maluses(state: Encounter, token: Token, parts: frozenset[Part]) -> Iterator[Malus]:
    """Yield every malus on an action that needs some parts of the body (§8)."""
    for id, name in _states(state, token):
        if malus := wound_states()[name].malus:
            yield Malus(id, malus, named("wound.muinimula", name), stated("§7"))
    for number, wound in enumerate(vitals_of(token).wounds, start=1):
        if wound.malus and (not wound.part or wound.part in parts):
            place = named("part.muinimula", wound.part or "all")
            label = term("modifier.muinimula.wound", place=place)
            yield Malus(f"wound{number}", wound.malus, label, stated("§8"))
    given = token.condition("malus")
    if given is not None and given.value:
        yield Malus("malus", given.value, named("condition.muinimula", "malus"), stated("§10.1"))
    dazed = options_of(state).number("dazed_malus")
    if token.has(*STUNNED) and dazed:
        yield Malus("dazed", dazed, named("condition.muinimula", "dazed"), house("§10.5"))


@dataclass(frozen=True, slots=True)
class Burden:
    """What a sum of maluses comes to: the rest in percent, and whether Nachteil comes with it."""

    total: int
    rest: int
    worse: bool

    def on_w20(self, scale: int) -> int:
        """Return the malus on a W20, rounded up (house default 1:5, §8)."""
        return -(-self.rest // scale)


def burden(values: Iterable[int]) -> Burden:
    """Add maluses up; above 50 they lose 50 once and bring Nachteil (§8)."""
    total = sum(values)
    if total > LIMIT:
        return Burden(total, total - LIMIT, True)
    return Burden(total, total, False)


# -- Nachteil -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for Vorteil or Nachteil."""

    id: str
    label: Term
    source: Source


def hindrances(state: Encounter, token: Token, *, spell: bool = False) -> Iterator[Reason]:
    """Yield what gives somebody Nachteil on all he does (§7, §10), but for the maluses.

    ``spell``: on what belongs to his spell.
    """
    sheet = sheet_of(token)
    row = state_row(token)
    if row.all or (spell and by_life(token).spell):
        yield Reason("worse_state", named("wound.muinimula", state_of(token)), stated("§7"))
    if token.has("lying") and sheet.upright:
        yield Reason("worse_lying", named("condition.muinimula", "lying"), stated("§10.4"))
    if token.has(*STUNNED):
        yield Reason("worse_dazed", named("condition.muinimula", "dazed"), stated("§10.5"))
    slow = token.condition("slow")
    if slow is not None and slow.note != BEFORE and state.timeline.running:
        yield Reason("worse_slow", named("condition.muinimula", "slow"), stated("§10.2"))
    if token.has("hindered"):
        yield Reason("worse_hindered", named("condition.muinimula", "hindered"), house("§12.6"))
    if not spell and token.has("preparing", "casting"):
        kind = "casting" if token.has("casting") else "preparing"
        yield Reason("worse_spell", named("condition.muinimula", kind), stated("§10.9"))


def openings(state: Encounter, target: Token) -> Iterator[Reason]:
    """Yield what gives every attack against somebody Vorteil (§10)."""
    del state
    if target.has(*STUNNED):
        yield Reason("better_dazed", named("condition.muinimula", "dazed"), stated("§10.5"))
    if target.has("preparing", "casting"):
        kind = "casting" if target.has("casting") else "preparing"
        yield Reason("better_spell", named("condition.muinimula", kind), stated("§10.9"))
    if target.has("must_parry"):
        yield Reason("better_parries", named("condition.muinimula", "must_parry"), stated("§10.3"))
