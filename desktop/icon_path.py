"""Read the path of an SVG icon into a QPainterPath, so that it can be drawn at any size."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

_TOKEN = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def _numbers(text: str, start: int, command: str) -> tuple[tuple[float, ...], int]:
    """Read the arguments of one command; the flags of an arc are one digit each."""
    out: list[float] = []
    while len(out) < _COUNT[command]:
        while start < len(text) and text[start] in " ,\t\n":
            start += 1
        if command == "A" and len(out) in (3, 4):
            out.append(float(text[start]))
            start += 1
            continue
        match = _TOKEN.match(text, start)
        if match is None or match[2] is None:
            raise ValueError(f"number expected at {start} in {text!r}")
        out.append(float(match[2]))
        start = match.end()
    return tuple(out), start


def _commands(text: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield command letters with their arguments; repeated arguments repeat the command."""
    at, letter = 0, ""
    while at < len(text):
        if text[at] in " ,\t\n":
            at += 1
            continue
        if text[at].isalpha():
            letter, at = text[at], at + 1
        elif letter in "zZ":
            raise ValueError(f"command expected at {at} in {text!r}")
        args, at = _numbers(text, at, letter.upper())
        yield letter, args
        letter = {"M": "L", "m": "l"}.get(letter, letter)


def _arc(path: QPainterPath, args: tuple[float, ...], end: tuple[float, float]) -> None:
    """Append an elliptical arc as cubic curves."""
    start = path.currentPosition()
    x0, y0, (x1, y1) = start.x(), start.y(), end
    rx, ry, turn = abs(args[0]), abs(args[1]), math.radians(args[2])
    large, sweep = args[3] > 0, args[4] > 0
    if rx == 0 or ry == 0 or (x0, y0) == (x1, y1):
        path.lineTo(x1, y1)
        return
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (x0 - x1) / 2, (y0 - y1) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = (px / rx) ** 2 + (py / ry) ** 2
    if grow > 1:
        rx, ry = rx * math.sqrt(grow), ry * math.sqrt(grow)
    under = (rx * ry) ** 2 / ((rx * py) ** 2 + (ry * px) ** 2) - 1
    k = math.sqrt(max(0.0, under)) * (-1 if large == sweep else 1)
    cx, cy = k * rx * py / ry, -k * ry * px / rx
    mx, my = cos * cx - sin * cy + (x0 + x1) / 2, sin * cx + cos * cy + (y0 + y1) / 2
    a0 = math.atan2((py - cy) / ry, (px - cx) / rx)
    a1 = math.atan2((-py - cy) / ry, (-px - cx) / rx)
    span = a1 - a0
    if sweep and span < 0:
        span += math.tau
    elif not sweep and span > 0:
        span -= math.tau
    parts = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-9))
    step = span / parts
    bend = 4 / 3 * math.tan(step / 4)

    def at(angle: float, forward: float) -> QPointF:
        u = rx * (math.cos(angle) - forward * math.sin(angle))
        v = ry * (math.sin(angle) + forward * math.cos(angle))
        return QPointF(cos * u - sin * v + mx, sin * u + cos * v + my)

    for i in range(parts):
        b, e = a0 + i * step, a0 + (i + 1) * step
        last = QPointF(x1, y1) if i == parts - 1 else at(e, 0)
        path.cubicTo(at(b, bend), at(e, -bend), last)


def svg_path(text: str) -> QPainterPath:
    """Build a painter path from the ``d`` attribute of an SVG path."""
    path = QPainterPath()
    x = y = sx = sy = 0.0
    control: tuple[float, float] | None = None
    before = ""
    for letter, args in _commands(text):
        kind, ox, oy = letter.upper(), x, y
        if letter.isupper():
            ox = oy = 0.0
        bend: tuple[float, float] | None = None
        match kind:
            case "Z":
                path.closeSubpath()
                x, y = sx, sy
            case "M":
                x, y = args[0] + ox, args[1] + oy
                sx, sy = x, y
                path.moveTo(x, y)
            case "L":
                x, y = args[0] + ox, args[1] + oy
                path.lineTo(x, y)
            case "H":
                x = args[0] + ox
                path.lineTo(x, y)
            case "V":
                y = args[0] + oy
                path.lineTo(x, y)
            case "C" | "S":
                if kind == "S":
                    c = control if control and before in "CS" else (x, y)
                    first = (2 * x - c[0], 2 * y - c[1]) if control and before in "CS" else (x, y)
                    rest = args
                else:
                    first, rest = (args[0] + ox, args[1] + oy), args[2:]
                bend = (rest[0] + ox, rest[1] + oy)
                x, y = rest[2] + ox, rest[3] + oy
                path.cubicTo(*first, *bend, x, y)
            case "Q" | "T":
                if kind == "T":
                    bend = (x, y)
                    if control and before in "QT":
                        bend = (2 * x - control[0], 2 * y - control[1])
                    rest = args
                else:
                    bend, rest = (args[0] + ox, args[1] + oy), args[2:]
                x, y = rest[0] + ox, rest[1] + oy
                path.quadTo(*bend, x, y)
            case _:
                x, y = args[5] + ox, args[6] + oy
                _arc(path, args, (x, y))
        control, before = bend, kind
    return path
