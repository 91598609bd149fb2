"""The library as a list: creatures that stand ready, with their main values."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from PySide6.QtCore import (
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetricsF, QPainter, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop import theme
from desktop.board.initials import initials
from desktop.board.paint_token import MarkerLook, paint_marker
from desktop.docks.parts import paint_ground
from desktop.docks.words import system_word
from desktop.guard import guarded
from desktop.i18n import language, say, tr
from desktop.models.lists import ListModel
from desktop.models.search import matches
from desktop.own_library import OwnLibrary, own_library
from desktop.widgets.draw import icon, ui_font, write
from desktop.widgets.unmarked import unmarked
from maps.grid import Footprint
from rules.core.glossary import sort_key
from rules.encounter.state import Encounter, SideId, Token, TokenId
from rules.system import RuleSystem
from rules.system.answers import Template

TEMPLATE = Qt.ItemDataRole.UserRole
MIME = "application/x-schlachtplan-template"
Index = QModelIndex | QPersistentModelIndex
MAIN_VALUES = 2
HEIGHT = 36
ALL, FAVOURITES, RECENT, BUILT_IN = "", "*", "~", "+"
"""Sets that are none: everything, what is marked, what was used last, what came along."""
NAME_SHARE = 0.3
"""The part of a row that belongs to the name, whatever values there are."""


@dataclass(frozen=True, slots=True)
class Known:
    """A template with what the list shows of it."""

    template: Template
    letters: str
    values: tuple[tuple[str, str], ...]
    portrait: QPixmap | None = None


class LibraryModel(ListModel):
    """The templates that fit the search."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.system: RuleSystem | None = None
        self.rows: list[Template] = []
        self.join = ""
        """The side that whoever is dragged onto the map joins; empty = its own."""
        self._all: tuple[Template, ...] = ()
        self._known: dict[str, Known] = {}
        self._letters: dict[str, str] = {}
        self.count = 1
        """How many are dragged at once."""
        self.favourites: tuple[str, ...] = ()
        self.recent: tuple[str, ...] = ()
        self._wanted, self._side, self._tag, self._set = "", "", "", ALL

    @property
    def own(self) -> OwnLibrary:
        return own_library()

    def show(self, system: RuleSystem | None) -> None:
        """Show the library of a system, in the order of the language in use."""
        self.beginResetModel()
        self.system = system
        found = [*system.library(), *self.own.templates(system)] if system is not None else []
        self._all = tuple(sorted(found, key=lambda t: sort_key(say(t.name))))
        self._letters = initials([(t.id, say(t.name)) for t in self._all])
        self._known = {}
        self.rows = self._fitting()
        self.endResetModel()

    def filter(self, wanted: str, side: str = "", tag: str = "", of_set: str = ALL) -> None:
        """Show only what fits words, a side, a tag and a set."""
        self.beginResetModel()
        self._wanted, self._side, self._tag, self._set = wanted.strip(), side, tag, of_set
        self.rows = self._fitting()
        self.endResetModel()

    def key(self, template: Template) -> str:
        """Return the name of a creature among those of all rules."""
        return f"{self.system.id if self.system is not None else ''}:{template.id}"

    def _in_set(self, template: Template) -> bool:
        match self._set:
            case "":
                return True
            case "*":
                return self.key(template) in self.favourites
            case "~":
                return self.key(template) in self.recent
            case "+":
                return "/" not in template.id
        return template.id.partition("/")[0] == self._set

    def _fitting(self) -> list[Template]:
        found = [t for t in self._chosen() if self._in_set(t)]
        if self._set == RECENT:
            found.sort(key=lambda t: self.recent.index(self.key(t)))
        return found

    def _chosen(self) -> list[Template]:
        return [
            t
            for t in self._all
            if (not self._side or t.side == self._side)
            and (not self._tag or self._tag in t.tags)
            and (not self._wanted or matches(self._wanted, self._searched(t)))
        ]

    def _searched(self, template: Template) -> str:
        return " ".join([say(template.name), template.id, *map(self.tag_word, template.tags)])

    @property
    def tags(self) -> list[str]:
        """All tags, in the order of their words."""
        found = {tag for t in self._all for tag in t.tags}
        return sorted(found, key=lambda t: sort_key(self.tag_word(t)))

    def tag_word(self, tag: str) -> str:
        """Return the word for a tag; the tag itself where the system has none."""
        system = self.system.id if self.system is not None else ""
        key = f"creature.{system}.tag.{tag}"
        return language.words.say(key) if key in language.words else tag

    def known(self, template: Template) -> Known:
        """Return what the list shows of a template; computed when first seen."""
        if template.id not in self._known:
            values = main_values(self.system, template) if self.system is not None else ()
            portrait = self._portrait(template)
            self._known[template.id] = Known(template, self._letters[template.id], values, portrait)
        return self._known[template.id]

    def _portrait(self, template: Template) -> QPixmap | None:
        data = self.own.picture(self.own.entry(template.id))
        picture = QPixmap()
        if not data or not picture.loadFromData(data):
            return None
        side = theme.px(72)
        return picture.scaled(
            QSize(side, side),
            Qt.AspectRatioMode.KeepAspectRatioByExpanding,
            Qt.TransformationMode.SmoothTransformation,
        )

    @guarded
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # as Qt declares it
        return 0 if parent.isValid() else len(self.rows)

    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        template = self.rows[index.row()]
        if role == TEMPLATE:
            return template
        if role == Qt.ItemDataRole.DisplayRole:
            return say(template.name)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            values = [
                tr("docks.library.value", name=name, value=value)
                for name, value in self.known(template).values
            ]
            side = language.words.say(f"side.{template.side.value}")
            tags = ", ".join(self.tag_word(t) for t in template.tags)
            words = [say(template.name), side, *values, tags]
            return unmarked(" · ".join(w for w in words if w))
        return None

    @guarded
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return plain | Qt.ItemFlag.ItemIsDragEnabled

    @guarded
    def mimeTypes(self) -> list[str]:
        return [MIME]

    @guarded
    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        for template in [self.rows[i.row()] for i in indexes][:1]:
            what = {
                "template": template.id,
                "side": self.join or template.side,
                "count": self.count,
            }
            data.setData(MIME, json.dumps(what).encode())
        data.setText("\n".join(say(self.rows[i.row()].name) for i in indexes))
        return data

    @guarded
    def supportedDragActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction


