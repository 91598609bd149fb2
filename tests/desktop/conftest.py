"""What every test of the desktop gets: the light theme, and garbage collected where Qt lives."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import count

import pytest
from PySide6.QtWidgets import QApplication

from desktop import theme

_tests = count(1)


@pytest.fixture(autouse=True)
def light_theme(qapp: QApplication) -> Iterator[None]:
    """Dress the program in the light theme at its usual size.

    Cycles are collected between tests only: a collection that starts in a working thread
    would take widgets apart there, and Qt crashes.
    """
    if theme.current() is not theme.LIGHT or theme.current_scale() != 1.0:
        theme.apply(qapp, theme.LIGHT)
    gc.disable()
    yield
    if next(_tests) % 25 == 0:
        gc.collect()
    gc.enable()


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every test away from the sets and fights of whoever runs it."""
    home = str(tmp_path_factory.mktemp("home"))
    for name in ("SCHLACHTPLAN_DATA", "SCHLACHTPLAN_CONFIG"):
        monkeypatch.setenv(name, home)
