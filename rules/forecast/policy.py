"""How a fight goes on where nobody decides: everybody strikes at the nearest foe, or goes there.

The procedures are the real ones of the system, with their dice. What is simple is the mind:
no spells, no tactics, no strokes out of turn; decisions take the usual option.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from maps.grid import SUB, Cell, distance
from maps.remember import Found, by_identity
from rules.core.asking import Answerer, AnswerError, run
from rules.core.terms import Term
from rules.encounter.commands import Command, CommandError, parse_command
from rules.encounter.state import Encounter, SideId, Token, TokenId, hostile
from rules.forecast.ways import foes_of, out_of_the_fight, reached, space_at, stride_of
from rules.play import perform
from rules.system import RuleSystem
from rules.system.actions import Automatic

ARM_LENGTH = 2
"""Up to so many squares away a foe is worth a blow; a system refuses what is too far."""


def _say(what: Term) -> str:
    return what.key


@by_identity()
def _read_commands(_system: RuleSystem) -> Found:
    """Return the commands of a system that were read before: the same ones come again."""
    return Found()


@dataclass(slots=True)
class Mind:
    """Plays a fight on: ``state`` is where it stands. ``dice`` answer everything asked."""

    system: RuleSystem
    state: Encounter
    dice: Answerer
    _seen: Encounter | None = field(default=None, init=False)
    _standing: frozenset[SideId] = field(default=frozenset(), init=False)
    _automatic: Automatic | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        if isinstance(self.system, Automatic):
            self._automatic = self.system

    def standing(self) -> frozenset[SideId]:
        """Return the sides of which somebody still fights."""
        if self._seen is not self.state:
            self._seen = self.state
            tokens = self.state.tokens.values()
            still = (t.side for t in tokens if not out_of_the_fight(self.system, t))
            self._standing = frozenset(still)
        return self._standing

    def over(self) -> bool:
        """Whether nobody is left who fights somebody else."""
        sides = self.standing()
        return not any(hostile(a, b) for a in sides for b in sides)

    def begin(self) -> None:
        """Let the fight begin where it has not. Raises CommandError where it cannot."""
        if not self.state.timeline.running:
            self._do(self._command("start"))

    def moment(self) -> Iterator[None]:
        """Let all act whose moment it is, then let the time go on; yields after each of them."""
        for id in tuple(self.state.tokens):
            if self.over():
                return
            if self._may_act(id):
                self._act(id)
                yield
        if not self.over():
            self._do(self._command("next"))

    # -- one combatant ------------------------------------------------------------------------

    def _may_act(self, id: TokenId) -> bool:
        me = self.state.tokens[id]
        if out_of_the_fight(self.system, me):
            return False
        return self._acts(id) or stride_of(self.system, self.state, me).any_time

    def _acts(self, id: TokenId) -> bool:
        return id in self.state.timeline.acting

    def _act(self, id: TokenId) -> None:
        foes = self._nearest(id)
        if foes and not self._strike(id, foes):
            if self._go(id, foes[0]):
                self._strike(id, self._nearest(id))

    def _nearest(self, id: TokenId) -> list[Token]:
        me = self.state.tokens[id]
        foes = foes_of(self.system, self.state, me)
        return sorted(foes, key=lambda t: (distance(me.space, t.space), t.id))[:3]

    def _strike(self, id: TokenId, foes: list[Token]) -> bool:
        """Strike at the nearest foe at whom a blow is possible."""
        for foe in foes:
            if self._automatic is not None:
                for command in self._automatic.automatic(self.state, id, foe.id):
                    self._try(command)
            if not self._acts(id):
                continue
            far = distance(self.state.tokens[id].space, foe.space)
            near = far <= ARM_LENGTH
            weapons = [w for w in self.system.weapons(self.state, id) if near or w.ranged]
            for weapon in sorted(weapons, key=lambda w: near and w.ranged)[:3]:
                blow = self._command("attack", attacker=id, target=foe.id, weapon=weapon.id)
                if self._try(blow):
                    return True
        return False

    def _go(self, id: TokenId, foe: Token) -> bool:
        """Go as near to a foe as one gets in one go."""
        me = self.state.tokens[id]
        stride = stride_of(self.system, self.state, me)
        if stride.squares <= 0 or distance(me.space, foe.space) == 0:
            return False
        best: tuple[float, float, Cell | None] = (distance(me.space, foe.space), 0.0, None)
        for cell, way in reached(self.system, self.state, me, stride).items():
            far = distance(space_at(me, cell), foe.space)
            if (far, way) < best[:2]:
                best = (far, way, cell)
        to = best[2]
        if to is None or (to.x * SUB, to.y * SUB) == (me.space.x, me.space.y):
            return False
        return self._try(self._command("move", token=id, to=(to.x, to.y)))

    # -- commands -----------------------------------------------------------------------------

    def _command(self, name: str, **fields: object) -> Command:
        known = _read_commands(self.system)
        return known.get(
            (name, *fields.items()), lambda: parse_command(self.system, {"do": name, **fields})
        )

    def _do(self, command: Command) -> None:
        outcome = run(perform(self.system, self.state, command, _say), self.dice)
        self.state = outcome.after(self.state)

    def _try(self, command: Command) -> bool:
        """Carry a command out; returns whether it was possible and changed anything."""
        before = self.state
        try:
            self._do(command)
        except (CommandError, AnswerError):
            return False
        return self.state is not before
