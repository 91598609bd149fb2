"""Initiative, surprise, turns, delaying and readied actions (§8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.encounter.commands import Outcome
from rules.encounter.plans import AttackAction
from rules.encounter.state import Condition, Encounter, TokenId
from rules.systems.pathfinder import initiative, time, turns
from rules.systems.pathfinder.commands import Act, Delay, End, Initiative, Next, Ready, Start
from rules.systems.pathfinder.harm import vitals_of
from rules.systems.pathfinder.plan import plan
from tests.rules.pathfinder.fights import fight, logged, play, token

A, B, C = TokenId("a"), TokenId("b"), TokenId("c")


def three() -> Encounter:
    return fight(
        token("a", dexterity=16), token("b", (3, 0), side="foes"), token("c", (5, 0), side="foes")
    )


def start(state: Encounter, dice: Iterable[int] = (), **fields: object) -> Encounter:
    command = Start.model_validate(fields)
    return play(state, initiative.start, command, dice)[0]


def begun(**values: int) -> Encounter:
    return start(three(), values=values or {"a": 20, "b": 15, "c": 10})


def following(state: Encounter, dice: Iterable[int] = ()) -> tuple[Encounter, Outcome]:
    return play(state, turns.next_turn, Next(), dice)


def go(state: Encounter, times: int = 1) -> Encounter:
    for _ in range(times):
        state, _ = following(state)
    return state


def delay(state: Encounter, **fields: object) -> Encounter:
    return play(state, turns.delay, Delay.model_validate(fields))[0]


def act(state: Encounter, who: str) -> Encounter:
    return play(state, turns.act, Act(token=who))[0]


# -- initiative ---------------------------------------------------------------------------------


def test_everybody_rolls_a_die_and_adds_dexterity() -> None:
    line = start(three(), [10, 5, 19]).timeline
    assert line.at == {A: 13, B: 5, C: 19}
    assert time.order(line) == (C, A, B)
    assert (line.round, line.now, line.acting) == (1, 19, (C,))


def test_typed_totals_are_not_rolled() -> None:
    line = start(three(), [7], values={"a": 18, "b": 3}).timeline
    assert line.at == {A: 18, B: 3, C: 7}


def test_a_tie_goes_to_the_higher_modifier() -> None:
    assert time.order(begun(a=12, b=12, c=14).timeline) == (C, A, B)


def test_equal_modifiers_roll_again_until_somebody_is_first() -> None:
    state = start(three(), [4, 4, 6, 2], values={"a": 20, "b": 9, "c": 9})
    assert time.order(state.timeline) == (A, B, C)


def test_a_late_comer_rolls_against_those_on_the_same_count_only() -> None:
    state = start(three(), [6, 2], values={"a": 20, "b": 9, "c": 9})
    state = state.with_token(token("d"))
    command = Initiative(token="d", value=9)
    state, _ = play(state, initiative.initiative, command, [4])
    assert time.order(state.timeline) == (A, B, TokenId("d"), C)
    assert state.token("d").has("flat_footed")


def test_an_initiative_can_be_typed_before_the_fight() -> None:
    state, _ = play(three(), initiative.initiative, Initiative(token="b", value=17))
    assert not state.timeline.running
    assert start(state, [1, 2]).timeline.at == {A: 4, B: 17, C: 2}


def test_a_correction_does_not_disturb_the_others() -> None:
    state, _ = play(begun(), initiative.initiative, Initiative(token="c", value=17))
    assert time.order(state.timeline) == (A, C, B)
    assert state.timeline.acting == (A,)


def test_an_initiative_can_be_rolled_for_a_late_comer() -> None:
    state, _ = play(begun(), initiative.initiative, Initiative(token="c"), [13])
    assert state.timeline.at[C] == 13


# -- turns --------------------------------------------------------------------------------------


def test_turns_run_down_and_a_round_follows() -> None:
    state = go(begun(), 2)
    assert (state.timeline.round, state.timeline.now, state.timeline.acting) == (1, 10, (C,))
    state = go(state)
    assert (state.timeline.round, state.timeline.now, state.timeline.acting) == (2, 20, (A,))


def test_all_are_flat_footed_until_their_first_turn() -> None:
    state = begun()
    assert [state.tokens[t].has("flat_footed") for t in (A, B, C)] == [False, True, True]
    state = go(state)
    assert [state.tokens[t].has("flat_footed") for t in (A, B, C)] == [False, False, True]


def test_uncanny_dodge_is_never_caught() -> None:
    state = start(fight(token("a"), token("b", uncanny_dodge=True)), values={"a": 20, "b": 1})
    assert not state.token("b").has("flat_footed")


def test_flat_footedness_set_by_hand_stays() -> None:
    state = fight(token("a", conditions=["flat_footed"]), token("b"))
    assert start(state, values={"a": 20, "b": 1}).token("a").has("flat_footed")


def test_opportunities_come_back_at_the_own_turn() -> None:
    state = begun()
    vitals = vitals_of(state.tokens[B]).model_copy(update={"opportunities": 2})
    b = state.tokens[B]
    state = state.with_token(replace(b, vitals=vitals))
    assert vitals_of(go(state).tokens[B]).opportunities == 0


def test_a_condition_ends_at_its_count() -> None:
    state = fight(
        token("a", conditions=[Condition("shaken", until=(2, 15))]), token("b", side="foes")
    )
    state = start(state, values={"a": 20, "b": 10})
    state = go(state, 2)
    assert state.timeline.round == 2
    assert state.tokens[A].has("shaken")
    state, outcome = following(state)
    assert not state.tokens[A].has("shaken")
    assert "runs_out" in logged(outcome)


def test_a_defensive_stance_lasts_to_the_own_next_turn() -> None:
    state = begun()
    b = state.tokens[B]
    state = state.with_token(replace(b, conditions=(Condition("charging"),)))
    assert not go(state).tokens[B].has("charging")


def test_the_dead_are_skipped_and_the_dying_roll() -> None:
    state = fight(
        token("a"),
        token("b", hp=10, damage=13, conditions=[Condition("dying", note="hp")]),
        token("c", conditions=["dead"]),
    )
    state = state.with_token(token("d"))
    state = start(state, values={"a": 20, "b": 15, "d": 5})
    assert TokenId("c") not in state.timeline.at
    state, outcome = following(state, [2])
    assert state.timeline.acting == (TokenId("d"),)
    assert vitals_of(state.tokens[B]).damage == 14
    assert logged(outcome) == ["stabilise", "turn"]


def test_nobody_acts_when_all_are_down() -> None:
    state = fight(token("a"), token("b", conditions=["dead"]))
    state = start(state, values={"a": 20})
    a = state.tokens[A]
    state = state.with_token(replace(a, conditions=(Condition("dead"),)))
    state, _ = following(state)
    assert state.timeline.acting == ()


def test_the_end_clears_the_count_and_what_hangs_on_it() -> None:
    state, _ = play(begun(), initiative.end, End())
    assert not state.timeline.running
    assert not any(t.conditions for t in state.tokens.values())


# -- surprise -----------------------------------------------------------------------------------


def test_only_the_aware_act_in_the_surprise_round() -> None:
    state = start(three(), values={"a": 20, "b": 15, "c": 10}, surprised=["a", "c"])
    assert state.timeline.phase == time.SURPRISE
    assert state.timeline.acting == (B,)
    assert state.tokens[A].has("surprised")
    assert state.tokens[A].has("flat_footed")
    state = go(state)
    assert (state.timeline.round, state.timeline.phase) == (1, time.REGULAR)
    assert state.timeline.acting == (A,)
    assert not any(t.has("surprised") for t in state.tokens.values())


def test_the_surprised_strike_at_nobody_until_the_round_is_over() -> None:
    state = start(three(), values={"a": 20, "b": 15, "c": 10}, surprised=["a", "c"])
    found = plan(state, AttackAction(A, B, "sword")).problems
    assert [(p.code, p.place) for p in found if p.code == "pathfinder.cannot_act"] == [
        ("pathfinder.cannot_act", "attacker")
    ]
    codes = [p.code for p in plan(go(state), AttackAction(A, B, "sword")).problems]
    assert "pathfinder.cannot_act" not in codes


def test_the_aware_can_be_named_instead() -> None:
    state = start(three(), values={"a": 20, "b": 15, "c": 10}, aware=["c"])
    assert state.timeline.acting == (C,)


def test_no_surprise_round_when_all_or_none_are_surprised() -> None:
    values = {"a": 20, "b": 15, "c": 10}
    assert start(three(), values=values).timeline.phase == time.REGULAR
    everybody = start(three(), values=values, surprised=["a", "b", "c"])
    assert everybody.timeline.phase == time.REGULAR


def test_nothing_runs_out_in_the_surprise_round() -> None:
    state = fight(token("a", conditions=[Condition("shaken", until=(1, 10))]), token("b"))
    state = start(state, values={"a": 20, "b": 5}, surprised=["a"])
    assert state.tokens[A].has("shaken")
    state = go(state, 2)
    assert not state.tokens[A].has("shaken")


# -- delaying and readied actions ---------------------------------------------------------------


def test_who_delays_acts_after_the_present_turn_and_keeps_the_count() -> None:
    state = delay(begun())
    assert state.timeline.acting == (B,)
    assert time.delayed(state.timeline) == {"a"}
    state = act(state, "a")
    assert state.timeline.acting == (A,)
    assert state.timeline.at[A] == 15
    assert time.order(state.timeline) == (B, A, C)
    assert go(state).timeline.acting == (C,)
    assert go(state, 2).timeline.acting == (B,)


def test_who_delays_to_a_count_comes_back_by_himself() -> None:
    state = delay(begun(), to=12)
    assert time.order(state.timeline) == (B, A, C)
    state = go(state)
    assert (state.timeline.acting, state.timeline.now) == ((A,), 12)


def test_who_never_comes_back_acts_at_the_old_count_next_round() -> None:
    state = go(delay(begun()), 2)
    assert (state.timeline.round, state.timeline.acting) == (2, (A,))
    assert time.delayed(state.timeline) == frozenset()


def test_a_readied_action_interrupts_and_comes_first_from_now_on() -> None:
    command = Ready(token="a", trigger="die Tür geht auf")
    state, _ = play(begun(), turns.ready, command)
    assert time.readied(state.timeline) == {"a": "die Tür geht auf"}
    assert state.timeline.acting == (B,)
    state = act(state, "a")
    assert state.timeline.acting == (A,)
    state = go(state)
    assert state.timeline.acting == (B,)
    assert time.order(state.timeline) == (A, B, C)
    assert state.timeline.at[A] == 15
    state = go(state)
    assert state.timeline.acting == (C,)


def test_an_unused_readied_action_is_lost_at_the_own_turn() -> None:
    state, _ = play(begun(), turns.ready, Ready())
    assert time.readied(go(state, 2).timeline) == {}


def test_a_turn_goes_on_even_if_the_interrupted_one_fell() -> None:
    state, _ = play(begun(), turns.ready, Ready())
    state = act(state, "a")
    b = state.tokens[B]
    state = state.with_token(replace(b, conditions=(Condition("dead"),)))
    assert go(state).timeline.acting == (C,)
