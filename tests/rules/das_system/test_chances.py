"""Exact chances are what the enumeration of every face finds (§1.3, §3)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.asking import Procedure, ask
from rules.core.odds import outcomes
from rules.core.terms import term
from rules.systems.das_system.chances import (
    DICE,
    SIDES,
    Die,
    Frame,
    Stair,
    beats,
    best_festwert,
    harm_chance,
    mean_at,
    mean_loss,
    roll_of,
    stairs_down,
)
from rules.systems.das_system.values import counted

STAIRS = st.lists(
    st.builds(
        Stair, st.integers(0, 3000), st.integers(0, 1500), st.integers(-300, 300), st.just(0)
    ),
    min_size=1,
    max_size=6,
)
FESTWERT = st.integers(0, 1500)
DIE = st.builds(Die, FESTWERT, st.integers(0, 2100))


def every_roll() -> range:
    return range(1, SIDES + 1)


def test_two_dice_make_every_number_once() -> None:
    rolls = {roll_of((a, b)) for a in range(1, 21) for b in range(1, 101)}
    assert rolls == set(every_roll())


@given(DIE, st.integers(0, 3000), st.integers(0, 2000))
def test_counting_finds_what_trying_finds(die: Die, low: int, more: int) -> None:
    values = [die.festwert + counted(roll, die.wuerfelwert) for roll in every_roll()]
    assert die.ways(low) == sum(value >= low for value in values)
    assert die.ways(low, low + more) == sum(low <= value < low + more for value in values)


def loss_of(stairs: list[Stair], value: int, schwere: int) -> int:
    return max((s.loss(schwere) for s in stairs if s.need <= value), default=0)


@settings(max_examples=30)
@given(STAIRS, DIE, st.integers(0, 2000))
def test_mean_and_chance_are_those_of_all_rolls(stairs: list[Stair], die: Die, weight: int) -> None:
    losses = [
        loss_of(stairs, die.festwert + counted(roll, die.wuerfelwert), weight)
        for roll in every_roll()
    ]
    kept = stairs_down(stairs)
    assert mean_loss(kept, die, weight) == Fraction(sum(losses), SIDES)
    assert harm_chance(kept, die, weight) == Fraction(sum(x > 0 for x in losses), SIDES)


def attacked(die: Die) -> Procedure[int]:
    faces = yield from ask(DICE, term("dice.free", text=""))
    return die.festwert + counted(roll_of(faces), die.wuerfelwert)


def test_the_enumerator_of_odds_agrees() -> None:
    die, stairs = Die(140, 1400), stairs_down([Stair(800, 1100, 100), Stair(2200, 400, 50)])
    table = outcomes(lambda: attacked(die), lambda value: value >= 800)
    assert table[True] == die.chance(800) == Fraction(741, 2000)
    losses = outcomes(lambda: attacked(die), lambda value: loss_of(list(stairs), value, 1600))
    assert sum(loss * share for loss, share in losses.items()) == mean_loss(stairs, die, 1600)


@settings(max_examples=15)
@given(DIE, DIE, st.integers(0, 2000), st.integers(0, 500))
def test_parades_beat_what_trying_says(parade: Die, attack: Die, low: int, extra: int) -> None:
    attacks = [attack.festwert + counted(r, attack.wuerfelwert) for r in every_roll()]
    hits = [value for value in attacks if value >= low]
    expected = Fraction(1)
    if hits:
        stops = {value: parade.ways(value + extra) for value in set(hits)}
        expected = Fraction(sum(stops[value] for value in hits), len(hits) * SIDES)
    assert beats(parade, attack, low, extra) == expected


@settings(max_examples=25, deadline=None)
@given(STAIRS, st.integers(200, 2000), st.integers(0, 2500), FESTWERT, FESTWERT)
def test_the_best_split_is_no_worse_than_any_on_a_grid(
    stairs: list[Stair], die: int, basis: int, cap: int, weight: int
) -> None:
    frame, kept = Frame(die, basis, cap, weight), stairs_down(stairs)
    best = mean_at(frame, kept, best_festwert(frame, kept))
    for festwert in range(0, frame.most_festwert + 1, max(1, frame.most_festwert // 60)):
        assert best >= mean_at(frame, kept, festwert)


@pytest.mark.mechanic("S12")
def test_weight_pays_against_armour_and_precision_against_skin() -> None:
    frame = Frame(1150, 1415, 990, 1061)
    bare, plate = (Stair(2000, 0, 0),), (Stair(700, 900, 100),)
    assert best_festwert(frame, bare) > best_festwert(frame, plate)


def test_where_nothing_gets_through_the_split_strikes_as_surely_as_can_be() -> None:
    frame, plate = Frame(1150, 1415, 990, 1061), (Stair(800, 1200, 100),)
    festwert = best_festwert(frame, plate)
    chances = [frame.die(f).chance(800) for f in range(frame.most_festwert + 1)]
    assert chances[festwert] == max(chances)
    assert chances.index(max(chances)) == festwert, "what is left goes into the Schwere"
