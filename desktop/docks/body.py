"""The body dock: the figure with its wounds, the conditions, and damage or healing by a click."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop import theme
from desktop.dialogs.conditions import choose_conditions
from desktop.dialogs.dice import answer_all
from desktop.dialogs.points import ask_points
from desktop.docks.base import NOTHING, Dock
from desktop.docks.body_figure import Figure
from desktop.docks.condition_chip import ConditionChip
from desktop.docks.flow import FlowLayout
from desktop.docks.parts import DockButton, ElidedLabel, EmptyState
from desktop.docks.words import points
from desktop.docks.zone_tree import ZoneTree
from desktop.guard import guarded
from desktop.i18n import language, say, tr
from desktop.session import Session
from desktop.widgets.buttons import Switch
from desktop.widgets.chips import LifeBar
from desktop.widgets.layouts import clear
from desktop.words.conditions import condition_words
from rules.encounter.changes import EVERYTHING, Changes
from rules.encounter.state import Token, TokenId
from rules.views import BodyView

BESIDE = 370
"""From this width on the conditions of a body with zones stand beside its switches."""
LOW_ZONES = 200
LOW = 300
"""Lower than this, figure and values stand side by side."""


class _Inside(QWidget):
    """Lays figure and values below each other, or side by side where it is low."""

    def __init__(self, dock: BodyDock) -> None:
        super().__init__()
        self._dock = dock

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(240), theme.px(120))

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._dock.arrange()


class BodyDock(Dock):
    """How somebody is."""

    id = "body"
    icon = "body"

    def build(self) -> None:
        self.figure = Figure()
        self.tree = ZoneTree()
        self.look = Switch((("figure", ""), ("list", "")))
        self.whose = Switch((("target", ""), ("me", "")))
        self._own = False
        self._words: object = None
        self._shown: TokenId | None = None
        self.life_bar = LifeBar(width=44)
        self.life = ElidedLabel("value")
        self.damage, self.heal = DockButton(mark="drop"), DockButton(mark="heart")
        self.more = DockButton("flat", "plus")
        self._chips = FlowLayout()
        self._arrange()
        self.damage.clicked.connect(lambda: self._points("damage"))
        self.heal.clicked.connect(lambda: self._points("heal"))
        self.figure.chosen.connect(self._aim)
        self.figure.stepped.connect(self._step)
        self.tree.chosen.connect(self._aim)
        self.look.chosen.connect(self._turn)
        self.whose.chosen.connect(self._turn_to)
        self.more.clicked.connect(self._open_conditions)

    def _arrange(self) -> None:
        self._inside = _Inside(self)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self._inside)
        self._box.setContentsMargins(12, 8, 12, 8)
        self._box.setSpacing(8)
        self._box.addWidget(self._upper_part(), 1)
        self._box.addWidget(self._values_part())
        self.empty = EmptyState("body")
        self.pages = QStackedWidget()
        self.pages.addWidget(self._inside)
        self.pages.addWidget(self.empty)
        self.show_content(self.pages)

    def _upper_part(self) -> QWidget:
        """Return the figure or the list of zones, with the switches between them."""
        part = QWidget()
        upper = QVBoxLayout(part)
        upper.setContentsMargins(0, 0, 0, 0)
        upper.setSpacing(4)
        self._top = QHBoxLayout()
        self._top.setSpacing(8)
        self._top.addWidget(self.whose)
        self._top.addStretch(1)
        self._top.addWidget(self.look)
        upper.addLayout(self._top)
        self.sheets = QStackedWidget()
        self.sheets.addWidget(self.figure)
        self.sheets.addWidget(self.tree)
        upper.addWidget(self.sheets, 1)
        return part

    def _values_part(self) -> QWidget:
        """Return the state in words, the buttons for points and the conditions."""
        part = QWidget()
        self._column = QVBoxLayout(part)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        line, buttons = QHBoxLayout(), QHBoxLayout()
        for row in (line, buttons):
            row.setSpacing(8)
        line.addWidget(self.life, 1)
        line.addWidget(self.life_bar)
        buttons.addWidget(self.damage, 1)
        buttons.addWidget(self.heal, 1)
        self._values = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._values.setSpacing(6)
        self._values.addLayout(line, 1)
        self._values.addLayout(buttons)
        self._column.addLayout(self._values)
        self._chip_area = self._chips_part()
        self._column.addWidget(self._chip_area, 1)
        return part

    def _chips_part(self) -> QScrollArea:
        """Return the area of the conditions, which scrolls where there are many."""
        holder = QWidget()
        holder.setLayout(self._chips)
        policy = holder.sizePolicy()
        policy.setHeightForWidth(True)
        holder.setSizePolicy(policy)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setMinimumHeight(theme.px(30))
        area.setWidget(holder)
        return area

    def arrange(self) -> None:
        """Put the values beside the figure where the dock is low, else below it."""
        zones = self.figure.view.zones if self.figure.view is not None else ()
        low = self._inside.height() < theme.px(LOW_ZONES if len(zones) > 1 else LOW)
        ways = QBoxLayout.Direction
        self._box.setDirection(ways.LeftToRight if low else ways.TopToBottom)
        self._box.setStretch(0, 3 if low else 1)
        self._box.setStretch(1, 4 if low else 0)
        wide = not low and len(zones) > 1
        one_line = wide and self._inside.width() >= self._line_width()
        self._values.setDirection(ways.LeftToRight if one_line else ways.TopToBottom)
        self._chip_area.setMaximumHeight(theme.px(1000 if low else 30 if wide else 64))
        holds = self._top.indexOf(self._chip_area) >= 0
        beside = wide and self._inside.width() >= theme.px(BESIDE)
        if beside and not holds:
            self._column.removeWidget(self._chip_area)
            self._top.insertWidget(1, self._chip_area, 100)
        elif holds and not beside:
            self._top.removeWidget(self._chip_area)
            self._column.addWidget(self._chip_area, 1)
        self.figure.set_low(low)

    def _line_width(self) -> int:
        """Return how wide it must be for the state in words, its bar and both buttons."""
        said = self.life.fontMetrics().horizontalAdvance(self.life.text()) + 4
        others = (self.life_bar, self.damage, self.heal)
        gaps = self._box.contentsMargins().left() * 2 + theme.px(8) * len(others)
        return said + sum(w.sizeHint().width() for w in others) + gaps

    def retranslate(self) -> None:
        self.damage.say(tr("docks.body.damage"), "D")
        self.heal.say(tr("docks.body.heal"), "H")
        self.more.say(tr("docks.body.add"))
        self.empty.say(tr("docks.body.empty"), tr("docks.body.empty_next"))
        self.look.set_words(
            (("figure", tr("docks.body.as_figure")), ("list", tr("docks.body.as_list")))
        )
        self.look.setAccessibleName(tr("docks.body.look"))
        self.whose.setAccessibleName(tr("docks.body.whose"))

    def refresh(self, changes: Changes) -> None:
        session = self.session
        me = self._subject(session) if session is not None else None
        if session is None or me is None:
            self._shown = None
            self.set_sub("")
            self.pages.setCurrentWidget(self.empty)
            return
        about = (
            session.state,
            session.attack.action,
            me.id,
            session.attack.zone_of(me.id),
            session.selected,
        )
        if not self.is_news(changes, session, *about) and self._shown == me.id:
            return
        self._shown = me.id
        self.set_sub(me.name)
        body = session.system.body(session.state, me.id, language.words)
        body = self._aimed(session, me.id, body)
        self.figure.show_view(replace(body, summary=""))
        several = len(body.zones) > 1
        self.look.setVisible(several)
        self.sheets.setCurrentIndex(1 if several and self.look.value == "list" else 0)
        self.tree.show_zones(body.zones, self._modes(session))
        self._say_whose(session)
        health = session.system.health(me)
        now = points(session.system.id, language.words.number(health.now))
        said = body.summary or tr("docks.body.life", now=now, most=health.most)
        named = self.titled or not self.whose.isHidden()
        self.life.setText(said if named else " · ".join((me.name, said)))
        self.arrange()
        self.life_bar.set_life(health.now, health.most)
        self.life_bar.setAccessibleName(self.life.text())
        self._show_conditions(session, me)
        self.pages.setCurrentWidget(self._inside)

    def connect_session(self, session: Session) -> None:
        session.draft_changed.connect(lambda: self.refresh(NOTHING))
        session.zone_changed.connect(lambda: self.refresh(NOTHING))

    def _subject(self, session: Session) -> Token | None:
        """Return whose body is shown: the target's in an attack, else one's own."""
        draft, me = session.attack.action, session.current
        if draft is None or self._own or draft.target not in session.state.tokens:
            return me
        return session.state.token(draft.target)

    def _say_whose(self, session: Session) -> None:
        """Offer to look at one's own body while somebody else's is aimed at."""
        draft, me = session.attack.action, session.current
        foe = session.state.tokens.get(draft.target) if draft is not None else None
        offered = foe is not None and me is not None
        self.whose.setVisible(offered)
        if offered and foe is not None and me is not None:
            words = (("target", foe.name), ("me", me.name))
            if words != self._words:
                self._words = words
                self.whose.set_words(words)
            self.whose.set_value("me" if self._own else "target")

    def _aimed(self, session: Session, token: TokenId, body: BodyView) -> BodyView:
        """Mark the zone that is aimed at, and all that the attack may strike with it."""
        draft, zone = session.attack.action, session.attack.zone_of(token)
        mode = ""
        if draft is not None and draft.target == token:
            mode = draft.mode or next(iter(self._modes(session)), "")
        zones = tuple(
            replace(
                z,
                aimed=z.aimed or z.id == zone,
                selected=z.selected or bool(mode and mode in (z.mode, z.id, z.parent)),
            )
            for z in body.zones
        )
        return replace(body, zones=zones)

    def _modes(self, session: Session) -> dict[str, str]:
        """Return the words of the ways to aim."""
        draft, me = session.attack.action, session.current
        who = draft.attacker if draft is not None else me.id if me is not None else None
        if who is None:
            return {}
        weapon = draft.weapon if draft is not None else ""
        return {m.id: say(m.label) for m in session.system.modes(session.state, who, weapon)}

    def _turn(self, _which: str) -> None:
        self.refresh(EVERYTHING)

    def _turn_to(self, which: str) -> None:
        self._own = which == "me"
        self.refresh(EVERYTHING)

    def _aim(self, id: str) -> None:
        """Aim at a zone, or look at its armour; the same one again takes the aim back."""
        session, body = self.session, self.figure.view
        if session is None or body is None or self._shown is None:
            return
        zone = next((z for z in body.zones if z.id == id), None)
        if len(body.zones) < 2 or (zone is not None and zone.aimed):
            zone = None
        session.attack.point_at(self._shown, zone)

    def _step(self, way: int) -> None:
        body = self.figure.view
        if body is None or not body.zones:
            return
        ids = [z.id for z in body.zones]
        now = next((i for i, z in enumerate(body.zones) if z.aimed), -1 if way > 0 else 0)
        self._aim(ids[(now + way) % len(ids)])

    def _points(self, what: str) -> None:
        """Ask for damage or healing: of the selected, or of whoever is shown here."""
        session = self.session
        if session is None or self._shown is None or self._shown in session.selected:
            self.command.emit(what, False)
            return
        fields = ask_points(self.window(), session, what, (self._shown,))
        if fields is not None and self.run(what, tokens=[self._shown], **fields):
            answer_all(session, self.window())

    def _show_conditions(self, session: Session, me: Token) -> None:
        self._chips.removeWidget(self.more)
        clear(self._chips)
        specs = {s.id: s for s in session.system.conditions}
        for held in me.conditions:
            spec = specs.get(held.id)
            icon, out = (spec.icon, spec.out) if spec is not None else ("", False)
            chip = ConditionChip(held.id, condition_words(session, held), icon, out=out)
            chip.removed.connect(lambda id: self._set_condition(id, on=False))
            self._chips.addWidget(chip)
            chip.show()
        self._chips.addWidget(self.more)
        self.more.show()

    def _set_condition(self, id: str, *, on: bool) -> None:
        session = self.session
        if session is not None and self._shown is not None:
            self.run("condition", tokens=[self._shown], condition=id, on=on)

    def _open_conditions(self) -> None:
        """Open the list of conditions of whoever is shown."""
        session = self.session
        if session is None or self._shown is None or self._shown not in session.state.tokens:
            return
        at = self.more.mapToGlobal(self.more.rect().bottomLeft())
        choose_conditions(self.window(), session, (self._shown,), at)

    def take_focus(self) -> None:
        self.damage.setFocus()
