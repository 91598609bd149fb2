"""The map in the scale of miniatures, shared out over pages that are cut and laid together."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.i18n import language, tr
from desktop.printing import first
from desktop.printing.area import CutOut, column_name, cut_out
from desktop.printing.content import Content
from desktop.printing.ink import BLACK, FRAME, GREY, HAIR, SMALL, Ink, Style, width_of
from desktop.printing.page import Box
from maps.board import Board

INCH = 25.4
MARK, APART = 4.0, 1.0
"""Length of a mark for cutting, and how far it stays away from the corner."""
HINT = 5.0
"""Room below the squares for the name of the page that comes next."""
DOWN = 2.6
"""How far the squares stand below the head of the page, whose line the marks must not touch."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A page of the map: where it lies among the pages, and which squares it shows."""

    column: int
    row: int
    part: CutOut

    @property
    def name(self) -> str:
        """Its name on the plan: letters for the column, a number for the row."""
        return f"{column_name(self.column)}{self.row + 1}"


@dataclass(frozen=True, slots=True)
class Tiling:
    """All pages of a map; ``across`` and ``down`` say how many lie beside and below each other."""

    tiles: tuple[Tile, ...]
    across: int
    down: int

    def at(self, column: int, row: int) -> Tile | None:
        """Return the page at a place of the plan."""
        if 0 <= column < self.across and 0 <= row < self.down:
            return self.tiles[row * self.across + column]
        return None


def tile(board: Board, box: Box, square: float = INCH) -> Tiling:
    """Share a board out over boxes in whole squares of ``square`` millimetres."""
    columns = max(1, int(box.w // square))
    rows = max(1, int((box.h - HINT - DOWN) // square))
    across, down = -(-board.width // columns), -(-board.height // rows)
    tiles = []
    for row in range(down):
        for column in range(across):
            left, top = column * columns, row * rows
            part = CutOut(
                board.left + left,
                board.top + top,
                min(columns, board.width - left),
                min(rows, board.height - top),
                square,
            )
            tiles.append(Tile(column, row, part))
    return Tiling(tuple(tiles), across, down)


def paint_tile(ink: Ink, content: Content, box: Box, tiling: Tiling, shown: Tile) -> None:
    """Draw the squares of a page, marks for cutting, and which pages lie beside it."""
    part = shown.part
    frame = Box(box.x + (box.w - part.width) / 2, box.y + DOWN, part.width, part.height)
    first.paint_squares(ink, content, frame, part, tokens=False)
    ink.frame(frame, HAIR, ink=GREY)
    _marks(ink, frame)
    right = tiling.at(shown.column + 1, shown.row)
    below = tiling.at(shown.column, shown.row + 1)
    if right is not None:
        room = Box(frame.right + 1.0, frame.y + frame.h / 2 - 2, 9, 4)
        ink.write(room, f"→ {right.name}", Style(SMALL, 600))
    if below is not None:
        room = Box(frame.x, frame.bottom + 0.8, frame.w, 4)
        ink.write(room, f"↓ {below.name}", Style(SMALL, 600, align="middle"))


def _marks(ink: Ink, frame: Box) -> None:
    for x, out in ((frame.x, -1), (frame.right, 1)):
        for y, down in ((frame.y, -1), (frame.bottom, 1)):
            ink.line((x + out * APART, y), (x + out * (APART + MARK), y), HAIR, BLACK)
            ink.line((x, y + down * APART), (x, y + down * (APART + MARK)), HAIR, BLACK)


def paint_plan(ink: Ink, content: Content, box: Box, tiling: Tiling, square: float) -> None:
    """Draw the whole map small, the borders of the pages and their names on it."""
    whole = cut_out(content.board, (), box.w - first.RULER, box.h - 40)
    frame = first.paint_map(ink, content, box, whole)
    for one in tiling.tiles:
        part = one.part
        cell = Box(
            frame.x + (part.left - whole.left) * whole.scale,
            frame.y + (part.top - whole.top) * whole.scale,
            part.columns * whole.scale,
            part.rows * whole.scale,
        )
        ink.frame(cell, FRAME)
        wide = width_of(one.name, SMALL, 700) + 2
        label = Box(cell.x + 0.8, cell.y + 0.8, wide, 4)
        ink.frame(label, 0, fill="#FFFFFF", radius=0.6)
        ink.write(label, one.name, Style(SMALL, 700, align="middle", kind="tile"))
    words = language.words
    room = box.below(frame.bottom - box.y + 4)
    said = tr(
        "paper.plan",
        n=len(tiling.tiles),
        square=words.number(square),
        across=words.number(content.board.width * square / 10, 1),
        down=words.number(content.board.height * square / 10, 1),
    )
    ink.write(room.top(8), said, Style(lines=2))
    first.paint_bar(ink, room.below(11))
