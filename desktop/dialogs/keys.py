"""All actions with their keys, to look up and to change; and what the mouse does."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QKeySequenceEdit,
    QLineEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.dialogs.base import Dialog, Scroll
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.settings import Settings
from desktop.theme import px
from desktop.widgets.base import label, set_looks
from desktop.widgets.buttons import Button, Switch
from desktop.widgets.fields import Choice, Field
from desktop.window.actions import ACTIONS, MENUS, PRESETS, ActionSpec

MOST = 2
"""How many keys an action may have."""
BETWEEN = " | "
"""Stands between the keys of an action in the settings."""
HARD = frozenset("[]\\/@{}|~")
"""Characters that need AltGr or Shift on German keyboards."""


def keys_of(spec: ActionSpec, preset: str, custom: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys of an action as they are bound."""
    if spec.id in custom:
        return tuple(k for k in custom[spec.id].split(BETWEEN) if k)
    return spec.keys_in(preset)


def native(keys: str) -> str:
    """Say keys as the keyboard names them."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def conflicts(bound: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    """Return for each action the others that have one of its keys."""
    owners: dict[str, list[str]] = {}
    for id, keys in bound.items():
        for key in keys:
            owners.setdefault(QKeySequence(key).toString(), []).append(id)
    found: dict[str, list[str]] = {}
    for ids in owners.values():
        for id in ids:
            others = [o for o in ids if o != id]
            if others:
                found.setdefault(id, []).extend(o for o in others if o not in found.get(id, []))
    return found


class KeyEdit(QKeySequenceEdit):
    """Takes the next keys pressed. Backspace takes the keys away, Esc leaves them as they were.

    Signals:
        taken(str): these keys were pressed; empty for none.
    """

    taken = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setMaximumSequenceLength(1)
        self.setAccessibleName(name)
        self.setFixedSize(px(160), px(28))
        self._before = ""
        self.editingFinished.connect(self._finished)

    def show_keys(self, keys: str) -> None:
        """Show keys without telling anybody."""
        self._before = keys
        self.setKeySequence(QKeySequence(keys))
        self._hint()

    def _hint(self) -> None:
        """Say in an empty field what to do; Qt puts its own words back whenever keys change."""
        line = self.findChild(QLineEdit)
        if line is not None:
            line.setPlaceholderText(tr("keys.press") if self.hasFocus() else "–")

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._hint()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._hint()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers()
        if plain and event.key() == Qt.Key.Key_Escape:
            self.show_keys(self._before)
            event.ignore()
            return
        if plain and event.key() == Qt.Key.Key_Backspace:
            self.clear()
            self._finished()
            return
        super().keyPressEvent(event)

    def _finished(self) -> None:
        keys = self.keySequence().toString(QKeySequence.SequenceFormat.PortableText)
        if keys != QKeySequence(self._before).toString():
            self._before = keys
            self.taken.emit(keys)


class _Row:
    """One action in the table."""

    def __init__(self, spec: ActionSpec, dialog: KeysDialog) -> None:
        self.spec = spec
        self.title = language.words.say(f"action.{spec.id}").removesuffix(" …")
        self.name = label(self.title, "row")
        self.edits = [KeyEdit(tr("keys.of", action=self.title)) for _ in range(MOST)]
        for edit in self.edits:
            edit.taken.connect(lambda _k: dialog.change(self))
        self.warning = label("", "label", "warn")
        self.warning.setWordWrap(True)
        self.reset = Button("", "flat", mark="undo")
        self.reset.setToolTip(tr("keys.reset"))
        self.reset.setAccessibleName(tr("keys.reset_one", action=self.title))
        self.reset.setAutoDefault(False)
        self.reset.clicked.connect(lambda: dialog.reset(self))
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)

    @property
    def keys(self) -> tuple[str, ...]:
        texts = [e.keySequence().toString() for e in self.edits]
        return tuple(dict.fromkeys(t for t in texts if t))

    def show(self, keys: tuple[str, ...], custom: bool) -> None:
        """Show the keys of the action."""
        for edit, key in zip(self.edits, (*keys, *("",) * MOST), strict=False):
            edit.show_keys(key)
        self.reset.setVisible(custom)

    def widgets(self) -> list[QWidget]:
        return [self.name, *self.edits, self.reset, self.warning]


class KeysDialog(Dialog):
    """The table of keys and the table of the mouse."""

    def __init__(self, parent: QWidget | None, settings: Settings) -> None:
        super().__init__(parent, tr("keys.title"), "list", tr("keys.intro"))
        self.settings = settings
        self.rows: list[_Row] = []
        self._heads: dict[str, QWidget] = {}
        self.body.addLayout(self._top())
        self.pages = QStackedWidget()
        self.pages.addWidget(Scroll(self._table()))
        self.mouse = Scroll(_mouse_table(settings.values.preset))
        self.pages.addWidget(self.mouse)
        self.body.addWidget(self.pages, 1)
        self.reset_button = self.extra(tr("keys.reset_all"), "undo")
        self.reset_button.clicked.connect(self.reset_all)
        self.buttons(tr("button.close"), cancel="")
        self.resize(px(860), px(720))
        self.show_values()
        self.search.setFocus()

    def _top(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(px(12))
        self.page = Switch((("keys", tr("keys.keys")), ("mouse", tr("keys.mouse"))))
        self.page.chosen.connect(self._turn)
        row.addWidget(self.page)
        self.search = Field(tr("keys.search"), "search")
        self.search.setAccessibleName(tr("keys.search"))
        self.search.textChanged.connect(self._find)
        row.addWidget(self.search, 1)
        self.preset = Choice()
        self.preset.setAccessibleName(tr("settings.keys"))
        self.preset.setMinimumWidth(px(168))
        for preset in PRESETS:
            self.preset.addItem(language.words.say(f"preset.{preset}"), preset)
        self.preset.activated.connect(self._preset)
        row.addWidget(self.preset)
        return row

    def _table(self) -> QWidget:
        page = QWidget()
        page.setProperty("panel", "card")
        page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        grid = QGridLayout(page)
        grid.setContentsMargins(px(16), px(12), px(16), px(12))
        grid.setHorizontalSpacing(px(8))
        grid.setVerticalSpacing(px(4))
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(4, 2)
        at = 0
        for menu in MENUS:
            specs = [a for a in ACTIONS if a.menu == menu and a.id not in ("-", "recent")]
            if not specs:
                continue
            head = label(language.words.say(f"menu.{menu}"), "name")
            head.setContentsMargins(0, px(8) if at else 0, 0, 0)
            grid.addWidget(head, at, 0)
            self._heads[menu] = head
            at += 1
            for spec in specs:
                row = _Row(spec, self)
                for column, widget in enumerate(row.widgets()):
                    grid.addWidget(widget, at, column)
                self.rows.append(row)
                at += 1
        grid.setRowStretch(at, 1)
        return page

    # -- showing -------------------------------------------------------------------------------

    def show_values(self) -> None:
        """Show what is bound, and where two actions share a key."""
        values = self.settings.values
        self.preset.setCurrentIndex(PRESETS.index(values.preset))
        bound = {r.spec.id: keys_of(r.spec, values.preset, values.shortcuts) for r in self.rows}
        clash = conflicts(bound)
        titles = {r.spec.id: r.title for r in self.rows}
        for row in self.rows:
            keys = bound[row.spec.id]
            row.show(keys, row.spec.id in values.shortcuts)
            others = tuple(titles[o] for o in clash.get(row.spec.id, ()))
            hard = any(set(k.rpartition("+")[2] or k) & HARD for k in keys)
            text = tr("keys.hard") if hard else ""
            row.warning.setText(tr("keys.clash", others=others) if others else text)
            set_looks(row.name, tone="warn" if others else "")
        self.reset_button.setEnabled(bool(values.shortcuts))
        self.complain(tr("keys.clashes") if clash else "")

    def _turn(self, page: str) -> None:
        self.pages.setCurrentIndex(0 if page == "keys" else 1)
        self.search.setEnabled(page == "keys")
        self.preset.setEnabled(page == "keys")

    def _find(self, text: str) -> None:
        wanted = text.strip().casefold()
        shown: set[str] = set()
        for row in self.rows:
            words = " ".join([row.title, *(native(k) for k in row.keys)]).casefold()
            on = wanted in words
            for widget in row.widgets():
                widget.setVisible(on)
            row.reset.setVisible(on and row.spec.id in self.settings.values.shortcuts)
            if on:
                shown.add(row.spec.menu)
        for menu, head in self._heads.items():
            head.setVisible(menu in shown)

    # -- changing ------------------------------------------------------------------------------

    def change(self, row: _Row) -> None:
        """Bind what stands in a row."""
        values = self.settings.values
        custom = {**values.shortcuts, row.spec.id: BETWEEN.join(row.keys)}
        usual = [QKeySequence(k).toString() for k in row.spec.keys_in(values.preset)]
        if list(row.keys) == usual:
            del custom[row.spec.id]
        self.settings.set(shortcuts=custom)
        self.show_values()

    def reset(self, row: _Row) -> None:
        """Bind the keys of the preset again."""
        custom = {k: v for k, v in self.settings.values.shortcuts.items() if k != row.spec.id}
        self.settings.set(shortcuts=custom)
        self.show_values()

    def reset_all(self) -> None:
        """Forget all keys of one's own."""
        self.settings.set(shortcuts={})
        self.show_values()

    def _preset(self, index: int) -> None:
        self.settings.set(preset=PRESETS[index])
        self.mouse.setWidget(_mouse_table(PRESETS[index]))
        self.show_values()


