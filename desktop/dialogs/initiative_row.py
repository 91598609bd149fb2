"""A row of the table of initiative: who takes part, dice, total, surprise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel

from desktop.dialogs.dice import Die, chain_dice
from desktop.dialogs.numbers import NumberField
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.boxes import CheckBox
from rules.encounter.state import Token

if TYPE_CHECKING:
    from desktop.dialogs.initiative import InitiativeDialog


@dataclass(frozen=True, slots=True)
class Probe:
    """What a system asks of one combatant at the start: the dice, and what is added to them.

    ``bonus`` is ``None`` where the result is no sum; ``added`` is what is added all the same.
    """

    dice: tuple[int, ...] = ()
    bonus: int | None = None
    added: int | None = None


class _Die(Die):
    """A die of the table: Enter goes on to the next one that is empty."""

    def __init__(self, sides: int, go_on: Callable[[], bool]) -> None:
        super().__init__(sides)
        self._go_on = go_on

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._go_on():
            return
        super().keyPressEvent(event)


class Row:
    """The fields of one combatant."""

    def __init__(self, token: Token, found: Probe, table: InitiativeDialog) -> None:
        self.token, self.probe = token, found
        name = token.name
        self.dice = [_Die(sides, lambda: table.go_on(self)) for sides in found.dice]
        for die in self.dice:
            die.setAccessibleName(tr("initiative.die_of", name=name, sides=die.sides))
            die.textEdited.connect(lambda _t: table.typed_die(self))
        chain_dice(self.dice)
        self.there = CheckBox()
        self.there.setChecked(True)
        self.there.setAccessibleName(tr("initiative.there_of", name=name))
        self.there.setToolTip(tr("initiative.there.tip"))
        self.there.toggled.connect(lambda _on: table.called(self))
        self.modifier = NumberField(low=-99, high=99, optional=True)
        self.modifier.setFixedWidth(px(56))
        self.modifier.setAccessibleName(tr("initiative.modifier_of", name=name))
        self.modifier.changed.connect(lambda: table.modified(self))
        self.total = NumberField(low=-99, high=999, optional=True)
        self.total.setFixedWidth(px(72))
        self.total.setAccessibleName(tr("initiative.total_of", name=name))
        self.total.changed.connect(lambda: table.typed_total(self))
        self.surprised = CheckBox()
        self.surprised.setAccessibleName(tr("initiative.surprised_of", name=name))
        self.tie: QLabel = label("", "label", "warn")
        self.by_hand = False
        self.leader: Row | None = None

    @property
    def faces(self) -> tuple[int, ...] | None:
        """The faces typed or rolled; ``None`` while one is missing."""
        faces = [d.rolled for d in self.dice]
        found = tuple(f for f in faces if f is not None)
        return found if found and len(found) == len(self.dice) else None

    def equals(self, other: Row) -> bool:
        """Whether two are of one kind: the same side, sheet and dice."""
        mine, theirs = self.token, other.token
        return (mine.side, mine.sheet, self.probe) == (theirs.side, theirs.sheet, other.probe)

    def follow(self, leader: Row | None) -> None:
        """Take the dice of another row of the same kind, or none any more."""
        self.leader = leader
        for die in self.dice:
            die.setEnabled(leader is None)

    def copy(self) -> None:
        """Show the dice of the row that is followed; a total typed by hand stays."""
        if self.leader is None or self.by_hand or not self.there.isChecked():
            return
        for mine, die in zip(self.dice, self.leader.dice, strict=True):
            mine.set_face(die.face)
        self.total.set_value(self.count)

    def empty(self) -> None:
        """Forget what was rolled or typed."""
        self.by_hand = False
        for die in self.dice:
            die.set_face(None)
        self.total.set_value(None)

    @property
    def count(self) -> int | None:
        """Where the combatant will act, as far as it is known."""
        if self.by_hand:
            return self.total.whole
        if self.faces is None or self.probe.bonus is None:
            return None
        return sum(self.faces) + self.probe.bonus + (self.modifier.whole or 0)
