"""The attack that is thought about: who, whom, with what, where to, and its plan."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from maps.grid import Cell, Footprint
from rules.core.terms import Term
from rules.encounter.plans import THROW, AttackAction, AttackPlan, Extra, Weapon
from rules.encounter.state import Encounter, TokenId
from rules.views import ZoneView

if TYPE_CHECKING:
    from desktop.session import Session


@dataclass(frozen=True, slots=True)
class _Change:
    """A change by hand: in which state of the fight, from what to what, what it is called."""

    state: Encounter
    before: AttackAction
    after: AttackAction
    what: Term | str


class AttackDraft:
    """What the attack dock fills in and the map shows; nothing of it is a step yet.

    The signals ``draft_changed``, ``zone_changed`` and ``focus_attack`` of the session tell of it.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._action: AttackAction | None = None
        self._zone: tuple[TokenId, str] | None = None
        self._plan: tuple[Encounter, AttackAction, AttackPlan] | None = None
        self._changes: list[_Change] = []
        self._taken_back: list[_Change] = []

    @property
    def action(self) -> AttackAction | None:
        """The attack as it stands, None while nobody is aimed at."""
        return self._action

    def set_action(self, action: AttackAction | None) -> None:
        """Think about another attack; a conversation under way ends."""
        if action == self._action:
            return
        self._changes.clear()
        self._taken_back.clear()
        self._put(action)

    def _put(self, action: AttackAction | None) -> None:
        self._session.talk.cancel()
        self._action = action
        self._session.draft_changed.emit()

    def drop_missing(self) -> bool:
        """Forget an attack of or on somebody who is gone; returns whether it was one.

        Nobody may look before: it cannot be planned.
        """
        action = self._action
        there = self._session.state.tokens.keys()
        gone = action is not None and not {action.attacker, action.target} <= there
        if gone:
            self._action = None
        return gone

    def aim(self, target: str, weapon: str = "") -> None:
        """Aim the selected combatant at a target: the attack dock fills and takes the keys."""
        me = self._session.current
        if me is None or me.id == target:
            return
        old = self._action
        if old is not None and (old.attacker, old.target) == (me.id, target) and not weapon:
            self._session.focus_attack.emit()  # what was chosen for it stays
            return
        if self._session.talk.proposal is not None:
            self._session.accept_waiting()
        if not weapon and old is not None and old.attacker == me.id:
            weapon = old.weapon
        action, plan = self._begun(AttackAction(me.id, TokenId(target), weapon))
        self._plan = (self._session.state, action, plan)
        self.set_action(action)
        self._session.focus_attack.emit()

    # -- zones of the body -----------------------------------------------------------------------

    def zone_of(self, token: str) -> str:
        """Return the zone of somebody's body that is aimed at or looked at; empty for none."""
        if self._action is not None and self._action.target == token and self._action.zone:
            return self._action.zone
        return self._zone[1] if self._zone is not None and self._zone[0] == token else ""

    def point_at(self, token: str, zone: ZoneView | None) -> None:
        """Look at a zone of a body; the attack that is thought about on this body aims there."""
        id = zone.id if zone is not None else ""
        self._zone = (TokenId(token), id)
        action, session = self._action, self._session
        if action is not None and action.target == token:
            modes = session.system.modes(session.state, action.attacker, action.weapon)
            known = [m.id for m in modes]
            named = (zone.mode, zone.id, zone.parent) if zone is not None else ()
            mode = next((m for m in named if m in known), action.mode if zone is not None else "")
            self.set_action(replace(action, zone=id, mode=mode))
        session.zone_changed.emit()

    # -- weapons and plans -----------------------------------------------------------------------

    def weapons(self, token: str) -> tuple[Weapon, ...]:
        """Return what somebody can attack with."""
        return self._session.system.weapons(self._session.state, TokenId(token))

    def best_weapon(self, attacker: str, target: str) -> str:
        """Return the first weapon that can attack the target, else the first."""
        return self.proposed(attacker, target).weapon

    def proposed(self, attacker: str, target: str, weapon: str = "") -> AttackAction:
        """Return the attack to begin with: with the weapon, else the first that can attack.

        One is thrown only where none attacks in its usual way.
        """
        return self._begun(AttackAction(TokenId(attacker), TokenId(target), weapon))[0]

    def _begun(self, bare: AttackAction) -> tuple[AttackAction, AttackPlan]:
        """Return the attack that is proposed, with its plan."""
        ids = [bare.weapon] if bare.weapon else [w.id for w in self.weapons(bare.attacker)]
        found = [replace(bare, weapon=id) for id in ids or [""]]
        first: tuple[AttackAction, AttackPlan] | None = None
        for action in chain(found, (replace(a, mode=THROW) for a in found if self._flies(a))):
            plan = self._planned(action)
            if plan.possible:
                return action, plan
            first = first or (action, plan)
        assert first is not None
        return first

    def _flies(self, action: AttackAction) -> bool:
        """Whether the weapon can be thrown now."""
        modes = self._session.system.modes(self._session.state, action.attacker, action.weapon)
        return any(m.id == THROW and m.enabled for m in modes)

    def _planned(self, action: AttackAction) -> AttackPlan:
        return self._session.system.plan(self._session.state, action)

    def plan(self) -> AttackPlan | None:
        """Return the plan of the attack; computed once per state and attack.

        A step that changes nothing of it leaves the same object: who shows it need not do so again.
        """
        action, state, known = self._action, self._session.state, self._plan
        if action is None:
            return None
        if known is None or known[0] is not state or known[1] != action:
            plan = self._planned(action)
            if known is not None and known[2] == plan:
                plan = known[2]
            known = self._plan = (state, action, plan)
        return known[2]

    def plan_for(self, target: str, place: Footprint | None = None) -> AttackPlan | None:
        """Return the plan of an attack of the selected combatant on a hovered token."""
        me = self._session.current
        if me is None or me.id == target or target not in self._session.state.tokens:
            return None
        action = self._action
        mine = action is not None and action.attacker == me.id
        if action is not None and mine and action.target == target:
            there = replace(action, place=place)
            return self.plan() if there == action else self._planned(there)
        weapon = action.weapon if action is not None and mine else ""
        return self._begun(AttackAction(me.id, TokenId(target), weapon, place=place))[1]

    # -- by hand ---------------------------------------------------------------------------------

    def switch(self, modifier: str, on: bool) -> None:
        """Switch a modifier off or on by hand."""
        action, plan = self._action, self.plan()
        if action is None or plan is None:
            return
        entry = plan.attack.find(modifier) or plan.defence.find(modifier)
        what = entry.modifier.label if entry is not None else ""
        extra = next((e for e in action.extra if e.id == modifier), None)
        if extra is not None and not on:
            left = tuple(e for e in action.extra if e is not extra)
            self._change(replace(action, extra=left), what)
        elif on:
            offered = entry is not None and modifier not in action.off
            by_hand = action.on | {modifier} if offered else action.on
            self._change(replace(action, off=action.off - {modifier}, on=by_hand), what)
        else:
            off, by_hand = action.off | {modifier}, action.on - {modifier}
            self._change(replace(action, off=off, on=by_hand), what)

    def add_modifier(self, value: int, side: str, label: str = "") -> None:
        """Add a modifier by hand."""
        action = self._action
        if action is None:
            return
        n = len(action.extra) + 1
        extra = Extra(f"hand:{n}", value, "defence" if side == "defence" else "attack", label)
        after = replace(action, extra=(*action.extra, extra))
        plan = self._planned(after)
        entry = plan.attack.find(extra.id) or plan.defence.find(extra.id)
        self._change(after, label if entry is None else entry.modifier.label)

    def _change(self, after: AttackAction, what: Term | str) -> None:
        """Change the attack so that it can be taken back."""
        before = self._action
        if before is None or after == before:
            return
        self._changes.append(_Change(self._session.state, before, after, what))
        self._taken_back.clear()
        self._put(after)

    @property
    def undo_label(self) -> Term | str | None:
        """What was changed by hand last; None once a step of the fight has come since."""
        last = self._changes[-1] if self._changes else None
        here = last is not None and last.state is self._session.state
        return last.what if last is not None and here and last.after == self._action else None

    @property
    def redo_label(self) -> Term | str | None:
        """What was taken back last and can be done again."""
        last = self._taken_back[-1] if self._taken_back else None
        here = last is not None and last.state is self._session.state
        return last.what if last is not None and here and last.before == self._action else None

    def undo(self) -> Term | str | None:
        """Take back what was changed by hand last; returns what it was."""
        what = self.undo_label
        if what is not None:
            last = self._changes.pop()
            self._taken_back.append(last)
            self._put(last.before)
        return what

    def redo(self) -> Term | str | None:
        """Change by hand again what was taken back; returns what it was."""
        what = self.redo_label
        if what is not None:
            last = self._taken_back.pop()
            self._changes.append(last)
            self._put(last.after)
        return what

    def guess(self, cell: Cell | None) -> None:
        """Guess the square of an unseen target."""
        if self._action is not None:
            self.set_action(replace(self._action, cell=cell))
