"""Ties between two combatants: who rides, carries or has swallowed whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from desktop import icons
from desktop.i18n import language, tr
from rules.encounter.state import Link, Token

if TYPE_CHECKING:
    from desktop.window.main_window import MainWindow

KINDS = ("mount", "carried", "swallowed")
"""Ties that the game master makes by hand; rules make others."""


def ask_tie(window: MainWindow) -> None:
    """Offer the ties between the two selected combatants where the second of them stands."""
    session = window.session
    if session is None or len(session.selected) != 2:
        return
    one, two = (session.state.tokens[id] for id in session.selected)
    menu = QMenu(window)
    for link in session.state.links:
        if {link.a, link.b} == {one.id, two.id} and link.kind in KINDS:
            first, second = (session.state.tokens[id] for id in (link.a, link.b))
            _offer(window, menu, Link(link.kind, first.id, second.id), (first, second), on=False)
    if not menu.isEmpty():
        menu.addSeparator()
    for kind in KINDS:
        for first, second in ((one, two), (two, one)):
            link = Link(kind, first.id, second.id)
            if link not in session.state.links:
                _offer(window, menu, link, (first, second), on=True)
    menu.exec(window.board.navigation.place_of(two.id))
    menu.deleteLater()


def _offer(
    window: MainWindow, menu: QMenu, link: Link, ends: tuple[Token, Token], on: bool
) -> None:
    words = language.words.say(f"ties.{link.kind}", a=ends[0].name, b=ends[1].name)
    entry = menu.addAction(words if on else tr("ties.end", what=words))
    if not on:
        entry.setIcon(icons.icon("close"))
    entry.triggered.connect(
        lambda _c=False: window.deeds.run("link", kind=link.kind, a=link.a, b=link.b, on=on)
    )
