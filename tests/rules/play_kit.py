"""A fight of the tiny system that is played by commands."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.glossary import Glossary
from rules.core.terms import Term
from rules.encounter.commands import CommandError, command_from
from rules.encounter.events import Logged
from rules.encounter.history import History, Step
from rules.play import Game
from tests.rules.tiny import TINY, fight


def say(name: Term) -> str:
    """Name creatures of the library."""
    return name.key.rsplit(".", 1)[-1].title()


def game() -> Game:
    return Game(TINY, History(fight()), say)


def do(played: Game, name: str, /, **fields: Any) -> Step:
    """Carry out a command that is given as a script gives it."""
    return played.play(command_from(TINY, {"do": name, **fields}))


def refused(played: Game, name: str, /, **fields: Any) -> tuple[str, str]:
    """Return code and place of the reason, which has words, and see that nothing happened."""
    before = played.history.snapshot()
    with pytest.raises(CommandError) as caught:
        do(played, name, **fields)
    assert played.history.snapshot() == before
    for problem in caught.value.problems:
        for language in ("de", "en"):
            assert Glossary.load(language).say_with(f"problem.{problem.code}", problem.args)
    return caught.value.problem.code, caught.value.problem.place


def log_of(step: Step, language: str = "de") -> list[str]:
    words = Glossary.load(language)
    return [words.say(event.line) for event in step.events if isinstance(event, Logged)]
