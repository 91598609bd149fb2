"""What the hover card says of a shot: the facts of its plan, and what the first square had."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from desktop.board.paint_token import MarkerLook, TokenLook
from desktop.colours import Theme
from desktop.i18n import say, tr
from desktop.messages import reason
from desktop.widgets.card import CardLook, card_size, paint_card, place_card
from desktop.widgets.draw import Span, Tone, plain
from rules.core.modifiers import Breakdown
from rules.encounter.plans import AttackPlan, Fact
from rules.system.answers import MovePlan

SEPARATOR = " · "
_TONES: dict[str, Tone] = {"good": "ok", "warn": "warn", "bad": "bad"}


SHADOW = 18


@dataclass(slots=True)
class Card:
    """A card at its place over the map. It is painted once and then copied frame by frame."""

    look: CardLook
    rect: QRectF
    _picture: QPixmap | None = None
    _theme: str = ""

    @classmethod
    def beside(cls, look: CardLook, target: QRectF, avoid: Sequence[QRectF], room: QRect) -> Card:
        """Place a card beside its target where it hides least."""
        size = card_size(look)
        bounds = QRectF(room).adjusted(24, 22, -12, -12)
        at = place_card(size, target, avoid, bounds)
        return cls(look, QRectF(round(at.x()), round(at.y()), *size))

    @property
    def spoken(self) -> str:
        """The card as one sentence."""
        rows = (f"{label}: {plain(line)}" for label, line in self.look.rows)
        return "; ".join((self.look.title, *rows))

    def paint(self, painter: QPainter, theme: Theme, dpr: float) -> None:
        """Copy the card into a frame."""
        if self._picture is None or self._theme != theme.name:
            size = self.rect.size()
            width, height = size.width() + 2 * SHADOW, size.height() + 2 * SHADOW
            self._picture = QPixmap(math.ceil(width * dpr), math.ceil(height * dpr))
            self._picture.setDevicePixelRatio(dpr)
            self._picture.fill(Qt.GlobalColor.transparent)
            inner = QPainter(self._picture)
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_card(inner, QRectF(QPointF(SHADOW, SHADOW), size), self.look, theme)
            inner.end()
            self._theme = theme.name
        painter.drawPixmap(self.rect.topLeft() - QPointF(SHADOW, SHADOW), self._picture)


def card_of(
    plan: AttackPlan,
    look: TokenLook,
    name: str,
    *,
    aimed: bool = False,
    before: AttackPlan | None = None,
) -> CardLook:
    """Write the card of a plan; ``before`` is the same shot from where a drag began."""
    rows = [(say(fact.label), _value(fact)) for fact in plan.facts]
    for problem in plan.problems:
        rows.append((tr("board.card.impossible"), (Span(reason(problem), True, "bad"),)))
    return CardLook(
        title=name,
        rows=tuple(rows),
        marker=MarkerLook(look.initials, look.side, out=look.dead, portrait=look.portrait),
        chip=tr("board.card.target") if aimed else "",
        chip_kind="bad" if aimed else "",
        chip_mark="target" if aimed else "",
        foot=_from_the_start(before) if before is not None else "",
        key="" if before is not None else tr("board.key.shift"),
        key_does=tr("board.card.pin"),
    )


def square_card(plan: AttackPlan, way: MovePlan, name: str) -> CardLook:
    """Write the card of a square of the heat map: how far it is, and the shot from there."""
    rows: list[tuple[str, tuple[Span, ...]]] = [(tr("board.card.way"), (Span(say(way.summary)),))]
    rows += [(say(fact.label), _value(fact)) for fact in plan.facts]
    for problem in plan.problems:
        rows.append((tr("board.card.impossible"), (Span(reason(problem), True, "bad"),)))
    return CardLook(title=name, rows=tuple(rows))


def _value(fact: Fact) -> tuple[Span, ...]:
    """Write what matters bold and in its colour, the rest plain."""
    first, *rest = say(fact.value).split(SEPARATOR)
    tone = _TONES.get(fact.mood, "")
    spans = [Span(first, bool(tone) and fact.mood != "good", tone)]
    return (*spans, *([Span(SEPARATOR + SEPARATOR.join(rest))] if rest else []))


def _from_the_start(before: AttackPlan) -> str:
    return tr(
        "board.card.before",
        cover=cover_sign(before.defence),
        n=before.distance,
    )


def cover_sign(defence: Breakdown) -> str:
    """Return what cover counts in a defence, with its sign."""
    values = [e.modifier.value for e in defence.entries if e.counted and "cover" in e.modifier.id]
    return tr("board.signed", value=sum(values))
