"""Conversations: who asks gets an answer that fits, or the script says what is open."""

from __future__ import annotations

import pytest

from rules.core.asking import (
    Answer,
    AnswerError,
    Ask,
    Choice,
    DiceRequest,
    MissingAnswerError,
    Option,
    Procedure,
    ScriptedDice,
    SeededDice,
    ask,
    check,
    choose,
    done,
    run,
)
from rules.core.terms import term

YES_NO = (Option("no", term("a.no")), Option("yes", term("a.yes")))


def strike(log: list[str] | None = None) -> Procedure[tuple[int, str]]:
    try:
        faces = yield from ask((20, 6), term("a.roll"), "A")
        answer = yield from choose(YES_NO, term("a.parry"), "T", default="yes")
        return sum(faces), answer
    finally:
        if log is not None:
            log.append("closed")


class Fixed:
    """Gives one answer to everything."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def answer(self, request: Ask) -> Answer:
        return self._answer


def test_a_script_answers_in_the_order_of_asking() -> None:
    script = ScriptedDice([14, 5, 3], ["no", "yes"])
    assert run(strike(), script) == (19, "no")
    assert script.left_over == ((3,), ("yes",))


def test_a_script_that_runs_out_names_the_open_question_and_closes_the_procedure() -> None:
    log: list[str] = []
    with pytest.raises(MissingAnswerError) as caught:
        run(strike(log), ScriptedDice([14]))
    assert caught.value.request == DiceRequest((20, 6), term("a.roll"), "A")
    assert log == ["closed"]
    with pytest.raises(MissingAnswerError) as caught:
        run(strike(), ScriptedDice([14, 5]))
    assert isinstance(caught.value.request, Choice)


def test_a_seed_repeats_itself_and_decisions_take_their_default() -> None:
    first, second = run(strike(), SeededDice(7)), run(strike(), SeededDice(7))
    assert first == second
    assert first[1] == "yes"
    assert SeededDice(1).answer(Choice(YES_NO, term("a"))) == "no"
    faces = {SeededDice(seed).answer(DiceRequest((6,), term("a"))) for seed in range(100)}
    assert faces == {(n,) for n in range(1, 7)}


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ((1,), "dice_count"),
        ("no", "dice_count"),
        ((21, 1), "dice_face"),
        ((0, 1), "dice_face"),
        ((True, 1), "dice_face"),
        ((1.0, 1), "dice_face"),
    ],
)
def test_dice_that_do_not_fit_are_refused(answer: Answer, code: str) -> None:
    with pytest.raises(AnswerError) as caught:
        run(strike(), Fixed(answer))
    assert caught.value.code == code


def test_an_unknown_choice_lists_the_known_ones() -> None:
    with pytest.raises(AnswerError) as caught:
        check(Choice(YES_NO, term("a")), "maybe")
    assert caught.value.details == {"choice": "maybe", "options": "no, yes"}


def test_the_procedure_itself_checks_its_answers_too() -> None:
    procedure = strike()
    next(procedure)
    with pytest.raises(AnswerError):
        procedure.send((99, 1))


def test_done_asks_nothing() -> None:
    assert run(done(3), ScriptedDice()) == 3


BARRED = Option("dodge", term("a.dodge"), why=term("a.no_room"))


def test_an_option_with_a_reason_is_shown_but_cannot_be_taken() -> None:
    asked = Choice((BARRED, *YES_NO), term("a.parry"), default="dodge")
    assert not BARRED.enabled
    assert asked.usual == "no"
    with pytest.raises(AnswerError) as caught:
        check(asked, "dodge")
    assert caught.value.code == "choice_barred"
    assert caught.value.details["why"] == term("a.no_room")
    assert SeededDice(1).answer(asked) == "no"
