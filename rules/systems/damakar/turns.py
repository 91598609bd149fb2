"""Turns: waiting, secret announcement and reveal, everything of one moment at once (§2.6, §2.7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.core.asking import Procedure
from rules.core.terms import Term, term
from rules.encounter.addressing import find
from rules.encounter.commands import Command, CommandError, Outcome, command_from, refuse
from rules.encounter.commands import Move as GenericMove
from rules.encounter.events import Logged, TimeChanged
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.damakar import attack, deeds, harm, initiative, kreis, moving, time
from rules.systems.damakar import commands as c
from rules.systems.damakar.bout import Bout
from rules.systems.damakar.options import options_of
from rules.systems.damakar.strike import Strike

Carry = Callable[[Bout, Any], Procedure[Term]]
"""A procedure that carries out one kind of command; returns the name of the step."""

ACTIONS: Final[Mapping[type[Command], Carry]] = {
    c.Attack: attack.attack,
    c.Reload: deeds.reload,
    c.DrawWeapon: deeds.draw_weapon,
    c.Sheathe: deeds.sheathe,
    c.Drop: deeds.drop,
    c.PickUp: deeds.pick_up,
    c.Magic: deeds.magic,
    c.Free: deeds.free,
    c.TurnAway: deeds.turn_away,
    c.Disengage: moving.disengage,
    c.Move: moving.move,
    GenericMove: moving.move,
    c.Run: moving.run_to,
}
"""What somebody does in one's turn: simultaneous ones are announced (§2.7)."""

ALWAYS: Final[Mapping[type[Command], Carry]] = {
    c.Start: initiative.start,
    c.Initiative: initiative.initiative,
    c.Join: initiative.join,
    c.Leave: initiative.leave,
    c.End: initiative.end,
    c.TurnBack: deeds.turned_back,
    c.Block: moving.block,
    c.Scuffle: deeds.scuffle,
    c.Damage: harm.damage,
    c.Heal: harm.heal,
    c.Rest: harm.rest,
    c.ActionPoints: harm.action_points,
}
"""What can be said at any moment."""

_OWN: Final[tuple[type[Command], ...]] = (
    *ALWAYS,
    *(model for model in ACTIONS if model is not GenericMove),
    c.Next,
    c.Delay,
    c.Announce,
    c.Reveal,
)
COMMANDS: Final[Mapping[str, type[Command]]] = {
    str(model.model_fields["do"].default): model for model in _OWN
}


class _Known:
    """The commands of the system, for reading what was announced."""

    commands = COMMANDS


def perform(state: Encounter, command: Command) -> Procedure[Outcome]:
    """Carry out a command. Raises CommandError."""
    match command:
        case c.Next():
            return (yield from next_turn(state))
        case c.Delay():
            return (yield from delay(state, command))
        case c.Announce():
            return _announce(state, command)
        case c.Reveal():
            return (yield from reveal(state))
    bout = Bout.begin(state)
    if type(command) in ALWAYS:
        return bout.done((yield from ALWAYS[type(command)](bout, command)))
    if type(command) not in ACTIONS:
        raise refuse("command_not_here", command=command.do)
    who = actor_of(command)
    if _is_shared(state, who) and not getattr(command, "free", False):
        return (yield from _share(state, who, command))
    if _tied(state, who):
        bout.busy = frozenset(t for t in state.timeline.acting if t != who)
    return bout.done((yield from ACTIONS[type(command)](bout, command)))


def actor_of(command: Command) -> TokenId:
    """Return who carries a command out."""
    return TokenId(
        command.attacker if isinstance(command, c.Attack) else getattr(command, "token", "")
    )


def _tied(state: Encounter, who: str) -> bool:
    """Whether somebody acts in the same moment as others."""
    line = state.timeline
    return line.running and who in line.acting and len(line.acting) > 1


def _is_shared(state: Encounter, who: str) -> bool:
    return _tied(state, who) and options_of(state).flag("announce")


# -- waiting ------------------------------------------------------------------------------------


def next_turn(state: Encounter) -> Procedure[Outcome]:
    """Go on: reveal, call out whose turn it is, or let those who act wait. Raises CommandError."""
    time.must_run(state)
    if _stale(state):
        return _hurry(state)
    line = state.timeline
    if not line.acting:
        raise refuse("damakar.nobody_acts")
    names = tuple(state.tokens[t].name for t in line.acting)
    if set(time.announced(state)) == set(line.acting):
        return (yield from reveal(state))
    if not line.data.get(time.BEGUN):
        bout = Bout.begin(state)
        bout.add(TimeChanged(time.with_data(line, **{time.BEGUN: True})))
        return Outcome(term("step.damakar.next", names=names), tuple(bout.course.events))
    held: dict[str, Any] = {t: {"do": "delay", "token": t} for t in line.acting}
    waiting = time.with_data(line, announced={**held, **time.announced(state)})
    return (yield from reveal(replace(state, timeline=waiting)))


def _stale(state: Encounter) -> bool:
    """Whether somebody fell or left by the game master's hand, so that others are next."""
    return kreis.foremost(time.active(state)) != state.timeline.acting


def _hurry(state: Encounter) -> Outcome:
    bout = Bout.begin(state)
    time.settle(bout.course)
    bout.add(TimeChanged(time.with_data(bout.state.timeline, **{time.BEGUN: True})))
    acting = bout.state.timeline.acting
    names = tuple(bout.state.tokens[t].name for t in acting)
    return Outcome(term("step.damakar.next", names=names), tuple(bout.course.events))


