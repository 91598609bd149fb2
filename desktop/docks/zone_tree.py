"""The zones of a body as a list, and the words for one of them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from desktop.i18n import tr
from desktop.widgets.card import CardLook
from desktop.widgets.draw import Span, plain
from desktop.widgets.unmarked import unmarked
from rules.views import ZoneView

ZONE = Qt.ItemDataRole.UserRole


class ZoneTree(QTreeWidget):
    """The zones as a list, those inside others below them; for the keyboard and screen readers.

    Signals:
        chosen(str): a zone was chosen.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setColumnCount(3)
        self.setRootIsDecorated(True)
        self.setUniformRowHeights(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.header().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.header().setStretchLastSection(False)
        self._items: dict[str, QTreeWidgetItem] = {}
        self._zones: tuple[ZoneView, ...] = ()
        self.currentItemChanged.connect(self._moved)
        self.itemClicked.connect(lambda item, _column: self._take(item))

    def show_zones(self, zones: tuple[ZoneView, ...], groups: Mapping[str, str]) -> None:
        """Show the zones; ``groups`` are the words of what several are aimed at together."""
        self.setHeaderLabels([tr("docks.body.zone"), tr("docks.body.value"), tr("docks.body.how")])
        self.setAccessibleName(tr("docks.body.zones"))
        shape = [(z.id, z.parent, z.mode) for z in zones]
        self.blockSignals(True)
        if shape != [(z.id, z.parent, z.mode) for z in self._zones]:
            self._build(zones, groups)
        self._zones = zones
        for zone in zones:
            item = self._items[zone.id]
            for column, words in enumerate((zone.label, zone.value, how_zone(zone))):
                item.setText(column, words)
            for column in range(3):
                item.setToolTip(column, unmarked(zone_text(zone)))
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, zone_text(zone))
            if zone.aimed:
                self.setCurrentItem(item)
        self.blockSignals(False)

    def _build(self, zones: tuple[ZoneView, ...], groups: Mapping[str, str]) -> None:
        self.clear()
        self._items = {z.id: QTreeWidgetItem() for z in zones}
        heads: dict[str, QTreeWidgetItem] = {}
        several = [z.mode for z in zones]
        for zone in zones:
            item = self._items[zone.id]
            item.setData(0, ZONE, zone.id)
            if zone.parent in self._items:
                self._items[zone.parent].addChild(item)
            elif zone.mode in groups and several.count(zone.mode) > 1:
                if zone.mode not in heads:
                    head = QTreeWidgetItem([groups[zone.mode]])
                    head.setFlags(Qt.ItemFlag.ItemIsEnabled)
                    self.addTopLevelItem(head)
                    heads[zone.mode] = head
                heads[zone.mode].addChild(item)
            else:
                self.addTopLevelItem(item)
        self.expandAll()

    def _moved(self, item: QTreeWidgetItem | None, _before: object) -> None:
        if item is not None and self.hasFocus():
            self._take(item)

    def _take(self, item: QTreeWidgetItem) -> None:
        id = item.data(0, ZONE)
        if isinstance(id, str):
            self.chosen.emit(id)


def how_zone(zone: ZoneView) -> str:
    """Say how a zone is: wound, bleeding, pain, what lies over it."""
    said = [tr("docks.body.wound", level=zone.wound)] if zone.wound else []
    if zone.bleeding:
        said.append(f"{tr('docks.body.bleeding')} {zone.bleeding}")
    if zone.pain:
        said.append(f"{tr('docks.body.pain')} {zone.pain}")
    said += [f"{layer.name} {layer.value}".strip() for layer in zone.layers]
    return ", ".join(said)


def zone_card(zone: ZoneView) -> CardLook:
    """Return what a zone says about itself: value, then layers from outside to inside."""
    rows: list[tuple[str, tuple[Span, ...]]] = []
    if zone.value:
        rows.append((tr("docks.body.value"), (Span(zone.value, True),)))
    for layer in zone.layers:
        note = (Span(f" · {layer.note}", tone="2"),) if layer.note else ()
        rows.append((layer.name, (Span(layer.value, True), *note)))
    for name, text in (("bleeding", zone.bleeding), ("pain", zone.pain)):
        if text:
            word = tr("docks.body.bleeding") if name == "bleeding" else tr("docks.body.pain")
            rows.append((word, (Span(text, tone="bad"),)))
    return CardLook(zone.label, tuple(rows))


def zone_text(zone: ZoneView) -> str:
    """Return the card of a zone as one line, for screen readers."""
    card = zone_card(zone)
    return "; ".join([card.title, *(f"{name} {plain(line)}" for name, line in card.rows)])
