"""How tests carry out a command of a system: every written answer must be asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.core.asking import ScriptedDice, run
from rules.encounter.applying import apply_all
from rules.encounter.commands import Outcome
from rules.encounter.state import Encounter
from rules.system import RuleSystem


def carry_out(
    system: RuleSystem,
    state: Encounter,
    name: str,
    dice: Iterable[int] = (),
    choices: Iterable[str] = (),
    **fields: Any,
) -> tuple[Encounter, Outcome]:
    """Carry out a command as a script gives it; every written answer must be asked for."""
    command = system.commands[name].model_validate({"do": name, **fields})
    answers = ScriptedDice(dice, choices)
    outcome = run(system.perform(state, command), answers)
    assert answers.left_over == ((), ())
    return apply_all(state, outcome.events), outcome
