"""The rows of the report about an import: counts, and what was read, mended, left out."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop import icons
from desktop.i18n import language
from desktop.messages import words_of
from desktop.theme import px
from desktop.widgets.base import label
from maps.board import Board
from maps.problems import Problem
from maps.shapes import Kind

READ = frozenset({"import_counts", "picture_read"})
LEFT_OUT = frozenset(
    {
        "picture_missing",
        "picture_broken",
        "picture_elsewhere",
        "picture_left_out",
        "picture_cut_off",
        "import_item_broken",
        "import_point_broken",
        "import_point_wild",
        "import_line_too_short",
        "import_zero_length",
        "import_duplicate",
        "portal_without_place",
        "light_without_range",
        "obstacles_too_many",
        "foundry_no_picture",
        "tiled_tileset_outside",
        "tiled_image_layer",
    }
)
"""Findings that say that something of the file is not on the map."""

MARKS = {"read": ("check", "ok"), "mended": ("info", "info"), "left_out": ("warn", "warn")}


def group_of(problem: Problem) -> str:
    """Return in which group of the report a finding stands."""
    if problem.code in READ:
        return "read"
    left_out = problem.code in LEFT_OUT or problem.code.endswith("_left_out")
    return "left_out" if left_out else "mended"


def counts(board: Board) -> dict[str, int]:
    """Count what lies on a board."""
    kinds = [o.kind for o in board.obstacles]
    return {
        "walls": kinds.count(Kind.WALL),
        "doors": kinds.count(Kind.DOOR),
        "windows": kinds.count(Kind.SLIT),
        "objects": len([k for k in kinds if k not in (Kind.WALL, Kind.DOOR, Kind.SLIT)]),
        "lights": len(board.lights),
    }


def counted_row(mark: str, kind: str, n: int) -> QWidget:
    """Make the row that says how much of a kind was read."""
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(px(4))
    sign = label()
    sign.setPixmap(icons.pixmap(mark, "text-3", px(16), box.devicePixelRatioF()))
    row.addWidget(sign)
    words = label(language.words.say(f"import.count.{kind}", n=n), "row", "2")
    row.addWidget(words)
    return box


def report_row(problem: Problem, group: str) -> QWidget:
    """Make the row of a finding, with the sign of its group."""
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(px(8))
    mark, role = MARKS[group]
    sign = label()
    sign.setPixmap(icons.pixmap(mark, role, px(16), box.devicePixelRatioF()))
    sign.setFixedWidth(px(16))
    row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
    words = label(words_of(replace(problem, place="")), "row")
    words.setWordWrap(True)
    words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    row.addWidget(words, 1)
    return box
