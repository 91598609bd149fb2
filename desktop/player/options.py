"""The options of the players' window; every change takes effect at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.dialogs.base import Card, Dialog, Rows
from desktop.i18n import tr
from desktop.theme import px
from desktop.widgets.boxes import CheckBox
from desktop.widgets.buttons import Button, Switch

if TYPE_CHECKING:
    from desktop.player.window import PlayerWindow


class PlayerOptions(Dialog):
    """Whose names and points are told, fog, scale, and what lies over the map."""

    def __init__(self, parent: QWidget | None, window: PlayerWindow) -> None:
        super().__init__(parent, tr("player.title"), "monitor", tr("player.intro"))
        self.window_, self.settings = window, window.settings
        self.boxes: dict[str, CheckBox] = {}
        for card in (self._told(), self._shown(), self._part()):
            self.body.addWidget(card)
        self.body.addStretch(1)
        self.measure_button: Button = self.extra(tr("player.scale.measure"), "ruler")
        self.measure_button.setToolTip(tr("player.scale.tip"))
        self.measure_button.setEnabled(window.isVisible())
        self.measure_button.clicked.connect(self._measure)
        self.buttons(tr("button.close"), cancel="")
        self.setMinimumWidth(px(600))

    def _told(self) -> Card:
        """Whose names and points are told."""
        card = Card(tr("player.told"), padding=16)
        rows = Rows(card.column, labels=120)
        who = (
            ("never", tr("player.who.never")),
            ("heroes", tr("player.who.heroes")),
            ("all", tr("player.who.all")),
        )
        self.names = self._switch("player_names", who)
        self.life = self._switch("player_life", who)
        rows.add(tr("player.names"), self.names)
        rows.add(tr("player.life"), self.life, tr("player.life_note"))
        return card

    def _shown(self) -> Card:
        """What lies over the map, and who uncovers it."""
        shown = Card(tr("player.shown"), padding=16)
        for name, words in (
            ("player_fog", tr("player.fog")),
            ("player_strip", tr("player.strip")),
            ("player_grid", tr("player.grid")),
            ("player_walls", tr("player.walls")),
            ("player_light", tr("player.light")),
        ):
            self._box(name, words, shown.column)
            if name == "player_fog":
                ways = (
                    ("eyes", tr("reveal.way.eyes")),
                    ("hand", tr("reveal.way.hand")),
                    ("both", tr("reveal.way.both")),
                )
                self.reveal = self._switch("player_reveal", ways)
                Rows(shown.column, labels=120).add(tr("reveal.by"), self.reveal)
        return shown

    def _part(self) -> Card:
        """Which part of the map is shown, and how large."""
        part = Card(tr("player.part"), padding=16)
        rows = Rows(part.column, labels=120)
        zooms = (
            ("fit", tr("player.zoom.fit")),
            ("inch", tr("player.zoom.inch")),
            ("free", tr("player.zoom.free")),
        )
        self.zoom = self._switch("player_zoom", zooms)
        rows.add(tr("player.scale.word"), self.zoom)
        self._box("player_follow", tr("player.follow_part"), part.column)
        return part

    def _switch(self, name: str, words: tuple[tuple[str, str], ...]) -> Switch:
        switch = Switch(words)
        switch.set_value(str(getattr(self.settings.values, name)))
        switch.chosen.connect(lambda choice: self.settings.set(**{name: choice}))
        return switch

    def _box(self, name: str, words: str, column: QVBoxLayout) -> None:
        box = CheckBox(words)
        box.setChecked(bool(getattr(self.settings.values, name)))
        box.clicked.connect(lambda on: self.settings.set(**{name: on}))
        column.addWidget(box)
        self.boxes[name] = box

    def _measure(self) -> None:
        """Measure on the players' screen, where the ruler is held."""
        self.accept()
        self.window_.measure()


def show_options(parent: QWidget, window: PlayerWindow) -> None:
    """Show the options on the screen of whoever asks."""
    dialog = PlayerOptions(parent, window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
