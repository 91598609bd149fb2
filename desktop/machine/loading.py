"""Loads modules without the waste that Python and the bindings of Qt put on it."""

from __future__ import annotations

import builtins
import gc


def load_qt() -> None:
    """Import Qt, and take back what its bindings do to every import of the process after that.

    They read the source of each module and look whether it asks for their other spellings
    (``from __feature__ import …``), which nothing here does: a tenth of the whole start.
    """
    import PySide6.QtCore  # noqa: F401, PLC0415

    original = getattr(builtins, "__orig_import__", None)
    if original is not None:
        builtins.__import__ = original


def hold_collection() -> None:
    """Collect no garbage while modules load: there is none, and looking for it takes long.

    Whoever runs on for long calls ``resume_collection`` or has a ``Collector``.
    """
    gc.disable()


def resume_collection() -> None:
    """Collect garbage again."""
    gc.enable()
