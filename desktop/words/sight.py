"""What can be said about the line of sight between two places, in words with their causes. No Qt.

The window's inspector and ``schlachtplan inspect`` both say what is found here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from desktop.words.cells import cell_label
from desktop.words.lengths import square_metres
from desktop.words.overlay_names import overlay_offered
from desktop.words.problems import sentence
from maps.grid import SUB, Cell, Footprint, Point, distance
from maps.reach import whole
from maps.shapes import Grade
from maps.sight import Level, SightLine, Verdict, sight_map
from maps.storeys import storey_of
from rules.core.glossary import Glossary
from rules.core.modifiers import Breakdown
from rules.encounter.plans import AttackAction, AttackPlan, Weapon
from rules.encounter.situation import dump_situation
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.system import RuleSystem

Mood = Literal["", "ok", "warn", "bad"]


@dataclass(frozen=True, slots=True)
class Spot:
    """One end of an inspection: a token, or a square on which somebody is imagined."""

    token: TokenId | None = None
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found out: of which kind, in words, who is to blame, which line it is."""

    section: str
    label: str
    value: str
    tone: Mood = ""
    causes: tuple[str, ...] = ()
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Inspection:
    """Two places looked at: the moment with both in place, the plan, and what is to be said.

    ``sees`` and ``effect``: whether any line of sight, of effect leads from one to the other.
    """

    system: RuleSystem
    state: Encounter
    plan: AttackPlan
    sees: bool
    effect: bool
    place: Footprint
    target: Footprint
    weapons: tuple[Weapon, ...]
    imagined: tuple[Footprint, ...]
    names: tuple[str, str]
    findings: tuple[Finding, ...]

    def situation(self) -> dict[str, Any]:
        """Write it as a situation file with the attack."""
        return dump_situation(self.state, self.system, self.plan.action)


def look(
    system: RuleSystem,
    state: Encounter,
    words: Glossary,
    ends: tuple[Spot, Spot],
    draft: AttackAction | None = None,
    current: TokenId | None = None,
    weapon: str = "",
) -> Inspection | None:
    """Look from one place at another; None where there are not two to look at each other.

    On a mere square somebody is imagined: whoever is at his turn (``current``), or whom the
    attack that is thought about (``draft``) aims at. Its weapon is taken where none is named.
    """
    a, b = ends
    looker = _looker(state, a, b, current)
    seen = _seen(state, b, looker, draft) if looker is not None else None
    if looker is None or seen is None or looker.id == seen.id:
        return None
    imagined = []
    if a.cell is not None:
        looker = _moved(looker, a.cell)
        imagined.append(looker.space)
    if b.cell is not None:
        seen = _moved(seen, b.cell)
        imagined.append(seen.space)
    state = state.with_token(looker).with_token(seen)
    weapons = system.weapons(state, looker.id)
    if weapon not in {w.id for w in weapons}:
        weapon = _weapon(system, state, looker.id, seen.id, weapons, draft)
    plan = system.plan(state, AttackAction(looker.id, seen.id, weapon))
    metres = square_metres(system, state)
    teller = _Teller(system, state, words, plan, looker, seen, metres)
    return Inspection(
        system,
        state,
        plan,
        teller.sees,
        teller.effect,
        looker.space,
        seen.space,
        weapons,
        tuple(imagined),
        (teller.name(looker, a), teller.name(seen, b)),
        teller.findings(),
    )


def _looker(state: Encounter, a: Spot, b: Spot, current: TokenId | None) -> Token | None:
    """Return who looks: the token, or who is imagined on a square."""
    tokens = state.tokens
    if a.token is not None:
        return tokens.get(a.token)
    me = tokens.get(current) if current is not None else None
    if me is not None and me.id != b.token:
        return me
    return next((t for t in tokens.values() if t.id != b.token), None)


def _seen(state: Encounter, b: Spot, looker: Token, draft: AttackAction | None) -> Token | None:
    tokens = state.tokens
    if b.token is not None:
        return tokens.get(b.token)
    if draft is not None and draft.target != looker.id and draft.target in tokens:
        return tokens[draft.target]
    others = [t for t in tokens.values() if t.id != looker.id]
    near = sorted(others, key=lambda t: distance(looker.space, t.space))
    return next((t for t in near if hostile(t.side, looker.side)), near[0] if near else None)


def _moved(token: Token, cell: Cell) -> Token:
    return replace(token, space=Footprint(cell.x * SUB, cell.y * SUB, token.space.side))


def _weapon(
    system: RuleSystem,
    state: Encounter,
    a: TokenId,
    b: TokenId,
    weapons: tuple[Weapon, ...],
    draft: AttackAction | None,
) -> str:
    """Return the weapon of the draft, else the first that can attack, else the first."""
    if draft is not None and draft.attacker == a and draft.weapon:
        return draft.weapon
    for weapon in weapons:
        if system.plan(state, AttackAction(a, b, weapon.id)).possible:
            return weapon.id
    return weapons[0].id if weapons else ""


