"""Flanking (§5): who helps whom to take a target from two sides."""

from __future__ import annotations

from maps.grid import SUB, Footprint
from maps.reach import Flank, flanks, whole
from rules.encounter.state import Token, TokenId, hostile
from rules.systems.pathfinder.duel import Duel
from rules.systems.pathfinder.neighbours import near
from rules.systems.pathfinder.tables import natural_reach
from rules.systems.pathfinder.threat import threatens


def partners(duel: Duel) -> tuple[TokenId, ...]:
    """Return who flanks the target together with the attacker, in the order of the board.

    Only melee attacks flank, and nobody whose reach is 0 does.
    """
    if duel.ranged or natural_reach(duel.attacker) == 0:
        return ()
    return tuple(
        token.id
        for token in near(duel.state, duel.target.space)
        if _may_help(duel, token)
        and flank_line(duel, token) is not None
        and threatens(duel.state, token, duel.target)
    )


def helpers(duel: Duel) -> tuple[Token, ...]:
    """Return everybody with whom the attacker could flank the target from the right place."""
    if duel.ranged or natural_reach(duel.attacker) == 0:
        return ()
    return tuple(
        token
        for token in near(duel.state, duel.target.space)
        if _may_help(duel, token) and threatens(duel.state, token, duel.target)
    )


def _may_help(duel: Duel, token: Token) -> bool:
    me, target = duel.attacker, duel.target
    if token.id in (me.id, target.id) or not hostile(token.side, target.side):
        return False
    if duel.options.word("flank_partner") == "friendly" and hostile(token.side, me.side):
        return False
    if natural_reach(token) == 0:
        return False
    return duel.options.flag("flank_with_unseen") or not (token.hidden or token.has("invisible"))


def flank_line(duel: Duel, token: Token) -> Flank | None:
    """Return the line on which attacker and partner take the target between them.

    By the letter of §5 a partner's many squares help the partner only; the option
    ``flank_symmetric`` lets them help both.
    """
    other = whole(token.space)
    if not duel.options.flag("flank_symmetric"):
        other = _middle(other)
    return flanks(duel.a, other, duel.t)


def _middle(space: Footprint) -> Footprint:
    """Return the one square that has the same centre as a space."""
    if space.side <= SUB:
        return space
    inset = (space.side - SUB) // 2
    return Footprint(space.x + inset, space.y + inset)
