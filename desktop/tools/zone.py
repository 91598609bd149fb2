"""Drawing zones: boxes, corner by corner or by hand, and places; their corners can be moved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor, QKeyEvent, QPainter

from desktop.board.paint import View
from desktop.board.paint_zones import paint_zones
from desktop.i18n import language, tr
from desktop.tools import zone_shape
from desktop.tools.base import Hint, Option, Pointer, Tool
from desktop.tools.shape import (
    DRAG_FROM,
    PICK_REACH,
    Spot,
    corners_of,
    paint_shape,
    pairs,
    snapped,
    square,
)
from maps.board import Zone
from maps.codec_writing import zone_to_dict
from maps.grid import point
from rules.encounter.commands import Zones

if TYPE_CHECKING:
    from desktop.board.view import BoardView

BOX, POLYGON, FREE = "box", "polygon", "free"


class ZoneTool(Tool):
    """Draws zones, chooses them by their rim and changes their shape."""

    id = "zone"
    word = "tools.zone"
    icon = "pin"
    claims: ClassVar[frozenset[str]] = frozenset({"delete"})

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._pressed: Pointer | None = None
        self._at: Pointer | None = None
        self._spots: list[Spot] = []
        self._stroke: list[Spot] = []
        self._grip: zone_shape.Grip | None = None
        self._chosen_id = ""
        self._corner = -1
        self.on_choose: Callable[[str], None] = lambda _id: None

    # -- what is chosen ------------------------------------------------------------------------

    @property
    def zone(self) -> Zone | None:
        """The zone whose corners can be moved."""
        zones = self.board.scene.board.zones
        return next((z for z in zones if z.id == self._chosen_id), None)

    def choose(self, id: str) -> None:
        """Show the corners of a zone."""
        if id != self._chosen_id:
            self._chosen_id, self._corner = id, -1
            self.board.tools.ready_changed.emit()
            self.board.update()

    def _choose(self, id: str) -> None:
        self.choose(id)
        self.on_choose(id)

    # -- what it says --------------------------------------------------------------------------

    def options(self) -> tuple[Option, ...]:
        words = tuple((form, language.words.say(f"zones.form.{form}")) for form in FORMS)
        return (Option("form", tr("shapes.word.form"), words),)

    @property
    def cursor(self) -> QCursor:
        return QCursor(Qt.CursorShape.CrossCursor)

    @property
    def busy(self) -> bool:
        return self._pressed is not None or bool(self._spots)

    def hint(self) -> Hint:
        title = tr("zones.hint")
        if self._spots:
            corners = (tr("tools.key.click"), tr("zones.hint.corner"))
            end = (tr("shapes.key.enter"), tr("zones.hint.end"))
            back = (tr("zones.key.back"), tr("zones.hint.back"))
            return Hint(self.icon, title, (corners, end, back))
        click = (tr("tools.key.click"), tr("zones.hint.here"))
        pulls = {BOX: tr("zones.hint.pull"), FREE: tr("zones.hint.free")}
        form = self.chosen("form")
        first = (tr("tools.key.drag"), pulls[form]) if form in pulls else ()
        corner = (tr("tools.key.click"), tr("zones.hint.corner"))
        change = (tr("zones.key.rim"), tr("zones.hint.change"))
        alt = (tr("board.key.alt"), tr("board.hint.off_grid"))
        keys = (click, first, change, alt) if first else (corner, change, alt)
        return Hint(self.icon, title, keys)

    # -- the gesture ---------------------------------------------------------------------------

    def move(self, at: Pointer) -> bool:
        self._at = at
        if self._spots:
            self.board.update()
        return bool(self._spots)

    def press(self, at: Pointer) -> None:
        self._pressed = self._at = at
        self._stroke = [(at.x, at.y)]
        self._grip = None if self._spots else self._grip_at(at)
        if self._grip is not None:
            self._choose(self._grip.zone.id)
            self._corner = self._grip.corner
            self.board.tools.ready_changed.emit()
        self.board.update()

    def _grip_at(self, at: Pointer) -> zone_shape.Grip | None:
        view, chosen = self.board.camera, self.zone
        if chosen is not None and (grip := zone_shape.grip_at(view, chosen, at.pixel)):
            return grip
        for zone in reversed(self.board.scene.board.zones):
            if zone_shape.on_rim(view, zone, at.pixel):
                return zone_shape.Grip(zone)
        return None

    def drag(self, at: Pointer) -> None:
        self._at = at
        if self.chosen("form") == FREE and self._grip is None:
            self._stroke.append((at.x, at.y))
        self.board.update()

    def release(self, at: Pointer) -> None:
        self._at = at
        if self._pressed is None:
            return
        if self._grip is not None:
            self._change(self._grip, self._changed())
        elif self.chosen("form") == POLYGON:
            self._add_corner(at)
            self._pressed = None
            self.board.say_hint()
            self.board.update()
            return
        else:
            self._make(self._new())
        self.cancel()

    def double_click(self, at: Pointer) -> None:
        """End a polygon: the first click has set its last corner."""
        self.finish_by_key()

    def _add_corner(self, at: Pointer) -> None:
        spot = snapped(at)
        if len(self._spots) > 2:
            off = self.board.camera.at(*self._spots[0]) - at.pixel
            if abs(off.x()) + abs(off.y()) <= PICK_REACH:
                self.finish_by_key()
                return
        if not self._spots or self._spots[-1] != spot:
            self._spots.append(spot)

    def finish_by_key(self) -> bool:
        """Close the polygon; with less than three corners it goes on."""
        if len(self._spots) > 2:
            spots = self._spots
            self.cancel()
            self._make(spots)
        return bool(self._spots)

    def key(self, event: QKeyEvent) -> bool:
        match event.key():
            case Qt.Key.Key_Escape:
                return self.cancel()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._spots:
                self.finish_by_key()
                return True
            case Qt.Key.Key_Backspace if self._spots:
                self._spots.pop()
                self.board.say_hint()
                self.board.update()
                return True
        return False

    def cancel(self) -> bool:
        there = self.busy
        self._pressed = self._grip = None
        self._spots, self._stroke = [], []
        self.board.say_hint()
        self.board.update()
        return there

    # -- what comes of it ----------------------------------------------------------------------

    def _new(self) -> list[Spot]:
        """Return the place or the corners under the hand."""
        first, last = self._pressed, self._at
        if first is None or last is None:
            return []
        if not last.far_from(first, DRAG_FROM) and len(self._stroke) < 8:
            return [(first.x, first.y) if first.alt else (first.cell.x + 0.5, first.cell.y + 0.5)]
        if self.chosen("form") == FREE:
            return zone_shape.by_hand(self._stroke)
        a, b = snapped(first), snapped(last)
        return [] if a[0] == b[0] or a[1] == b[1] else corners_of(a, b)

    def _changed(self) -> list[Spot]:
        """Return the corners of the zone under the hand as they would be now."""
        grip, first, last = self._grip, self._pressed, self._at
        assert grip is not None
        if first is None or last is None or not last.far_from(first, DRAG_FROM):
            return zone_shape.spots_of(grip.zone)
        (ax, ay), (bx, by) = snapped(first), snapped(last)
        if len(grip.zone.points) < 3:  # a place goes where the hand is, to the middle of a square
            x, y = square(grip.zone.points[0])
            at = (last.x, last.y) if last.alt else (last.cell.x + 0.5, last.cell.y + 0.5)
            return zone_shape.moved(grip, (0, 0), (at[0] - x, at[1] - y))
        return zone_shape.moved(grip, snapped(last), (bx - ax, by - ay))

    def _make(self, spots: list[Spot]) -> None:
        session = self.board.session
        if not spots or session is None:
            return
        before = {zone.id for zone in session.state.board.zones}
        name = tr("zones.new", n=len(before) + 1)
        if session.perform(Zones(zones=({"points": pairs(spots), "name": name},))):
            new = [z.id for z in session.state.board.zones if z.id not in before]
            self._choose(new[0])

    def _change(self, grip: zone_shape.Grip, spots: list[Spot]) -> None:
        session = self.board.session
        if session is None or zone_shape.same(grip.zone.points, spots):
            return
        changed = replace(grip.zone, points=tuple(point(x, y) for x, y in spots))
        session.perform(Zones(zones=(zone_to_dict(changed, -1),)))
        if grip.side >= 0:
            self._corner = grip.side + 1

    # -- actions of the window -----------------------------------------------------------------

    def ready(self) -> frozenset[str]:
        return self.claims if self.zone is not None else frozenset()

    def does(self, action: str) -> None:
        """Take the picked corner out, or the chosen zone off the map."""
        zone, session = self.zone, self.board.session
        if zone is None or session is None:
            return
        if self._corner >= 0 and len(zone.points) > 3:
            corner, self._corner = self._corner, -1
            self._change(zone_shape.Grip(zone), zone_shape.without(zone, corner))
        else:
            session.perform(Zones(remove=(zone.id,)))
        self.board.tools.ready_changed.emit()

    # -- painting ------------------------------------------------------------------------------

    def paint_above(self, painter: QPainter, view: View) -> None:
        room, theme = self.board.rect().toRectF(), self.board.theme
        zone = self.zone
        if self._grip is not None:
            spots = self._changed()
            drawn = replace(self._grip.zone, points=tuple(point(x, y) for x, y in spots))
            paint_zones(painter, view, (drawn,), room, theme)
            zone_shape.paint_grips(painter, view, spots, self._corner)
            return
        if zone is not None and not self._spots:
            zone_shape.paint_grips(painter, view, zone_shape.spots_of(zone), self._corner)
        if self._spots:
            at = [snapped(self._at)] if self._at is not None else []
            shown = [view.at(x, y) for x, y in (*self._spots, *at)]
            paint_shape(painter, shown, closed=len(shown) > 2)
        elif self._pressed is not None and self.chosen("form") == FREE:
            paint_shape(painter, [view.at(*s) for s in self._stroke], closed=False, discs=False)
        elif self._pressed is not None and self.chosen("form") == BOX and (new := self._new()):
            drawn = Zone("", tuple(point(x, y) for x, y in new))
            paint_zones(painter, view, (drawn,), room, theme)


FORMS = (BOX, POLYGON, FREE)
