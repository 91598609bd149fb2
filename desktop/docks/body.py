"""The body dock: the figure with its wounds, the conditions, and damage or healing by a click."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QMenu,
    QSizePolicy,
    QStackedWidget,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from desktop import icons, theme
from desktop.board.paint import fill, pen, text_in, text_width
from desktop.docks.base import Dock
from desktop.docks.body_layout import BodyLayout, zone_at
from desktop.docks.body_paint import paint_body
from desktop.docks.parts import Bar, EmptyState, KeyButton, clear, label, life_role, row_font
from desktop.docks.words import system_word
from desktop.i18n import language, tr
from desktop.session import Session
from rules.core.glossary import sort_key
from rules.encounter.changes import Changes
from rules.encounter.state import Condition, Token
from rules.views import BodyView, ZoneView


class Figure(QWidget):
    """The drawn body; a zone under the pointer tells about itself.

    Signals:
        chosen(str): a zone was clicked.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.view: BodyView | None = None
        self._layout: BodyLayout | None = None
        self._over = ""
        self.setMouseTracking(True)
        self.setMinimumHeight(theme.px(150))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_view(self, view: BodyView) -> None:
        """Show another body."""
        self.view = view
        self.setAccessibleName(view.title or tr("docks.body.figure"))
        said = [zone_text(z) for z in view.zones if z.wound or z.value]
        self.setAccessibleDescription("; ".join([*said, view.summary]))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.view is not None:
            painter = QPainter(self)
            rect = QRectF(self.rect())
            self._layout = paint_body(painter, rect, self.view, theme.current(), self._over)
            painter.end()

    def zone(self, at: QPointF) -> ZoneView | None:
        """Return the zone under a point."""
        if self._layout is None or self.view is None:
            return None
        return zone_at(self._layout, self.view, at)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self.zone(event.position())
        over = found.id if found is not None else ""
        if over != self._over:
            self._over = over
            self.update()
            if found is not None:
                QToolTip.showText(event.globalPosition().toPoint(), zone_text(found), self)
            else:
                QToolTip.hideText()

    def leaveEvent(self, event: QEvent) -> None:
        self._over = ""
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.zone(event.position())
        if found is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(found.id)

    def event(self, event: QEvent) -> bool:
        """Tell about the zone under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = self.zone(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), zone_text(found) if found else "", self)
            return True
        return super().event(event)


def zone_text(zone: ZoneView) -> str:
    """Return what a zone says about itself: name, value, layers from outside to inside."""
    head = " ".join(w for w in (zone.label, zone.value) if w)
    rows = [
        " · ".join(w for w in (layer.name, layer.value, layer.note) if w) for layer in zone.layers
    ]
    more = [w for w in (zone.bleeding, zone.pain) if w]
    return "\n".join([head, *rows, *more])


class Chip(QWidget):
    """A condition that holds; its cross takes it away.

    Signals:
        removed(str): the condition is to end.
    """

    removed = Signal(str)

    def __init__(self, id: str, word: str, icon: str, *, out: bool) -> None:
        super().__init__()
        self._id, self._word, self._icon, self._out = id, word, icon, out
        self._over = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("docks.body.remove", condition=word))
        self.setToolTip(tr("docks.body.remove", condition=word))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        wide = text_width(self._word, row_font(500, step="label"))
        icon = theme.px(16) if self._icon else 0
        return QSize(round(wide) + icon + theme.px(16 + 18), theme.px(22))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look, px = QPainter(self), theme.current(), theme.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        half = rect.height() / 2
        focus = self.hasFocus()
        ground, ink = (look.bad_weak, look.bad) if self._out else (look.sunk, look.text_2)
        painter.setPen(pen(look.accent if focus else look.line, 2 if focus else 1))
        painter.setBrush(fill(ground))
        painter.drawRoundedRect(rect, half, half)
        x = rect.left() + px(8)
        if self._icon:
            box = QRectF(x, rect.center().y() - px(6), px(12), px(12))
            icons.draw_icon(painter, self._icon, box, look.colour("bad" if self._out else "text_2"))
            x += px(16)
        font = row_font(500, step="label")
        words = QRectF(x, 0, text_width(self._word, font) + 1, self.height())
        text_in(painter, words, self._word, font, ink, "left")
        cross = QRectF(rect.right() - px(8) - px(10), rect.center().y() - px(5), px(10), px(10))
        icons.draw_icon(painter, "close", cross, look.colour("text" if self._over else "text_3"))
        painter.end()

    def enterEvent(self, event: QEvent) -> None:
        self._over = True
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._over = False
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.removed.emit(self._id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Space)
        if event.key() in (*keys, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.removed.emit(self._id)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Delete means the condition, not the combatant, while the keyboard is here."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
        ):
            event.accept()
            return True
        return super().event(event)


class FlowLayout(QLayout):
    """Puts widgets side by side and begins a new line where there is no room."""

    def __init__(self, spacing: int = 4) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._gap = spacing
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]  # as Qt does
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]  # as Qt does
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize(0, 0)
        for item in self._items:
            size = size.expandedTo(item.sizeHint())
        return size

    def _place(self, rect: QRect, *, move: bool) -> int:
        x, y, high = rect.left(), rect.top(), 0
        for item in self._items:
            hint = item.sizeHint()
            if x > rect.left() and x + hint.width() > rect.right() + 1:
                x, y = rect.left(), y + high + self._gap
                high = 0
            if move:
                item.setGeometry(QRect(x, y, hint.width(), hint.height()))
            x += hint.width() + self._gap
            high = max(high, hint.height())
        return y + high - rect.top()


class BodyDock(Dock):
    """How somebody is."""

    id = "body"
    icon = "body"

    def build(self) -> None:
        self.figure = Figure()
        self.life_bar = Bar("ok", 6)
        self.life = label("value")
        self._life_name = label("row", "2")
        self.damage, self.heal = KeyButton("drop"), KeyButton("heart")
        self.more = KeyButton("plus", kind="flat")
        self._chips = FlowLayout()
        self._arrange()
        self.damage.clicked.connect(lambda: self.command.emit("damage", False))
        self.heal.clicked.connect(lambda: self.command.emit("heal", False))
        self.more.clicked.connect(self._open_menu)

    def _arrange(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(6)
        column.addWidget(self.figure, 1)
        row = QHBoxLayout()
        row.setSpacing(8)
        for widget in (self._life_name, self.life):
            row.addWidget(widget)
        row.addWidget(self.life_bar, 1)
        row.addWidget(self.damage)
        row.addWidget(self.heal)
        column.addLayout(row)
        holder = QWidget()
        holder.setLayout(self._chips)
        policy = holder.sizePolicy()
        policy.setHeightForWidth(True)
        holder.setSizePolicy(policy)
        column.addWidget(holder)
        self.empty = EmptyState("body")
        self.pages = QStackedWidget()
        self.pages.addWidget(inside)
        self.pages.addWidget(self.empty)
        self._inside = inside
        self.show_content(self.pages)

    def retranslate(self) -> None:
        self.damage.set_text(tr("docks.body.damage"), "D")
        self.heal.set_text(tr("docks.body.heal"), "H")
        self.more.set_text(tr("docks.body.add"))
        self.empty.say(tr("docks.body.empty"), tr("docks.body.empty_next"))

    def refresh(self, changes: Changes) -> None:
        session = self.session
        me = session.current if session is not None else None
        if session is None or me is None:
            self.set_sub("")
            self.pages.setCurrentWidget(self.empty)
            return
        self.set_sub(me.name)
        self.figure.show_view(session.system.body(session.state, me.id, language.words))
        health = session.system.health(me)
        unit = system_word("unit", session.system.id, "points") or tr("docks.body.points")
        self._life_name.setText(unit)
        self.life.setText(tr("docks.body.life", now=health.now, most=health.most))
        self.life_bar.set_share(health.share, life_role(health.share))
        self.life_bar.setAccessibleName(unit)
        self.life_bar.setAccessibleDescription(self.life.text())
        self._show_conditions(session, me)
        self.pages.setCurrentWidget(self._inside)

    def _show_conditions(self, session: Session, me: Token) -> None:
        self._chips.removeWidget(self.more)
        clear(self._chips)
        specs = {s.id: s for s in session.system.conditions}
        for held in me.conditions:
            spec = specs.get(held.id)
            icon, out = (spec.icon, spec.out) if spec is not None else ("", False)
            chip = Chip(held.id, self._word(session, held), icon, out=out)
            chip.removed.connect(lambda id: self._set_condition(id, on=False))
            self._chips.addWidget(chip)
        self._chips.addWidget(self.more)
        self.more.show()

    @staticmethod
    def _word(session: Session, held: Condition) -> str:
        word = language.words.say(f"condition.{session.system.id}.{held.id}")
        if held.value is None:
            return word
        return tr("docks.body.graded", condition=word, value=held.value)

    def _set_condition(self, id: str, *, on: bool) -> None:
        session = self.session
        if session is not None and session.current is not None:
            self.run("condition", tokens=[session.current.id], condition=id, on=on)

    def conditions_menu(self) -> QMenu:
        """Return a menu of all conditions; those that hold are ticked."""
        menu = QMenu(self)
        session = self.session
        me = session.current if session is not None else None
        if session is None or me is None:
            return menu
        system = session.system
        named = [
            (language.words.say(f"condition.{system.id}.{s.id}"), s) for s in system.conditions
        ]
        for word, spec in sorted(named, key=lambda pair: sort_key(pair[0])):
            action = menu.addAction(word)
            if spec.icon:
                action.setIcon(icons.icon(spec.icon))
            action.setCheckable(True)
            action.setChecked(me.has(spec.id))
            action.triggered.connect(lambda on, c=spec.id: self._set_condition(c, on=on))
        return menu

    def _open_menu(self) -> None:
        menu = self.conditions_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def take_focus(self) -> None:
        self.damage.setFocus()
