"""Scripts: a list of commands, played and printed."""

from __future__ import annotations

from typing import Any

import pytest

from maps.problems import UnreadableFileError
from rules.core.asking import ScriptedDice, SeededDice
from rules.core.glossary import Glossary
from rules.core.terms import term
from rules.encounter.commands import CommandError, command_from
from rules.encounter.history import History
from rules.encounter.situation import load_situation
from rules.play import play_json, run_script
from tests.rules.play_kit import do, game, refused
from tests.rules.tiny import TINY, lookup


def test_undo_and_redo_are_commands() -> None:
    played = game()
    states = [played.state]
    for x in (1, 2):
        do(played, "move", token="A", to=[x, 0])
        states.append(played.state)
    assert do(played, "undo").label == term("step.move", who="A")
    assert played.state is states[1]
    do(played, "redo")
    assert played.state is states[2]
    assert refused(played, "redo")[0] == "nothing_to_redo"
    do(played, "undo")
    do(played, "undo")
    assert refused(played, "undo")[0] == "nothing_to_undo"
    assert refused(played, "undo", dice=[1])[0] == "dice_left_over"


STRIKE = {"attacker": "A", "target": "T"}


def test_a_script_with_too_few_answers_says_what_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Glossary, "strict", False)  # the tiny system has no words
    played = game()
    assert refused(played, "strike", **STRIKE) == ("dice_missing", "command.dice")
    assert refused(played, "strike", **STRIKE, dice=[12]) == ("choice_missing", "command.choices")
    with pytest.raises(CommandError) as caught:
        do(played, "strike", **STRIKE, dice=[12, 1], choices=["no"])
    assert caught.value.problem.args["what"] == term("dice.tiny.harm")
    assert caught.value.problem.args["who"] == "A"
    assert caught.value.problem.args["n"] == 2


def test_a_script_with_wrong_or_too_many_answers_says_so() -> None:
    played = game()
    assert refused(played, "strike", **STRIKE, dice=[21])[0] == "dice_face"
    assert refused(played, "strike", **STRIKE, dice=[12], choices=["maybe"])[0] == "choice_unknown"
    assert refused(played, "strike", **STRIKE, dice=[2, 9], choices=["no"])[0] == "dice_left_over"
    assert refused(played, "strike", **STRIKE, dice=[2], choices=["no", "no"]) == (
        "choices_left_over",
        "command.choices",
    )
    assert refused(played, "move", token="A", to=[3, 3], dice=[1])[0] == "dice_left_over"


def test_the_same_seed_plays_the_same_fight() -> None:
    def play() -> History:
        played = game()
        dice = SeededDice(5)
        for _ in range(5):
            played.do(command_from(TINY, {"do": "strike", **STRIKE}), dice)
        return played.history

    assert play().state == play().state


def test_a_conversation_that_is_not_finished_leaves_no_trace() -> None:
    played = game()
    conversation = played.start(command_from(TINY, {"do": "strike", **STRIKE}))
    next(conversation)
    conversation.send((12,))
    conversation.close()
    assert played.history.steps == ()
    with pytest.raises(LookupError):
        played.do(command_from(TINY, {"do": "strike", **STRIKE}), ScriptedDice([12]))
    assert played.history.steps == ()


def situation(*script: dict[str, Any]) -> Any:
    data = {
        "format": 1,
        "system": "tiny",
        "tokens": [
            {"id": "A", "side": "heroes", "at": [0, 0]},
            {"id": "T", "side": "foes", "at": [4, 0]},
        ],
        "script": list(script),
    }
    return load_situation(data, lookup)


def test_play_prints_events_state_and_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Glossary, "strict", False)
    script = (
        {"do": "title", "name": "x"},
        {"do": "undo"},
        {"do": "move", "token": "A", "to": [2, 0]},
        {"do": "note", "text": "Los!"},
    )
    printed = play_json(situation(*script), Glossary.load("de"))
    assert [event["event"] for event in printed["events"]] == ["moved", "logged", "logged"]
    assert printed["state"]["tokens"][0]["at"] == [2, 0]
    assert "name" not in printed["state"]
    assert printed["log"] == ["A bewegt sich 2 Felder weit.", "· ⟨move.tiny.squares⟩", "Los!"]


def test_a_script_that_fails_names_the_command() -> None:
    bad = situation({"do": "note", "text": "x"}, {"do": "move", "token": "Z", "to": [2, 0]})
    with pytest.raises(UnreadableFileError) as caught:
        run_script(bad)
    assert (caught.value.problem.code, caught.value.problem.place) == (
        "token_unknown",
        "script[1].token",
    )
    with pytest.raises(UnreadableFileError) as caught:
        run_script(situation({"do": "strike", **STRIKE}))
    assert caught.value.problem.place == "script[0].dice"
    assert caught.value.problem.args["place"] == "script[0].dice"
