"""The dock of time: the drawn ring, its buttons, and the same order as a list."""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QItemSelectionModel,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QHBoxLayout,
    QLayout,
    QListView,
    QMenu,
    QStackedLayout,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from desktop import theme
from desktop.board.initials import LETTERS
from desktop.board.paint import Align
from desktop.dialogs.dice import answer_all
from desktop.docks.base import Dock
from desktop.docks.motion import moves
from desktop.docks.parts import PORTRAITS, DockButton, EmptyState
from desktop.docks.ring_layout import RingLayout, layout_ring, marker_at, sector_at, tokens_at
from desktop.docks.ring_paint import paint_below, paint_focus, paint_markers
from desktop.docks.words import system_word
from desktop.fight_actions import FightActions, has_actions
from desktop.guard import guarded
from desktop.i18n import language, say, tr
from desktop.models.roster import (
    HEIGHT,
    Columns,
    Elsewhere,
    RosterDelegate,
    RosterModel,
    Widths,
    elsewhere,
    paint_brackets,
)
from desktop.session import Session
from desktop.widgets.draw import ui_font, write
from rules.encounter.changes import Changes
from rules.views import RingMarker, RingView

LOWEST = 190
"""Height down to which the ring and its list can be used."""
UNBOUND = (1 << 24) - 1
"""Qt's own largest width of a widget."""
DRAG = 6
"""Pixels that a marker is dragged before it leaves its place."""
LISTED = 5
"""Rows that the list keeps where ring and list fight for the room; the rest is scrolled to."""
GLIDE = 220
"""Milliseconds in which hand and markers go to their new places."""


