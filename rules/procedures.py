"""How the generic commands are carried out, the same in every rule system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import JsonValue, ValidationError

from maps import edit
from maps.board import Board
from maps.codec import FloorData, LightData, ObstacleData, ZoneData, board_from_dict
from maps.grid import Footprint, Point, point
from maps.heights import ground_height
from maps.problems import Problem, Severity, UnreadableFileError
from maps.shapes import DoorState, Kind
from rules import laying, naming, storeys
from rules.core import dice
from rules.core.asking import Procedure, ask
from rules.core.tables import Misfit, TableSpec
from rules.core.terms import Term, named, term
from rules.encounter import commands as c
from rules.encounter.commands import Command, CommandError, Outcome, refuse
from rules.encounter.course import moved_along
from rules.encounter.events import (
    Added,
    BoardReplaced,
    ConditionGained,
    ConditionLost,
    DataChanged,
    DoorMoved,
    Edited,
    Edits,
    Event,
    Faced,
    FloorChanged,
    LightsChanged,
    Linked,
    Logged,
    Moved,
    ObstaclesChanged,
    OptionChanged,
    Removed,
    SheetChanged,
    Titled,
    Unlinked,
    ZonesChanged,
)
from rules.encounter.plain import problems_of, read_model
from rules.encounter.report import REPORT
from rules.encounter.revealed import KEY, MOST, cells_of, dump, revealed
from rules.encounter.state import (
    MEMO,
    Condition,
    Encounter,
    Link,
    Sheet,
    SideId,
    Token,
    TokenId,
    memo_of,
)
from rules.encounter.state_codec import MAX_TOKENS
from rules.encounter.tables import TABLES, judge, plain_rows
from rules.system import Provoking, RuleSystem, Tabled, Template

Say = Callable[[Term], str]
"""Who turns the name of a creature into a word of the game master's language."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a generic procedure works with."""

    system: RuleSystem
    state: Encounter
    say: Say

    def token(self, id: str, place: str) -> Token:
        """Return a token. Raises CommandError that lists those that there are."""
        try:
            return self.state.token(id)
        except KeyError:
            known = ", ".join(self.state.tokens)
            raise refuse("token_unknown", place, token=id, known=known) from None

    def tokens(self, ids: Iterable[str]) -> list[Token]:
        return [self.token(id, f"tokens[{i}]") for i, id in enumerate(dict.fromkeys(ids))]


def _names(tokens: Iterable[Token]) -> tuple[str, ...]:
    return tuple(t.name for t in tokens)


def _word(prefix: str, at: Setting, id: str) -> Term:
    """Return the word that the system has for one of its own ids."""
    key = f"{prefix}.{at.system.id}.{id}"
    return Term(key)


def _outcome(label: Term, events: Iterable[Event]) -> Outcome:
    """Return the outcome; refuse a step in which nothing but talk happens."""
    found = tuple(events)
    if not found:
        raise refuse("nothing_changes")
    return Outcome(label, found)


def _validated(model: Callable[[Any], Any], values: object, place: str) -> Any:
    """Validate values; a CommandError carries one problem for each field."""
    try:
        return model(values)
    except ValidationError as error:
        raise CommandError(*problems_of(error, place)) from error


# ---- tokens --------------------------------------------------------------------------------


def move(at: Setting, command: c.Move) -> Outcome:
    """Move a token; the system counts the way."""
    token = at.token(command.token, "token")
    points = tuple(point(*p) for p in (*command.via, command.to))
    start, goal = Point(token.space.x, token.space.y), points[-1]
    if goal == start and not command.via:
        raise refuse("nothing_changes", "to")
    label = term("step.move", who=token.name)
    along = moved_along(at.state, token.id, goal)
    if command.free:
        return _outcome(label, [Moved(token.id, goal.x, goal.y, points), *along])
    plan = at.system.move_plan(at.state, token.id, (start, *points))
    details = (plan.summary, *_provoked(at, token.id, (start, *points)))
    line = Logged(term("log.moved", who=token.name, n=plan.cost), details, who=token.id)
    moved = Moved(token.id, goal.x, goal.y, points, plan.cost)
    return _outcome(label, [moved, *along, line])


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
    return _outcome(term("step.face", who=token.name), events)


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
    sheet: Sheet = _validated(at.system.sheet_model.model_validate, {**base, **values}, "sheet")
    return sheet


