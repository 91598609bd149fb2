"""Fights of every system in the window: keys, clicks, typed dice, then everything back again."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.settings import Settings
from desktop.window.main_window import MainWindow
from tests.desktop.hands import Hands, take_back_and_bring_again
from tests.make_demos import DEMOS

pytestmark = pytest.mark.usefixtures("german")

TURNS = 4
UNDECIDED = ("kraehenfels", "gruft")
"""Demos of systems in which a blow asks for no decision."""


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    made = MainWindow(Settings(tmp_path / "settings.json"))
    qtbot.addWidget(made)
    made.resize(1600, 1000)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.mark.parametrize("demo", DEMOS)
def test_a_demo_is_played_on_in_the_window(window: MainWindow, demo: str) -> None:
    window.deeds.open_demo(demo)
    window.board.navigation.fit()
    session = window.session
    assert session is not None
    before = session.history.done
    with Hands(window, 11) as hands:
        for _ in range(TURNS):
            hands.turn()
        assert session.history.done >= before + TURNS
        assert hands.typed >= 3
        assert hands.chosen or demo in UNDECIDED
        assert not hands.strange
        take_back_and_bring_again(window, session)
