"""The two bars of tools: actions and overlays above the map, what the hand holds beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSizePolicy, QToolBar, QWidget

from desktop import theme
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.tools import TOOLS
from desktop.widgets.base import label
from desktop.widgets.buttons import ActionButton, ToolButton
from desktop.widgets.unmarked import unmarked
from desktop.window.actions import OVERLAYS
from desktop.window.actions import spec as spec_of

STRIP = 72
"""Width of the tool strip."""
STRIP_GAPS = (16, 4)
"""Its rims, upper and lower together, and the gap below each button, as in the style sheet."""
BAR_GAP, BAR_RIM = 4, 24
"""Pixels between two buttons of the tool bar, and at both of its ends together."""
BAR_STEPS = ((True, True, True), (False, True, True), (False, False, True), (False, False, False))
"""What a narrowing tool bar gives up: keys, the word before the overlays, their own words."""


class _FixedBar(QToolBar):
    """A tool bar that stays where it is and fits into a window of another size."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setMovable(False)
        self.setFloatable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)

    def add_room(self) -> None:
        """Add what takes the room that is left over."""
        across = self.orientation() == Qt.Orientation.Horizontal
        grows, stays = QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred
        spacer = QWidget()
        spacer.setSizePolicy(grows if across else stays, stays if across else grows)
        self.addWidget(spacer)


class ActionBar(_FixedBar):
    """The bar above the map: files, overlays, panels."""

    def __init__(self, actions: Mapping[str, QAction]) -> None:
        super().__init__("bar")
        self._actions = actions
        self._places: dict[str, QAction] = {}
        for id in ("open", "undo", "redo"):
            self._add(id)
        self.addSeparator()
        self._label = label()
        self._label.setObjectName("quiet")
        self._label.setContentsMargins(4, 0, 4, 0)
        self._overlay_word = self.addWidget(self._label)
        self._overlays = [self._add(id) for id in OVERLAYS]
        self.add_room()
        docks = self._add("hide_docks", tail=True)
        self._add("print")
        self.tails = (docks, self._add("player_window", tail=True))
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(8, 0, 0, 8)
        self.installEventFilter(self)

    def _add(self, id: str, *, tail: bool = False) -> ActionButton:
        button = ActionButton(self._actions[id], spec_of(id).icon, tail=tail)
        self._places[id] = self.addWidget(button)
        button.action.changed.connect(lambda: self._show_button(id))
        return button

    def _show_button(self, id: str) -> None:
        """Leave out what the system does not know."""
        self._places[id].setVisible(self._actions[id].isVisible())

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit into a window of another size or with other words."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and watched is self:
            self.fit()
        return super().eventFilter(watched, event)

    def fit(self) -> None:
        """Let everything stay in sight in a narrow bar: words and keys go first."""
        for keys, word, words in BAR_STEPS:
            for tail in self.tails:
                tail.show_tail(keys)
            self._overlay_word.setVisible(word)
            for button in self._overlays:
                button.show_word(words)
            if self._wanted_width() <= self.width():
                return

    def _wanted_width(self) -> int:
        shown = [self.widgetForAction(a) for a in self.actions() if a.isVisible()]
        wide = sum(widget.sizeHint().width() for widget in shown)
        return wide + theme.px(BAR_GAP) * len(shown) + theme.px(BAR_RIM)

    def retranslate(self) -> None:
        """Say the words of the bar again; the actions have theirs."""
        self._label.setText(tr("bar.overlays"))


class ToolStrip(_FixedBar):
    """The strip beside the map: one button for each tool, below them library and options."""

    def __init__(self, use: Callable[[str], None], do: Callable[[str, bool], None]) -> None:
        super().__init__("strip")
        self.setOrientation(Qt.Orientation.Vertical)
        self.setFixedWidth(STRIP)
        self.tools: dict[str, ToolButton] = {}
        for tool in TOOLS:
            button = ToolButton("", tool.icon)
            button.clicked.connect(lambda _c, t=tool.id: use(t))
            self.addWidget(button)
            self.tools[tool.id] = button
        self.add_room()
        self._extra: dict[str, ToolButton] = {}
        for id, icon in (("add_combatant", "book"), ("rules_options", "gear")):
            button = ToolButton("", icon)
            button.setCheckable(False)
            button.clicked.connect(lambda _c, i=id: do(i, False))
            self.addWidget(button)
            self._extra[id] = button
        self.installEventFilter(self)

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit into a window of another height."""
        if event.type() == QEvent.Type.Resize and watched is self:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        """Let all tools fit into the strip, in a low window without their words."""
        buttons = [*self.tools.values(), *self._extra.values()]
        rim, gap = STRIP_GAPS
        room = (self.height() - theme.px(rim + gap)) // len(buttons) - theme.px(gap)
        heights = ToolButton.HEIGHTS
        high = next((h for h in heights if theme.px(h) <= room), heights[-1])
        for button in buttons:
            button.set_high(high)

    def show_tool(self, id: str) -> None:
        """Mark the tool that is in the hand."""
        for tool, button in self.tools.items():
            button.setChecked(tool == id)

    def retranslate(self) -> None:
        """Say the words of all buttons again."""
        for tool in TOOLS:
            button = self.tools[tool.id]
            button.setText(language.words.say(tool.word))
            button.setToolTip(unmarked(language.words.say(tool.word)))
        self._extra["add_combatant"].setText(tr("strip.library"))
        self._extra["rules_options"].setText(tr("strip.options"))