def _numbered(at: Setting, wanted: str) -> tuple[str, list[Event]]:
    """Return the name of a newcomer; a lone namesake becomes number 1."""
    tokens = at.state.tokens.values()
    name = naming.next_name(_names(tokens), wanted)
    stem, number = naming.split(name)
    bare = [t for t in tokens if t.name == stem]
    if number is None or len(bare) != 1 or f"{stem} 1" in _names(tokens):
        return name, []
    return name, [Edited(bare[0].id, {"name": f"{stem} 1"})]


def add(at: Setting, command: c.Add) -> Outcome:
    """Put a creature on the board."""
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
    return _outcome(term("step.add", who=name), [*events, Added(token), line])


def remove(at: Setting, command: c.Remove) -> Outcome:
    """Take tokens off the board."""
    tokens = at.tokens(command.tokens)
    names = _names(tokens)
    line = Logged(term("log.removed", who=names, n=len(names)))
    events: list[Event] = [*(Removed(t.id) for t in tokens), line]
    return _outcome(term("step.remove", who=names, n=len(names)), events)


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
    for token in tokens:
        name, renamed = _numbered(now, token.name)
        copied = _copied(now, token, name, shift)
        step = [*renamed, Added(copied)]
        events += step
        copies.append(copied)
        now = replace(now, state=_after(now.state, renamed, copied))
    names = _names(copies)
    events.append(Logged(term("log.copied", who=names, n=len(names))))
    return _outcome(term("step.copy", who=_names(tokens), n=len(names)), events)


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
    for token in tokens:
        wanted = token.space.moved(token.space.x + shift[0], token.space.y + shift[1])
        taken = [t.space for t in state.tokens.values()]
        if any(wanted.overlaps(other) for other in taken):
            wanted = naming.walkable_place(state.board, wanted, taken)
        id = token.id
        if id in state.tokens:
            id = TokenId(naming.next_id(state.tokens, naming.slug(token.name)))
        back = replace(token, id=id, space=wanted)
        events.append(Added(back))
        state = state.with_token(back)
    names = _names(tokens)
    events.append(Logged(term("log.copied", who=names, n=len(names))))
    return _outcome(term("step.paste", who=names, n=len(names)), events)


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


def _copied(at: Setting, token: Token, name: str, shift: tuple[int, int] | None) -> Token:
    head, dash, tail = token.id.rpartition("-")
    stem = head if dash and tail.isdigit() else token.id
    taken = [t.space for t in at.state.tokens.values()]
    if shift is None:
        space = naming.walkable_place(at.state.board, token.space, taken)
    else:
        space = token.space.moved(token.space.x + shift[0], token.space.y + shift[1])
    return replace(
        token,
        id=TokenId(naming.next_id(at.state.tokens, stem)),
        name=name,
        space=space,
        vitals=at.system.fresh(token.sheet),
        conditions=(),
    )


def edit_token(at: Setting, command: c.Edit) -> Outcome:
    """Set plain facts of a token."""
    token = at.token(command.token, "token")
    edits: Edits = _validated(Edits.model_validate, command.values, "values")
    values = edits.model_dump(mode="json", include=edits.model_fields_set)
    events = [Edited(token.id, values)] if values else []
    return _outcome(term("step.edit", who=token.name), events)


def edit_sheet(at: Setting, command: c.EditSheet) -> Outcome:
    """Set values of a token's sheet; its space follows where it was the sheet's."""
    token = at.token(command.token, "token")
    whole = {**token.sheet.model_dump(), **command.values}
    sheet = _validated(at.system.sheet_model.model_validate, whole, "values")
    events: list[Event] = []
    if sheet != token.sheet:
        events.append(SheetChanged(token.id, command.values))
    old, new = at.system.squares(token.sheet), at.system.squares(sheet)
    if old != new and token.space.side == Footprint.at(0, 0, old).side:
        events.append(Edited(token.id, {"size": new}))
    return _outcome(term("step.sheet", who=token.name), events)


