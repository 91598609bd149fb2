"""A plain picture as a map: its size is known, where its grid lies a dialog asks."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path

from maps.board import Board, Picture
from maps.formats.base import Import, Need, asset_hash, load, title, unreadable
from maps.formats.headers import MAX_SIDE, Header, is_whole, kind_of, read_header
from maps.grid import to_sub
from maps.problems import Problem, Severity

USUAL = 70
"""Pixels per square that are assumed until somebody says better."""
MAX_SQUARES = 100_000


@dataclass(frozen=True, slots=True)
class GridFit:
    """Where the grid lies in a picture: pixels per square, and the pixel of one crossing."""

    pixels: float = USUAL
    x: float = 0
    y: float = 0


class PictureFormat:
    """PNG, JPEG and WebP pictures."""

    id = "picture"
    suffixes = (".png", ".jpg", ".jpeg", ".webp")

    def sniff(self, head: bytes, name: str) -> bool:
        return bool(kind_of(head))

    def read(self, source: Path | bytes, name: str = "", fit: GridFit | None = None) -> Import:
        """Read a picture as a map; without a fit the result needs a grid.

        Raises UnreadableFileError for what is no picture and for pictures too big.
        """
        data = load(source)
        header = read_header(data)
        if header is None:
            raise unreadable("picture_unknown")
        if header.too_big:
            raise unreadable(
                "picture_too_big", width=header.width, height=header.height, limit=MAX_SIDE
            )
        asset = asset_hash(data)
        board = lay(Board(name=title(source, name)), header, asset, fit or GridFit())
        args = {"width": header.width, "height": header.height, "kind": header.kind.upper()}
        problems = [Problem("picture_read", Severity.NOTE, args=args)]
        if not is_whole(data):
            problems.append(Problem("picture_cut_off"))
        needs = frozenset({Need.GRID} if fit is None else ())
        return Import(board, {asset: data}, tuple(problems), board.name, needs)


def lay(board: Board, header: Header, asset: str, fit: GridFit) -> Board:
    """Lay a picture below the grid so that the fit's crossing meets one; bounds are the picture's.

    Raises ValueError for a grid of nothing.
    """
    if not fit.pixels > 0:
        raise ValueError(f"{fit.pixels} pixels per square")
    x, y = -(fit.x % fit.pixels) / fit.pixels, -(fit.y % fit.pixels) / fit.pixels
    width, height = header.width / fit.pixels, header.height / fit.pixels
    if max(width, height) > MAX_SQUARES:
        raise ValueError(f"{fit.pixels} pixels per square")
    picture = Picture(asset, to_sub(x), to_sub(y), to_sub(width), to_sub(height))
    return replace(
        board,
        left=math.floor(x),
        top=math.floor(y),
        width=max(1, math.ceil(x + width - 1e-9) - math.floor(x)),
        height=max(1, math.ceil(y + height - 1e-9) - math.floor(y)),
        picture=picture,
    )
