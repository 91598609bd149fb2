"""What the line-of-sight inspector of the window finds out about two places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.i18n import language
from desktop.words.sight import Inspection, Spot, look

if TYPE_CHECKING:
    from desktop.session import Session


def inspect(session: Session, a: Spot, b: Spot, weapon: str = "") -> Inspection | None:
    """Look from one place at another; None where there are not two to look at each other."""
    current = session.current.id if session.current is not None else None
    return look(
        session.system,
        session.state,
        language.words,
        (a, b),
        session.attack.action,
        current,
        weapon,
    )