def set_condition(at: Setting, command: c.SetCondition) -> Outcome:
    """Put tokens into a condition or take them out of it."""
    spec = next((s for s in at.system.conditions if s.id == command.condition), None)
    if spec is None:
        known = ", ".join(s.id for s in at.system.conditions)
        raise refuse("condition_unknown", "condition", condition=command.condition, known=known)
    if command.value is not None and not spec.graded:
        raise refuse("condition_not_graded", "value", condition=command.condition)
    word = _word("condition", at, command.condition)
    new = Condition(command.condition, command.value, command.until, command.note)
    events: list[Event] = []
    tokens = at.tokens(command.tokens)
    for token in tokens:
        held = token.condition(command.condition)
        if command.on and held != new:
            line = term("log.condition_gained", who=token.name, condition=word)
            events += [ConditionGained(token.id, new), Logged(line, who=token.id)]
        elif not command.on and held is not None:
            line = term("log.condition_lost", who=token.name, condition=word)
            events += [ConditionLost(token.id, command.condition), Logged(line, who=token.id)]
    names = _names(tokens)
    return _outcome(term("step.condition", who=names, condition=word, n=len(names)), events)


def tie(at: Setting, command: c.Tie) -> Outcome:
    """Tie two tokens together or untie them."""
    a, b = at.token(command.a, "a"), at.token(command.b, "b")
    if a is b:
        raise refuse("link_to_itself", "b", token=a.id)
    link = Link(command.kind, a.id, b.id)
    there = link in at.state.links
    events: list[Event] = []
    if command.on is not there:
        events = [Linked(link) if command.on else Unlinked(link)]
    return _outcome(term("step.link", a=a.name, b=b.name), events)


# ---- the map -------------------------------------------------------------------------------


def door(at: Setting, command: c.Door) -> Outcome:
    """Set a door."""
    try:
        old = at.state.board.obstacle(command.obstacle)
    except KeyError:
        raise refuse("obstacle_unknown", "obstacle", obstacle=command.obstacle) from None
    if old.kind is not Kind.DOOR:
        raise refuse("not_a_door", "obstacle", obstacle=command.obstacle)
    toggled = DoorState.CLOSED if old.state is DoorState.OPEN else DoorState.OPEN
    state = DoorState(command.state) if command.state else toggled
    events: list[Event] = []
    if state is not old.state:
        events = [DoorMoved(old.id, state), Logged(named("log.door", state.value))]
    return _outcome(term("step.door"), events)


def draw(at: Setting, command: c.Draw) -> Outcome:
    """Add or replace obstacles."""
    try:
        read = [
            read_model(ObstacleData, data, f"obstacles[{i}]")
            for i, data in enumerate(command.obstacles)
        ]
    except UnreadableFileError as error:
        raise CommandError(error.problem) from error
    put = _with_ids(at.state.board, read)
    ids = Counter(data.id for data in put)
    twice = next((id for id, n in ids.items() if n > 1), None)
    if twice is not None:
        raise refuse("id_twice", "obstacles", value=twice)
    made = tuple(data.to_obstacle(i) for i, data in enumerate(put))
    events = [ObstaclesChanged(made)] if made else []
    return _outcome(term("step.draw", n=len(made)), events)


def _with_ids(board: Board, read: list[ObstacleData]) -> list[ObstacleData]:
    """Give ids to those that have none, above all that are in use."""
    count = Counter(data.kind for data in read if data.id is None)
    given = {data.id for data in read}
    fresh = {}
    for kind, n in count.items():
        ids = edit.fresh_ids(board, kind.value, n + len(given))
        fresh[kind] = iter([id for id in ids if id not in given])
    return [
        data if data.id is not None else data.model_copy(update={"id": next(fresh[data.kind])})
        for data in read
    ]


def erase(at: Setting, command: c.Erase) -> Outcome:
    """Remove obstacles."""
    ids = tuple(dict.fromkeys(command.obstacles))
    there = {o.id for o in at.state.board.obstacles}
    for index, id in enumerate(ids):
        if id not in there:
            raise refuse("obstacle_unknown", f"obstacles[{index}]", obstacle=id)
    return _outcome(term("step.erase", n=len(ids)), [ObstaclesChanged(removed=ids)])


def lights(at: Setting, command: c.Lights) -> Outcome:
    """Add, replace and remove lights; make the map dark or bright."""
    board = at.state.board
    try:
        read = [
            read_model(LightData, data, f"lights[{i}]") for i, data in enumerate(command.lights)
        ]
    except UnreadableFileError as error:
        raise CommandError(error.problem) from error
    fresh = iter(edit.fresh_ids(board, "light", len(read)))
    put = tuple(
        (data if data.id is not None else data.model_copy(update={"id": next(fresh)})).to_light(-1)
        for data in read
    )
    there = {light.id for light in board.lights}
    for index, id in enumerate(command.remove):
        if id not in there:
            raise refuse("light_unknown", f"remove[{index}]", light=id)
    dark = None if command.dark == board.dark else command.dark
    label = term("step.light", n=len(put) or len(command.remove))
    if not put and not command.remove:
        label = term("step.dark") if command.dark else term("step.bright")
    changed = bool(put or command.remove or dark is not None)
    return _outcome(label, [LightsChanged(put, command.remove, dark)] if changed else [])


