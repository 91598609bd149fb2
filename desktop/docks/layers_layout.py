"""Where armour lies along the attack value, and what a value strikes; pure geometry."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from desktop.board.paint import text_width
from desktop.theme import font
from rules.views import LayerBlock, LayersView

LEFT, RIGHT, TOP, BOTTOM = 44.0, 12.0, 44.0, 54.0

LEAST = 164.0
"""Height below which labels would lie on each other."""


@dataclass(frozen=True, slots=True)
class Struck:
    """What an attack value meets: the blocks from outside to inside, their sum, what is left.

    ``blocks`` is ``None`` where it misses.
    """

    at: int
    blocks: tuple[LayerBlock, ...] | None
    protection: int = 0
    rest: int | None = None


def struck(view: LayersView, at: int) -> Struck:
    """Return what an attack value strikes."""
    if at < view.lowest:
        return Struck(at, None)
    hit = sorted((b for b in view.blocks if b.start <= at < b.end), key=lambda b: -b.below)
    protection = sum(b.height for b in hit)
    rest = None if view.weight is None else max(0, view.weight - protection)
    return Struck(at, tuple(hit), protection, rest)


@dataclass(frozen=True, slots=True)
class LayersLayout:
    """The plot in pixels; x is the attack value, y the protection."""

    plot: QRectF
    end: float
    most: float

    def x(self, value: float) -> float:
        return self.plot.left() + value / self.end * self.plot.width()

    def y(self, protection: float) -> float:
        return self.plot.bottom() - protection / self.most * self.plot.height()

    def value_at(self, x: float) -> int:
        """Return the attack value at a pixel, inside the plot."""
        share = (x - self.plot.left()) / max(1.0, self.plot.width())
        return round(min(1.0, max(0.0, share)) * self.end)


def layout_layers(rect: QRectF, view: LayersView, name: str = "") -> LayersLayout:
    """Lay out a plot in a rectangle: one scale for protection and the weight of the blow.

    ``name`` is what the upright axis is called; it stands beside the reach of the blow.
    """
    margin = max(LEFT, text_width(name, font(11)) + 12)
    tallest = max((b.below + b.height for b in view.blocks), default=0)
    most = max(tallest, view.weight or 0, 1) * 1.12
    plot = QRectF(
        rect.left() + margin,
        rect.top() + TOP,
        rect.width() - margin - RIGHT,
        rect.height() - TOP - BOTTOM,
    )
    return LayersLayout(plot, max(1, view.end), most)
