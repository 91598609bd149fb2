"""The settings of the program; every change takes effect at once."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from desktop.dialogs.base import Card, Dialog, Rows
from desktop.i18n import language, tr
from desktop.settings import Settings
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.boxes import CheckBox
from desktop.widgets.buttons import Button, Switch
from desktop.widgets.fields import Choice
from desktop.widgets.unmarked import unmarked
from desktop.window.actions import OVERLAYS, PRESETS
from rules.core.glossary import language_names

AGAIN = 2
"""Result of a dialog that wants to be shown anew, in another language."""


class SettingsDialog(Dialog):
    """Language, looks, keys, and what lies over the map."""

    def __init__(self, parent: QWidget | None, settings: Settings) -> None:
        super().__init__(parent, tr("settings.title"), "gear", tr("settings.intro"))
        self.settings = settings
        values = settings.values
        card = Card(padding=16)
        rows = Rows(card.column, labels=120)
        self.language = Switch(sorted(language_names().items()))
        self.language.set_value(language.code)
        self.language.chosen.connect(self._speak)
        rows.add(tr("settings.language"), self.language)
        self.theme = Switch(
            (
                ("system", tr("theme.system")),
                ("light", tr("theme.light")),
                ("dark", tr("theme.dark")),
            )
        )
        self.theme.set_value(values.theme)
        self.theme.chosen.connect(lambda choice: settings.set(theme=choice))
        rows.add(tr("settings.theme"), self.theme)
        self.lengths = Switch(
            (("rules", tr("lengths.rules")), ("m", tr("lengths.m")), ("ft", tr("lengths.ft")))
        )
        self.lengths.set_value(values.lengths)
        self.lengths.chosen.connect(lambda choice: settings.set(lengths=choice))
        rows.add(tr("lengths.title"), self.lengths, tr("lengths.note"))
        self.preset = Choice()
        for preset in PRESETS:
            self.preset.addItem(language.words.say(f"preset.{preset}"), preset)
        self.preset.setCurrentIndex(PRESETS.index(values.preset))
        self.preset.setFixedWidth(px(200))
        self.preset.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.preset.activated.connect(lambda i: settings.set(preset=PRESETS[i]))
        rows.add(tr("settings.keys"), self.preset, tr("settings.keys_note"))
        self.touchpad = Switch((("pan", tr("touchpad.pan")), ("zoom", tr("touchpad.zoom"))))
        self.touchpad.set_value(values.touchpad)
        self.touchpad.chosen.connect(lambda choice: settings.set(touchpad=choice))
        rows.add(tr("touchpad.title"), self.touchpad, tr("touchpad.note"))
        self.body.addWidget(card)
        over = Card(tr("settings.over_map"), padding=16)
        about = label(tr("settings.over_map_about"), "row", "2")
        about.setWordWrap(True)
        over.column.addWidget(about)
        over.column.addLayout(self._ticks())
        self.body.addWidget(over)
        self.body.addStretch(1)
        self.keys_button: Button = self.extra(tr("settings.edit_keys"), "list")
        self.buttons(tr("button.close"), cancel="")
        self.setMinimumWidth(px(600))
        self.language.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _ticks(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(16))
        grid.setVerticalSpacing(px(6))
        self.ticks: dict[str, CheckBox] = {}
        for name in ("grid", "obstacles"):
            box = CheckBox(language.words.say(f"action.{name}"))
            box.setChecked(bool(getattr(self.settings.values, name)))
            box.clicked.connect(lambda on, n=name: self.settings.set(**{n: on}))
            self.ticks[name] = box
        follow = CheckBox(tr("settings.follow_storey"))
        follow.setToolTip(tr("settings.follow_storey.tip"))
        follow.setChecked(self.settings.values.follow_storey)
        follow.clicked.connect(lambda on: self.settings.set(follow_storey=on))
        self.ticks["follow_storey"] = follow
        for name in OVERLAYS:
            box = CheckBox(language.words.say(f"action.{name}"))
            tip = f"action.{name}.tip"
            if tip in language.words:
                box.setToolTip(unmarked(language.words.say(tip)))
            box.setChecked(name in self.settings.values.overlays)
            box.clicked.connect(lambda on, n=name: self._overlay(n, on))
            self.ticks[name] = box
        row = 0
        for i, box in enumerate(b for b in self.ticks.values() if b is not follow):
            row = i // 3
            grid.addWidget(box, row, i % 3)
        grid.addWidget(follow, row + 1, 0, 1, 3)  # the longest words
        return grid

    def _overlay(self, name: str, on: bool) -> None:
        others = [o for o in self.settings.values.overlays if o != name]
        self.settings.set(overlays=tuple([*others, name] if on else others))

    def _speak(self, code: str) -> None:
        """Speak another language; the dialog comes again in it."""
        self.settings.set(language=code)
        language.use(code)
        self.done(AGAIN)


def edit_settings(window: QWidget) -> None:
    """Show the settings of a window."""
    settings: Settings = window.settings  # type: ignore[attr-defined]  # the main window has them
    result = AGAIN
    while result == AGAIN:
        dialog = SettingsDialog(window, settings)
        dialog.keys_button.clicked.connect(lambda: _keys(window))
        result = dialog.exec()
        dialog.deleteLater()


def _keys(window: QWidget) -> None:
    from desktop.dialogs.keys import show_keys  # noqa: PLC0415  # large, and seldom wanted

    show_keys(window)
