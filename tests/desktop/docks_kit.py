"""A small rule system and fights in it, for the tests of the docks: few rules, many words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from desktop.i18n import language
from desktop.session import Session
from maps.board import Board
from maps.grid import Cell, Footprint, Point
from maps.problems import Problem, Severity
from rules import play, registry
from rules.core.asking import Option, Procedure, ask, choose
from rules.core.catalogues import read_catalogues
from rules.core.glossary import Glossary
from rules.core.modifiers import PERCENT, Breakdown, Entry, Modifier
from rules.core.options import OptionSpec
from rules.core.sources import DERIVED, HAND, HOUSE
from rules.core.terms import Term
from rules.encounter.commands import Command, Outcome, refuse
from rules.encounter.events import Event, Logged, TimeChanged, VitalsChanged
from rules.encounter.history import History
from rules.encounter.plans import AttackAction, AttackPlan, Extra, Weapon
from rules.encounter.state import (
    Condition,
    Encounter,
    Sheet,
    SideId,
    Timeline,
    Token,
    TokenId,
    Vitals,
)
from rules.system.answers import (
    CardView,
    ConditionSpec,
    Difference,
    Glance,
    Health,
    MovePlan,
    RosterRow,
    Template,
)
from rules.views import (
    ACBarView,
    ArmourPart,
    ArmourView,
    BodyView,
    RingBound,
    RingMarker,
    RingView,
    ZoneView,
)

WORDS = {
    "system.sample": "Sample",
    "sample.plain": "{text}",
    "condition.sample.prone": "liegend",
    "condition.sample.blessed": "gesegnet",
    "unit.sample.points": "TP",
    "roster.sample.count": "Ini",
    "problem.sample.adjacent": "{who} droht: der Schuss reizt zu einem Gelegenheitsangriff.",
    "problem.sample.no_line": "Keine Linie führt zu {who}.",
    "problem.command_not_here": "{command} gibt es hier nicht.",
    "problem.nothing_changes": "Das ändert nichts.",
}


def speak(monkeypatch: pytest.MonkeyPatch, code: str = "de") -> None:
    """Let the docks speak a language with the words of the sample system; find that system."""
    files = [*read_catalogues("en"), *read_catalogues(code)]
    monkeypatch.setattr(language, "_words", Glossary(code, [*files, WORDS]))
    real = registry.get
    monkeypatch.setattr(play, "_english", lambda: language.words)
    monkeypatch.setattr(registry, "get", lambda id: SYSTEM if id == "sample" else real(id))


def t(text: str) -> Term:
    """Make a term that says a text as it is."""
    return Term("sample.plain", {"text": text})


class SampleSheet(Sheet):
    hp: int = 20
    ac: int = 16
    shield_wall: bool = False


class SampleVitals(Vitals):
    damage: int = 0


class Attack(Command):
    do: Literal["attack"] = "attack"
    attacker: str
    target: str
    weapon: str = ""
    mode: str = ""
    off: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    extra: tuple[dict[str, Any], ...] = ()
    cell: tuple[int, int] | None = None


class Initiative(Command):
    do: Literal["initiative"] = "initiative"
    token: str
    value: int | None = None


class Damage(Command):
    do: Literal["damage"] = "damage"
    tokens: tuple[str, ...]
    amount: Annotated[int, Field(ge=0)]


class Heal(Command):
    do: Literal["heal"] = "heal"
    tokens: tuple[str, ...]
    amount: Annotated[int, Field(ge=0)]


class Next(Command):
    do: Literal["next"] = "next"


BOW = Weapon(
    "bow", t("Kompositlangbogen"), True, t("1W8+2"), t("20 / ×3"), t("33 m, 1. Schritt"), "bow"
)
SWORD = Weapon("sword", t("Langschwert"), False, t("1W8+1"), t("19–20 / ×2"), None, "sword")


class SampleSystem:
    """Few rules: an attack asks for a die, a confirmation, a defence, and damage."""

    id = "sample"
    sheet_model = SampleSheet
    vitals_model = SampleVitals
    options: tuple[OptionSpec, ...] = ()
    conditions = (ConditionSpec("prone", "down"), ConditionSpec("blessed", "spell"))
    commands: Mapping[str, type[Command]] = {
        "attack": Attack,
        "initiative": Initiative,
        "damage": Damage,
        "heal": Heal,
        "next": Next,
    }

    def library(self) -> tuple[Template, ...]:
        return (
            Template("ork", t("Ork"), SampleSheet(hp=6, ac=13), SideId.FOES, ("humanoid",)),
            Template("oger", t("Oger"), SampleSheet(hp=30, ac=17), SideId.FOES, ("giant",)),
            Template("waechter", t("Wächter"), SampleSheet(hp=18), SideId.HEROES, ("humanoid",)),
        )

    def squares(self, sheet: Sheet) -> int:
        return 1

    def fresh(self, sheet: Sheet) -> Vitals:
        return SampleVitals()

    def health(self, token: Token) -> Health:
        assert isinstance(token.sheet, SampleSheet)
        assert isinstance(token.vitals, SampleVitals)
        now = token.sheet.hp - token.vitals.damage
        return Health(now, token.sheet.hp, down=now <= 0)

    def weapons(self, state: Encounter, token: TokenId) -> tuple[Weapon, ...]:
        return BOW, SWORD

    def modes(self, state: Encounter, token: TokenId, weapon: str) -> tuple[Option, ...]:
        return Option("single", t("Einzelangriff")), Option("full", t("Voller Angriff"))

    def plan(self, state: Encounter, action: AttackAction) -> AttackPlan:
        foe = state.token(action.target)
        bow = action.weapon != "sword"
        attack = [
            Modifier("base_attack", 4, t("Grundangriff"), detail=t("Klasse")),
            Modifier("dex", 4, t("Geschicklichkeit"), detail=t("GE 18")),
            Modifier("masterwork", 1, t("Meisterarbeit"), detail=t("Waffe")),
            Modifier("bless", 1, t("Segnen"), "morale", detail=t("moralisch")),
            Modifier("close", 1, t("Kernschuss"), detail=t("über 9 m")),
            Modifier("melee", -4, t("Schuss in Nahkampf"), detail=t("frei")),
            Modifier("rapid", -2, t("Schnelles Schießen"), source=HOUSE, detail=t("aus")),
        ]
        defence = [
            Modifier("base", 10, t("Grundwert"), detail=t("Regel")),
            Modifier("hide", 4, t("Fellrüstung"), "armour", detail=t("Rüstung")),
            Modifier("foe_dex", 1, t("Geschicklichkeit"), detail=t("GE 12")),
            Modifier("natural", 1, t("Natürliche Rüstung"), detail=t("Ork")),
            Modifier("cover", 4, t("Deckung"), "cover", detail=t("Wand P2–P3"), causes=("wall-1",)),
            Modifier("soft", 4, t("Weiche Deckung"), "cover", DERIVED, causes=("brunhild",)),
            Modifier("dusk", 20, t("Dämmerlicht"), PERCENT, detail=t("Dämmersicht")),
        ]
        idle = {"close", "melee", "rapid", "soft", "dusk"} - action.on
        why = {"soft": t("nicht kumulativ")}

        def rows(mods: list[Modifier], side: str) -> Breakdown:
            more = [
                Modifier(e.id, e.value, t(e.label or "Eigene Zeile"), source=HAND)
                for e in action.extra
                if e.side == side
            ]
            return Breakdown(
                tuple(
                    Entry(m, m.id not in idle and m.id not in action.off, why.get(m.id))
                    for m in [*mods, *more]
                )
            )

        a, d = rows(attack, "attack"), rows(defence, "defence")
        needs = min(20, max(2, d.total - a.total))
        near = Problem("sample.adjacent", args={"who": "Oger"})
        none = Problem("sample.no_line", Severity.ERROR, args={"who": foe.name})
        return AttackPlan(
            action,
            BOW if bow else SWORD,
            a,
            d,
            t("Angriffswurf"),
            t("Rüstungsklasse"),
            needs=needs,
            chance=Fraction(21 - needs, 20),
            damage=Fraction(39, 10),
            problems=(none,) if foe.has("hidden") else (),
            notes=(near,) if bow and foe.id == "oger" else (),
        )

    def glances(
        self, state: Encounter, token: TokenId, place: Footprint, weapon: str = ""
    ) -> tuple[Glance, ...]:
        return ()

    def threatened(self, state: Encounter, token: TokenId) -> frozenset[Cell]:
        return frozenset()

    def move_plan(self, state: Encounter, token: TokenId, points: Sequence[Point]) -> MovePlan:
        return MovePlan(token, tuple(points), (0,), t("0 m"))

    def perform(self, state: Encounter, command: Command) -> Procedure[Outcome]:
        match command:
            case Attack():
                return (yield from self._attack(state, command))
            case Initiative(token=token, value=value):
                time = state.timeline
                at = {**time.at, TokenId(token): value or 0}
                new = Timeline(max(1, time.round), time.now, at, acting=time.acting)
                return Outcome(t("Initiative"), (TimeChanged(new),))
            case Damage(tokens=tokens, amount=amount):
                return Outcome(t("Schaden"), tuple(self._harm(state, i, amount) for i in tokens))
            case Heal(tokens=tokens, amount=amount):
                return Outcome(t("Heilung"), tuple(self._harm(state, i, -amount) for i in tokens))
            case Next():
                order = [r.token for r in self.roster(state)]
                me = (order.index(state.timeline.acting[0]) + 1) % len(order)
                time = state.timeline
                new = Timeline(time.round, time.at[order[me]], time.at, acting=(order[me],))
                line = Logged(t(f"{state.tokens[order[me]].name} ist am Zug"), who=order[me])
                return Outcome(t("Nächster Zug"), (TimeChanged(new), line))
        raise refuse("command_not_here", command=command.do)

    def _harm(self, state: Encounter, id: str, amount: int) -> VitalsChanged:
        vitals = state.token(id).vitals
        assert isinstance(vitals, SampleVitals)
        return VitalsChanged(TokenId(id), {"damage": max(0, vitals.damage + amount)})

    def _attack(self, state: Encounter, c: Attack) -> Procedure[Outcome]:
        action = AttackAction(
            TokenId(c.attacker),
            TokenId(c.target),
            c.weapon,
            c.mode,
            frozenset(c.off),
            frozenset(c.on),
            tuple(Extra(**e) for e in c.extra),
        )
        plan = self.plan(state, action)
        if not plan.possible:
            raise refuse("sample.no_line", who=state.token(c.target).name)
        me, foe = state.token(c.attacker).name, state.token(c.target).name
        label = t(f"{me} greift {foe} an")
        (face,) = yield from ask((20,), t("Angriffswurf"), c.attacker)
        sum_, need = face + plan.attack.total, plan.defence.total
        if sum_ < need:
            line = Logged(t(f"{sum_} gegen {need}: daneben"), who=c.attacker, mood="miss")
            return Outcome(label, (line,))
        how = "none"
        if foe == "Oger":
            options = (
                Option("parry", t("Parade"), t("Dolch, 2 ZP")),
                Option("none", t("keine"), t("0 ZP")),
            )
            how = yield from choose(options, t("Verteidigung"), c.target, "none")
        faces = yield from ask((8, 8) if c.mode == "full" else (8,), t("Schaden 1W8+2"), c.attacker)
        harm = sum(faces) + 2 - (2 if how == "parry" else 0)
        details = tuple(
            t(f"{e.modifier.value:+d} {e.modifier.label.args['text']}")
            for e in plan.attack.entries
            if e.counted
        )
        line = Logged(
            t(f"{sum_} gegen {need}: Treffer"),
            (t(f"{foe} · {harm} TP"), *details),
            c.attacker,
            "hit",
        )
        events: tuple[Event, ...] = (self._harm(state, c.target, harm), line)
        return Outcome(label, events)

    def compare(self, before: Encounter, after: Encounter) -> tuple[Difference, ...]:
        found = []
        for id, token in before.tokens.items():
            if id not in after.tokens:
                continue
            old, new = self.health(token).now, self.health(after.tokens[id]).now
            if old != new:
                mood = "bad" if new < old else "good"
                found.append(Difference(id, t("TP"), t(str(old)), t(str(new)), mood))
        return tuple(found)

    def stamp(self, state: Encounter) -> Term | None:
        return t(str(state.timeline.now)) if state.timeline.running else None

    def headline(self, state: Encounter) -> Term:
        time = state.timeline
        return (
            t(f"Runde {time.round} · Zählung {time.now}") if time.running else t("nicht begonnen")
        )

    def roster(self, state: Encounter) -> tuple[RosterRow, ...]:
        time = state.timeline
        order = sorted(state.tokens, key=lambda i: -time.at.get(i, 0))
        seen = [time.at.get(i) for i in order]
        return tuple(
            RosterRow(
                i,
                t(str(time.at[i])) if i in time.at else None,
                t(state.tokens[i].note) if state.tokens[i].note else None,
                self.health(state.tokens[i]),
                i in time.acting,
                time.at[i] if i in time.at and seen.count(time.at[i]) > 1 else 0,
            )
            for i in order
        )

    def ring(self, state: Encounter, words: Glossary, selected: str = "") -> RingView:
        time = state.timeline
        markers = tuple(
            RingMarker(i, state.tokens[i].name[:2], state.tokens[i].side, 24 - n, i == selected,
                       label=state.tokens[i].name)
            for i, n in time.at.items()
        )  # fmt: skip
        return RingView(
            tuple(str(24 - i) for i in range(24)),
            24 - time.now,
            markers,
            bounds=(RingBound(0),),
            bold=frozenset({0, 6, 12, 18}),
            gap=12,
            align="edge",
            top="Runde",
            big=str(time.round),
            bottom=f"Zählung {time.now}",
        )

    def body(self, state: Encounter, token: TokenId, words: Glossary) -> BodyView:
        zone = ZoneView("torso", "Rumpf", ("brust", "bauch"), "12", wound=2)
        health = self.health(state.tokens[token])
        return BodyView((zone,), "vorn", "hinten", summary=f"TP {health.now} von {health.most}")

    def armour(
        self, state: Encounter, token: TokenId, words: Glossary, plan: AttackPlan | None = None
    ) -> ArmourView:
        parts = (
            ArmourPart(10, "10", "Grundwert", "base"),
            ArmourPart(4, "+4", "Fell", "armour"),
            ArmourPart(1, "+1", "GE", "ability"),
            ArmourPart(1, "+1", "nat.", "natural"),
            ArmourPart(4, "+4", "Deckung", "cover"),
        )
        bar = ACBarView(
            "RK 20", parts, "gegen diesen Schuss",
            (("Berührung", "15"), ("Auf dem falschen Fuß", "19")),
            20, 10, 20, "W20: verfehlt 1–9", "Treffer 10–19 · Bedrohung 20",
        )  # fmt: skip
        return ArmourView("Rüstungsklasse", state.tokens[token].name, bar)

    def card(self, state: Encounter, token: TokenId) -> CardView:
        sheet = state.tokens[token].sheet
        assert isinstance(sheet, SampleSheet)
        head = ((t("TP"), t(str(sheet.hp))), (t("RK"), t(str(sheet.ac))))
        return CardView(token, head, (), ())


SYSTEM = SampleSystem()


class MemoryStore:
    """A store that keeps nothing."""

    read_only = False
    path = Path("Krähenfels.kampf")

    def append(self, step: object, _state: object = None) -> None: ...
    def set_done(self, done: int) -> None: ...
    def close(self) -> None: ...
    def asset(self, key: str) -> bytes | None:
        return None


def token(id: str, name: str, side: SideId, at: tuple[int, int], hp: int, **more: Any) -> Token:
    """Make a combatant."""
    damage = more.pop("damage", 0)
    return Token(
        TokenId(id),
        name,
        side,
        Footprint.at(*at, 1),
        SampleSheet(hp=hp),
        SampleVitals(damage=damage),
        **more,
    )


def kraehenfels(*, running: bool = True) -> Encounter:
    """Return the fight of the mock-ups."""
    heroes, foes = SideId.HEROES, SideId.FOES
    tokens = (
        token("mirela", "Mirela", heroes, (12, 1), 30, damage=3),
        token("worg", "Worg", foes, (18, 4), 26, note="Aktion bereit"),
        token("elandir", "Elandir", heroes, (8, 4), 36, damage=3, note="am Zug",
              conditions=(Condition("blessed"),)),
        token("schamane", "Ork-Schamane", foes, (16, 2), 22, note="zaubert bis 17"),
        token("brunhild", "Brunhild", heroes, (12, 3), 44, damage=20),
        token("ork-1", "Ork 1", foes, (10, 6), 6),
        token("ork-2", "Ork 2", foes, (12, 2), 6, damage=4, note="in der Zange"),
        token("ork-3", "Ork 3", foes, (20, 5), 6),
        token("oger", "Oger", foes, (8, 7), 30, damage=7),
        token("odo", "Pater Odo", heroes, (6, 4), 28, damage=6),
    )  # fmt: skip
    counts = (23, 21, 19, 17, 14, 12, 12, 12, 8, 6)
    at = {one.id: count for one, count in zip(tokens, counts, strict=True)}
    time = Timeline(3, 19, at, acting=(TokenId("elandir"),)) if running else Timeline()
    return Encounter(
        "sample",
        "Krähenfels",
        Board(width=24, height=16),
        MappingProxyType({one.id: one for one in tokens}),
        timeline=time,
    )


def session_of(state: Encounter) -> Session:
    """Open a fight that is written nowhere."""
    return Session(MemoryStore(), History(state))  # type: ignore[arg-type]  # what a session needs of it