class RingWidget(QWidget):
    """The ring itself; a click selects, the pointer names.

    Signals:
        chosen(str, bool): a token was clicked; whether it joins the selection.
        opened(str): a token was double-clicked, or Enter pressed on it.
        pointed(str): the token under the pointer, empty when it leaves.
        dropped(str, int): a marker was dragged to a field with this value.
    """

    chosen = Signal(str, bool)
    opened = Signal(str)
    pointed = Signal(str)
    dropped = Signal(str, int)

    def __init__(self) -> None:
        super().__init__()
        self.view: RingView | None = None
        self._held: str = ""
        self._grip: QPointF | None = None
        self._target: int | None = None
        self._from: RingView | None = None
        self._layout: RingLayout | None = None
        self._still: tuple[object, QPixmap] | None = None
        self._over = ""
        self.portraits: dict[str, QPixmap] = {}
        self.elsewhere: dict[str, Elsewhere] = {}
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._glide = QVariantAnimation(self)
        self._glide.setStartValue(0.0)
        self._glide.setEndValue(1.0)
        self._glide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._glide.valueChanged.connect(lambda _v: self.update())

    @property
    def moving(self) -> bool:
        """Whether hand and markers are on their way."""
        return self._glide.state() == QVariantAnimation.State.Running

    def show_view(self, view: RingView | None, *, back: bool = False, jump: bool = False) -> None:
        """Show another moment; time runs on clockwise, and ``back`` only when taken back."""
        old = self.shown() if self.view is not None else None
        self._glide.stop()
        self.view = view
        self._from = None
        fits = (
            old is not None
            and view is not None
            and len(old.fields) == len(view.fields)
            and moves()
            and not jump
        )
        if fits and old is not None and view is not None:
            self._from = replace(old, hand=_before(old.hand, view, back))
            if _differ(self._from, view):
                self._glide.setDuration(GLIDE)
                self._glide.start()
        self._describe()
        self.update()

    def shown(self) -> RingView | None:
        """Return the ring as it is drawn now, on the way between two moments."""
        if self.view is None or self._from is None or not self.moving:
            return self.view
        share = float(self._glide.currentValue())
        count = len(self.view.fields)
        old = {m.token: m.at for m in self._from.markers if not m.ghost}
        markers = tuple(
            replace(m, at=_between(old[m.token], m.at, share, count))
            if m.token in old and not m.ghost
            else m
            for m in self.view.markers
        )
        hand = self._from.hand + (self.view.hand - self._from.hand) * share
        return replace(self.view, hand=hand, markers=markers)

    def _describe(self) -> None:
        self.setAccessibleName(tr("docks.ring.ring"))
        if self.view is not None:
            centre = (self.view.top, self.view.big, self.view.bottom)
            self.setAccessibleDescription(" ".join(w for w in centre if w))

    # -- Qt ----------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        view = self.shown()
        if view is None:
            return
        view = self._dragged(view)
        painter = QPainter(self)
        side = min(self.width(), self.height())
        rect = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        inner = rect.adjusted(4, 4, -4, -4)
        self._layout = layout_ring(inner, view)
        painter.drawPixmap(0, 0, self._below(view, self._layout))
        ways = {token: other.icon for token, other in self.elsewhere.items()}
        paint_markers(painter, self._layout, view, theme.current(), self.portraits, ways)
        if self.hasFocus():
            paint_focus(painter, self._layout, self._selected(), theme.current())
        painter.end()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._layout = None

    def _below(self, view: RingView, layout: RingLayout) -> QPixmap:
        """Return what lies below the markers as a picture: most steps leave it as it is."""
        look, dpr = theme.current(), self.devicePixelRatioF()
        key = (replace(view, markers=()), layout.centre, layout.radius, look, self.size(), dpr)
        if self._still is None or self._still[0] != key:
            picture = QPixmap(self.size() * dpr)
            picture.setDevicePixelRatio(dpr)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            paint_below(painter, layout, view, look)
            painter.end()
            self._still = (key, picture)
        return self._still[1]

    def tokens_at(self, at: QPointF) -> tuple[str, ...]:
        """Return the tokens of the marker under a point."""
        if self._layout is None and self.view is not None:
            side = min(self.width(), self.height())
            rect = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
            self._layout = layout_ring(rect.adjusted(4, 4, -4, -4), self.view)
        placed = marker_at(self._layout, at) if self._layout is not None else None
        return tuple(tokens_at(placed)) if placed is not None else ()

    def name_of(self, token: str) -> str:
        """Return what a marker is called."""
        markers = self.view.markers if self.view is not None else ()
        name = next((m.label or m.initials for m in markers if m.token == token), "")
        other = self.elsewhere.get(token)
        return tr("docks.ring.elsewhere", name=name, storey=other.name) if other else name

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.tokens_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or not found:
            return
        if len(found) > 1:
            self._ask(found, event.globalPosition().toPoint())
            return
        if len(found) == 1 and self.view is not None and self.view.values:
            self._held, self._grip = found[0], event.position()
        held = event.modifiers()
        add = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
        self.chosen.emit(found[0], bool(held & add))

    def _ask(self, tokens: tuple[str, ...], at: QPoint) -> None:
        menu = QMenu(self)
        for token in tokens:
            action = menu.addAction(self.name_of(token))
            action.triggered.connect(lambda _on, t=token: self.chosen.emit(t, False))
        menu.popup(at)

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self.tokens_at(event.position())
        if len(found) == 1:
            self.opened.emit(found[0])

    def _dragged(self, view: RingView) -> RingView:
        """Return the ring with a ghost where the marker that is dragged would go."""
        if self._target is None:
            return view
        held = next((m for m in view.markers if m.token == self._held and not m.ghost), None)
        if held is None:
            return view
        ghost = replace(held, at=float(self._target), ghost=True, selected=False, lap="")
        return replace(view, markers=(*view.markers, ghost))

    def _drag(self, at: QPointF) -> None:
        """Follow the pointer with the marker that is held, from field to field."""
        if self.view is None or self._layout is None or self._grip is None:
            return
        away = at - self._grip
        if self._target is None and abs(away.x()) + abs(away.y()) < DRAG:
            return
        self.setCursor(Qt.CursorShape.ClosedHandCursor)
        self._target = sector_at(self._layout, self.view, at)
        name, value = self.name_of(self._held), self.view.fields[self._target]
        words = tr("docks.ring.drop", name=name, field=value)
        QToolTip.showText(self.mapToGlobal(at.toPoint()), words, self)
        self.update()

    def stop_drag(self) -> None:
        """Let the marker go where it was."""
        self._held, self._grip, self._target = "", None, None
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.update()

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        token, target, view = self._held, self._target, self.view
        self.stop_drag()
        if token and target is not None and view is not None:
            now = next((m.at for m in view.markers if m.token == token and not m.ghost), None)
            if now is None or _field_of(view, now) != target:
                self.dropped.emit(token, view.values[target])

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held:
            self._drag(event.position())
            return
        found = self.tokens_at(event.position())
        over = found[0] if found else ""
        if over != self._over:
            self._over = over
            self.pointed.emit(over)
            self.setCursor(
                Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
            )

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        if self._over:
            self._over = ""
            self.pointed.emit("")

    @guarded
    def event(self, event: QEvent) -> bool:
        """Name the markers under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = self.tokens_at(QPointF(event.pos()))
            text = "\n".join(self.name_of(t) for t in found)
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def _selected(self) -> str:
        markers = self.view.markers if self.view is not None else ()
        return next((m.token for m in markers if m.selected), "")

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from marker to marker along the ring; Enter opens the sheet."""
        markers = [m for m in self.view.markers if not m.ghost] if self.view is not None else []
        ring = [m.token for m in sorted(markers, key=lambda m: m.at)]
        steps = {
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Up: -1,
        }
        now = self._selected()
        if ring and event.key() in steps:
            at = ring.index(now) + steps[Qt.Key(event.key())] if now in ring else 0
            self.chosen.emit(ring[at % len(ring)], False)
        elif now and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(now)
        elif self._held and event.key() == Qt.Key.Key_Escape:
            self.stop_drag()
        else:
            super().keyPressEvent(event)


