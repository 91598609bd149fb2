"""What the legend of the heat map says in sentences: why no square answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.i18n import say, tr
from maps.grid import SUB, Cell
from rules.system.ground import NotesHeat

if TYPE_CHECKING:
    from desktop.board.heat import HeatMap
    from desktop.session import Session


def notes(session: Session, heat: HeatMap) -> str:
    """Say why the map is empty, and what the rules add; nothing while it grows."""
    if heat.busy:
        return ""
    if heat.about is None:
        me = session.current
        return "" if me is None else tr("heat.note.no_enemy", name=me.name)
    own = session.state.tokens[heat.about.token].space
    here = Cell(own.x // SUB, own.y // SUB)
    empty = not heat.cells or (heat.question == "reach" and set(heat.cells) == {here})
    said: list[str] = []
    if isinstance(session.system, NotesHeat):
        said = [say(t) for t in session.system.heat_notes(session.state, heat.about, empty)]
    if empty and not said:
        said = [tr("heat.note.reach") if heat.question == "reach" else tr("heat.note.none")]
    return " ".join(said)
