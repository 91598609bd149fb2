"""The commands of a rule system, and what carries them out. Systems mix ``Acting`` in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from rules.core.asking import Procedure
from rules.encounter.commands import Command, Outcome, refuse
from rules.encounter.state import Encounter

Carry = Callable[[Encounter, Any], Procedure[Outcome]]
"""A procedure that carries out one kind of command."""


class Acting:
    """Mixed into a rule system that has a table of ``procedures``, one for each command."""

    procedures: ClassVar[Mapping[type[Command], Carry]] = {}
    commands: ClassVar[Mapping[str, type[Command]]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.commands = {str(m.model_fields["do"].default): m for m in cls.procedures}

    def perform(self, state: Encounter, command: Command) -> Procedure[Outcome]:
        """Carry out one of the system's commands. Raises CommandError for any other."""
        carry = self.procedures.get(type(command))
        if carry is None:
            raise refuse("command_not_here", command=command.do)
        return carry(state, command)
