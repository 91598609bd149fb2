"""The pictures of the start page: fights are read and painted once the page itself is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from desktop.demo import demo_history
from desktop.dialogs.cards import FightCard
from desktop.dialogs.thumbnails import Glimpse, glimpse, painting
from desktop.dialogs.wide_card import WideCard
from desktop.docks.ring_paint import paint_ring
from desktop.i18n import language, tr
from desktop.jobs import in_background
from desktop.theme import current, px
from maps.problems import UnreadableFileError
from rules import registry
from rules.encounter.state import Encounter
from rules.encounter.store import Store
from rules.procedures.setting import Say
from rules.views import RingMarker, RingView

APART = 24
"""Degrees between the markers of the small ring."""


def look_into(path: str, card: WideCard, dpr: float) -> Iterator[None]:
    """Read the latest fight in steps: picture, ring, how far it can be taken back."""
    try:
        state, done, shown = yield from in_background(lambda: _read_fight(Path(path)))
    except (UnreadableFileError, OSError):
        card.note.setText(tr("start.unreadable"))
        return
    card.note.setText(tr("start.history", n=done))
    yield from _paint(shown, card, dpr)
    if state.timeline.running:
        card.ring.show_picture(_ring(state, card.ring.size(), dpr))


def show_demo(
    id: str, card: FightCard | WideCard, dpr: float, known: dict[str, Glimpse]
) -> Iterator[None]:
    """Paint a demo fight in steps; what was read is kept in ``known``."""
    shown = known.get(id)
    if shown is None:
        words = language.words
        shown = yield from in_background(lambda: _read_demo(id, words.say))
        known[id] = shown
    yield from _paint(shown, card, dpr)


def _paint(shown: Glimpse, card: FightCard | WideCard, dpr: float) -> Iterator[None]:
    for image in painting(shown, card.picture_size(), dpr, current()):
        if image is not None:
            card.show_picture(image)
        yield None


def _ring(state: Encounter, size: QSize, dpr: float) -> QImage:
    image = QImage(size * dpr, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(dpr)
    image.fill(Qt.GlobalColor.transparent)
    view = small_ring(registry.get(state.system).ring(state, language.words))
    painter = QPainter(image)
    inset = px(4)
    box = QRectF(0, 0, size.width(), size.height()).adjusted(inset, inset, -inset, -inset)
    paint_ring(painter, box, view, current())
    painter.end()
    return image


def small_ring(view: RingView) -> RingView:
    """Return what of a ring is legible when it is small: hand, round, and who stands apart."""
    count = max(1, len(view.fields))
    chosen: list[RingMarker] = []
    for marker in sorted(view.markers, key=lambda m: (not m.selected, abs(m.at - view.hand))):
        turns = (abs(marker.at - other.at) % count for other in chosen)
        if not marker.ghost and all(min(t, count - t) * 360 / count >= APART for t in turns):
            chosen.append(replace(marker, lap=""))
    return replace(
        view,
        fields=("",) * len(view.fields),
        markers=tuple(chosen),
        arcs=(),
        beats=(),
        lanes=1,
        top="",
        bottom=view.top,
    )


def _read_fight(path: Path) -> tuple[Encounter, int, Glimpse]:
    """Read where a fight stands, how many steps led there, and what its picture needs."""
    opened = Store.open(path, registry.get, read_only=True)
    try:
        history = opened.history
        system = registry.get(history.state.system)
        return history.state, history.done, glimpse(history.state, system, opened.store.asset)
    finally:
        opened.store.close()


def _read_demo(id: str, say: Say) -> Glimpse:
    state = demo_history(id, say).state
    return glimpse(state, registry.get(state.system), lambda _hash: None)