@dataclass(frozen=True, slots=True)
class _Teller:
    """Says one inspection in words."""

    system: RuleSystem
    state: Encounter
    words: Glossary
    plan: AttackPlan
    looker: Token
    seen: Token
    metres: float

    def findings(self) -> tuple[Finding, ...]:
        first = (*self._sight(), *self._cover(), self._concealment(), *self._distance())
        first, last = (*first, *self._flanking()), tuple(self._attack())
        return (*first, *self._more({found.label for found in (*first, *last)}), *last)

    def _more(self, said: Collection[str]) -> Iterable[Finding]:
        """Say what else the rules tell on the card of an attack: the side of who faces, rolls."""
        tones: dict[str, Mood] = {"good": "ok", "warn": "warn", "bad": "bad"}
        for fact in self.plan.facts:
            label, value = self.words.say(fact.label), self.words.say(fact.value)
            if label not in said:
                yield Finding("distance", label, value, tones.get(fact.mood, ""), fact.causes)

    def name(self, token: Token, spot: Spot) -> str:
        """Say who looks or is looked at, and where."""
        ground = storey_of(self.state.board, token.space) or self.state.board
        cell = Cell(token.space.x // SUB - ground.left, token.space.y // SUB - ground.top)
        label = cell_label(cell)
        if spot.cell is None:
            return self.words.say("sight.at", name=token.name, cell=label)
        return self.words.say("sight.as_if", name=token.name, cell=label)

    def names(self, ids: Iterable[str]) -> str:
        """Say obstacles and creatures, each once."""
        found: list[str] = []
        for id in ids:
            token = self.state.tokens.get(TokenId(id))
            if token is not None:
                found.append(token.name)
                continue
            obstacle = next((o for o in self.state.board.obstacles if o.id == id), None)
            if obstacle is not None:
                found.append(self.words.say(f"board.kind.{obstacle.kind}"))
        return self.words.say("sight.list", what=tuple(dict.fromkeys(found)))

    # -- sight and line of effect ---------------------------------------------------------

    def _level(self) -> Level:
        one, two = self.looker, self.seen
        tops = (t.elevation + (t.space.side if t.height is None else t.height) for t in (one, two))
        return min(one.elevation, two.elevation), max(tops)

    @property
    def sees(self) -> bool:
        """Whether any line of sight leads there."""
        sight = sight_map(self.state.board)
        return sight.sees(*self._spaces(), self._level()).exists

    @property
    def effect(self) -> bool:
        """Whether any line of effect leads there."""
        sight = sight_map(self.state.board)
        return sight.effect(*self._spaces(), self._level()).exists

    def _spaces(self) -> tuple[Footprint, Footprint]:
        return whole(self.looker.space), whole(self.seen.space)

    def _sight(self) -> tuple[Finding, ...]:
        sight, level = sight_map(self.state.board), self._level()
        a, b = self._spaces()
        facts = sight.lines(a, b, _middle(a), b.corners(), level=level)
        blind = tuple(dict.fromkeys(id for f in facts for id in f.blinders))
        barred = tuple(dict.fromkeys(id for f in facts for id in f.barriers))
        stopped = [line.verdict is Verdict.BLOCKED for line in self.plan.cover.lines]
        past = bool(stopped) and all(stopped)
        return (
            self._way(self.words.say("sight.sight"), self.sees, blind, past=False),
            self._way(self.words.say("sight.effect"), self.effect, barred, past=past),
        )

    def _way(self, label: str, exists: bool, by: tuple[str, ...], *, past: bool) -> Finding:
        """Say whether there is a way; ``past`` lines that all end before."""
        if exists:
            value = self.words.say("sight.past") if past else self.words.say("sight.yes")
            return Finding("sight", label, value, "ok")
        value = (
            self.words.say("sight.no_by", by=self.names(by)) if by else self.words.say("sight.no")
        )
        return Finding("sight", label, value, "bad", by)

    # -- cover ----------------------------------------------------------------------------

    def _cover(self) -> Iterable[Finding]:
        cover = self.plan.cover
        value = self.words.say(f"sight.grade.{cover.grade}")
        parts = [
            value,
            *self._counted(self.plan.defence, "cover"),
            *self._counted(self.plan.attack, "cover"),
        ]
        if cover.by:
            parts.append(self.words.say("sight.by", by=self.names(cover.by)))
        if cover.visible is not None:
            parts.append(self.words.say("sight.visible", percent=cover.visible))
        light = cover.grade in (Grade.SOFT, Grade.PARTIAL)
        tone: Mood = "ok" if cover.grade is Grade.NONE else "warn" if light else "bad"
        yield Finding("cover", self.words.say("sight.cover"), _joined(parts), tone, cover.by)
        for i, line in enumerate(cover.lines):
            yield self._line(i, line)

    def _line(self, i: int, line: SightLine) -> Finding:
        ends = self.words.say(
            "sight.line_ends",
            a=self._corner(whole(self.looker.space), line.p),
            b=self._corner(whole(self.seen.space), line.q),
        )
        by = self.names(line.by)
        match line.verdict:
            case Verdict.FREE:
                value, tone = self.words.say("sight.verdict.free"), "ok"
            case Verdict.CREATURE:
                value, tone = self.words.say("sight.verdict.creature", by=by), "warn"
            case Verdict.BLOCKED:
                value, tone = self.words.say("sight.verdict.blocked", by=by), "bad"
        words = self.words.say("sight.line", ends=ends, what=value)
        return Finding(
            "cover", self.words.say("sight.line_n", n=i + 1), words, _tone(tone), line.by, i
        )

    # -- the rest -------------------------------------------------------------------------

    def _concealment(self) -> Finding:
        hidden, label = self.plan.concealment, self.words.say("sight.concealment")
        if hidden.grade == "none":
            return Finding("distance", label, self.words.say("sight.none"), "ok")
        parts = [self.words.say(f"sight.hidden.{hidden.grade}")]
        parts.append(self.words.say("board.concealment", percent=hidden.percent))
        cause = self.words.say(hidden.cause) if hidden.cause is not None else ""
        if cause:
            parts.append(cause)
        if hidden.by and (by := self.names(hidden.by)) and by != cause:
            parts.append(self.words.say("sight.by", by=by))
        tone = _tone("bad" if hidden.grade == "total" else "warn")
        return Finding("distance", label, _joined(parts), tone, hidden.by)

    def _distance(self) -> Iterable[Finding]:
        n = self.plan.distance
        words = self.words.say("board.measure", n=n, metres=round(n * self.metres, 1))
        yield Finding("distance", self.words.say("sight.distance"), words)
        near = self.system.threatened(self.state, self.looker.id)
        reached = not near.isdisjoint(whole(self.seen.space).cells())
        words = self.words.say("sight.near.yes") if reached else self.words.say("sight.near.no")
        yield Finding("distance", self.words.say("sight.reach"), words, "ok" if reached else "")
        weapon = self.plan.weapon
        if weapon.ranged and weapon.range is not None:
            yield Finding("distance", self.words.say("sight.range"), self.words.say(weapon.range))

    def _flanking(self) -> Iterable[Finding]:
        by, label = self.plan.flanking, self.words.say("sight.flanking")
        if by:
            parts = [
                self.words.say("sight.with", names=self.names(by)),
                *self._counted(self.plan.attack, "flanking"),
            ]
            yield Finding("distance", label, _joined(parts), "ok", tuple(by))
        elif overlay_offered(self.system, "flank"):
            yield Finding("distance", label, self.words.say("sight.no"))

    def _attack(self) -> Iterable[Finding]:
        plan, label = self.plan, self.words.say("sight.needed")
        for problem in plan.problems:
            yield Finding(
                "attack",
                self.words.say("board.card.impossible"),
                sentence(self.words, problem),
                "bad",
            )
        if plan.needs is None:
            yield Finding("attack", label, self.words.say("sight.never"), "bad")
        else:
            needs = self.words.say("sight.most" if plan.under else "sight.least", n=plan.needs)
            chance = self.words.say("sight.chance", chance=float(plan.chance))
            parts = [
                needs,
                chance,
                self.words.say("sight.damage", damage=round(float(plan.damage), 1)),
            ]
            yield Finding("attack", label, _joined(parts))
        title = self.words.say(plan.defence_title)
        yield Finding("attack", title, self.words.say("board.number", value=plan.defence.total))
        for note in plan.notes:
            yield Finding("attack", self.words.say("sight.note"), sentence(self.words, note))

    def _counted(self, breakdown: Breakdown, id: str) -> list[str]:
        """Say what counts in a sum under names with this part, with its sign."""
        return [
            self.words.say(
                "sight.modifier", label=self.words.say(e.modifier.label), value=e.modifier.value
            )
            for e in breakdown.entries
            if e.counted and id in e.modifier.id and e.modifier.value and not e.is_percent
        ]

    def _corner(self, space: Footprint, p: Point) -> str:
        """Say which corner of a space a point is."""
        left, top = p.x == space.x, p.y == space.y
        right, bottom = p.x == space.right, p.y == space.bottom
        if left and top:
            return self.words.say("sight.corner.ul")
        if right and top:
            return self.words.say("sight.corner.ur")
        if left and bottom:
            return self.words.say("sight.corner.ll")
        if right and bottom:
            return self.words.say("sight.corner.lr")
        return self.words.say("sight.corner.inside", x=round(p.x / SUB, 2), y=round(p.y / SUB, 2))


def _tone(tone: str) -> Mood:
    return "ok" if tone == "ok" else "warn" if tone == "warn" else "bad"


def _joined(parts: Iterable[str]) -> str:
    return " · ".join(parts)


def _middle(space: Footprint) -> Point:
    return Point(space.x + space.side // 2, space.y + space.side // 2)
