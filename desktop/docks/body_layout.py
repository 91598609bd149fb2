"""Where the parts of the body diagram lie: two figures, numbers in zones, labels beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QPointF, QRectF

from desktop.board.paint import text_width
from desktop.docks.figure import Face, Figure, Kind, kind_of, parts
from desktop.theme import font
from rules.views import BodyView, LegendEntry, ZoneView

NUMBER = (11, 600)
SMALL_NUMBER = (10, 600)
"""In a zone that is too narrow for a number of the usual size."""
VALUE = (12, 650)
LABEL = (11, 400)
ROW = 32.0
"""Least distance of two labels of two lines; those of one line need ``TIGHT``."""
TIGHT, TIGHTEST = 18.0, 14.5
MANY = 10
"""With more numbers than this, labels have one line and stand only where they fit."""
SIDEWAYS = 0.45
"""An animal may become so small for the sake of the labels of all its zones."""
LOW = 4.5 * ROW
"""In a figure lower than this labels have one line, too."""
LINE = 20.0
MARGIN, SWATCH = 12.0, 17.0
"""Beside the legend, and from a swatch to its word."""
PILL = 34.0
EDGE = 10.0
"""Least distance of the middle of a label from the ends of the room for labels."""

Column = Literal["left", "middle", "right"]


@dataclass(frozen=True, slots=True)
class Inside:
    """A number that fits into its zone; ``at`` is its middle."""

    zone: ZoneView
    at: QPointF
    font: tuple[int, int] = NUMBER


@dataclass(frozen=True, slots=True)
class Callout:
    """A label or the pills beside the figure, with a line to the zone.

    Text starts at ``at`` and runs ``rightwards``, or ends there.
    """

    zone: ZoneView
    dot: QPointF
    at: QPointF
    rightwards: bool
    tight: bool = False
    pills: bool = False

    @property
    def hot(self) -> bool:
        return self.zone.selected or self.zone.aimed

    @property
    def box(self) -> QRectF:
        """Return where its words are."""
        width = max(36.0, _width(self.zone, tight=self.tight, pills=self.pills))
        left = self.at.x() if self.rightwards else self.at.x() - width
        return QRectF(left, self.at.y() - 13, width, 28)


@dataclass(frozen=True, slots=True)
class BodyLayout:
    """The diagram in pixels; ``captions``, ``summary``, ``legend`` are tops of lines."""

    front: Figure
    back: Figure
    inside: tuple[Inside, ...]
    callouts: tuple[Callout, ...]
    captions: float
    summary: float
    legend: float

    def figures(self) -> tuple[Figure, Figure]:
        return (self.front, self.back)


@dataclass(frozen=True, slots=True)
class _Entry:
    """Something that wants to stand beside a figure."""

    zone: ZoneView
    figure: Figure
    name: str
    tight: bool
    spare: bool = False
    """Whether it may stay away where it does not fit."""
    pills: bool = False
    squeezed: bool = False
    """Whether labels stand closer, since there are many beside the figure."""

    @property
    def column(self) -> Column:
        if self.figure.face == "back":
            return "right"
        x, middle = self.figure.box(self.name).center().x(), self.figure.rect.center().x()
        return "left" if x <= middle + 0.5 else "middle"

    @property
    def y(self) -> float:
        return self.figure.box(self.name).center().y()

    @property
    def must(self) -> bool:
        return self.pills or not self.spare or self.zone.selected or self.zone.aimed

    @property
    def step(self) -> float:
        if self.squeezed:
            return 22.0 if self.pills else TIGHTEST
        return 26.0 if self.pills else TIGHT if self.tight else ROW

    @property
    def width(self) -> float:
        return _width(self.zone, tight=self.tight, pills=self.pills)


def _width(zone: ZoneView, *, tight: bool, pills: bool) -> float:
    """Return the width of a label, or of the pills of a wound."""
    if pills:
        return sum(pill_width(t) + 4 for t in (zone.bleeding, zone.pain) if t)
    value = text_width(zone.value, font(*VALUE))
    label = text_width(zone.label, font(*LABEL))
    return value + 6 + label if tight else max(value, label)


def pill_width(words: str) -> float:
    """Return the width of the pill of bleeding or pain."""
    return max(PILL, text_width(words, font(11, 650)) + 26)


def shown_parts(zone: ZoneView, face: Face, kind: Kind | None = None) -> tuple[str, ...]:
    """Return the polygons of a zone that are seen from a side."""
    return tuple(dict.fromkeys(p for shape in zone.shapes for p in parts(shape, face, kind)))


def legend_lines(view: BodyView, width: float) -> list[list[tuple[LegendEntry, float]]]:
    """Break the legend into lines: each entry with the left end of its swatch."""
    room, few = width - 2 * MARGIN, max(1, len(view.legend) - 1)
    whole = sum(SWATCH + text_width(e.label, font(11)) for e in view.legend)
    gap = max(8.0, min(16.0, (room - whole) / few))
    rows: list[list[tuple[LegendEntry, float]]] = []
    at = room + 1
    for entry in view.legend:
        wide = SWATCH + text_width(entry.label, font(11))
        if at + wide > room:
            rows.append([])
            at = 0.0
        rows[-1].append((entry, MARGIN + at))
        at += wide + gap
    return rows


def layout_body(rect: QRectF, view: BodyView) -> BodyLayout:
    """Lay out a body diagram in a rectangle."""
    lines = (
        bool(view.front or view.back) + bool(view.summary) + len(legend_lines(view, rect.width()))
    )
    height = max(60.0, rect.height() - LINE * lines - 6)
    kind = kind_of(view.figure)
    usual = min(228.0, height) / kind.height
    probe = (Figure("front", 0, 0, usual, kind), Figure("back", 0, 0, usual, kind))
    scale, columns = 0.0, (0.0, 0.0, 0.0)
    must_only = False
    largest = min(height / kind.height, rect.width() / 2 / kind.width)
    least = (SIDEWAYS if kind.sideways else 0.8) * largest
    for must_only in (False, True):
        columns = _columns([e for e in _split(view, *probe)[1] if e.must or not must_only])
        room = rect.width() - sum(columns)
        scale = min(height / kind.height, max(rect.width() * 0.3, room) / 2 / kind.width)
        if scale > least:
            break
    width, (left, middle, _) = kind.width * scale, columns
    slack = max(0.0, rect.width() - sum(columns) - 2 * width) / 3
    # Animals are broad: labels take the height that they leave.
    high = height if kind.sideways else kind.height * scale
    x, y = rect.left() + left + slack, rect.top() + 3 + (high - kind.height * scale) / 2
    front = Figure("front", x, y, scale, kind)
    back = Figure("back", x + width + middle + slack, y, scale, kind)
    inside, entries = _split(view, front, back)
    if must_only:
        entries = tuple(e for e in entries if e.must)
    captions = rect.top() + 3 + high
    summary = captions + LINE * bool(view.front or view.back)
    legend = summary + LINE * bool(view.summary)
    space = QRectF(rect.left(), rect.top() + 3, rect.width(), high)
    callouts = tuple(
        one
        for one in _place(entries, front, back, space)
        if one.hot or one.pills or one.box.right() <= rect.right()
    )
    return BodyLayout(front, back, inside, callouts, captions, summary, legend)


def _columns(entries: Sequence[_Entry]) -> tuple[float, float, float]:
    """Return the room left of the figures, between them and right of them."""
    widest: dict[Column, float] = {}
    for entry in entries:
        widest[entry.column] = max(widest.get(entry.column, 0.0), entry.width)
    left, middle, right = (widest.get(c, 0.0) for c in ("left", "middle", "right"))
    return (
        left + 14 if left else 12.0,
        middle + 22 if middle else 24.0,
        right + 14 if right else 12.0,
    )


def _split(
    view: BodyView, front: Figure, back: Figure
) -> tuple[tuple[Inside, ...], tuple[_Entry, ...]]:
    """Part the numbers that fit into their zones from what has to stand outside."""
    inside: list[Inside] = []
    entries: list[_Entry] = []
    many = sum(1 for z in view.zones if z.value) > MANY
    tight = many or front.rect.height() < LOW
    twins: dict[tuple[frozenset[str], str], list[_Entry]] = {}
    for zone in view.zones:
        figure = front if shown_parts(zone, "front", front.kind) else back
        names = shown_parts(zone, figure.face, figure.kind)
        if not names:
            continue
        name = _main_part(figure, names)
        if zone.bleeding or zone.pain:
            entries.append(_Entry(zone, figure, name, tight, many, pills=True))
        if not zone.value:
            continue
        fitting = _number_font(zone.value, figure, name)
        if fitting is not None:
            middle = figure.middle(name) if figure.kind.sideways else figure.box(name).center()
            inside.append(Inside(zone, middle, fitting))
            continue
        alike = frozenset(n.removeprefix("r_").removeprefix("l_") for n in names)
        entry = _Entry(zone, figure, name, tight, many)
        twins.setdefault((alike, zone.value), []).append(entry)
    for alike_ones in twins.values():
        entries += _speakers(alike_ones)
    return tuple(inside), tuple(entries)


def _number_font(value: str, figure: Figure, name: str) -> tuple[int, int] | None:
    """Return the type in which a number fits into a zone, if there is one."""
    box = figure.box(name)
    if box.height() < 14:
        return None
    if figure.kind.sideways:  # zones of animals lie slanted
        middle, path = figure.middle(name), figure.path(name)
        half = text_width(value, font(*SMALL_NUMBER)) / 2 + 1
        return (
            SMALL_NUMBER
            if path.contains(QRectF(middle.x() - half, middle.y() - 5, 2 * half, 10))
            else None
        )
    # Polygons are narrower than their boxes; nine tenths are surely free.
    room = box.width() * 0.9 - 3
    return next((f for f in (NUMBER, SMALL_NUMBER) if text_width(value, font(*f)) <= room), None)


def _speakers(alike: Sequence[_Entry]) -> list[_Entry]:
    """Return whose labels speak for zones that are alike, as both arms: all that must, else one.

    Arms are named at the right of the figure and legs at its left, so that neither side is crowded.
    """
    must = [e for e in alike if e.must]
    if must or len(alike) < 2:
        return must or list(alike)
    whole = alike[0].figure.rect
    outside = abs(alike[0].figure.box(alike[0].name).center().x() - whole.center().x())
    wanted: Column = "middle" if outside > whole.width() / 4 else "left"
    return [next((e for e in alike if e.column == wanted), alike[0])]


def _main_part(figure: Figure, names: Sequence[str]) -> str:
    """Return the polygon that speaks for a zone: the uppermost of the large ones."""
    boxes = {n: figure.box(n) for n in names}
    largest = max(b.width() * b.height() for b in boxes.values())
    large = [n for n, b in boxes.items() if b.width() * b.height() >= 0.6 * largest]
    return min(large, key=lambda n: boxes[n].top())


def _place(
    entries: Sequence[_Entry], front: Figure, back: Figure, room: QRectF
) -> tuple[Callout, ...]:
    columns: dict[Column, list[_Entry]] = {}
    for entry in entries:
        columns.setdefault(entry.column, []).append(entry)
    out: list[Callout] = []
    for members in columns.values():
        must = _fitting(members, room)
        if len(must) < len(members) and all(m.tight for m in members):
            members = [replace(m, squeezed=True) for m in members]
            must = _fitting(members, room)
        if len(must) < len(members):
            must = _fitting([m for m in members if m.must], room)
        placed = list(zip(must, _spread(must, room), strict=True))
        for other in sorted((m for m in members if m not in must), key=lambda m: m.y):
            y = _free(other, placed, room)
            if y is not None:
                placed.append((other, y))
        out += [_callout(entry, y, front, back) for entry, y in placed]
    return tuple(out)


def _callout(entry: _Entry, y: float, front: Figure, back: Figure) -> Callout:
    box, look = entry.figure.box(entry.name), (entry.tight, entry.pills)
    if entry.column == "left":
        dot = QPointF(box.left() + box.width() * 0.3, box.center().y())
        return Callout(entry.zone, dot, QPointF(front.rect.left() - 6, y), False, *look)
    dot = QPointF(box.right() - box.width() * 0.3, box.center().y())
    edge = (front if entry.column == "middle" else back).rect.right()
    return Callout(entry.zone, dot, QPointF(edge + 8, y), True, *look)


def _fitting(entries: Sequence[_Entry], room: QRectF) -> list[_Entry]:
    """Return those of the labels that have room below each other, from top to bottom.

    Where it is too low for all, wounds and what is aimed at come first.
    """
    kept: list[_Entry] = []
    left = room.height() - 2 * EDGE
    for entry in sorted(entries, key=lambda e: (not e.pills, not e.zone.aimed)):
        left -= entry.step if kept else entry.step / 2
        if kept and left + entry.step / 2 < 0:
            break
        kept.append(entry)
    return sorted(kept, key=lambda e: (e.y, not e.pills))


def _spread(entries: Sequence[_Entry], room: QRectF) -> list[float]:
    """Push labels apart, downwards first, then back up where they would leave the room."""
    top, bottom = room.top() + EDGE, room.bottom() - EDGE
    out: list[float] = []
    for i, entry in enumerate(entries):
        least = top if not i else out[-1] + (entries[i - 1].step + entry.step) / 2
        out.append(max(entry.y, least))
    for i in range(len(out) - 1, -1, -1):
        limit = bottom
        if i + 1 < len(out):
            limit = out[i + 1] - (entries[i].step + entries[i + 1].step) / 2
        out[i] = min(out[i], limit)
    return out


def _free(entry: _Entry, placed: Sequence[tuple[_Entry, float]], room: QRectF) -> float | None:
    """Return a place near an entry's zone that nothing else takes, if there is one."""
    for shift in (0, 4, -4, 8, -8, 12, -12, 16, -16):
        y = entry.y + shift
        apart = all(abs(y - other) >= (entry.step + e.step) / 2 - 1 for e, other in placed)
        if apart and room.top() + 6 <= y <= room.bottom() - 4:
            return y
    return None


def zone_at(layout: BodyLayout, view: BodyView, point: QPointF) -> ZoneView | None:
    """Return the zone under a point, on either figure or by its label."""
    for figure in layout.figures():
        if figure.rect.contains(point):
            for zone in view.zones:
                for name in shown_parts(zone, figure.face, figure.kind):
                    if figure.path(name).contains(point):
                        return zone
    for one in layout.callouts:
        if one.box.contains(point):
            return one.zone
    return None
