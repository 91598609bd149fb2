"""Muinimula: hostile encounters second by second, with attack limits and critical hits."""

from rules.systems.muinimula.system import MuinimulaSystem

SYSTEM = MuinimulaSystem()

__all__ = ["SYSTEM"]
