"""What a menu offers beside the attack: announcements, surprise, spells, special actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.terms import term
from rules.encounter.state import Encounter
from rules.system.actions import FightAction
from rules.systems.osric.creatures import MOUNT
from rules.systems.osric.time import (
    CASTING,
    DECLARE,
    DECLARED,
    HOLDING,
    SURPRISE,
    declared,
    listed,
    table,
)


def fight_actions(state: Encounter) -> tuple[FightAction, ...]:
    """Return what can be done now, in the order of the menu."""
    return (*_time(state), *_spells(state), *_melee(state), *_rolls(state))


def _time(state: Encounter) -> Iterator[FightAction]:
    line = state.timeline
    if not line.running:
        label = term("menu.osric.alert")
        yield FightAction("alert", "alert", label, "side", icon="eye", group="time")
        label = term("menu.osric.start_plain")
        fields = {"surprise": False}
        yield FightAction("start_plain", "start", label, "none", fields, "next", "time")
        return
    if line.phase == DECLARE:
        label = term("menu.osric.declare_side")
        yield FightAction("declare_side", "declare", label, "side", icon="list", group="time")
        label = term("menu.osric.declare")
        yield FightAction("declare", "declare", label, "actor", icon="pen", group="time")
        label = term("menu.osric.initiative")
        yield FightAction("initiative", "initiative", label, "none", icon="dice", group="time")
        return
    if line.phase != SURPRISE:
        label = term("menu.osric.delay")
        yield FightAction("delay", "delay", label, "actor", icon="wait", group="time")
    if listed(line, HOLDING):
        label = term("menu.osric.act")
        yield FightAction("act", "act", label, "actor", icon="next", group="time")


def _spells(state: Encounter) -> Iterator[FightAction]:
    line = state.timeline
    if line.phase == SURPRISE:
        label = term("menu.osric.cast")
        yield FightAction("cast", "cast", label, "actor", icon="spell", group="spells")
    said = (declared(line, token) for token in table(line, DECLARED))
    if table(line, CASTING) or any(s is not None and s.action == "spell" for s in said):
        label = term("menu.osric.drop")
        yield FightAction("drop", "drop", label, "actor", icon="close", group="spells")


def _melee(state: Encounter) -> Iterator[FightAction]:
    both: Final = "actor_target"
    label = term("menu.osric.charge")
    yield FightAction("charge", "charge", label, both, icon="move", group="melee")
    label = term("menu.osric.overbear")
    fields = {"mode": "overbear"}
    yield FightAction("overbear", "charge", label, both, fields, "down", "melee")
    label = term("menu.osric.close")
    yield FightAction("close", "close", label, both, icon="foot", group="melee")
    label = term("menu.osric.set")
    asks: tuple[str, ...] = ("weapon",)
    yield FightAction("set", "set", label, "actor", icon="target", group="melee", asks=asks)
    label = term("menu.osric.parry")
    yield FightAction("parry", "parry", label, "actor", icon="shield", group="melee")
    label = term("menu.osric.retreat")
    asks = ("to", "swap", "parry")
    yield FightAction("retreat", "retreat", label, "actor", icon="back", group="melee", asks=asks)
    label = term("menu.osric.flee")
    asks = ("to",)
    yield FightAction("flee", "flee", label, "actor", icon="move", group="melee", asks=asks)
    label = term("menu.osric.break_free")
    yield FightAction("break_free", "break_free", label, "actor", icon="lock", group="melee")
    label = term("menu.osric.mount")
    yield FightAction("mount", "mount", label, both, icon="up", group="melee")
    if any(link.kind == MOUNT for link in state.links):
        label = term("menu.osric.dismount")
        yield FightAction("dismount", "dismount", label, "actor", icon="down", group="melee")
    label = term("menu.osric.negotiate")
    asks = ("text",)
    yield FightAction(
        "negotiate", "negotiate", label, "actor", icon="person", group="melee", asks=asks
    )


def _rolls(state: Encounter) -> Iterator[FightAction]:
    tokens = state.tokens.values()
    both: Final = "actor_target"
    label = term("menu.osric.save")
    asks = ("save", "bonus", "damage")
    yield FightAction("save", "save", label, "actor", icon="dice", group="rolls", asks=asks)
    if any(t.has("unconscious") for t in tokens):
        label = term("menu.osric.bind")
        yield FightAction("bind", "stabilise", label, "actor", icon="heart", group="rolls")
    if any(t.has("asleep") for t in tokens):
        label = term("menu.osric.assassinate")
        yield FightAction(
            "assassinate", "assassinate", label, both, icon="skull", group="rolls", asks=("bonus",)
        )
    if any(t.has("magic_sleep") for t in tokens):
        label = term("menu.osric.slay")
        yield FightAction("slay", "slay", label, both, icon="skull", group="rolls")
    if any(t.has("invisible") for t in tokens):
        label = term("menu.osric.notice")
        yield FightAction("notice", "notice", label, both, icon="eye", group="rolls")