def _mouse_table(preset: str) -> QWidget:
    own = preset == "own"
    page = QWidget()
    page.setProperty("panel", "card")
    page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    column = QVBoxLayout(page)
    column.setContentsMargins(px(16), px(12), px(16), px(12))
    grid = QGridLayout()
    grid.setHorizontalSpacing(px(24))
    grid.setVerticalSpacing(px(8))
    grid.setColumnStretch(1, 1)
    for at, (what, how) in enumerate(
        (
            (tr("mouse.zoom"), tr("mouse.zoom_how")),
            (tr("mouse.pan"), tr("mouse.pan_how") if own else tr("right_pans.pan")),
            (tr("touchpad.title"), tr("touchpad.how")),
            (tr("mouse.select"), tr("mouse.select_how")),
            (tr("mouse.move"), tr("mouse.move_how")),
            (tr("mouse.free"), tr("mouse.free_how")),
            (tr("mouse.waypoint"), tr("mouse.waypoint_how")),
            (tr("mouse.cancel"), tr("mouse.cancel_how")),
            (tr("mouse.measure"), tr("mouse.measure_how") if own else tr("right_pans.measure")),
            (tr("mouse.turn"), tr("mouse.turn_how")),
            (tr("mouse.attack"), tr("mouse.attack_how")),
            (tr("mouse.sheet"), tr("mouse.sheet_how")),
            (tr("mouse.menu"), tr("mouse.menu_how")),
            (tr("mouse.door"), tr("mouse.door_how")),
            (tr("mouse.hover"), tr("mouse.hover_how")),
            (tr("mouse.all"), tr("mouse.all_how")),
        )
    ):
        grid.addWidget(label(what, "value"), at, 0, Qt.AlignmentFlag.AlignTop)
        words = label(how, "row", "2")
        words.setWordWrap(True)
        grid.addWidget(words, at, 1)
    column.addLayout(grid)
    column.addStretch(1)
    return page


def show_keys(window: QWidget) -> None:
    """Show the keys of a window."""
    settings: Settings = window.settings  # type: ignore[attr-defined]  # the main window has them
    dialog = KeysDialog(window, settings)
    try:
        dialog.exec()
    finally:
        dialog.deleteLater()
