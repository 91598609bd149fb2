"""A simple game master: plays whole fights of any system by commands with seeded dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from maps.board import Board
from maps.grid import Footprint, adjacent, distance, from_sub
from rules import registry
from rules.core.asking import SeededDice
from rules.encounter.commands import CommandError, parse_command
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, SideId, Token, TokenId, hostile
from rules.play import Game
from rules.systems.das_system.bouts import bouts

Written = dict[str, Any]
Seat = tuple[str, tuple[int, int]]
"""A template of the library and a square."""
STRIDES = (6, 4, 3, 2, 1)
"""How many squares somebody tries to go at once."""


def seated(system: str, heroes: Sequence[Seat], foes: Sequence[Seat]) -> Encounter:
    """Return a fight on open ground."""
    rules = registry.get(system)
    board = Board(width=24, height=16)
    game = Game.begin(rules, Encounter(system, "Probe", board))
    for side, seats in ((SideId.HEROES, heroes), (SideId.FOES, foes)):
        for n, (template, at) in enumerate(seats, 1):
            id = f"{template}{n}"
            game.play(
                parse_command(
                    rules,
                    {"do": "add", "id": id, "template": template, "name": f"{template.title()} {n}",
                     "side": side.value, "at": list(at)},
                )
            )  # fmt: skip
    return game.state


@dataclass(slots=True)
class GameMaster:
    """Lets each acting combatant attack the nearest foe, going there where it is too far."""

    game: Game
    dice: SeededDice
    whim: Random = field(default_factory=lambda: Random(1))
    refused: Counter[str] = field(default_factory=Counter)
    idle: list[str] = field(default_factory=list)
    """Whose moment came and went without anything that could be done, and why."""

    @classmethod
    def of(cls, state: Encounter, seed: int) -> GameMaster:
        return cls(Game.begin(registry.get(state.system), state), SeededDice(seed))

    @property
    def state(self) -> Encounter:
        return self.game.state

    def do(self, name: str, **fields: Any) -> None:
        """Carry out a command that must be possible."""
        self.game.do(parse_command(self.game.system, {"do": name, **fields}), self.dice)

    def can(self, written: Written) -> str:
        """Try a command; returns why it was refused, or nothing."""
        try:
            self.game.do(parse_command(self.game.system, written), self.dice)
        except CommandError as error:
            self.refused[f"{written['do']}: {error.problem.code}"] += 1
            return error.problem.code
        return ""

    @property
    def commands(self) -> Mapping[str, object]:
        return self.game.system.commands

    # -- the fight -----------------------------------------------------------------------------

    def sides(self) -> dict[SideId, int]:
        """Return how many of each side still stand."""
        standing: Counter[SideId] = Counter()
        for token in self.state.tokens.values():
            standing[token.side] += not self.down(token)
        return dict(standing)

    def down(self, token: Token) -> bool:
        """Whether somebody takes no part any more."""
        out = {spec.id for spec in self.game.system.conditions if spec.out}
        return self.game.system.health(token).down or token.has(*out)

    def over(self) -> bool:
        return min(self.sides().values()) == 0

    def fight(self, most: int = 400, **start: Any) -> int:
        """Play until one side is down, ``most`` moments at most; returns how many it took."""
        if not self.state.timeline.running:
            self.do("start", **start)
        for moment in range(most):
            if self.over():
                return moment
            self.moment()
        return most

    def moment(self) -> None:
        """Let all act whose moment it is, then go on."""
        self.announce()
        self.engage()
        for id in self.state.timeline.acting:
            if id in self.state.timeline.acting and not self.over():
                self.act(id)
        if not self.over():
            self.do("next")

    def announce(self) -> None:
        """Announce spells where the system has announcements, those of the foes first."""
        if self.state.timeline.phase != "declare" or "declare" not in self.commands:
            return
        tokens = self.state.tokens.values()
        for token in sorted(tokens, key=lambda t: t.side is SideId.HEROES):
            spells = token.sheet.model_dump().get("spells") or ()
            if spells and not self.down(token):
                spell = spells[0]["id"]
                self.can({"do": "declare", "token": token.id, "action": "spell", "spell": spell})

    def engage(self) -> None:
        """Let those who fight nobody go to a foe and begin, where fights are fights of two."""
        if "engage" not in self.commands:
            return
        for token in tuple(self.state.tokens.values()):
            if self.down(token) or token.id in bout_partners(self.state) or not self.foes(token.id):
                continue
            foe = self.foes(token.id)[0]
            for written in self.ways(token.id, foe.id):
                self.can(written)
            me, other = self.state.token(token.id), self.state.token(foe.id)
            if adjacent(me.space, other.space):
                self.can({"do": "engage", "token": me.id, "target": other.id})

    def act(self, id: TokenId) -> None:
        """Let one combatant do something."""
        why = []
        before = self.state
        for written in self.ideas(id):
            problem = self.can(written)
            if not problem and written["do"] != "move":
                return
            why.append(f"{written['do']}: {problem or 'done'}")
        if self.state is before:
            self.idle.append(f"{id}: {'; '.join(why) or self.reasons(id)}")

    def reasons(self, id: TokenId) -> str:
        """Say why somebody cannot attack the nearest foe."""
        foes = self.foes(id)
        if not foes:
            return "no foe"
        plan = self.game.system.plan(self.state, AttackAction(id, foes[0].id))
        return " ".join(sorted(p.code for p in plan.problems))

    # -- ideas ---------------------------------------------------------------------------------

    def ideas(self, id: TokenId) -> Iterator[Written]:
        """Yield what somebody could do, the best first; a move is followed by another blow."""
        foes = self.foes(id)
        if self.state.token(id).vitals.model_dump().get("dropped") and "act" in self.commands:
            yield {"do": "act", "token": id, "kind": "pickup"}
        for foe in foes[:4]:
            yield from self.blows(id, foe.id)
        for foe in foes[:2]:
            before = self.state
            yield from self.ways(id, foe.id)
            if self.state is not before:
                yield from self.blows(id, foe.id)
                return

    def foes(self, id: TokenId) -> list[Token]:
        """Return the foes who stand, the nearest first."""
        me = self.state.token(id)
        found = [
            t for t in self.state.tokens.values() if hostile(me.side, t.side) and not self.down(t)
        ]
        return sorted(found, key=lambda t: (distance(me.space, t.space), t.id))

    def blows(self, id: TokenId, foe: TokenId) -> Iterator[Written]:
        """Yield attacks that look possible."""
        system, state = self.game.system, self.state
        if id not in state.timeline.acting:
            return
        near = adjacent(state.token(id).space, state.token(foe).space)
        for weapon in sorted(system.weapons(state, id), key=lambda w: near and w.ranged):
            mode = self.aim(id, weapon.id)
            if system.plan(state, AttackAction(id, foe, weapon.id, mode)).possible:
                yield {
                    "do": "attack", "attacker": id, "target": foe, "weapon": weapon.id,
                    "mode": mode,
                }  # fmt: skip
                return

    def aim(self, id: TokenId, weapon: str) -> str:
        """Choose the part of the body to strike at, where every attack is aimed."""
        if self.state.system != "das_system":
            return ""
        modes = self.game.system.modes(self.state, id, weapon)
        return self.whim.choice([mode.id for mode in modes])

    def ways(self, id: TokenId, foe: TokenId) -> Iterator[Written]:
        """Yield moves towards a foe until one was possible."""
        before = self.state
        for stride in STRIDES:
            to = self.towards(id, foe, stride)
            if to is not None:
                yield {"do": "move", "token": id, "to": list(to)}
            if self.state is not before:
                return

    def towards(self, id: TokenId, foe: TokenId, stride: int) -> tuple[int, int] | None:
        """Return the free square nearest to a foe that is at most so many squares away."""
        me, target = self.state.token(id).space, self.state.token(foe).space
        x, y, side = (int(from_sub(n)) for n in (me.x, me.y, me.side))
        taken = [t.space for t in self.state.tokens.values() if t.id != id]
        board, found = self.state.board, []
        for dx in range(-stride, stride + 1):
            for dy in range(-stride, stride + 1):
                if not (0 <= x + dx <= board.width - side and 0 <= y + dy <= board.height - side):
                    continue
                space = Footprint.at(x + dx, y + dy, side)
                if not any(overlap(space, other) for other in taken):
                    way = max(abs(dx), abs(dy))
                    found.append((distance(space, target), way, x + dx, y + dy))
        best = min(found)
        return best[2:] if best[0] < distance(me, target) else None


def bout_partners(state: Encounter) -> set[str]:
    """Return who fights somebody, in a system with fights of two."""
    return {id for bout in bouts(state.timeline) for id in (bout.a, bout.b)}


def overlap(a: Footprint, b: Footprint) -> bool:
    """Whether two spaces have more than a border in common."""
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom


def row(x: int, *templates: str, top: int = 4) -> tuple[Seat, ...]:
    """Seat some below each other."""
    return tuple((template, (x, top + n)) for n, template in enumerate(templates))


SEATS: Mapping[str, tuple[tuple[Seat, ...], tuple[Seat, ...]]] = {
    "pathfinder": (
        row(6, "brunhild", "mirela", "elandir", "pater_odo"),
        row(11, "orc", "orc", "orc_archer", "orc", "goblin", "orc_shaman", top=3),
    ),
    "osric": (
        row(6, "kaela", "dirk", "bogumil", "halvaine", "mathilda", "kaela"),
        (
            *row(10, "ork", "ork", "ork", "ork", "ork", "ork", top=3),
            *row(12, "ork", "ork", "goblin_schamane", "ork", "ork_schuetze", "ork", top=3),
        ),
    ),
    "damakar": (
        row(6, "rovena", "jorun", "arvid", "selwa"),
        row(9, "goblin", "goblin_spear", "robber", "crossbowman", "goblin", "robber", top=3),
    ),
    "das_system": (
        row(6, "hrodwin", "liska", "ysbrand"),
        row(9, "guard", "mercenary", "cutthroat", "gerwald", top=3),
    ),
    "muinimula": (
        row(6, "torvald", "sanja", "nyra"),
        row(9, "ork", "goblin", "bandit", "ork", top=3),
    ),
}
"""Heroes and foes of the whole fights, by system."""
