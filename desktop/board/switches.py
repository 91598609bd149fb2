"""What is shown over the map: overlays, grid, walls, names; and whether players look at it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from desktop.board.layers import LitPaths
from desktop.board.overlays import OVERLAYS

if TYPE_CHECKING:
    from desktop.board.view import BoardView


class Switches:
    """Switches what one board view shows, and has it painted anew."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self.grid = self.obstacles = True
        self.names = self.for_players = False
        self._on = {o.id for o in OVERLAYS if o.on}
        self._lit: tuple[object, LitPaths] | None = None

    def on(self, overlay: str) -> bool:
        """Whether an overlay is switched on."""
        return overlay in self._on

    def apply_overlays(self, ids: Iterable[str]) -> None:
        """Switch exactly these overlays on."""
        wanted = {o.id for o in OVERLAYS} & set(ids)
        if wanted == self._on:
            return
        self._on = wanted
        self.board.legend.refresh()
        self.board.spoil()
        self.board.look_again()
        self.board.pending.go_on()

    def show_grid(self, on: bool) -> None:
        """Show the grid or not."""
        self.grid = on
        self.board.spoil()

    def show_obstacles(self, on: bool) -> None:
        """Show walls and doors as lines over a picture, or not."""
        self.obstacles = on
        self.board.spoil()

    def show_names(self, on: bool) -> None:
        """Show all names, points and badges: while Alt is held."""
        if on != self.names:
            self.names = on
            self.board.update()

    def lit_paths(self) -> LitPaths | None:
        """Return what the lights reach; found out once per set of walls and lights."""
        ground = self.board.scene.board
        if not ground.lights and not ground.dark:
            return None
        key = (ground.lights, ground.obstacles)
        if self._lit is None or self._lit[0] != key:
            self._lit = (key, LitPaths.of(ground))
        return self._lit[1]
