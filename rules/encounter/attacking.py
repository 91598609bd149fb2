"""The command to attack, as the systems share it; each derives its own from it."""

from __future__ import annotations

from typing import Literal

from rules.encounter.addressing import find
from rules.encounter.commands import Command
from rules.encounter.plans import AttackAction
from rules.encounter.situation import AttackFields
from rules.encounter.state import Encounter


class AttackCommand(AttackFields, Command):
    """Attack: fields as in the ``attack`` of a situation; a system adds those that it needs.

    One with amounts or a place to hope for takes ``WithNumbers`` or ``WithZone`` before this.
    """

    do: Literal["attack"] = "attack"

    def to_action(self, state: Encounter, place: str = "attack") -> AttackAction:
        """Return the attack thought about. Raises CommandError for tokens that are not there."""
        find(state, self.attacker, "attacker")
        find(state, self.target, "target")
        return super().to_action(state, place)
