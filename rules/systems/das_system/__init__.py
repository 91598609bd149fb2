"""Das System: fights in series of a second each, body places, layered armour."""

from rules.systems.das_system.system import DasSystem

SYSTEM = DasSystem()

__all__ = ["SYSTEM"]
