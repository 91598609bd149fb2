"""Edits a combatant: plain facts, the sheet of its system, and what follows from them, live."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pydantic import ValidationError
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.dialogs.base import Card, Dialog, Scroll
from desktop.dialogs.form_words import Words
from desktop.dialogs.forms import Form
from desktop.dialogs.systems import system_name
from desktop.docks.parts import ElidedLabel
from desktop.guard import guarded
from desktop.i18n import say, tr
from desktop.messages import message_of
from desktop.session import Session
from desktop.theme import px
from desktop.widgets.base import DrawnButton, area, label, rule
from desktop.widgets.draw import plate, u, ui_font, words_width, write
from maps.grid import SUB, to_sub
from rules.encounter.commands import CommandError, command_from
from rules.encounter.events import Edits
from rules.encounter.state import Encounter, Sheet, Token, TokenId
from rules.system.answers import CardView

FACTS = {
    "name": "token.name",
    "side": "token.side",
    "label": "token.label",
    "size": "token.size",
    "reach": "token.reach",
    "elevation": "token.elevation",
    "height": "token.height",
    "gives_cover": "token.gives_cover",
    "hidden": "token.hidden",
    "note": "token.note",
}
"""Fields of ``Edits`` that the form shows, and what they are called; places and portraits are
set on the map."""
NAVIGATION = 168
SIDE_PANEL = 248
PADDING = 16


def facts_of(token: Token) -> dict[str, Any]:
    """Return the plain facts of a token as ``Edits`` writes them."""
    values: dict[str, Any] = {name: getattr(token, name) for name in FACTS if name != "size"}
    values["size"] = token.space.side / SUB
    values["elevation"] = token.elevation / SUB
    values["height"] = None if token.height is None else token.height / SUB
    return values


class Jump(DrawnButton):
    """A line of the list of groups at the left."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setText(title)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(NAVIGATION), px(28))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        if self.hovering or self.isDown():
            plate(painter, box, u(6), theme.press if self.isDown() else theme.hover)
        write(painter, box.adjusted(u(10), 0, -u(6), 0), self.text(), ui_font(12), theme.text)
        if self.hasFocus():
            plate(painter, box, u(6), None, theme.accent, u(2))
        painter.end()


class Derived(Card):
    """What follows from a sheet: the headline values and the weapons of its card."""

    def __init__(self) -> None:
        super().__init__(tr("sheet.derived"), padding=PADDING)
        self.setFixedWidth(px(SIDE_PANEL))
        self._inside: QWidget | None = None
        self.column.addStretch(1)

    def show_card(self, card: CardView) -> None:
        """Show other values."""
        if self._inside is not None:
            self.column.removeWidget(self._inside)
            self._inside.hide()
            self._inside.deleteLater()
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(8))
        grid = QGridLayout()
        grid.setVerticalSpacing(px(4))
        grid.setColumnStretch(0, 1)
        for name, value in card.head:
            self._add_value(grid, say(name), say(value))
        column.addLayout(grid)
        if card.weapons:
            column.addWidget(rule())
        for weapon in card.weapons:
            first, *rest = [say(word) for word in weapon]
            title = ElidedLabel("value")
            title.setText(first)
            column.addWidget(title)
            heads = [say(head) for head in card.weapon_heads[1:]]
            parts = [f"{h} {r}" for h, r in zip(heads, rest, strict=False) if r not in ("", "–")]
            line = label(" · ".join(parts), "label", "2")
            line.setWordWrap(True)
            column.addWidget(line)
        self._inside = inside
        self.column.insertWidget(1, inside)

    @staticmethod
    def _add_value(grid: QGridLayout, name: str, value: str) -> None:
        """Put a value beside its name, or below it where both do not fit on one line."""
        row, shown = grid.rowCount(), label(value, "value")
        grid.addWidget(label(name, "row", "2"), row, 0)
        wide = words_width(name, 12) + words_width(value, 12, 600) + u(8)
        if wide <= px(SIDE_PANEL) - u(2 * PADDING + 2):
            grid.addWidget(shown, row, 1, Qt.AlignmentFlag.AlignRight)
            return
        shown.setWordWrap(True)
        shown.setAlignment(Qt.AlignmentFlag.AlignRight)
        grid.addWidget(shown, row + 1, 0, 1, 2)