def zones(at: Setting, command: c.Zones) -> Outcome:
    """Add, replace and remove zones of the map."""
    there = {zone.id for zone in at.state.board.zones}
    try:
        read = [read_model(ZoneData, data, f"zones[{i}]") for i, data in enumerate(command.zones)]
    except UnreadableFileError as error:
        raise CommandError(error.problem) from error
    fresh = iter(edit.fresh_ids(at.state.board, "zone", len(read)))
    put = tuple(
        (data if data.id is not None else data.model_copy(update={"id": next(fresh)})).to_zone(-1)
        for data in read
    )
    for index, id in enumerate(command.remove):
        if id not in there:
            raise refuse("zone_unknown", f"remove[{index}]", zone=id)
    label = term("step.zone", n=len(put)) if put else term("step.zone_gone", n=len(command.remove))
    changed = bool(put or command.remove)
    return _outcome(label, [ZonesChanged(put, command.remove)] if changed else [])


def set_storey(at: Setting, command: c.SetStorey) -> Outcome:
    """Add, rename or move a storey."""
    return storeys.put(at.state, command, at.say)


def remove_storey(at: Setting, command: c.RemoveStorey) -> Outcome:
    """Remove a storey with all that is on it."""
    return storeys.remove(at.state, command)


def lay_stairs(at: Setting, command: c.LayStairs) -> Outcome:
    """Join two storeys by stairs, or take stairs away."""
    return storeys.stairs(at.state, command)


def change_storey(at: Setting, command: c.ChangeStorey) -> Outcome:
    """Put tokens onto another storey."""
    return storeys.climb(at.state, at.tokens(command.tokens), command)


def forget_report(at: Setting, command: c.ForgetReport) -> Outcome:
    """Put the report of the map's import away."""
    events = [DataChanged(REPORT, None)] if REPORT in at.state.data else []
    return _outcome(term("step.forget_report"), events)


def set_floor(at: Setting, command: c.SetFloor) -> Outcome:
    """Lay another drawn floor."""
    try:
        floor = read_model(FloorData, command.floor, "floor").to_floor()
    except UnreadableFileError as error:
        raise CommandError(error.problem) from error
    events = [FloorChanged(floor)] if floor != at.state.board.floor else []
    return _outcome(term("step.floor"), events)


def lay_area(at: Setting, command: c.LayArea) -> Outcome:
    """Lay an area of effect on the map."""
    return laying.lay(at.system, at.state, command)


def lift_area(at: Setting, command: c.LiftArea) -> Outcome:
    """Take areas of effect off the map."""
    return laying.lift(at.state, command)


def reveal(at: Setting, command: c.Reveal) -> Outcome:
    """Uncover squares for the players, or cover them."""
    known = revealed(at.state.data)
    if sum(length for _x, _y, length in command.runs) > MOST:
        raise refuse("too_many_squares", "runs", most=MOST)
    cells = cells_of(command.runs)
    wanted = known | cells if command.on else known - cells
    events = [DataChanged(KEY, dump(wanted))] if wanted != known else []
    label = term("step.reveal") if command.on else term("step.cover")
    return _outcome(label, events)


def set_board(at: Setting, command: c.SetBoard) -> Outcome:
    """Replace the whole board."""
    try:
        board = board_from_dict(command.board)
    except UnreadableFileError as error:
        raise CommandError(error.problem) from error
    return _outcome(term("step.board"), [BoardReplaced(board)])


# ---- the fight -----------------------------------------------------------------------------


def set_option(at: Setting, command: c.SetOption) -> Outcome:
    """Choose an option or go back to its default."""
    specs = {spec.key: spec for spec in at.system.options}
    spec = specs.get(command.key)
    if spec is None:
        raise refuse("option_unknown", "key", option=command.key, known=", ".join(specs))
    if command.value is not None:
        code = spec.problem(command.value)
        if code:
            raise refuse(code, "value", option=spec.key, value=str(command.value), **spec.limits())
    changed = at.state.options.get(command.key) != command.value
    word = _word("option", at, spec.key)
    events = [OptionChanged(spec.key, command.value)] if changed else []
    return _outcome(term("step.option", option=word), events)


