"""What every test of the desktop gets: the light theme, whatever another test left behind."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from desktop import theme


@pytest.fixture(autouse=True)
def light_theme(qapp: QApplication) -> None:
    """Dress the program in the light theme at its usual size."""
    if theme.current() is not theme.LIGHT or theme.current_scale() != 1.0:
        theme.apply(qapp, theme.LIGHT)
