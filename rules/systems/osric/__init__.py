"""OSRIC: a fight in one-minute rounds of ten segments, with descending armour class."""

from rules.systems.osric.system import OsricSystem

SYSTEM = OsricSystem()

__all__ = ["SYSTEM"]
