"""Pathfinder, first edition: attack and armour class as the situation changes them."""

from rules.systems.pathfinder.system import PathfinderSystem

SYSTEM = PathfinderSystem()

__all__ = ["SYSTEM"]
