"""Several attack one: each in turn with weapon, modifiers and dice of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop.deeds.fight_actions import refusal
from desktop.dialogs.dice import answer_all
from desktop.docks.attack import attack_fields
from desktop.i18n import tr
from desktop.messages import Message, reason
from desktop.session import Session
from rules.encounter.commands import parse_command
from rules.encounter.state import TokenId, hostile

if TYPE_CHECKING:
    from desktop.window.main_window import MainWindow


def attackers(session: Session, chosen: Sequence[TokenId], target: str) -> tuple[TokenId, ...]:
    """Return those of the chosen who are foes of a target; none where it is not several."""
    tokens = session.state.tokens
    side = session.state.token(target).side
    found = tuple(t for t in chosen if t != target and hostile(tokens[t].side, side))
    return found if len(found) > 1 else ()


class Together(QObject):
    """Leads through the attacks of several on one in a window: a step of its own for each."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window

    def attack(self, chosen: Sequence[TokenId], target: TokenId) -> None:
        """Let each of the chosen attack; whoever cannot is named with the reason.

        A dialog that is cancelled ends it: what was rolled before stays.
        """
        session = self.window.session
        assert session is not None  # the menu of a token is there only in a fight
        session.select(chosen)
        passed: list[str] = []
        for place, who in enumerate(chosen):
            if session.system.health(session.state.token(target)).down:
                passed += self._rest(session, chosen[place:], tr("together.target_down"))
                break
            why = self._cannot(session, who, target)
            if why:
                passed += self._rest(session, (who,), why)
            elif not self._strike(session, who, target):
                passed += self._rest(session, chosen[place:], tr("together.cancelled"))
                break
        if passed:
            self.window.tell(Message("\n".join((tr("together.passed"), *passed)), "warning"))

    def _rest(self, session: Session, who: Sequence[TokenId], why: str) -> list[str]:
        """Say of each why there was no attack."""
        tokens = session.state.tokens
        return [tr("together.why", name=tokens[t].name, why=why) for t in who]

    def _cannot(self, session: Session, who: TokenId, target: TokenId) -> str:
        """Say why somebody cannot attack now; empty where it is possible."""
        if session.system.health(session.state.token(who)).down:
            return tr("together.down")
        command = self._fields(session, who, target)
        refused = refusal(session, parse_command(session.system, command))
        return reason(refused.problem) if refused is not None else ""

    def _fields(self, session: Session, who: TokenId, target: TokenId) -> dict[str, object]:
        action = session.attack.proposed(who, target)
        return {"do": "attack", **attack_fields(session, action)}

    def _strike(self, session: Session, who: TokenId, target: TokenId) -> bool:
        """Attack, asking for the dice; returns whether it came to its end."""
        steps = session.history.done
        command = parse_command(session.system, self._fields(session, who, target))
        if session.perform(command):
            answer_all(session, self.window)
        return session.history.done > steps
