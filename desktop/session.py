"""The session: one open fight, the conversation under way, and what is looked at.

Everything on screen reads ``session.state`` and changes it by commands. Undo, loading and
play take the same path: a new state, one ``changed`` signal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from desktop.attack_draft import AttackDraft
from desktop.conversation import Conversation
from desktop.i18n import language, tr
from desktop.machine.collecting import collect_soon
from desktop.messages import Message, message_of
from desktop.paths import backups_dir
from maps.board import Board, Storey
from maps.problems import Problem, UnreadableFileError
from maps.storeys import part, storey_of
from rules import play, registry
from rules.core.asking import Procedure
from rules.core.terms import Term, term
from rules.encounter.applying import apply_all
from rules.encounter.changes import EVERYTHING, Changes, diff
from rules.encounter.commands import Command, Outcome
from rules.encounter.events import Event
from rules.encounter.history import History, Step
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.encounter.store import Store, StoreError
from rules.system import RuleSystem
from rules.system.answers import RosterRow


class Session(QObject):
    """One open fight.

    Signals:
        changed(Changes): the state is another one.
        asked(Question | None): a question stands open, or none any more.
        proposed(Proposal | None): an outcome waits for confirmation, or none any more.
        settled(): a command has ended, applied or cancelled.
        message(Message): something to tell the game master.
        selection_changed(): other tokens are selected.
        picked_changed(): other obstacles or lights are picked for editing.
        draft_changed(): the attack that is thought about is another one.
        focus_attack(): the attack dock should take the keyboard.
        storey_changed(): another storey of the map is looked at.
        zone_changed(): another zone of a body is looked at, or none.
        lit(object): ids of obstacles and tokens that should light up on the map.
        saved(bool): whether every step is safely on disk.
    """

    changed = Signal(object)
    asked = Signal(object)
    proposed = Signal(object)
    settled = Signal()
    message = Signal(object)
    selection_changed = Signal()
    picked_changed = Signal()
    draft_changed = Signal()
    focus_attack = Signal()
    storey_changed = Signal()
    zone_changed = Signal()
    lit = Signal(object)
    saved = Signal(bool)

    def __init__(self, store: Store, history: History, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.history = history
        self.talk = Conversation(self, self._commit)
        self.attack = AttackDraft(self)
        self._selected: tuple[TokenId, ...] = ()
        self._picked: tuple[str, ...] = ()
        self._storey = ""
        self.follow_storey = True
        self.is_saved = True
        self._rows: tuple[Encounter, tuple[RosterRow, ...]] | None = None
        self._present: History | None = None

    # -- opening ---------------------------------------------------------------------------

    @classmethod
    def create(
        cls, path: Path, state: Encounter, assets: dict[str, bytes] | None = None
    ) -> Session:
        """Make a fight in a new file. Raises OSError where it cannot be written."""
        models = registry.get(state.system)
        store = Store.create(path, state, models, assets or {}, backups=backups_dir())
        return cls(store, History(state))

    @classmethod
    def open(cls, path: Path) -> tuple[Session, tuple[Problem, ...]]:
        """Open a file. Raises UnreadableFileError; returns what had to be mended as problems."""
        opened = Store.open(path, registry.get, backups=backups_dir())
        return cls(opened.store, opened.history), opened.problems

    def save_as(self, path: Path) -> None:
        """Go on in another file; all is saved there. Raises StoreError."""
        self.store.save_as(path)
        self.tell_saved(True)

    def tell_saved(self, ok: bool) -> None:
        """Say whether every step is safely on disk, and keep it for who looks here later."""
        self.is_saved = ok
        self.saved.emit(ok)

    def unheard(self) -> None:
        """Let nobody hear of this fight any more: another one is shown."""
        for signal in (
            self.changed, self.asked, self.proposed, self.settled, self.message,
            self.selection_changed, self.picked_changed, self.draft_changed, self.focus_attack,
            self.storey_changed, self.zone_changed, self.lit, self.saved,
        ):  # fmt: skip
            with suppress(RuntimeError):  # nobody listened
                signal.disconnect()

    def close(self) -> None:
        """Close the file; a conversation under way ends without a trace."""
        self.talk.cancel()
        self.look_now()
        self.store.close()
        collect_soon()

    # -- reading ---------------------------------------------------------------------------

    @property
    def state(self) -> Encounter:
        return self.history.state

    @property
    def system(self) -> RuleSystem:
        return registry.get(self.state.system)

    def roster(self) -> tuple[RosterRow, ...]:
        """Return a row for everybody; made once per state, map and list ask for the same."""
        if self._rows is None or self._rows[0] is not self.state:
            self._rows = (self.state, self.system.roster(self.state))
        return self._rows[1]

    @property
    def selected(self) -> tuple[TokenId, ...]:
        return self._selected

    @property
    def picked(self) -> tuple[str, ...]:
        """Ids of the obstacles and lights that are picked for editing."""
        return self._picked

    @property
    def current(self) -> Token | None:
        """The one selected token, or the first of several."""
        return self.state.tokens.get(self._selected[0]) if self._selected else None

    # -- commands --------------------------------------------------------------------------

    def perform(self, command: Command, *, confirm: bool = False) -> bool:
        """Begin a command; with ``confirm`` its outcome waits for ``accept``.

        An outcome that waits is accepted first, a question that stands open is given up. Returns
        whether the command could begin.
        """
        if self._may_not_change():
            return False
        self.accept_waiting()
        procedure = play.perform(self.system, self.state, command, language.words.say)
        return self.talk.begin(procedure, confirm=confirm)

    def perform_all(self, commands: Sequence[Command], label: Term | None = None) -> bool:
        """Carry out several commands as one step: all of them or none.

        ``label`` is what undo calls it; else it is called after the first of them.
        """
        if self._may_not_change():
            return False
        self.accept_waiting()
        return self.talk.begin(self._in_turn(commands, label))

    def take(self, outcome: Outcome) -> bool:
        """Apply an outcome that was talked through elsewhere, for the state as it is now."""
        if self._may_not_change():
            return False
        self.talk.cancel()
        self._commit(outcome)
        self.settled.emit()
        return True

    def accept_waiting(self) -> None:
        """Let an outcome count that waits while something else is done; end what is only asked.

        Its dice have fallen: undo takes the step back, but nothing would bring the dice again.
        """
        waiting = self.talk.proposal
        if waiting is None:
            self.talk.cancel()
            return
        self.talk.accept()
        text = tr("session.accepted", what=waiting.outcome.label)
        self.message.emit(Message(text, "done"))

    def _in_turn(self, commands: Sequence[Command], called: Term | None) -> Procedure[Outcome]:
        state, say = self.state, language.words.say
        events: list[Event] = []
        labels: list[Term] = []
        for command in commands:
            outcome = yield from play.perform(self.system, state, command, say)
            state = apply_all(state, outcome.events)
            events += outcome.events
            labels.append(outcome.label)
        label = labels[0]
        if len(labels) > 1:
            label = term("step.several", what=label, n=len(labels) - 1)
        return Outcome(called or label, tuple(events))

    def _commit(self, outcome: Outcome) -> None:
        """Write a step to disk, then show it: what is seen is never lost."""
        if not outcome.events:
            return
        step = Step(outcome.label, outcome.events, datetime.now(UTC).isoformat(timespec="seconds"))
        self._written(
            lambda: self.history.push(step),
            lambda: self.store.append(step, self.history.state),
        )

    def _written(self, change, write) -> None:  # type: ignore[no-untyped-def]  # two thunks
        before = self.state
        acting = before.timeline.acting
        history_before = self.history.snapshot()
        change()
        try:
            write()
        except StoreError as error:
            self.history.restore(history_before)
            self.tell_saved(False)
            self.message.emit(message_of(error.problem))
            return
        self.tell_saved(True)
        self._show(diff(before, self.state))
        if self.state.timeline.acting != acting:
            self.select_acting()

    def _show(self, changes: Changes) -> None:
        kept = tuple(t for t in self._selected if t in self.state.tokens)
        if self._picked and changes.board:
            self.pick(self._picked)  # less those that are gone
        gone = self.attack.drop_missing()
        if kept != self._selected:
            self._selected = kept
            self.selection_changed.emit()
        if gone or (self.attack.action is not None and changes):
            self.draft_changed.emit()
        self.changed.emit(changes)

    # -- undo ------------------------------------------------------------------------------

    def undo(self) -> Term | None:
        """Take the last step back; returns its name.

        While a conversation is under way only that is given up: it has done nothing yet.
        """
        if self.talk.busy:
            self.talk.cancel()
            return None
        return self._travel(self.history.undo)

    def redo(self) -> Term | None:
        """Do the step again that was taken back; returns its name."""
        return self._travel(self.history.redo)

    def _travel(self, go) -> Term | None:  # type: ignore[no-untyped-def]  # History.undo or .redo
        if self.past and self._may_not_change():
            return None
        self.talk.cancel()
        before, history_before = self.state, self.history.snapshot()
        try:
            step: Step | None = go()
        except UnreadableFileError as error:
            self.message.emit(message_of(error.problem))
            return None
        if step is None:
            return None
        if not self.store.read_only:
            try:
                self.store.set_done(self.history.done)
            except StoreError as error:  # else the next step would follow another one in the file
                self.history.restore(history_before)
                self.tell_saved(False)
                self.message.emit(message_of(error.problem))
                return None
            self.tell_saved(True)
        self._show(diff(before, self.state))
        return step.label

    # -- looking back ------------------------------------------------------------------------

    @property
    def past(self) -> bool:
        """Whether the past is looked at: nothing can be changed then."""
        return self._present is not None

    @property
    def present(self) -> History:
        """The history as it really stands, also while the past is looked at."""
        return self._present if self._present is not None else self.history

    def look_back(self, step: int) -> None:
        """Show the fight as it was after so many steps; the file stays as it is."""
        self.talk.cancel()
        before = self.state
        if self._present is None:
            self._present = self.history
            self.history = self.history.copy()
        self.history.seek(self._reachable(max(0, min(step, self._present.done))))
        self._seen(before)

    def _reachable(self, step: int) -> int:
        """Return a number of steps after which the fight can be shown; says why another one."""
        try:
            self.history.state_after(step)
        except UnreadableFileError as error:
            self.message.emit(message_of(error.problem))
            return self.history.reachable(step)
        return step

    def look_now(self) -> None:
        """Come back from the past to where the fight stands."""
        if self._present is not None:
            before = self.state
            self.history, self._present = self._present, None
            self._seen(before)

    def _seen(self, before: Encounter) -> None:
        acting = before.timeline.acting
        self._show(diff(before, self.state))
        if self.state.timeline.acting != acting:
            self.select_acting()

    def _may_not_change(self) -> bool:
        """Say why nothing can be changed now; returns whether that is so."""
        if self.past:
            self.message.emit(Message(language.words.say("replay.no_change"), "warning"))
        elif self.store.read_only:
            self.message.emit(Message(language.words.say("session.read_only"), "warning"))
        return self.past or self.store.read_only

    # -- what is looked at -------------------------------------------------------------------

    def select_acting(self) -> None:
        """Select whoever acts: next in turn, next in hand."""
        acting = self.state.timeline.acting
        if acting and acting[0] in self.state.tokens:
            self.select(acting[:1], look=self.follow_storey)

    def select(self, tokens: Iterable[str], *, add: bool = False, look: bool = True) -> None:
        """Select tokens; with ``add`` those already selected leave the selection.

        Whoever is selected alone is looked at, on another storey too, unless ``look`` is off.
        """
        wanted = tuple(TokenId(t) for t in tokens if t in self.state.tokens)
        if add:
            kept = tuple(t for t in self._selected if t not in wanted)
            wanted = kept + tuple(t for t in wanted if t not in self._selected)
        if look and len(wanted) == 1:
            self.look_at(wanted[0])
        if wanted == self._selected:
            return
        self._selected = wanted
        action = self.attack.action
        if action is not None and wanted and action.attacker != wanted[0] and not self.talk.busy:
            self.attack.set_action(None)
        self.selection_changed.emit()

    @property
    def storey(self) -> Storey | None:
        """The storey of the map that is looked at, None where the map has none."""
        storeys = self.state.board.storeys
        return next((s for s in storeys if s.id == self._storey), storeys[0] if storeys else None)

    @property
    def shown(self) -> Board:
        """The map that is looked at: the whole board, or the storey of it that is shown."""
        storey = self.storey
        return self.state.board if storey is None else part(self.state.board, storey)

    def storey_of(self, token: str) -> Storey | None:
        """Return the storey on which somebody stands."""
        return storey_of(self.state.board, self.state.token(token).space)

    def look_at(self, token: str) -> None:
        """Look at the storey on which somebody stands."""
        storey = self.storey_of(token)
        if storey is not None:
            self.show_storey(storey.id)

    def show_storey(self, id: str) -> None:
        """Look at another storey of the map."""
        before = self.storey
        self._storey = id
        if self.storey is not before:
            self.storey_changed.emit()

    def pick(self, ids: Iterable[str]) -> None:
        """Pick obstacles and lights for editing."""
        board = self.state.board
        there = {o.id for o in board.obstacles} | {light.id for light in board.lights}
        wanted = tuple(id for id in dict.fromkeys(ids) if id in there)
        if wanted != self._picked:
            self._picked = wanted
            self.picked_changed.emit()

    def enemies(self, id: str) -> tuple[Token, ...]:
        """Return the tokens hostile to one."""
        me = self.state.token(id)
        return tuple(t for t in self.state.tokens.values() if hostile(me.side, t.side))

    def has_enemies(self, id: str) -> bool:
        """Whether anybody is hostile to a token."""
        me = self.state.token(id)
        return any(hostile(me.side, t.side) for t in self.state.tokens.values())

    def everything(self) -> Changes:
        """Return the change that makes every view read the whole state."""
        return EVERYTHING
