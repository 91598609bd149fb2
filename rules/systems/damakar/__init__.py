"""DAMAKAR: the Kampfkreis, attack against defence, zones, wounds by thirds."""

from rules.systems.damakar.system import DamakarSystem

SYSTEM = DamakarSystem()

__all__ = ["SYSTEM"]
