"""Deeds that distract (§8): shooting beside foes, casting, standing up, the coup de grace."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rules import registry
from rules.core.asking import SeededDice, run
from rules.core.terms import Term
from rules.encounter.commands import parse_command
from rules.encounter.events import Event, Logged
from rules.encounter.state import Encounter, Timeline, Token, TokenId
from rules.play import perform
from rules.system.actions import Distracting, Distraction
from rules.systems.pathfinder.attack import Attack
from tests.rules.pathfinder.fights import fight, token


def say(what: Term) -> str:
    return what.key


def running(*tokens: Token, acting: str = "a") -> Encounter:
    """Return a fight in which nobody is flat-footed and one acts."""
    acted = frozenset(t.id for t in tokens)
    line = Timeline(round=2, acting=(TokenId(acting),), acted=acted)
    return replace(fight(*tokens), timeline=line)


def do(state: Encounter, **command: Any) -> tuple[Encounter, tuple[Event, ...]]:
    system = registry.get("pathfinder")
    parsed = parse_command(system, command)
    outcome = run(perform(system, state, parsed, say), SeededDice(3))
    return outcome.after(state), outcome.events


def given(before: Encounter, events: Iterable[Event]) -> tuple[Distraction, ...]:
    system = registry.get("pathfinder")
    assert isinstance(system, Distracting)
    return system.distractions(before, tuple(events))


def told(found: tuple[Distraction, ...]) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return who distracts himself, by what, and who may strike."""
    return [
        (d.who, d.why.key.rsplit(".", 1)[-1], tuple(c.attacker for c in attacks(d))) for d in found
    ]


def attacks(deed: Distraction) -> list[Attack]:
    return [c for c in deed.chances if isinstance(c, Attack)]


FOES = (token("o", (1, 0), side="foes"), token("p", (5, 0), side="foes"))


def test_who_shoots_beside_a_foe_gives_him_a_stroke() -> None:
    state = running(token("a", weapons=["longbow"]), *FOES)
    _, events = do(state, do="attack", attacker="a", target="p", weapon="longbow")
    assert told(given(state, events)) == [("a", "attack", ("o",))]


def test_a_blow_gives_nothing_and_a_bow_out_of_reach_neither() -> None:
    state = running(token("a"), *FOES)
    _, events = do(state, do="attack", attacker="a", target="o", weapon="sword")
    assert given(state, events) == ()
    far = running(token("a", (9, 4), weapons=["longbow"]), *FOES)
    _, events = do(far, do="attack", attacker="a", target="p", weapon="longbow")
    assert given(far, events) == ()


def test_casting_distracts_and_ends_without_a_stroke() -> None:
    state = running(token("a"), *FOES)
    cast, events = do(state, do="condition", tokens=["a"], condition="casting")
    assert told(given(state, events)) == [("a", "cast", ("o",))]
    _, events = do(cast, do="condition", tokens=["a"], condition="casting", on=False)
    assert given(cast, events) == ()


def test_who_stands_up_is_struck_while_still_on_the_ground() -> None:
    state = running(token("a", conditions=["prone"]), *FOES)
    stood, events = do(state, do="condition", tokens=["a"], condition="prone", on=False)
    (deed,) = given(state, events)
    assert told((deed,)) == [("a", "stand", ("o",))]
    (chance,) = attacks(deed)
    assert chance.prone
    fields = chance.model_dump(exclude_defaults=True)
    _, events = do(stood, **{**fields, "do": "attack"})
    details = [d.key for e in events if isinstance(e, Logged) for d in e.details]
    _, plain = do(stood, **{**fields, "do": "attack", "prone": False})
    lines = [e.details for e in plain if isinstance(e, Logged)]
    assert len(details) == sum(map(len, lines)) + 1  # the term of lying prone
    assert given(stood, events) == ()  # a stroke at an opportunity gives none


def test_nobody_strikes_before_the_fight_or_where_somebody_else_acts() -> None:
    down = token("a", conditions=["prone"])
    calm = fight(down, *FOES)
    _, events = do(calm, do="condition", tokens=["a"], condition="prone", on=False)
    assert given(calm, events) == ()
    waits = running(down, *FOES, acting="o")
    _, events = do(waits, do="condition", tokens=["a"], condition="prone", on=False)
    assert given(waits, events) == ()


def test_the_coup_de_grace_distracts() -> None:
    victim = token("p", (0, 1), side="foes", conditions=["asleep"], hp=60)
    state = running(token("a"), FOES[0], victim)
    _, events = do(state, do="coup_de_grace", attacker="a", target="p", weapon="sword")
    assert told(given(state, events)) == [("a", "attack", ("o",))]