def _field_of(view: RingView, at: float) -> int:
    """Return the field in which a marker stands; on a dial fields begin at their numbers."""
    field = math.floor(at) if view.dial else round(at)
    return field % len(view.fields)


def _before(hand: float, view: RingView, back: bool) -> float:
    """Return the old place of the hand, so that the way to the new one runs as time does."""
    count = len(view.fields)
    way = (view.hand - hand) % count
    if back and way:
        way -= count
    return view.hand - way


def _between(old: float, new: float, share: float, count: int) -> float:
    way = (new - old + count / 2) % count - count / 2
    return (old + way * share) % count if share < 1 else new


def _differ(old: RingView, new: RingView) -> bool:
    places = {m.token: m.at for m in old.markers}
    moved = any(places.get(m.token, m.at) != m.at for m in new.markers)
    return moved or abs(old.hand - new.hand) > 0.001


class RosterView(QListView):
    """The list of combatants.

    Signals:
        opened(str): a row was double-clicked, or Enter pressed on it.
        asked_menu(str, QPoint): a menu for a token is wanted at a place on the screen.
    """

    opened = Signal(str)
    asked_menu = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.roster = RosterModel(self)
        self.setModel(self.roster)
        self.setItemDelegate(RosterDelegate(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            return
        columns = Columns(self.visualRect(index), self.roster.widths)
        if event.position().x() < columns.marker.left() - 4:
            self.edit(index)
        else:
            self.opened.emit(self.roster.rows[index.row()].token)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if index.isValid() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(self.roster.rows[index.row()].token)
        elif index.isValid() and event.key() == Qt.Key.Key_F2:
            self.edit(index)
        else:
            super().keyPressEvent(event)

    @guarded
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
        if index.isValid():
            place = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
            mouse = event.reason() == QContextMenuEvent.Reason.Mouse
            at = event.globalPos() if mouse else place
            self.asked_menu.emit(self.roster.rows[index.row()].token, at)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        paint_brackets(painter, self._groups())
        painter.end()

    def _groups(self) -> list[tuple[int, int]]:
        """Return top and bottom of the rows that act at the same time."""
        spans: list[tuple[int, int]] = []
        rows = self.roster.rows
        start = 0
        for i in range(1, len(rows) + 1):
            group = rows[start].group
            if i < len(rows) and group and rows[i].group == group:
                continue
            if group and i - start > 1:
                top = self.visualRect(self.roster.index(start)).top() + 4
                bottom = self.visualRect(self.roster.index(i - 1)).bottom() - 4
                spans.append((top, bottom))
            start = i
        return spans


class RosterHeads(QWidget):
    """The heads of the columns."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(theme.px(HEIGHT))
        self.texts = ("", "", "", "")
        self.widths: Widths | None = None

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        at = Columns(QRect(0, 0, self.width(), self.height()), self.widths)
        font, ink = ui_font(11), theme.current().text_3
        count = QRectF(at.count).adjusted(-theme.px(10), 0, 0, 0)
        write(painter, count, self.texts[0], font, ink, "right")
        points = at.bar if at.bar.width() else at.points
        for place, words in zip((at.name, at.status, points), self.texts[1:], strict=True):
            side: Align = "right" if place is at.points else "left"
            write(painter, QRectF(place), words, font, ink, side)
        painter.end()


class _Body(QWidget):
    """Gives the ring as much height as the list leaves."""

    def __init__(self, dock: RingDock) -> None:
        super().__init__()
        self._dock = dock

    @guarded
    def minimumSizeHint(self) -> QSize:
        """The ring follows the dock, so its present side is no reason to keep the dock high."""
        return QSize(theme.px(320), theme.px(LOWEST))

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._dock.arrange()


class RingDock(Dock):
    """When who acts."""

    id = "ring"
    icon = "ring"

    def build(self) -> None:
        self._session_shown: Session | None = None
        self._done = 0
        self.ring = RingWidget()
        self.empty = EmptyState("ring")
        self.top = QWidget()
        self._stack = QStackedLayout(self.top)
        self._stack.addWidget(self.ring)
        self._stack.addWidget(self.empty)
        self.back = DockButton(mark="back")
        self.wait = DockButton(mark="wait")
        self.next = DockButton("primary", "next")
        row = QHBoxLayout()
        row.setContentsMargins(12, 0, 12, 4)
        row.setSpacing(8)
        row.addWidget(self.back)
        row.addWidget(self.wait)
        row.addStretch(1)
        row.addWidget(self.next)
        self.can_do = DockButton(mark="bolt")
        self._more = QWidget()
        more = QHBoxLayout(self._more)
        more.setContentsMargins(12, 0, 12, 4)
        more.addWidget(self.can_do, 1)
        self.heads = RosterHeads()
        self.list = RosterView()
        body = _Body(self)
        self._whole = QBoxLayout(QBoxLayout.Direction.TopToBottom, body)
        self._whole.setContentsMargins(0, 0, 0, 4)
        self._whole.setSpacing(0)
        self._whole.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._left, self._right = QVBoxLayout(), QVBoxLayout()
        for half in (self._left, self._right):
            half.setSpacing(0)
            self._whole.addLayout(half, 1 if half is self._right else 0)
        self._buttons = QWidget()
        self._buttons.setLayout(row)
        self._wide: bool | None = None
        self._lay(wide=False)
        self.show_content(body)
        self._connect()

    def _lay(self, *, wide: bool) -> None:
        """Put the list below the ring, or beside it where the dock is low and wide."""
        if wide == self._wide:
            return
        self._wide = wide
        for half in (self._left, self._right):
            while half.count():
                half.takeAt(0)
        row, more = self._buttons.layout(), self._more.layout()
        assert row is not None
        assert more is not None
        (more if wide else row).addWidget(self.next)  # beside the list the row is too short
        below = [self._buttons, self._more]
        listed = [self.heads, self.list]
        self._left.addWidget(self.top)
        if wide:
            self._left.addStretch(1)
        for one in [*listed, *below] if wide else [*below, *listed]:
            self._right.addWidget(one, 1 if one is self.list else 0)
        ways = QBoxLayout.Direction
        self._whole.setDirection(ways.LeftToRight if wide else ways.TopToBottom)
        self._show_more()

    def _show_more(self) -> None:
        """Show the second row of buttons where anything is in it."""
        self._more.setVisible(bool(self._wide) or not self.can_do.isHidden())

    def _connect(self) -> None:
        self.back.clicked.connect(lambda: self.command.emit("back", False))
        self.wait.clicked.connect(lambda: self.command.emit("delay", False))
        self.next.clicked.connect(self._main)
        self.can_do.clicked.connect(self._open_actions)
        self.empty.button.clicked.connect(lambda: self.command.emit("add_combatant", False))
        self.ring.chosen.connect(self._choose)
        self.ring.opened.connect(self._open)
        self.ring.pointed.connect(self._point)
        self.ring.dropped.connect(self._placed)
        self.list.opened.connect(self._open)
        self.list.asked_menu.connect(self._menu)
        self.list.roster.count_typed.connect(self._typed)
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._list_chose())

    # -- what it shows -------------------------------------------------------------------------

    def retranslate(self) -> None:
        self.back.say(tr("docks.ring.back"))
        self.can_do.say(tr("docks.ring.actions"), "X")
        self.list.setAccessibleName(tr("docks.ring.list"))

    def refresh(self, changes: Changes) -> None:
        session = self.session
        self.list.roster.show(session)
        if session is None:
            self.set_sub("")
            self.ring.show_view(None)
            self._say_main()
            return
        done = session.history.done
        back = session is self._session_shown and done < self._done
        jump = session is not self._session_shown
        self._session_shown, self._done = session, done
        state = session.state
        title = system_word("label", session.system.id, "ring")
        self.set_sub(say(session.system.headline(state)), title)
        if state.timeline.running:
            chosen = session.current.id if session.current is not None else ""
            view = session.system.ring(state, language.words, chosen)
            marks = {str(row.token): row.mark for row in self.list.roster.rows}
            markers = (self._lettered(m, marks.get(m.token, "")) for m in view.markers)
            view = replace(view, markers=tuple(markers))
            found = {t.id: PORTRAITS.of(session, t) for t in state.tokens.values()}
            self.ring.portraits = {id: p for id, p in found.items() if p is not None}
            self.ring.elsewhere = elsewhere(session)
            self.ring.show_view(view, back=back, jump=jump)
            self._stack.setCurrentWidget(self.ring)
        else:
            self.ring.show_view(None)
            self._stack.setCurrentWidget(self.empty)
        self._say_main()
        self._show_selection()
        self.arrange()

    def _lettered(self, marker: RingMarker, mark: str) -> RingMarker:
        """Give a marker the letters that its token has on the map, and its sign."""
        tokens = self.session.state.tokens if self.session is not None else {}
        letters = LETTERS.all(tokens).get(marker.token, "")
        return replace(marker, initials=letters or marker.initials, mark=mark or marker.mark)

    def _say_main(self) -> None:
        session = self.session
        running = session is not None and session.state.timeline.running
        anybody = session is not None and bool(session.state.tokens)
        system = session.system.id if session is not None else ""
        if running:
            self.next.set_mark("next")
            self.next.mark_after = True
            self.next.say(system_word("button", system, "next") or tr("docks.ring.next"), "N")
        else:
            self.next.set_mark("dice")
            self.next.mark_after = False
            self.next.say(system_word("button", system, "start") or tr("docks.ring.start"))
        self.wait.say(system_word("button", system, "wait") or tr("docks.ring.wait"))
        self.next.setEnabled(running or anybody)
        self.back.setEnabled(running)
        self.wait.setEnabled(running)
        known = session is None or "delay" in session.system.commands
        self.wait.setVisible(known)
        self.can_do.setVisible(session is not None and has_actions(session))
        self._show_more()
        self.can_do.setEnabled(anybody)
        if anybody:
            own = system_word("label", system, "not_begun")
            self.empty.say(tr("docks.ring.not_begun"), own or tr("docks.ring.not_begun_next"))
        else:
            self.empty.say(
                tr("docks.ring.nobody"), tr("docks.ring.nobody_next"), tr("docks.ring.add")
            )
        self.heads.texts = (
            system_word("roster", system, "count") or tr("docks.ring.head_count"),
            tr("docks.ring.head_name"),
            system_word("roster", system, "status") or tr("docks.ring.head_status"),
            system_word("unit", system, "points") or tr("docks.ring.head_points"),
        )
        self.heads.widths = self.list.roster.widths
        self.heads.update()
        self.heads.setVisible(anybody)

    def arrange(self) -> None:
        """Give the ring its square, smaller where the list would have no room."""
        body = self.top.parentWidget()
        if body is None:
            return
        wide = body.width() > theme.px(400) and body.height() < theme.px(420)
        self._lay(wide=wide)
        if wide:
            side = max(theme.px(150), min(body.height() - 8, round(body.width() * 0.45)))
            self.top.setFixedSize(side, side)
            return
        self.top.setMinimumWidth(0)
        self.top.setMaximumWidth(UNBOUND)
        free = body.height() - theme.px(32 if self._more.isHidden() else 64) - 8
        room = body.width() - 2 * theme.px(11)
        rows = len(self.list.roster.rows)
        side = 0
        for shown in (LISTED, 3, 2, 1):  # in a low dock the list gives way before the ring
            side = min(room, free - theme.px(HEIGHT) * (min(max(rows, 3), shown) + 1))
            if side >= theme.px(150):
                break
        side = max(theme.px(96), side)
        if not self.ring.view:
            side = min(side, theme.px(176))
        self.top.setFixedHeight(side)

    def _show_selection(self) -> None:
        session = self.session
        if session is None:
            return
        model = self.list.selectionModel()
        model.blockSignals(True)
        model.clearSelection()
        for token in session.selected:
            index = self.list.roster.place(token)
            if index.isValid():
                model.select(index, QItemSelectionModel.SelectionFlag.Select)
        if session.current is not None and not self.list.hasFocus():
            index = self.list.roster.place(session.current.id)
            model.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        model.blockSignals(False)
        shown = session.current.id if session.current is not None else ""
        acting = session.state.timeline.acting
        shown = shown or (acting[0] if acting else "")
        index = self.list.roster.place(shown)
        if index.isValid():
            self.list.scrollTo(index)
        self.list.viewport().update()

    # -- what it does ----------------------------------------------------------------------------

    def connect_session(self, session: Session) -> None:
        """Say anew who is on another storey when another one is looked at."""

        def look() -> None:
            self.list.roster.show(session)
            self.ring.elsewhere = elsewhere(session)
            self.ring.update()

        session.storey_changed.connect(look)

    def take_focus(self) -> None:
        self.list.setFocus()

    def _main(self) -> None:
        running = self.session is not None and self.session.state.timeline.running
        self.command.emit("next" if running else "start", False)

    def _open_actions(self) -> None:
        """Open the menu of what the system offers beside attacks, below the button."""
        actions: FightActions | None = getattr(self.parentWidget(), "fight_actions", None)
        if actions is None:
            self.command.emit("actions", False)
            return
        menu = actions.menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.can_do.mapToGlobal(self.can_do.rect().bottomLeft()))

    def _choose(self, token: str, add: bool) -> None:
        if self.session is not None:
            self.session.select([token], add=add)

    def _point(self, token: str) -> None:
        if self.session is not None:
            self.session.lit.emit((token,) if token else ())

    def _list_chose(self) -> None:
        session = self.session
        if session is None:
            return
        rows = self.list.roster.rows
        chosen = [rows[i.row()].token for i in self.list.selectedIndexes()]
        current = self.list.currentIndex()
        if current.isValid() and rows[current.row()].token in chosen:
            first = rows[current.row()].token
            chosen = [first, *(t for t in chosen if t != first)]
        session.select(chosen)

    def _open(self, token: str) -> None:
        self._choose(token, False)
        self.command.emit("sheet", False)

    def _placed(self, token: str, value: int) -> None:
        """A marker was dropped on another field."""
        if self.ring.view is not None:
            self._correct(self.ring.view.command, token, value)

    def _typed(self, token: str, count: int) -> None:
        self._correct("initiative", token, count)

    def _correct(self, command: str, token: str, value: int) -> None:
        session = self.session
        if session is None or command not in session.system.commands:
            return
        if self.run(command, token=token, value=value) and session.question is not None:
            answer_all(session, self.window())

    def _menu(self, token: str, at: QPoint) -> None:
        session = self.session
        if session is None:
            return
        if token not in session.selected:
            session.select([token])
        menu = QMenu(self)
        name = menu.addAction(session.state.token(token).name)
        name.setEnabled(False)
        words = {
            "sheet": tr("docks.ring.menu_sheet"),
            "damage": tr("docks.ring.menu_damage"),
            "heal": tr("docks.ring.menu_heal"),
            "conditions": tr("docks.ring.menu_conditions"),
            "delete": tr("docks.ring.menu_delete"),
        }
        for id, text in words.items():
            action = menu.addAction(text)
            action.triggered.connect(lambda _on, i=id: self.command.emit(i, False))
        edit = menu.addAction(tr("docks.ring.menu_count"))
        edit.triggered.connect(lambda: self.list.edit(self.list.roster.place(token)))
        menu.popup(at)
