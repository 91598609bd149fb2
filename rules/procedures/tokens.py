"""The generic commands that put, move, copy and change tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from maps.grid import Footprint, Point, point
from maps.heights import ground_height
from rules import naming
from rules.core.terms import Term, term
from rules.encounter import commands as c
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import moved_along
from rules.encounter.events import (
    Added,
    ConditionGained,
    ConditionLost,
    Edited,
    Edits,
    Event,
    Faced,
    Linked,
    Logged,
    Moved,
    Removed,
    SheetChanged,
    Unlinked,
)
from rules.encounter.state import Condition, Encounter, Link, Sheet, SideId, Token, TokenId
from rules.encounter.state_codec import MAX_TOKENS
from rules.landing import Landing
from rules.procedures.setting import Setting, names_of, outcome_of, own_word, validated
from rules.system.actions import Provoking
from rules.system.answers import Template
from rules.system.extras import Lasting


def move(at: Setting, command: c.Move) -> Outcome:
    """Move a token; the system counts the way. Raises CommandError."""
    token = at.token(command.token, "token")
    points = tuple(point(*p) for p in (*command.via, command.to))
    start, goal = Point(token.space.x, token.space.y), points[-1]
    if goal == start and not command.via:
        raise refuse("nothing_changes", "to")
    label = term("step.move", who=token.name)
    along = moved_along(at.state, token.id, goal)
    if command.free:
        return outcome_of(label, [Moved(token.id, goal.x, goal.y, points), *along])
    plan = at.system.move_plan(at.state, token.id, (start, *points))
    details = (plan.summary, *_provoked(at, token.id, (start, *points)))
    line = Logged(term("log.moved", who=token.name, n=plan.cost), details, who=token.id)
    moved = Moved(token.id, goal.x, goal.y, points, plan.cost)
    return outcome_of(label, [moved, *along, line])


def _provoked(at: Setting, token: TokenId, points: tuple[Point, ...]) -> Iterator[Term]:
    """Say whom a way gives an attack out of turn."""
    if isinstance(at.system, Provoking) and at.state.timeline.running:
        chances = at.system.opportunities(at.state, token, points)
        names = [at.state.token(str(getattr(c, "attacker", ""))).name for c in chances]
        if names:
            yield term("log.chance", names=tuple(names))


def face(at: Setting, command: c.Face) -> Outcome:
    """Turn a token."""
    token = at.token(command.token, "token")
    changed = token.facing != command.facing
    events = [Faced(token.id, command.facing)] if changed else []
    return outcome_of(term("step.face", who=token.name), events)


def _template(at: Setting, command: c.Add) -> Template | None:
    if not command.template:
        return None
    library = at.system.library()
    found = next((t for t in library if t.id == command.template), None)
    if found is None:
        known = ", ".join(t.id for t in library)
        raise refuse("template_unknown", "template", template=command.template, known=known)
    return found


def _sheet(at: Setting, template: Template | None, values: Mapping[str, Any]) -> Sheet:
    if template is not None and not values:
        return template.sheet
    base = template.sheet.model_dump(mode="json") if template else {}
    sheet: Sheet = validated(at.system.sheet_model.model_validate, {**base, **values}, "sheet")
    return sheet


def _numbered(at: Setting, wanted: str) -> tuple[str, list[Event]]:
    """Return the name of a newcomer; a lone namesake becomes number 1."""
    tokens = at.state.tokens.values()
    name = naming.next_name(names_of(tokens), wanted)
    stem, number = naming.split(name)
    bare = [t for t in tokens if t.name == stem]
    if number is None or len(bare) != 1 or f"{stem} 1" in names_of(tokens):
        return name, []
    return name, [Edited(bare[0].id, {"name": f"{stem} 1"})]


def add(at: Setting, command: c.Add) -> Outcome:
    """Put a creature on the board. Raises CommandError."""
    template = _template(at, command)
    sheet = _sheet(at, template, command.sheet)
    wanted = command.name or (at.say(template.name) if template else at.say(term("token.unnamed")))
    name, events = (command.name, []) if command.name else _numbered(at, wanted)
    stem = naming.slug(template.id if template else wanted)
    _refuse_crowd(at.state, 1)
    id = command.id or naming.next_id(at.state.tokens, stem)
    if id in at.state.tokens:
        raise refuse("id_twice", "id", value=id)
    size = command.size or at.system.squares(sheet)
    space = Footprint.at(*command.at, size)
    token = Token(
        id=TokenId(id),
        name=name,
        side=command.side or (template.side if template else SideId.FOES),
        space=space,
        elevation=ground_height(at.state.board, space),
        sheet=sheet,
        vitals=at.system.fresh(sheet),
    )
    line = Logged(term("log.added", who=name), who=id)
    return outcome_of(term("step.add", who=name), [*events, Added(token), line])


def remove(at: Setting, command: c.Remove) -> Outcome:
    """Take tokens off the board."""
    tokens = at.tokens(command.tokens)
    names = names_of(tokens)
    line = Logged(term("log.removed", who=names, n=len(names)))
    events: list[Event] = [*(Removed(t.id) for t in tokens), line]
    return outcome_of(term("step.remove", who=names, n=len(names)), events)


def copy(at: Setting, command: c.Copy) -> Outcome:
    """Put unharmed copies of tokens beside them, or with the first at a given square."""
    tokens = at.tokens(command.tokens)
    _refuse_crowd(at.state, len(tokens))
    events: list[Event] = []
    shift = None
    if command.to is not None:
        goal = point(*command.to)
        shift = (goal.x - tokens[0].space.x, goal.y - tokens[0].space.y)
    now = at
    copies: list[Token] = []
    landing = Landing(at.state.board, (t.space for t in at.state.tokens.values()))
    for token in tokens:
        name, renamed = _numbered(now, token.name)
        copied = _copied(now, token, name)
        copied = replace(copied, space=_room(token.space, shift, landing))
        step = [*renamed, Added(copied)]
        events += step
        copies.append(copied)
        now = replace(now, state=_after(now.state, renamed, copied))
    names = names_of(copies)
    events.append(Logged(term("log.copied", who=names, n=len(names))))
    return outcome_of(term("step.copy", who=names_of(tokens), n=len(names)), events)


def put_back(cut: Iterable[Token], state: Encounter, corner: Point | None = None) -> Outcome:
    """Put tokens back that were cut out, as they were; beside each other where that is taken.

    ``corner`` is where the first of them goes; without one each goes where it stood.
    """
    tokens = list(cut)
    _refuse_crowd(state, len(tokens))
    shift = (0, 0)
    if corner is not None:
        shift = (corner.x - tokens[0].space.x, corner.y - tokens[0].space.y)
    events: list[Event] = []
    landing = Landing(state.board, (t.space for t in state.tokens.values()))
    for token in tokens:
        wanted = token.space.moved(token.space.x + shift[0], token.space.y + shift[1])
        wanted = landing.at(wanted)
        id = token.id
        if id in state.tokens:
            id = TokenId(naming.next_id(state.tokens, naming.slug(token.name)))
        back = replace(token, id=id, space=wanted)
        events.append(Added(back))
        state = state.with_token(back)
    names = names_of(tokens)
    events.append(Logged(term("log.copied", who=names, n=len(names))))
    return outcome_of(term("step.paste", who=names, n=len(names)), events)


def _refuse_crowd(state: Encounter, more: int) -> None:
    """Refuse more tokens than a file may hold: it could never be opened again."""
    if len(state.tokens) + more > MAX_TOKENS:
        raise refuse("tokens_many", "tokens", limit=MAX_TOKENS)


def _after(state: Encounter, renamed: Iterable[Event], copied: Token) -> Encounter:
    for event in renamed:
        assert isinstance(event, Edited)
        old = state.tokens[event.token]
        state = state.with_token(replace(old, name=str(event.values["name"])))
    return state.with_token(copied)


def _room(space: Footprint, shift: tuple[int, int] | None, landing: Landing) -> Footprint:
    """Return where the copy of somebody goes: shifted with the others, else beside."""
    if shift is None:
        return landing.beside(space)
    return landing.at(space.moved(space.x + shift[0], space.y + shift[1]))


def _copied(at: Setting, token: Token, name: str) -> Token:
    head, dash, tail = token.id.rpartition("-")
    stem = head if dash and tail.isdigit() else token.id
    return replace(
        token,
        id=TokenId(naming.next_id(at.state.tokens, stem)),
        name=name,
        vitals=at.system.fresh(token.sheet),
        conditions=(),
    )


def edit_token(at: Setting, command: c.Edit) -> Outcome:
    """Set plain facts of a token."""
    token = at.token(command.token, "token")
    edits: Edits = validated(Edits.model_validate, command.values, "values")
    values = edits.model_dump(mode="json", include=edits.model_fields_set)
    events = [Edited(token.id, values)] if values else []
    return outcome_of(term("step.edit", who=token.name), events)


def edit_sheet(at: Setting, command: c.EditSheet) -> Outcome:
    """Set values of a token's sheet; its space follows where it was the sheet's."""
    token = at.token(command.token, "token")
    whole = {**token.sheet.model_dump(), **command.values}
    sheet = validated(at.system.sheet_model.model_validate, whole, "values")
    events: list[Event] = []
    if sheet != token.sheet:
        events.append(SheetChanged(token.id, command.values))
    old, new = at.system.squares(token.sheet), at.system.squares(sheet)
    if old != new and token.space.side == Footprint.at(0, 0, old).side:
        events.append(Edited(token.id, {"size": new}))
    return outcome_of(term("step.sheet", who=token.name), events)


def set_condition(at: Setting, command: c.SetCondition) -> Outcome:
    """Put tokens into a condition or take them out of it. Raises CommandError."""
    spec = next((s for s in at.system.conditions if s.id == command.condition), None)
    if spec is None:
        known = ", ".join(s.id for s in at.system.conditions)
        raise refuse("condition_unknown", "condition", condition=command.condition, known=known)
    if command.value is not None and not spec.graded:
        raise refuse("condition_not_graded", "value", condition=command.condition)
    word = own_word("condition", at, command.condition)
    new = Condition(command.condition, command.value, command.until, command.note)
    events: list[Event] = []
    tokens = at.tokens(command.tokens)
    for token in tokens:
        held = token.condition(command.condition)
        if command.on and held != new:
            line = _began(at, token.name, new, changed=held is not None)
            events += [ConditionGained(token.id, new), Logged(line, who=token.id)]
        elif not command.on and held is not None:
            line = term("log.condition_lost", who=token.name, condition=word)
            events += [ConditionLost(token.id, command.condition), Logged(line, who=token.id)]
    names = names_of(tokens)
    return outcome_of(term("step.condition", who=names, condition=word, n=len(names)), events)


def _began(at: Setting, who: str, condition: Condition, *, changed: bool) -> Term:
    """Say that a condition begins or is another now, with its grade and how long it lasts."""
    what = own_word("condition", at, condition.id)
    if condition.value is not None:
        what = term("log.condition_valued", condition=what, value=condition.value)
    if condition.until is None or not isinstance(at.system, Lasting):
        if changed:
            return term("log.condition_changed", who=who, condition=what)
        return term("log.condition_gained", who=who, condition=what)
    left = at.system.time_left(at.state, condition.until)
    if changed:
        return term("log.condition_changed_left", who=who, condition=what, left=left)
    return term("log.condition_gained_left", who=who, condition=what, left=left)


def tie(at: Setting, command: c.Tie) -> Outcome:
    """Tie two tokens together or untie them. Raises CommandError."""
    a, b = at.token(command.a, "a"), at.token(command.b, "b")
    if a is b:
        raise refuse("link_to_itself", "b", token=a.id)
    link = Link(command.kind, a.id, b.id)
    there = link in at.state.links
    events: list[Event] = []
    if command.on is not there:
        events = [Linked(link) if command.on else Unlinked(link)]
    return outcome_of(term("step.link", a=a.name, b=b.name), events)
