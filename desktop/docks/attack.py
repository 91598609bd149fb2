"""The attack dock: thinks an attack through, then carries it out step by step."""

from __future__ import annotations

from dataclasses import fields as fields_in
from dataclasses import replace

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget

from desktop.board.initials import LETTERS
from desktop.conversation import Proposal, Question
from desktop.dialogs.command import ask_command, offered
from desktop.docks.attack_plan import FORCE, PlanPage
from desktop.docks.attack_steps import StepsPage
from desktop.docks.base import NOTHING, Dock
from desktop.docks.parts import EmptyState
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.session import Session
from desktop.widgets.keyed import wanted_key
from maps.problems import Problem, UnreadableFileError
from rules import play
from rules.core.asking import Answer, DiceRequest
from rules.encounter.changes import EVERYTHING, Changes
from rules.encounter.commands import Command, CommandError, parse_command
from rules.encounter.plans import AttackAction, AttackPlan
from rules.encounter.state import Encounter, hostile
from rules.system.actions import Splitting


def fields_of(action: AttackAction, model: type[Command] | None = None) -> dict[str, object]:
    """Return the fields of the command ``attack`` for an action, as far as the command has them."""
    fields: dict[str, object] = {
        "attacker": action.attacker,
        "target": action.target,
        "weapon": action.weapon,
        "mode": action.mode,
        "off": sorted(action.off),
        "on": sorted(action.on),
        "extra": [
            {"id": e.id, "value": e.value, "side": e.side, "label": e.label} for e in action.extra
        ],
    }
    if action.cell is not None:
        fields["cell"] = [action.cell.x, action.cell.y]
    known = model.model_fields if model is not None else {}
    if action.numbers and "numbers" in known:
        fields["numbers"] = dict(action.numbers)
    if action.zone and "zone" in known:
        fields["zone"] = action.zone
    return fields


def attack_fields(session: Session, action: AttackAction) -> dict[str, object]:
    """Return the fields of the system's command ``attack`` for an action."""
    return fields_of(action, session.system.commands.get("attack"))


def own_fields(session: Session) -> tuple[str, ...]:
    """Return the fields of the system's attack that no other part of the dock fills."""
    model = session.system.commands.get("attack")
    known = {f.name for f in fields_in(AttackAction)}
    return () if model is None else tuple(n for n in offered(model) if n not in known)