def delay(state: Encounter, command: c.Delay) -> Procedure[Outcome]:
    """Wait: go right behind the next combatant (§2.6). Raises CommandError."""
    time.must_run(state)
    if not command.token and not state.timeline.acting:
        raise refuse("damakar.nobody_acts", "token")
    token = find(state, command.token or state.timeline.acting[0])
    _check_turn(state, token)
    if _is_shared(state, token.id):
        wait = command.model_copy(update={"token": token.id})
        return (yield from _share(state, token.id, wait))
    bout = Bout.begin(state)
    wait_all(bout, (token.id,))
    return bout.done(term("step.damakar.delay", name=token.name))


def _check_turn(state: Encounter, token: Token) -> None:
    if token.id not in state.timeline.at:
        raise refuse("damakar.not_in_fight", "token", name=token.name)
    if token.id not in state.timeline.acting:
        raise refuse("damakar.not_acting", "token", name=token.name)


def wait_all(bout: Bout, waiting: tuple[TokenId, ...]) -> None:
    """Move those who wait; together they judge by what was before (house, §2.6)."""
    snapshot = options_of(bout.seen).flag("wait_snapshot")
    before = time.active(bout.seen)
    for id in waiting:
        places = before if snapshot else time.active(bout.state)
        others = [p for t, p in places.items() if t != id]
        line = bout.state.timeline
        place = kreis.behind_next(line.at[id], others)
        line = time.with_entry(line, "under_way", id, {"what": "wait", "from": line.at[id]})
        bout.add(TimeChanged(replace(line, at={**line.at, id: place})))
        number = time.field_of(bout.state, place)
        said = term("log.damakar.waits", name=bout.seen.tokens[id].name, field=number)
        bout.add(Logged(said, who=id, mood="turn"))


# -- announcing and revealing -------------------------------------------------------------------


def _announce(state: Encounter, command: c.Announce) -> Outcome:
    """Fix an action secretly, or take it back."""
    time.must_run(state)
    token = find(state, command.token)
    _check_turn(state, token)
    if not command.action:
        if token.id not in time.announced(state):
            raise refuse("nothing_changes", "action")
        return _hold(state, token, None)
    action = command_from(_Known(), command.action)
    fits = type(action) in ACTIONS and actor_of(action) == token.id
    if isinstance(action, c.Delay):
        fits = action.token in ("", token.id)
    if not fits:
        raise refuse("damakar.no_action", "action", name=token.name)
    if isinstance(action, c.Attack):
        attack.check(Bout.begin(state), action)
    return _hold(state, token, action)


def _hold(state: Encounter, token: Token, action: Command | None) -> Outcome:
    held = None if action is None else c.of(action)
    bout = Bout.begin(state)
    bout.add(TimeChanged(time.with_entry(state.timeline, "announced", token.id, held)))
    line = term("log.damakar.takes_back", name=token.name)
    if action is not None:
        line = term("log.damakar.announces", name=token.name)
    bout.add(Logged(line, who=token.id, mood="turn"))
    label = term("step.damakar.announce", name=token.name)
    return Outcome(label, tuple(bout.course.events))


def _share(state: Encounter, who: TokenId, command: Command) -> Procedure[Outcome]:
    """Hold an action until all of the same field have fixed theirs, then reveal them (§2.7)."""
    if isinstance(command, c.Attack):
        attack.check(Bout.begin(state), command)
    held = {**time.announced(state), who: c.of(command)}
    missing = [t for t in state.timeline.acting if t not in held]
    if missing:
        return _hold(state, state.tokens[who], command)
    line = time.with_data(state.timeline, announced=held)
    return (yield from reveal(replace(state, timeline=line)))


def reveal(state: Encounter) -> Procedure[Outcome]:
    """Uncover all announcements and carry them out at the same time (§2.7). Raises CommandError."""
    time.must_run(state)
    held = time.announced(state)
    acting = state.timeline.acting
    missing = tuple(state.tokens[t].name for t in acting if t not in held)
    if missing or not acting:
        raise refuse("damakar.not_announced", "token", names=missing, n=len(missing))
    actions = {t: command_from(_Known(), held[t]) for t in acting}
    bout = Bout.begin(state)
    bout.add(TimeChanged(time.with_data(state.timeline, announced=None)))
    names = tuple(state.tokens[t].name for t in acting)
    if len(acting) > 1:
        bout.add(Logged(term("log.damakar.reveals", names=names), mood="turn"))
    waiting = tuple(t for t in acting if isinstance(actions[t], c.Delay))
    wait_all(bout, waiting)
    bout.busy = frozenset(t for t in acting if t not in waiting)
    bout.seen = bout.state
    label = yield from _together(bout, {t: actions[t] for t in acting if t not in waiting})
    if label is None or len(acting) > 1:
        label = term("step.damakar.reveal", names=names, n=len(names))
    return bout.done(label)


def _together(bout: Bout, actions: Mapping[TokenId, Command]) -> Procedure[Term | None]:
    """Carry out the actions of one moment: all attack rolls first, then all else (§2.7)."""
    label = None
    found = []
    for command in actions.values():
        if isinstance(command, c.Attack):
            found += _strikes(bout, command)
            label = attack.label(bout, command)
    for command in actions.values():
        if not isinstance(command, c.Attack):
            label = yield from ACTIONS[type(command)](bout, command)
    yield from attack.exchange(bout, found)
    return label


def _strikes(bout: Bout, command: c.Attack) -> list[Strike]:
    try:
        return attack.strikes(bout, command)
    except CommandError as error:
        name = bout.seen.tokens[TokenId(command.attacker)].name
        bout.add(Logged(term("log.damakar.comes_to_nothing", name=name), who=command.attacker))
        del error
        return []
