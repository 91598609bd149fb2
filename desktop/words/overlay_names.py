"""Which overlays of the map mean anything in a system, and what it calls them. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maps.remember import by_identity

if TYPE_CHECKING:
    from rules.core.terms import Term
    from rules.system import RuleSystem


def own_words(system: RuleSystem | None) -> dict[str, Term | None]:
    """Return what a system calls its overlays; the start page needs no rules for that."""
    return {} if system is None else _words_of(system)


@by_identity(keep=8)
def _words_of(system: RuleSystem) -> dict[str, Term | None]:
    from rules.system.ground import OverlayWords

    return dict(system.overlay_words()) if isinstance(system, OverlayWords) else {}


def overlay_offered(system: RuleSystem, id: str) -> bool:
    """Whether an overlay means anything in a system."""
    return own_words(system).get(id, ...) is not None