class AttackDock(Dock):
    """One attack from the thought to the wound."""

    id = "attack"
    icon = "aim"

    def build(self) -> None:
        self._mine = False
        self._typed: tuple[int, ...] = ()
        self._given: dict[str, object] = {}
        self._given_for: tuple[object, ...] = ()
        self._seen: tuple[Encounter | None, AttackPlan | None] = (None, None)
        self.plan = PlanPage()
        self.steps = StepsPage()
        self.empty = EmptyState("aim")
        self.pages = QStackedWidget()
        for page in (self.empty, self.plan, self.steps):
            self.pages.addWidget(page)
        self.show_content(self.pages)
        self.plan.rolled.connect(self._begin)
        self.plan.everything.connect(self._begin_all)
        self.plan.left.connect(self.give_focus_back)
        self.plan.forced.connect(self._force)
        self.plan.what.details.clicked.connect(self._ask_details)
        self.steps.answered.connect(self._answer)
        self.steps.wanted_roll.connect(self._roll)
        self.steps.wanted_all.connect(self._roll_all)
        self.steps.accepted.connect(self._accept)
        self.steps.cancelled.connect(self._cancel)
        self.empty.button.clicked.connect(lambda: self.command.emit("add_combatant", False))

    # -- what it shows -------------------------------------------------------------------------

    def connect_session(self, session: Session) -> None:
        self._mine = False
        session.draft_changed.connect(lambda: self.refresh(NOTHING))
        session.asked.connect(self._asked)
        session.proposed.connect(self._proposed)
        session.settled.connect(self._settled)
        session.lit.connect(self._light)

    def refresh(self, changes: Changes) -> None:
        session = self.session
        if session is None:
            self._seen = (None, None)
            self.is_news(changes)
            self._show_empty()
            return
        if self._mine and session.talk.busy:
            holder = self.window().focusWidget()
            held = holder is not None and self.steps.isAncestorOf(holder)
            self._show_steps(session)
            if held:  # the fields were made anew, as in another language; Enter must not cancel
                self.steps.take_focus()
            return
        plan = session.attack.plan()
        if plan is None:
            self._show_empty()
            return
        shown = self.pages.currentWidget() is self.plan
        seen, self._seen = self._seen, (session.state, plan)
        if shown and not changes.everything and seen[0] is session.state and seen[1] is plan:
            return  # several signals tell of one step
        refusal = self._refusal(session, plan)
        about = (plan, refusal, *self._beside(session, plan))
        if not self.is_news(changes, session, *about) and shown:
            return
        self._name(session, plan.action)
        action = plan.action
        about = (session, action.attacker, action.target, action.weapon)
        if about != self._given_for:
            if about[:2] != self._given_for[:2]:
                self.plan.result.die.clear()  # typed for somebody else's attack
            self._given, self._given_for = {}, about
        self.plan.what.show_details(bool(own_fields(session)), len(self._given))
        self.plan.show_plan(session, plan, refusal)
        self.pages.setCurrentWidget(self.plan)

    @staticmethod
    def _beside(session: Session, plan: AttackPlan) -> tuple[object, ...]:
        """Return what is shown beside a plan; the plan may be the same in another state."""
        state, system, action = session.state, session.system, plan.action
        both, letters = (action.attacker, action.target), LETTERS.all(state.tokens)
        return (
            *(state.token(id) for id in both),
            tuple(letters.get(id, "") for id in both),
            state.options,
            state.data,
            session.attack.weapons(action.attacker),
            system.modes(state, action.attacker, plan.weapon.id),
            (system.split(state, action, language.words),) if isinstance(system, Splitting) else (),
        )

    def _name(self, session: Session, action: AttackAction) -> None:
        me, foe = session.state.tokens.get(action.attacker), session.state.tokens.get(action.target)
        if me is not None and foe is not None:
            self.set_sub(tr("docks.attack.sub", attacker=me.name, target=foe.name))

    def _show_empty(self) -> None:
        self.set_sub("")
        session = self.session
        me = session.current if session is not None else None
        if session is None or not session.state.tokens:
            self.empty.say(
                tr("docks.attack.nobody"),
                tr("docks.attack.nobody_next"),
                tr("docks.attack.library"),
            )
        elif me is None:
            self.empty.say(tr("docks.attack.choose"), tr("docks.attack.choose_next"))
        elif any(hostile(me.side, t.side) for t in session.state.tokens.values()):
            title = tr("docks.attack.aim", name=me.name)
            self.empty.say(title, tr("docks.attack.aim_next"))
        else:
            title = tr("docks.attack.no_foe", name=me.name)
            self.empty.say(title, tr("docks.attack.no_foe_next"), tr("docks.attack.library"))
        self.pages.setCurrentWidget(self.empty)

    def _show_steps(self, session: Session) -> None:
        if session.talk.proposal is not None:
            self.steps.show_proposal(session, session.talk.proposal)
        elif session.talk.question is not None:
            self.steps.show_question(session, session.talk.question)
        if session.attack.action is not None:
            self._name(session, session.attack.action)
        self.pages.setCurrentWidget(self.steps)

    def _refusal(self, session: Session, plan: AttackPlan) -> tuple[Problem, ...]:
        """Return why the system would not carry the attack out; nothing is rolled."""
        if plan.possible:
            return ()
        try:
            command = self._command(session, plan.action)
            procedure = play.perform(session.system, session.state, command)
            next(procedure)
        except CommandError as error:
            return error.problems
        except UnreadableFileError as error:
            return (error.problem,)
        except StopIteration:
            return ()
        procedure.close()
        return ()

    def _command(self, session: Session, action: AttackAction) -> Command:
        return parse_command(session.system, {"do": "attack", **self._fields(session, action)})

    def _fields(self, session: Session, action: AttackAction) -> dict[str, object]:
        """Return the fields of the command: the draft's, and what was given besides."""
        return {**attack_fields(session, action), **self._given}

    def _ask_details(self) -> None:
        """Ask for what the system's attack knows beyond weapon, way and rows."""
        session = self.session
        if session is None or session.attack.action is None:
            return
        model, names = session.system.commands["attack"], own_fields(session)
        fields = self._fields(session, session.attack.action)
        title, go = tr("docks.attack.details").rstrip(" …"), tr("docks.attack.details_take")
        answered = ask_command(
            self.window(), session, model, fields, title, mark="list", only=names, go=go
        )
        if answered is not None:
            self._given = {n: answered[n] for n in names if n in answered}
            self.refresh(EVERYTHING)

    def _light(self, ids: object) -> None:
        lit = frozenset(ids) if isinstance(ids, tuple | list | set | frozenset) else frozenset()
        for column in (self.plan.attack, self.plan.defence):
            column.light(lit)

    # -- the conversation ------------------------------------------------------------------------

    def _begin(self, faces: tuple[int, ...]) -> None:
        """Begin the attack; without typed faces its first die is rolled.

        Typed ones wait where something else is asked first: a draw of the target, a decision.
        """
        session = self.session
        if session is None or session.attack.action is None:
            return
        plan = session.attack.plan()
        by_hand = plan is not None and plan.begins is not None
        session.talk.cancel()
        self._mine, self._typed = True, faces
        if not self.run("attack", confirm=True, **self._fields(session, session.attack.action)):
            self._mine = False
            return
        self.plan.result.die.clear()
        if session.talk.question is None:
            return
        if faces:
            self._use_typed(session)
        elif isinstance(session.talk.question.request, DiceRequest) and not by_hand:
            session.talk.roll()
        if session.talk.question is not None:
            self.steps.take_focus()  # it asks for something else first: that is not left to chance

    def _use_typed(self, session: Session) -> None:
        """Answer with what was typed for the attack, once the attacker is asked for such dice."""
        question, draft = session.talk.question, session.attack.action
        if not self._typed or question is None or draft is None:
            return
        request = question.request
        sides = self.plan.result.die.dice
        mine = isinstance(request, DiceRequest) and request.who == draft.attacker
        if mine and isinstance(request, DiceRequest) and request.dice == sides:
            faces, self._typed = self._typed, ()
            session.talk.answer(faces)

    def _begin_all(self, faces: tuple[int, ...]) -> None:
        """Attack with the typed faces; everything else is rolled at once."""
        session = self.session
        if session is None or session.attack.action is None:
            return
        session.talk.cancel()
        self._mine, self._typed = True, faces
        if self.run("attack", confirm=True, **self._fields(session, session.attack.action)):
            self.plan.result.die.clear()
            self._roll_rest(session)
        else:
            self._mine = False

    def _roll_rest(self, session: Session) -> None:
        """Roll all that is asked; what was typed for the attack counts when its turn comes."""
        last: Question | None = None
        while self._typed and session.talk.question is not last:
            last = session.talk.question
            self._use_typed(session)
            if session.talk.question is last:
                session.talk.roll()
        session.talk.roll_all()

    def _asked(self, question: Question | None) -> None:
        session = self.session
        if not self._mine or session is None or question is None:
            return
        self._show_steps(session)
        self.steps.take_focus()

    def _proposed(self, proposal: Proposal | None) -> None:
        session = self.session
        if not self._mine or session is None or proposal is None:
            return
        self._show_steps(session)
        self.steps.take_focus()

    def _settled(self) -> None:
        if self._mine:
            self._mine = False
        self.refresh(NOTHING)

    def _answer(self, answer: Answer) -> None:
        if self.session is not None:
            self.session.talk.answer(answer)
            self._use_typed(self.session)

    def _roll(self) -> None:
        if self.session is not None:
            self.session.talk.roll()
            self._use_typed(self.session)

    def _roll_all(self, faces: tuple[int, ...]) -> None:
        """Answer with the typed faces and roll everything else."""
        if self.session is not None:
            if faces:
                self.session.talk.answer(faces)
            self._roll_rest(self.session)

    def _accept(self) -> None:
        if self.session is not None:
            self.session.talk.accept()
            self.give_focus_back()

    def _cancel(self) -> None:
        if self.session is not None:
            self.session.talk.cancel()
            self.give_focus_back()

    def _force(self) -> None:
        """Attack in spite of what speaks against it: the game master's word counts."""
        session = self.session
        if session is not None and session.attack.action is not None:
            draft = session.attack.action
            session.attack.set_action(replace(draft, on=draft.on | {FORCE}))
            self.take_focus()

    # -- the keyboard ----------------------------------------------------------------------------

    def take_focus(self) -> None:
        """Take the keyboard in the field of the die, or where a question stands open."""
        page = self.pages.currentWidget()
        if page is self.steps:
            self.steps.take_focus()
        elif page is self.plan and not self.plan.result.die.isHidden():
            self.plan.result.die.setFocus()
            self.plan.result.die.selectAll()
        elif page is self.plan and not self.plan.result.roll.isHidden():
            self.plan.result.roll.setFocus()
        elif page is self.plan:
            self.plan.what.weapon.setFocus()
        else:
            self.pages.setFocus()

    @guarded
    def event(self, event: QEvent) -> bool:
        """A plus adds a row while the keyboard is here, and does not zoom the map."""
        key = wanted_key(event)
        if key is not None and key.text() == "+" and self.pages.currentWidget() is self.plan:
            event.accept()
            return True
        return super().event(event)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() == "+" and self.pages.currentWidget() is self.plan:
            self.plan.open_editor()
        elif event.key() == Qt.Key.Key_Escape:
            self._cancel()
        else:
            super().keyPressEvent(event)
