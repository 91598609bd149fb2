"""Tokens that glide to where undo, keys or the rules have put them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QVariantAnimation
from PySide6.QtWidgets import QStyle

from rules.encounter.state import TokenId

if TYPE_CHECKING:
    from desktop.board.view import BoardView

GLIDE = 160
"""Milliseconds in which a token glides to its new place; none where motion is reduced."""


class Glide:
    """Moves tokens of one board view from where they were seen to where they are."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self._from: dict[TokenId, tuple[float, float]] = {}
        self._animation = QVariantAnimation(board, startValue=0.0, endValue=1.0, duration=GLIDE)
        self._animation.valueChanged.connect(self._go)
        self._animation.finished.connect(self.land)

    def start(self, before: Mapping[TokenId, tuple[float, float]]) -> None:
        """Begin where tokens were before; those that a hand holds stay in it."""
        board, style = self.board, self.board.style()
        if not style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration):
            return
        moved = {
            id: old
            for id, old in before.items()
            if (look := board.scene.looks.get(id)) is not None
            and old != (look.x, look.y)
            and id not in board.scene.shown
        }
        if moved and board.isVisible():
            self._from.update(moved)
            self._animation.stop()
            self._animation.start()

    def _go(self, share: object) -> None:
        assert isinstance(share, float)
        t = 1 - (1 - share) ** 3
        for id, (x, y) in self._from.items():
            look = self.board.scene.looks.get(id)
            if look is not None:
                self.board.scene.shown[id] = (x + (look.x - x) * t, y + (look.y - y) * t)
        self.board.update()

    def land(self) -> None:
        """Everybody stands where it is."""
        for id in self._from:
            self.board.scene.shown.pop(id, None)
        self._from.clear()
        self.board.update()