def set_tables(at: Setting, command: c.EditTables) -> Outcome:
    """Take tables of one's own or go back to those of the rules."""
    system = at.system
    specs = {s.id: s for s in system.tables} if isinstance(system, Tabled) else {}
    now = at.state.data.get(TABLES)
    own: dict[str, JsonValue] = dict(now) if isinstance(now, dict) else {}
    changed = []
    for id, rows in command.tables.items():
        spec = specs.get(id)
        if spec is None:
            raise refuse("table_unknown", "tables", table=id, known=", ".join(specs))
        new = _own_table(spec, rows)
        if own.get(id) != new:
            changed.append(spec.label)
        own = {k: v for k, v in own.items() if k != id} | ({} if new is None else {id: new})
    events = [DataChanged(TABLES, own or None)] if changed else []
    return _outcome(term("step.tables", tables=tuple(changed)), events)


def _own_table(spec: TableSpec, rows: list[dict[str, Any]] | None) -> JsonValue:
    """Judge the rows of a table; those of the rules themselves are none of one's own."""
    if rows is None:
        return None
    wrong = judge(spec, rows)
    if wrong:
        raise CommandError(*(_misfit(spec, misfit) for misfit in wrong))
    plain: list[JsonValue] = list(plain_rows(spec, rows))
    return None if plain == plain_rows(spec, spec.rows()) else plain


def _misfit(spec: TableSpec, misfit: Misfit) -> Problem:
    place = f"tables.{spec.id}"
    if misfit.row is not None:
        place += f"[{misfit.row}].{misfit.column}"
    return Problem(misfit.code, Severity.ERROR, place, misfit.args)


def title(at: Setting, command: c.Title) -> Outcome:
    """Name the fight."""
    events = [Titled(command.name)] if command.name != at.state.name else []
    return _outcome(term("step.title", name=command.name), events)


def note(at: Setting, command: c.Note) -> Outcome:
    """Write a line of one's own into the log."""
    who = at.token(command.token, "token").id if command.token else ""
    return _outcome(term("step.note"), [Logged(term("log.note", text=command.text), who=who)])


def memo(at: Setting, command: c.Memo) -> Outcome:
    """Keep a note about the whole fight."""
    text = command.text.strip()
    events = [DataChanged(MEMO, text or None)] if text != memo_of(at.state) else []
    return _outcome(term("step.memo"), events)


def roll(at: Setting, command: c.Roll) -> Procedure[Outcome]:
    """Roll free dice."""
    try:
        thrown = dice.parse(command.text)
    except ValueError:
        raise refuse("dice_text", "text", text=command.text) from None
    if not thrown.count:
        raise refuse("dice_text", "text", text=command.text)
    faces = yield from ask(thrown.faces, term("dice.free", text=command.text))
    line = term("log.rolled", text=command.text, total=sum(faces) + thrown.bonus)
    details = (term("log.faces", faces=faces),)
    return _outcome(term("step.roll", text=command.text), [Logged(line, details)])


PLAIN: Mapping[type[Command], Callable[[Setting, Any], Outcome]] = {
    c.Move: move,
    c.Face: face,
    c.Add: add,
    c.Remove: remove,
    c.Copy: copy,
    c.Edit: edit_token,
    c.EditSheet: edit_sheet,
    c.SetCondition: set_condition,
    c.Tie: tie,
    c.Door: door,
    c.Draw: draw,
    c.Erase: erase,
    c.Lights: lights,
    c.Zones: zones,
    c.SetStorey: set_storey,
    c.RemoveStorey: remove_storey,
    c.LayStairs: lay_stairs,
    c.ChangeStorey: change_storey,
    c.ForgetReport: forget_report,
    c.SetFloor: set_floor,
    c.LayArea: lay_area,
    c.LiftArea: lift_area,
    c.Reveal: reveal,
    c.SetBoard: set_board,
    c.SetOption: set_option,
    c.EditTables: set_tables,
    c.Title: title,
    c.Note: note,
    c.Memo: memo,
}
"""The generic commands that ask nothing. Undo and redo belong to the history."""
