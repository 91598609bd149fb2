"""The docks around the map, one module each; a row here makes one more."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from PySide6.QtWidgets import QWidget

from desktop.docks.base import Dock


@dataclass(frozen=True, slots=True)
class DockSpec:
    """A dock by id, the class that makes it (module:class), and where it stands at first.

    That is among the tabs of the dock ``beside``; the window itself places those that have none.
    """

    id: str
    where: str
    beside: str = "log"

    def make(self, parent: QWidget | None) -> Dock:
        module, _, name = self.where.partition(":")
        dock = getattr(import_module(module), name)(parent)
        assert isinstance(dock, Dock)
        return dock


DOCKS = (
    DockSpec("ring", "desktop.docks.ring:RingDock", ""),
    DockSpec("armour", "desktop.docks.armour:ArmourDock", ""),
    DockSpec("body", "desktop.docks.body:BodyDock", ""),
    DockSpec("attack", "desktop.docks.attack:AttackDock", ""),
    DockSpec("log", "desktop.docks.log:LogDock", ""),
    DockSpec("problems", "desktop.docks.problems:ProblemsDock"),
    DockSpec("zones", "desktop.docks.zones:ZonesDock"),
    DockSpec("library", "desktop.docks.library:LibraryDock"),
    DockSpec("obstacles", "desktop.docks.obstacles:ObstaclesDock", "ring"),
    DockSpec("forecast", "desktop.docks.forecast:ForecastDock", "attack"),
    DockSpec("dice", "desktop.docks.dice_tray:DiceTray", "attack"),
    DockSpec("notes", "desktop.docks.notes:NotesDock", "attack"),
)