class SheetDialog(Dialog):
    """The form of one combatant; nothing changes before it is taken over."""

    def __init__(self, parent: QWidget | None, session: Session, token_id: TokenId) -> None:
        self.session, self.token_id = session, token_id
        token = session.state.token(token_id)
        super().__init__(parent, token.name, "list", system_name(session.system.id))
        system = session.system
        facts = Words(system.id, FACTS, {"side": "side"})
        self.facts = Form(Edits, facts_of(token), facts, only=FACTS, title=tr("sheet.token"))
        values = token.sheet.model_dump(mode="json")
        self.form = Form(system.sheet_model, values, Words(system.id))
        row = QHBoxLayout()
        row.setSpacing(px(16))
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, px(8), 0)
        column.setSpacing(px(12))
        column.addWidget(self.facts)
        column.addWidget(self.form)
        column.addStretch(1)
        self.pages: QScrollArea = Scroll(content)
        row.addLayout(self._navigation())
        row.addWidget(self.pages, 1)
        self.derived = Derived()
        row.addWidget(self.derived)
        self.body.addLayout(row, 1)
        self.buttons(tr("button.take"), mark="check")
        self.resize(px(1200), px(780))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(80)
        self._timer.timeout.connect(self.preview)
        for form in (self.facts, self.form):
            form.changed.connect(self._timer.start)
        self.preview()
        first = self.facts.editors["name"].widget
        first.setFocus()

    def _navigation(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(px(2))
        for form in (self.facts, self.form):
            for title, card in form.groups.items():
                button = Jump(title)
                button.clicked.connect(lambda _on=False, c=card: self.go_to(c))
                column.addWidget(button)
        column.addStretch(1)
        return column

    def go_to(self, card: QWidget) -> None:
        """Bring a group into view and put the keyboard there."""
        content = self.pages.widget()
        if content is None:
            return
        top = card.mapTo(content, card.rect().topLeft()).y()
        self.pages.verticalScrollBar().setValue(top)
        first = next(_editable(card), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.TabFocusReason)

    # -- what follows --------------------------------------------------------------------------

    def sheet(self) -> Sheet:
        """Return the sheet as it stands in the form. Raises ValidationError."""
        token = self.session.state.token(self.token_id)
        values = {**token.sheet.model_dump(mode="json"), **self.form.values()}
        return self.session.system.sheet_model.model_validate(values)

    def _as_entered(self, sheet: Sheet) -> Encounter:
        state = self.session.state
        token = replace(state.token(self.token_id), sheet=sheet)
        facts = self.facts.values()
        side = token.space.side
        if isinstance(facts["size"], int | float):
            side = to_sub(facts["size"])
        space = replace(token.space, side=side)
        return state.with_token(replace(token, space=space, reach=facts["reach"]))

    def preview(self) -> None:
        """Show what follows from the form as it stands."""
        if not (self.form.check() and self.facts.check()):
            return
        try:
            sheet = self.sheet()
        except ValidationError:
            return
        state = self._as_entered(sheet)
        self.derived.show_card(self.session.system.card(state, self.token_id))

    # -- taking over ---------------------------------------------------------------------------

    def finish(self) -> None:
        for form in (self.facts, self.form):
            wrong = form.first_wrong()
            if wrong is not None:
                self.complain(tr("sheet.wrong"))
                wrong.setFocus(Qt.FocusReason.TabFocusReason)
                self.pages.ensureWidgetVisible(wrong)
                return
        if not str(self.facts.values()["name"]).strip():
            name = self.facts.editors["name"]
            name.show_error(tr("text.missing"))
            name.widget.setFocus()
            self.pages.ensureWidgetVisible(name.widget)
            return
        try:
            self.sheet()
        except ValidationError as error:
            self.complain(self.form.show_errors(error))
            return
        sheet, facts = self.form.changes(), self.facts.changes()
        try:
            commands = [
                command_from(self.session.system, {"do": do, "token": self.token_id, "values": v})
                for do, v in (("sheet", sheet), ("edit", facts))
                if v
            ]
        except CommandError as error:
            self.complain(message_of(error.problem).text)
            return
        if commands and not self.session.perform_all(commands):
            self.complain(tr("sheet.wrong"))
            return
        self.accept()


def _editable(card: QWidget) -> Iterator[QWidget]:
    """Yield the widgets of a card that take the keyboard, in order."""
    for widget in card.findChildren(QWidget):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisibleTo(card):
            yield widget


def edit_sheet(window: QWidget | None, session: Session, token_id: TokenId) -> None:
    """Let the game master edit a combatant."""
    dialog = SheetDialog(window, session, token_id)
    try:
        dialog.exec()
    finally:
        dialog.deleteLater()
