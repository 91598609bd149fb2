"""Begins a fight: everybody's initiative typed or rolled in one table, and who is surprised."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from desktop import luck
from desktop.dialogs.base import Card, Dialog, Scroll
from desktop.dialogs.dice import answer_all, dice_words
from desktop.dialogs.initiative_row import Probe, Row
from desktop.docks.parts import ElidedLabel, Marker
from desktop.i18n import language, say, tr
from desktop.messages import message_of
from desktop.session import Session
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.boxes import CheckBox
from rules.core.asking import Answer, Ask, DiceRequest, run
from rules.encounter.applying import apply_all
from rules.encounter.commands import CommandError, Outcome, command_from
from rules.encounter.state import Encounter, Timeline, TokenId
from rules.play import perform
from rules.system import RuleSystem
from rules.system.actions import AddsToInitiative

COMMAND = "start"


class _Same:
    """Answers every die with one face and remembers what a combatant was asked first."""

    def __init__(self, face: int, who: str) -> None:
        self._face, self._who = face, who
        self.asked: tuple[int, ...] = ()

    def answer(self, request: Ask) -> Answer:
        if not isinstance(request, DiceRequest):
            return request.usual
        if request.who == self._who and not self.asked:
            self.asked = request.dice
        return tuple(min(self._face, sides) for sides in request.dice)


def probe(system: RuleSystem, state: Encounter, token: TokenId) -> Probe:
    """Find out what a combatant rolls, by letting them begin a fight of their own twice."""
    alone = replace(state, timeline=Timeline())
    results: list[int] = []
    dice: tuple[int, ...] = ()
    for face in (1, 2):
        answers = _Same(face, token)
        try:
            command = command_from(system, {"do": COMMAND, "tokens": [token]})
            outcome: Outcome = run(perform(system, alone, command), answers)
        except CommandError:
            return Probe()
        at = apply_all(alone, outcome.events).timeline.at
        dice = answers.asked
        if token in at and dice:
            results.append(at[token] - face * len(dice))
    same = len(results) == 2 and results[0] == results[1]
    bonus = results[0] if same else None
    added = system.initiative_bonus(state, token) if isinstance(system, AddsToInitiative) else bonus
    return Probe(dice, bonus, added)


class InitiativeDialog(Dialog):
    """A row for everybody who can fight."""

    def __init__(self, parent: QWidget | None, session: Session) -> None:
        super().__init__(parent, tr("initiative.title"), "ring", tr("initiative.intro"))
        self.session = session
        self._random = luck.own_dice()
        system, state = session.system, session.state
        model = system.commands.get(COMMAND)
        fields = model.model_fields if model is not None else {}
        self._with_values, self._with_surprise = "values" in fields, "surprised" in fields
        self._with_some, self._with_modifiers = "tokens" in fields, "modifiers" in fields
        content = QWidget()
        self._grid = QGridLayout(content)
        self._grid.setContentsMargins(0, 0, px(8), 0)
        self._grid.setHorizontalSpacing(px(12))
        self._grid.setVerticalSpacing(px(6))
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnMinimumWidth(1, px(140))
        self._grid.setColumnMinimumWidth(7, px(84))
        self._heads()
        self.rows: list[Row] = []
        order = [row.token for row in system.roster(state)]
        for id in order:
            token = state.tokens[id]
            if not system.health(token).dead:
                self._add(Row(token, probe(system, state, id), self))
        self._grid.setRowStretch(self._grid.rowCount(), 1)
        self.groups = CheckBox(tr("initiative_groups.together"))
        self.groups.setToolTip(tr("initiative_groups.together.tip"))
        self.groups.toggled.connect(self._group)
        self.groups.setVisible(bool(self._followers()))
        self.body.addWidget(self.groups)
        self._prefill()
        card = Card(padding=12)
        card.column.addWidget(Scroll(content))
        self.body.addWidget(card, 1)
        self.all_button = self.extra(tr("initiative.roll_all"), "dice")
        self.all_button.clicked.connect(self.roll_all)
        self.buttons(tr("initiative.go"), mark="next")
        wide = px(640) + max(0, content.sizeHint().width() - px(560))
        self.setMinimumWidth(wide - px(20))
        self.resize(wide, min(px(640), px(220) + px(34) * len(self.rows)))
        first = next((r.dice[0] for r in self.rows if r.dice and r.count is None), None)
        if first is not None:
            first.setFocus()

    def _heads(self) -> None:
        heads = [
            (1, tr("initiative.name")),
            (2, tr("initiative.bonus")),
            (4, tr("initiative.die")),
            (5, tr("initiative.total")),
        ]
        if self._with_modifiers:
            heads.append((3, tr("initiative.modifier")))
        if self._with_surprise:
            heads.append((6, tr("initiative.surprised")))
        for column, text in heads:
            head = label(text, "label", "3")
            side = Qt.AlignmentFlag.AlignRight if column == 2 else Qt.AlignmentFlag.AlignLeft
            self._grid.addWidget(head, 0, column, side)

    def _add(self, row: Row) -> None:
        at = self._grid.rowCount()
        marker = Marker(22)
        marker.show_token(self.session, row.token)
        first = QHBoxLayout()
        first.setSpacing(px(8))
        if self._with_some:
            first.addWidget(row.there)
        first.addWidget(marker)
        self._grid.addLayout(first, at, 0)
        name = ElidedLabel("name")
        name.setText(row.token.name)
        self._grid.addWidget(name, at, 1)
        bonus = row.probe.added
        words = "–" if bonus is None else language.words.number(bonus, sign=True)
        self._grid.addWidget(label(words, "row"), at, 2, Qt.AlignmentFlag.AlignRight)
        dice = QHBoxLayout()
        dice.setSpacing(px(4))
        for die in row.dice:
            dice.addWidget(die)
        if row.dice:
            dice.addWidget(label(say(dice_words(row.probe.dice)), "label", "3"))
        self._grid.addLayout(dice, at, 4)
        if self._with_modifiers:
            self._grid.addWidget(row.modifier, at, 3)
        if self._with_values:
            self._grid.addWidget(row.total, at, 5)
        if self._with_surprise:
            self._grid.addWidget(row.surprised, at, 6, Qt.AlignmentFlag.AlignCenter)
        self._grid.addWidget(row.tie, at, 7)
        self.rows.append(row)

    def _prefill(self) -> None:
        """Keep what was typed or rolled before the fight began."""
        line = self.session.state.timeline
        for row in self.rows:
            if not line.running and row.token.id in line.at and self._with_values:
                row.total.set_value(line.at[row.token.id])
                row.by_hand = True
        self._show_ties()

    # -- groups --------------------------------------------------------------------------------

    def _followers(self) -> list[tuple[Row, Row]]:
        """Return every row that has an equal one above, with the first of its kind."""
        firsts: list[Row] = []
        found = []
        for row in self.there:
            first = next((f for f in firsts if row.dice and row.equals(f)), None)
            if first is None:
                firsts.append(row)
            else:
                found.append((row, first))
        return found

    def _group(self, on: bool) -> None:
        """Let equal combatants share one roll, or roll singly again."""
        for row, first in self._followers():
            row.follow(first if on else None)
            if not on and not row.by_hand:
                row.empty()
        self._spread()

    def _spread(self) -> None:
        """Hand the dice of the first of each kind on to the others, and say ties."""
        for row in self.rows:
            row.copy()
        self._show_ties()

    # -- what is typed -------------------------------------------------------------------------

    def typed_die(self, row: Row) -> None:
        """A face was typed: it counts, the total follows."""
        row.by_hand = False
        row.total.set_value(row.count)
        self._spread()

    def typed_total(self, row: Row) -> None:
        """A total was typed: it counts, the dice do not."""
        row.by_hand = bool(row.total.text().strip())
        for die in row.dice:
            die.set_face(None)
        self._spread()

    def modified(self, row: Row) -> None:
        """What the situation adds was typed: the total of the dice follows."""
        if not row.by_hand:
            row.total.set_value(row.count)
            self._show_ties()

    def called(self, row: Row) -> None:
        """Somebody takes part, or does not yet: then nothing is rolled for them."""
        on = row.there.isChecked()
        fields: tuple[QWidget, ...] = (*row.dice, row.total, row.modifier, row.surprised)
        for field in fields:
            field.setEnabled(on)
        if not on:
            row.empty()
        if self.groups.isChecked():
            for one in self.there:
                one.follow(None)
            self._group(True)
        self._spread()

    @property
    def there(self) -> list[Row]:
        """The rows of those who take part."""
        return [r for r in self.rows if r.there.isChecked()]

    def go_on(self, row: Row) -> bool:
        """Go to the next row that is still open; returns whether there is one."""
        at = self.rows.index(row)
        for later in self.rows[at + 1 :]:
            rolls = later.dice and later.leader is None and later.there.isChecked()
            if rolls and later.count is None and later.faces is None:
                later.dice[0].setFocus(Qt.FocusReason.TabFocusReason)
                return True
        return False

    def roll_all(self) -> bool:
        """Roll for everybody who has nothing yet; returns whether all that was typed fits."""
        for row in self.rows:
            wrong = next((d for d in row.dice if d.text().strip() and d.rolled is None), None)
            if wrong is not None:
                self.complain(tr("asked.face", sides=wrong.sides))
                wrong.setFocus()
                wrong.selectAll()
                return False
            if not row.total.check():
                row.total.setFocus()
                return False
        self.complain("")
        for row in self.there:
            if row.leader is not None and row.leader.faces is not None:
                row.copy()
            if row.faces is None and not (row.by_hand and row.total.text().strip()):
                self._roll(row)
        self._show_ties()
        return True

    def _roll(self, row: Row) -> None:
        for die in row.dice:
            if die.rolled is None:
                die.set_face(self._random.randint(1, die.sides))
        row.by_hand = False
        row.total.set_value(row.count)

    def _show_ties(self) -> None:
        counts = Counter(r.count for r in self.rows if r.count is not None)
        for row in self.rows:
            tied = row.count is not None and counts[row.count] > 1
            row.tie.setText(tr("initiative.tie") if tied else "")

    # -- beginning -----------------------------------------------------------------------------

    def finish(self) -> None:
        if not self.there:
            self.complain(tr("initiative.nobody"))
            return
        if self.roll_all() and self._begin():
            self.accept()

    def _begin(self) -> bool:
        """Perform the command and answer its dice with what stands in the table."""
        session = self.session
        data: dict[str, object] = {"do": COMMAND}
        if len(self.there) < len(self.rows):
            data["tokens"] = [r.token.id for r in self.there]
        if self._with_values:
            data["values"] = {r.token.id: r.total.whole for r in self.there if r.by_hand}
        if self._with_modifiers:
            changed = [r for r in self.there if r.modifier.whole and not r.by_hand]
            data["modifiers"] = {r.token.id: r.modifier.whole for r in changed}
        if self._with_surprise:
            data["surprised"] = [r.token.id for r in self.there if r.surprised.isChecked()]
        try:
            command = command_from(session.system, data)
        except CommandError as error:
            self.complain(message_of(error.problem).text)
            return False
        faces = {r.token.id: r.faces for r in self.rows if not r.by_hand and r.faces is not None}
        if not session.perform(command):
            return False
        while session.talk.question is not None:
            request = session.talk.question.request
            if not isinstance(request, DiceRequest):
                break  # decisions are asked for one by one
            answer = faces.pop(TokenId(request.who), None) or self._among_equals(request)
            if answer is None or session.talk.answer(answer):
                break
        return True

    def _among_equals(self, request: DiceRequest) -> tuple[int, ...] | None:
        """Roll off a tie for somebody of a group: among equals it does not matter who is first."""
        followers = {r.token.id for r in self.rows if r.leader is not None}
        leaders = {r.leader.token.id for r in self.rows if r.leader is not None}
        if request.who not in followers | leaders:
            return None
        return tuple(self._random.randint(1, sides) for sides in request.dice)


def has_table(session: Session) -> bool:
    """Whether a fight begins with a number for everybody, typed or rolled in one table."""
    model = session.system.commands.get(COMMAND)
    if model is None or not {"tokens", "values"} <= model.model_fields.keys():
        return False
    able = [t.id for t in session.state.tokens.values() if not session.system.health(t).dead]
    return any(probe(session.system, session.state, id).dice for id in able[:3])


def ask_start(window: QWidget | None, session: Session) -> None:
    """Let the game master begin the fight."""
    dialog = InitiativeDialog(window, session)
    try:
        if dialog.exec():
            answer_all(session, window)
    finally:
        dialog.deleteLater()