def main_values(system: RuleSystem, template: Template) -> tuple[tuple[str, str], ...]:
    """Return the points and the first other headline values of a template's card."""
    id = TokenId(template.id)
    token = Token(
        id,
        say(template.name),
        SideId(template.side),
        Footprint.at(0, 0, max(1, system.squares(template.sheet))),
        template.sheet,
        system.fresh(template.sheet),
    )
    state = Encounter(system.id, tokens=MappingProxyType({id: token}))
    unit = system_word("unit", system.id, "points")
    life = system.health(token).most
    head = [(say(name), say(value)) for name, value in system.card(state, id).head]
    points = language.words.number(life)
    rest = [(n, v) for n, v in head if n != unit and not v.startswith(f"{points} ")]
    values = [(unit, points), *rest] if unit else head
    return tuple(values[:MAIN_VALUES])


class LibraryDelegate(QStyledItemDelegate):
    """Paints a creature: marker, name, tags below it, main values at the right."""

    @guarded
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(theme.px(100), theme.px(HEIGHT))

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model, template = index.model(), index.data(TEMPLATE)
        if not isinstance(model, LibraryModel) or not isinstance(template, Template):
            return
        painter.save()
        look, px = theme.current(), theme.px
        rect: QRect = option.rect
        paint_ground(
            painter,
            rect,
            on=bool(option.state & QStyle.StateFlag.State_Selected),
            hover=bool(option.state & QStyle.StateFlag.State_MouseOver),
            focus=bool(option.state & QStyle.StateFlag.State_HasFocus),
        )
        known = model.known(template)
        disc = QRectF(rect.left() + px(12), rect.center().y() - px(9), px(18), px(18))
        face = MarkerLook(known.letters, template.side, portrait=known.portrait)
        paint_marker(painter, disc.center(), px(18), face, look)
        right = self._values(painter, QRectF(rect).adjusted(0, 0, -px(12), 0), known)
        left = rect.left() + px(38)
        room = right - left - px(8)
        tags = ", ".join(model.tag_word(t) for t in template.tags)
        if model.key(template) in model.favourites:
            mark = QRectF(left, rect.top() + (px(4) if tags else px(11)), px(12), px(12))
            icon(painter, "heart", mark, look.accent)
            left, room = left + px(16), room - px(16)
        name = QRectF(left, rect.top() + (px(2) if tags else 0), room, px(17 if tags else HEIGHT))
        write(painter, name, say(template.name), ui_font(12), look.text)
        if tags:
            below = QRectF(left, rect.top() + px(18), room, px(15))
            write(painter, below, tags, ui_font(11), look.text_3)
        painter.restore()

    def _values(self, painter: QPainter, rect: QRectF, known: Known) -> float:
        """Write the main values from the right; returns where they begin."""
        look, px = theme.current(), theme.px
        room = QRectF(rect)
        least = rect.left() + px(38) + rect.width() * NAME_SHARE
        for name, value in reversed(known.values):
            wanted = sum(
                QFontMetricsF(font).horizontalAdvance(words)
                for words, font in ((value, ui_font(12, 600)), (name, ui_font(11)))
            )
            if room.right() - wanted - px(8) < least:
                continue  # the name comes first
            for words, font, ink in (
                (value, ui_font(12, 600), look.text),
                (name, ui_font(11), look.text_2),
            ):
                wide = write(painter, room, words, font, ink, "right")
                room.setRight(room.right() - wide - px(4))
            room.setRight(room.right() - px(6))
        return room.right()
