"""Playing: commands become steps of a history, whoever answers the questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from maps.problems import Problem, Severity, UnreadableFileError
from rules.core.asking import (
    Answerer,
    AnswerError,
    DiceRequest,
    MissingAnswerError,
    Procedure,
    ScriptedDice,
    run,
)
from rules.core.glossary import FALLBACK, Glossary
from rules.core.tables import using
from rules.core.terms import Term
from rules.encounter.commands import Command, CommandError, Outcome, Redo, Roll, Undo, refuse
from rules.encounter.event_codec import event_to_dict
from rules.encounter.events import Logged
from rules.encounter.history import History, Step
from rules.encounter.situation import Situation
from rules.encounter.state import Encounter
from rules.encounter.state_codec import state_to_dict
from rules.encounter.tables import tables_of
from rules.procedures import PLAIN
from rules.procedures.fight import roll
from rules.procedures.setting import Say, Setting
from rules.system import RuleSystem


@cache
def _english() -> Glossary:
    return Glossary.load(FALLBACK)


def _say(what: Term) -> str:
    return _english().say(what)


def perform(
    system: RuleSystem, state: Encounter, command: Command, say: Say = _say
) -> Procedure[Outcome]:
    """Carry a command out: the system's own procedure where it has one, else the generic one.

    ``say`` names newcomers. Raises CommandError (at the first step of the generator, or later
    where an answer makes the command impossible) with the reasons.
    """
    if command.do in system.commands:
        return (yield from system.perform(state, command))
    setting = Setting(system, state, say)
    if isinstance(command, Roll):
        return (yield from roll(setting, command))
    plain = PLAIN.get(type(command))
    if plain is None:
        raise refuse("command_not_here", command=command.do)
    with using(tables_of(state)):
        return plain(setting, command)


class Game:
    """A rule system and a history: commands go in, steps come out. Touches no file."""

    def __init__(self, system: RuleSystem, history: History, say: Say = _say) -> None:
        self.system = system
        self.history = history
        self._say = say

    @classmethod
    def begin(cls, system: RuleSystem, state: Encounter, say: Say = _say) -> Game:
        """Return a game that starts at a state."""
        return cls(system, History(state), say)

    @property
    def state(self) -> Encounter:
        return self.history.state

    def start(self, command: Command) -> Procedure[Outcome]:
        """Return the conversation of a command; ``finish`` records how it ended."""
        return perform(self.system, self.state, command, self._say)

    def finish(self, outcome: Outcome, at: str = "") -> Step:
        """Record an outcome as a step."""
        step = Step(outcome.label, outcome.events, at)
        self.history.push(step)
        return step

    def do(self, command: Command, answerer: Answerer, at: str = "") -> Step:
        """Carry out a command; undo and redo return the step taken back or done again.

        Raises CommandError, and whatever the answerer raises; nothing is recorded then.
        """
        if isinstance(command, Undo | Redo):
            undo = isinstance(command, Undo)
            step = self.history.undo() if undo else self.history.redo()
            if step is None and undo:
                raise refuse("nothing_to_undo")
            if step is None:
                raise refuse("nothing_to_redo")
            return step
        return self.finish(run(self.start(command), answerer), at)

    def play(self, command: Command, place: str = "command") -> Step:
        """Carry out a command with the dice and choices that it brings along.

        Raises CommandError that says which roll or decision is open, or what is left over.
        """
        script = ScriptedDice(command.dice, command.choices)
        if isinstance(command, Undo | Redo):
            _refuse_left_over(script, place)
            return self.do(command, script)
        try:
            outcome = run(self.start(command), script)
        except MissingAnswerError as error:
            raise CommandError(_missing(self.state, error, place)) from error
        except AnswerError as error:
            raise refuse(error.code, place, **error.details) from error
        _refuse_left_over(script, place)
        return self.finish(outcome)


def _missing(state: Encounter, error: MissingAnswerError, place: str) -> Problem:
    request = error.request
    token = next((t for id, t in state.tokens.items() if id == request.who), None)
    args: dict[str, object] = {"what": request.label, "who": token.name if token else request.who}
    if isinstance(request, DiceRequest):
        args |= {"n": len(request.dice), "dice": tuple(request.dice)}
        return Problem("dice_missing", Severity.ERROR, f"{place}.dice", args)
    args["known"] = ", ".join(option.id for option in request.options)
    return Problem("choice_missing", Severity.ERROR, f"{place}.choices", args)


def _refuse_left_over(script: ScriptedDice, place: str) -> None:
    dice, choices = script.left_over
    if dice:
        raise refuse("dice_left_over", f"{place}.dice", dice=dice, n=len(dice))
    if choices:
        raise refuse("choices_left_over", f"{place}.choices", choices=choices, n=len(choices))


def run_script(situation: Situation[RuleSystem], say: Say = _say) -> Game:
    """Play the script of a situation. Raises UnreadableFileError at the command that fails."""
    game = Game.begin(situation.system, situation.state, say)
    for index, command in enumerate(situation.script):
        place = f"script[{index}]"
        try:
            game.play(command, place)
        except CommandError as error:
            raise UnreadableFileError(_placed(error.problem, place)) from error
    return game


def _placed(problem: Problem, place: str) -> Problem:
    """Put the place of a command in front of a place inside it."""
    inside = problem.place
    if not inside.startswith(place):
        inside = f"{place}.{inside}" if inside else place
    return replace(problem, place=inside, args={**problem.args, "place": inside})


def play_json(situation: Situation[RuleSystem], words: Glossary) -> Mapping[str, Any]:
    """Return events, final state and log of a script as ``schlachtplan play`` prints them.

    The log is said in the language of ``words``; lines that unfold below another begin with "· ".
    """
    game = run_script(situation, words.say)
    history = game.history
    events = [event for step in history.steps[: history.done] for event in step.events]
    return {
        "events": [event_to_dict(event) for event in events],
        "state": state_to_dict(game.state),
        "log": [
            text for event in events if isinstance(event, Logged) for text in _said(event, words)
        ],
    }


def _said(line: Logged, words: Glossary) -> list[str]:
    return [words.say(line.line), *(f"· {words.say(detail)}" for detail in line.details)]
