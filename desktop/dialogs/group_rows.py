"""A row of the group dialog: who it is, the dice or the share, how it went, points after it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QWidget

from desktop.board.paint_token import MarkerLook
from desktop.dialogs.dice import Die
from desktop.i18n import say, tr
from desktop.messages import reason
from desktop.theme import px
from desktop.widgets.base import label, set_looks
from desktop.widgets.buttons import Switch
from desktop.widgets.chips import Chip, Marker
from desktop.widgets.unmarked import unmarked
from rules.core.asking import DiceRequest
from rules.encounter.areas import Caught
from rules.encounter.state import Token
from rules.group import Fate
from rules.system.answers import Health

SHARES = {"whole": 1.0, "half": 0.5, "none": 0.0}
"""How much of the amount somebody gets, by id."""
BAD = frozenset({"hit", "harm"})
"""Moods of the log that mean no good for whom they are about."""


class PersonRow(QWidget):
    """One of the group.

    Signals:
        changed(): other faces or another share were chosen.
    """

    changed = Signal()

    def __init__(
        self,
        token: Token,
        look: MarkerLook,
        caught: Caught | None,
        grid: QGridLayout,
        line: int,
        *,
        saves: bool,
    ) -> None:
        super().__init__()
        self.token, self.saves = token, saves
        self.dice: list[Die] = []
        marker = Marker(look.initials, look.side, 20)
        self.name = label(token.name, "row")
        self.result = label("", "row", "2")
        self.result.setWordWrap(True)
        self.life = label("", "row")
        self.life.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._middle = QWidget()
        self._box = QHBoxLayout(self._middle)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(px(4))
        self.share = Switch()
        if saves:
            self._dice_for((20,))
            self.share.hide()
        else:
            words = {
                "whole": tr("groups.share_whole"),
                "half": tr("groups.share_half"),
                "none": tr("groups.share_none"),
            }
            self.share.set_words(list(words.items()))
            self.share.setAccessibleName(tr("groups.share_of", name=token.name))
            self.share.chosen.connect(lambda _s: self.changed.emit())
            self._box.addWidget(self.share)
        self.cover: QLabel | Chip = label()
        if caught is not None and caught.note is not None:
            self.cover = Chip(say(caught.note), "" if caught.affected else "bad")
        parts = (marker, self.name, self.cover, self._middle, self.result, self.life)
        for column, part in enumerate(parts):
            grid.addWidget(part, line, column, Qt.AlignmentFlag.AlignVCenter)

    # -- what is chosen -------------------------------------------------------------------

    @property
    def amount_share(self) -> float:
        """How much of the amount this one gets."""
        return SHARES[self.share.value] if self.share.value else 1.0

    @property
    def faces(self) -> tuple[int, ...] | None:
        """The faces that were typed or rolled; None while one is missing."""
        found = [die.rolled for die in self.dice]
        known = tuple(face for face in found if face is not None)
        return known if known and len(known) == len(found) else None

    def set_faces(self, faces: tuple[int, ...]) -> None:
        """Show rolled faces."""
        for die, face in zip(self.dice, faces, strict=True):
            die.set_face(face)

    def _dice_for(self, dice: tuple[int, ...]) -> None:
        if tuple(die.sides for die in self.dice) == dice:
            return
        for die in self.dice:
            self._box.removeWidget(die)
            die.hide()
            die.deleteLater()
        self.dice = [Die(sides) for sides in dice]
        for i, die in enumerate(self.dice):
            name = tr("groups.die", name=self.token.name, n=i + 1, sides=die.sides)
            die.setAccessibleName(name)
            die.setToolTip(unmarked(tr("groups.sides", sides=die.sides)))
            die.textEdited.connect(lambda _t: self.changed.emit())
            self._box.addWidget(die)

    # -- what is shown --------------------------------------------------------------------

    def show_fate(self, fate: Fate, before: Health, after: Health) -> None:
        """Say how it went, or what is still open."""
        if self.saves:
            asked = [request for request, _ in fate.asked] + [fate.open]
            first = next((r for r in asked if isinstance(r, DiceRequest)), None)
            if first is not None:
                self._dice_for(tuple(first.dice))
        said = fate.lines[0] if fate.lines else None
        tone = "2"
        if fate.problem is not None:
            words, tone = reason(fate.problem), "warn"
        elif said is None:
            words = tr("groups.waits") if fate.open is not None else ""
        else:
            words = say(said.line)
            if self.saves:
                tone = "bad" if said.mood in BAD else "ok"
        self.result.setText(words)
        set_looks(self.result, tone=tone)
        self.result.setToolTip(unmarked(_details(fate)))
        changed = after.now != before.now
        if changed:
            self.life.setText(tr("groups.life", before=before.now, after=after.now))
        else:
            self.life.setText(tr("groups.life_same", now=before.now))
        down = (after.down and not before.down) or (after.dead and not before.dead)
        set_looks(self.life, tone="bad" if down else "" if changed else "2")

    def show_nothing(self, health: Health) -> None:
        """Say that nothing happens, or nothing yet."""
        self.result.setText("")
        self.result.setToolTip("")
        self.life.setText(tr("groups.life_same", now=health.now))
        set_looks(self.life, tone="2")


def _details(fate: Fate) -> str:
    """Explain a roll: every further line of the log and what unfolds below."""
    lines: list[str] = []
    for i, said in enumerate(fate.lines):
        if i:
            lines.append(say(said.line))
        lines += [tr("groups.detail", text=say(detail)) for detail in said.details]
    return "\n".join(lines)
