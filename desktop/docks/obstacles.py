"""The dock of picked obstacles and lights: every fact in words, for one or for many at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from desktop.dialogs.base import Scroll
from desktop.dialogs.numbers import NumberField
from desktop.docks.base import Dock
from desktop.docks.parts import DockButton, EmptyState, label
from desktop.i18n import language, tr
from desktop.session import Session
from desktop.theme import px
from desktop.tools.edits import lit_written, written
from desktop.widgets.fields import Choice
from desktop.words.lengths import metres_shown
from maps.board import Light
from maps.grid import SUB, to_sub
from maps.reshape import flipped, is_line
from maps.shapes import AREA_KINDS, DoorState, Grade, Kind, Obstacle, Sight, make_obstacle
from rules.core.glossary import FOOT
from rules.encounter.changes import EVERYTHING, Changes
from rules.encounter.commands import Command, Draw, Erase, Lights

LABELS = 112
COLOURS = {
    "warm": "#ffd9a0",
    "fire": "#ffb46b",
    "white": "#fff6dc",
    "blue": "#9cc9ff",
    "green": "#a8e6a1",
    "violet": "#d3a8ff",
}
"""Colours of light that can be chosen, by the key of their word."""
YES_NO = (("on", True), ("off", False))

Words = Callable[[], Sequence[tuple[str, object]]]


def _words(stem: str, ids: Iterable[str]) -> list[tuple[str, object]]:
    return [(language.words.say(f"obstacles.{stem}.{id}"), id) for id in ids]


def _switch(stem: str) -> list[tuple[str, object]]:
    return [(language.words.say(f"obstacles.{stem}.{id}"), value) for id, value in YES_NO]


CHOICES: dict[str, Words] = {
    "kind": lambda: _words("kinds", Kind),
    "state": lambda: _words("states", DoorState),
    "sight": lambda: _words("sights", Sight),
    "stops_effect": lambda: _switch("yes_no"),
    "stops_light": lambda: _switch("yes_no"),
    "stops_move": lambda: _switch("yes_no"),
    "cover": lambda: _words("grades", Grade),
    "side": lambda: _words("sides", ("both", "left", "right")),
    "colour": lambda: [
        (language.words.say(f"obstacles.colours.{id}"), value) for id, value in COLOURS.items()
    ],
    "shadows": lambda: _switch("casts"),
}
"""Facts that are chosen from a list: field of the obstacle or light, and its values in words."""
NUMBERS = ("concealment", "bottom", "top", "bright", "dim")
OF_LIGHTS = frozenset({"bright", "dim", "colour", "shadows"})
LABEL: dict[str, Callable[[], str]] = {
    "kind": lambda: tr("obstacles.word.kind"),
    "state": lambda: tr("obstacles.word.state"),
    "sight": lambda: tr("obstacles.word.sight"),
    "stops_effect": lambda: tr("obstacles.word.effect"),
    "stops_light": lambda: tr("obstacles.word.light"),
    "stops_move": lambda: tr("obstacles.word.move"),
    "cover": lambda: tr("obstacles.word.cover"),
    "concealment": lambda: tr("obstacles.word.concealment"),
    "side": lambda: tr("obstacles.word.side"),
    "bottom": lambda: tr("obstacles.word.bottom"),
    "top": lambda: tr("obstacles.word.top"),
    "bright": lambda: tr("obstacles.word.bright"),
    "dim": lambda: tr("obstacles.word.dim"),
    "colour": lambda: tr("obstacles.word.colour"),
    "shadows": lambda: tr("obstacles.word.shadows"),
}
"""All rows from top to bottom."""


class ObstaclesDock(Dock):
    """Shows what is picked on the map and changes it, one step for each change."""

    id = "obstacles"
    icon = "wall"
    on_demand = True

    def build(self) -> None:
        self.rows: dict[str, QWidget] = {}
        self.fields: dict[str, Choice | NumberField] = {}
        self._labels: dict[str, Any] = {}
        self._open: set[str] = set()
        self.empty = EmptyState("wall")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.empty)
        form = QWidget()
        column = QVBoxLayout(form)
        column.setContentsMargins(px(12), px(8), px(12), px(12))
        column.setSpacing(px(6))
        self.head = label("name", wrap=True)
        column.addWidget(self.head)
        self.flip = DockButton(mark="flank")
        for name in LABEL:
            column.addWidget(self._row(name))
            if name == "side":
                beside = QHBoxLayout()
                beside.setContentsMargins(px(LABELS + 8), 0, 0, 0)
                beside.addWidget(self.flip)
                beside.addStretch(1)
                column.addLayout(beside)
        foot = QHBoxLayout()
        foot.setContentsMargins(0, px(6), 0, 0)
        foot.setSpacing(px(8))
        self.usual, self.remove = DockButton(), DockButton()
        foot.addWidget(self.usual)
        foot.addWidget(self.remove)
        foot.addStretch(1)
        column.addLayout(foot)
        column.addStretch(1)
        self.pages.addWidget(Scroll(form))
        self.show_content(self.pages)
        self.flip.clicked.connect(lambda: self._draw([flipped(o) for o in self.obstacles()]))
        self.usual.clicked.connect(self._as_usual)
        self.remove.clicked.connect(self._remove)

    def _row(self, name: str) -> QWidget:
        row = QWidget()
        box = QHBoxLayout(row)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(px(8))
        words = label("row", "2")
        words.setFixedWidth(px(LABELS))
        box.addWidget(words)
        field = self._choice(name) if name in CHOICES else self._number(name)
        words.setBuddy(field)
        box.addWidget(field, 1)
        if name != "concealment" and name in NUMBERS:
            unit = label("row", "3")
            self._labels[f"{name}.unit"] = unit
            box.addWidget(unit)
        self.rows[name], self.fields[name], self._labels[name] = row, field, words
        return row

    def _choice(self, name: str) -> Choice:
        field = Choice()
        field.setObjectName(f"fact_{name}")
        field.activated.connect(lambda _i: self._chosen(name, field.currentData()))
        return field

    def _number(self, name: str) -> NumberField:
        percent = name == "concealment"
        optional = name in ("bottom", "top")
        field = NumberField(
            low=None if optional else 0,
            high=100 if percent else 10_000,
            digits=0 if percent else 2,
            optional=True,
        )
        field.setObjectName(f"fact_{name}")
        field.changed.connect(lambda: self._open.add(name))
        field.editingFinished.connect(lambda: self._typed(name))
        return field

    # -- what is picked ------------------------------------------------------------------------

    def connect_session(self, session: Session) -> None:
        session.picked_changed.connect(self._other)

    def _other(self) -> None:
        """Other things are picked: what was half typed was meant for those before."""
        self._open.clear()
        self.refresh(EVERYTHING)

    def obstacles(self) -> tuple[Obstacle, ...]:
        """Return the picked obstacles."""
        session = self.session
        ids = set(session.picked) if session is not None else set()
        board = session.state.board if session is not None else None
        return tuple(o for o in board.obstacles if o.id in ids) if board is not None else ()

    def lights(self) -> tuple[Light, ...]:
        """Return the picked lights."""
        session = self.session
        ids = set(session.picked) if session is not None else set()
        board = session.state.board if session is not None else None
        return tuple(i for i in board.lights if i.id in ids) if board is not None else ()

    @property
    def metres(self) -> float:
        """How many metres a square has in the game."""
        return metres_shown(self.session)

    @property
    def side(self) -> float:
        """How long the side of a square is, in the unit in which lengths are said."""
        return self.metres / FOOT if language.words.lengths == "ft" else self.metres

    # -- showing -------------------------------------------------------------------------------

    def retranslate(self) -> None:
        self.empty.say(tr("obstacles.empty"), tr("obstacles.empty_text"))
        for name, words in LABEL.items():
            self._labels[name].setText(words())
            self.fields[name].setAccessibleName(words())
            if f"{name}.unit" in self._labels:
                self._labels[f"{name}.unit"].setText(language.words.unit())
        for name in CHOICES:
            self._fill(name)
        self.flip.say(tr("obstacles.flip"))
        self.usual.say(tr("obstacles.reset"))
        self.remove.say(tr("action.delete"))

    def _fill(self, name: str) -> None:
        field = self.fields[name]
        assert isinstance(field, Choice)
        field.clear()
        for words, value in CHOICES[name]():
            field.addItem(words, value)

    def refresh(self, changes: Changes) -> None:
        if not (changes.everything or changes.board or changes.title):
            return
        obstacles, lights = self.obstacles(), self.lights()
        self.pages.setCurrentIndex(1 if obstacles or lights else 0)
        self.set_sub(self._counted(obstacles, lights) if obstacles or lights else "")
        self.head.setText(self._counted(obstacles, lights))
        doors = [o for o in obstacles if o.kind is Kind.DOOR]
        for name, row in self.rows.items():
            some: Sequence[Obstacle | Light] = lights if name in OF_LIGHTS else obstacles
            row.setVisible(bool(doors if name == "state" else some))
            self._show(name, doors if name == "state" else some)
        self.flip.setVisible(any(o.side != "both" for o in obstacles))
        self.usual.setVisible(bool(obstacles))

    def _counted(self, obstacles: Sequence[Obstacle], lights: Sequence[Light]) -> str:
        """Say what is picked: "Wand", "3 Hindernisse", "2 Lichter"."""
        if len(obstacles) == 1 and not lights:
            return language.words.say(f"obstacles.kinds.{obstacles[0].kind}")
        parts = [tr("obstacles.count", n=len(obstacles))] if obstacles else []
        parts += [tr("obstacles.lights", n=len(lights))] if lights else []
        return ", ".join(parts)

    def _show(self, name: str, things: Sequence[Obstacle | Light]) -> None:
        """Show a fact of some things, or that they differ."""
        values = {_plain(getattr(thing, name)) for thing in things}
        mixed = len(values) > 1
        value = next(iter(values)) if len(values) == 1 else None
        field = self.fields[name]
        if isinstance(field, NumberField):
            field.setPlaceholderText(tr("obstacles.mixed") if mixed else self._nothing(name))
            if name not in self._open:
                field.set_value(self._shown(name, value))
            return
        index = field.findData(value)
        field.setPlaceholderText(tr("obstacles.mixed") if mixed else "")
        while name == "colour" and field.count() > len(COLOURS):
            field.removeItem(len(COLOURS))
        if name == "colour" and index < 0 and value is not None:
            field.addItem(tr("obstacles.colours.own"), value)
            index = field.count() - 1
        field.setCurrentIndex(-1 if mixed else index)

    def _nothing(self, name: str) -> str:
        return tr("obstacles.unbounded") if name in ("bottom", "top") else ""

    def _shown(self, name: str, value: object) -> float | None:
        if not isinstance(value, int):
            return None
        return value if name == "concealment" else value / SUB * self.side

    # -- changing ------------------------------------------------------------------------------

    def _chosen(self, name: str, value: object) -> None:
        if name in OF_LIGHTS:
            self._light([replace(light, **{name: value}) for light in self.lights()])  # type: ignore[arg-type]  # fields by name
        elif name == "kind":
            self._draw([with_kind(o, Kind(str(value))) for o in self.obstacles()])
        elif name == "state":
            doors = [o for o in self.obstacles() if o.kind is Kind.DOOR]
            self._draw([o.with_state(DoorState(str(value))) for o in doors])
        else:
            made = {"sight": Sight, "cover": Grade}.get(name)
            fact = made(str(value)) if made is not None else value
            self._draw([replace(o, **{name: fact}) for o in self.obstacles()])  # type: ignore[arg-type]  # fields by name

    def _typed(self, name: str) -> None:
        field = self.fields[name]
        assert isinstance(field, NumberField)
        if name not in self._open or not field.check():
            return
        self._open.discard(name)
        number = field.value
        optional = name in ("bottom", "top")
        if number is None and not optional:
            self.refresh(self._all())
            return
        if name == "concealment":
            units: int | None = round(number or 0)
        else:
            units = None if number is None else to_sub(number / self.side)
        if name in OF_LIGHTS:
            self._light([_with_radius(light, name, units or 0) for light in self.lights()])
            return
        made = [replace(o, **{name: units}) for o in self.obstacles()]  # type: ignore[arg-type]  # fields by name
        if any(None not in (o.bottom, o.top) and o.bottom > o.top for o in made):  # type: ignore[operator]  # neither is None
            self._open.add(name)
            field.set_error(tr("obstacles.above"))
            return
        self._draw(made)

    def _all(self) -> Changes:
        assert self.session is not None
        return self.session.everything()

    def _as_usual(self) -> None:
        """Give everything the facts of its kind."""
        self._draw([with_kind(o, o.kind) for o in self.obstacles()])

    def _remove(self) -> None:
        commands: list[Command] = []
        if ids := tuple(o.id for o in self.obstacles()):
            commands.append(Erase(obstacles=ids))
        if lights := tuple(light.id for light in self.lights()):
            commands.append(Lights(remove=lights))
        self._perform(commands)

    def _draw(self, made: Sequence[Obstacle]) -> None:
        before = {o.id: o for o in self.obstacles()}
        changed = tuple(written(o) for o in made if before.get(o.id) != o)
        self._perform([Draw(obstacles=changed)] if changed else [])

    def _light(self, made: Sequence[Light]) -> None:
        before = {light.id: light for light in self.lights()}
        changed = tuple(lit_written(i) for i in made if before.get(i.id) != i)
        self._perform([Lights(lights=changed)] if changed else [])

    def _perform(self, commands: Sequence[Command]) -> None:
        if self.session is None:
            return
        if commands:
            self.session.perform_all(commands)
        else:
            self.refresh(self._all())

    def take_focus(self) -> None:
        for field in self.fields.values():
            if field.isVisible():
                field.setFocus(Qt.FocusReason.TabFocusReason)
                return


def with_kind(o: Obstacle, kind: Kind) -> Obstacle:
    """Return an obstacle of a kind with that kind's facts; an area stays an area, a line a line."""
    line = is_line(o)
    points = o.points
    if not line and kind not in AREA_KINDS and points[0] != points[-1]:
        points = (*points, points[0])
    open = line and kind in AREA_KINDS
    if open and len(points) > 3 and points[0] == points[-1]:
        points, open = points[:-1], False
    return make_obstacle(
        o.id, kind, points, open=open, side=o.side, bottom=o.bottom, top=o.top, state=o.state
    )


def _with_radius(light: Light, name: str, units: int) -> Light:
    """Set a radius; the bright one is never the larger."""
    if name == "bright":
        return replace(light, bright=units, dim=max(light.dim, units))
    return replace(light, dim=units, bright=min(light.bright, units))


def _plain(value: object) -> object:
    """Return a value as the lists hold it."""
    return value.value if isinstance(value, Kind | DoorState | Sight | Grade) else value
