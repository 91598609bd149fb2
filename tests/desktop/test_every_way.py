"""Every weapon and every way to strike that the attack dock offers, done by mouse and keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.session import Session
from maps.board import Board
from rules import registry
from rules.encounter.commands import parse_command
from rules.encounter.state import Encounter, TokenId
from rules.play import Game
from rules.system import RuleSystem
from tests.desktop.hands import Hands, to_front
from tests.desktop.window_kit import open_window

ME, FOE = TokenId("me"), TokenId("foe")
FEWEST = {"pathfinder": 8, "osric": 8, "damakar": 15, "das_system": 20, "muinimula": 15}
"""So many ways at least must have been gone to their end."""


def duel(system: RuleSystem, template: str) -> Encounter:
    """Return two of one kind face to face on open ground; no time runs."""
    game = Game.begin(system, Encounter(system.id, "Probe", Board(width=14, height=9)))
    for id, side, at in ((ME, "heroes", [4, 4]), (FOE, "foes", [5, 4])):
        data = {"do": "add", "id": id, "template": template, "side": side, "at": at}
        game.play(parse_command(system, data))
    return game.state


def ways(system: RuleSystem, state: Encounter) -> list[tuple[str, str]]:
    """Return every pair of weapon and mode that is offered."""
    return [
        (weapon.id, mode.id)
        for weapon in system.weapons(state, ME)
        for mode in system.modes(state, ME, weapon.id)
    ]


def richest(system: RuleSystem) -> Encounter:
    """Return the duel of those who know the most ways."""
    smaller = [t for t in system.library() if system.squares(t.sheet) == 1]
    duels = (duel(system, template.id) for template in smaller)
    return max(duels, key=lambda state: len(ways(system, state)))


@pytest.mark.parametrize("id", registry.system_ids())
def test_every_way_is_gone_to_its_end_and_back(id: str, qapp: object, tmp_path: Path) -> None:
    assert id in FEWEST, f"{id}: say in FEWEST how many ways it has at least"
    system = registry.get(id)
    path = tmp_path / "duell.kampf"
    Session.create(path, richest(system)).close()
    window = open_window(tmp_path, overlays=())
    window.resize(1600, 1000)
    window.deeds.open_path(path)
    window.board.navigation.fit()
    with Hands(window, 5) as hands:
        session, done, unexplained = hands.session, 0, []
        base = session.state
        for weapon, mode in ways(system, base):
            hands.aim(ME, FOE, weapon, mode)
            plan = session.attack.plan()
            assert plan is not None, (weapon, mode)
            assert plan.weapon.id == weapon
            if not plan.possible:
                unexplained += [(weapon, mode)] if not plan.problems else []
                continue
            hands._strike()
            assert session.history.done == 1, (weapon, mode, hands.told[-2:])
            done += 1
            to_front(window)
            QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            assert session.state is base, (weapon, mode)
        assert unexplained == []
        assert hands.strange == []
    assert done >= FEWEST[id]
