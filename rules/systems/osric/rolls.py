"""Rolls beside the attack: saves, breaking a hold, noticing, killing sleepers; harm by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from rules.core.asking import Option, Procedure, ask, choose, done
from rules.core.options import Options
from rules.core.terms import Term, named, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import Linked, Logged, Unlinked, VitalsChanged
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, Link, Token, TokenId
from rules.systems.osric import harm
from rules.systems.osric.attack import roll_damage, spend, take_in_hand
from rules.systems.osric.commands import (
    Assassinate,
    Bind,
    BreakFree,
    Damage,
    Heal,
    Notice,
    Save,
    Slay,
)
from rules.systems.osric.creatures import (
    GRAPPLE,
    NOTICES,
    may_notice,
    melee_weapon,
    sheet_of,
    surely_notices,
    vitals_of,
)
from rules.systems.osric.damage import blow
from rules.systems.osric.duel import make_duel
from rules.systems.osric.levels import dice_of
from rules.systems.osric.melee import in_melee_range
from rules.systems.osric.options import options_of
from rules.systems.osric.orders import check_free
from rules.systems.osric.sheet import OsricSheet
from rules.systems.osric.tables import SAVES, SaveKind, class_rows, save_number, strength_row

HUNDRED: Final = 100
_STEPS: Final = {"S": 1, "M": 2, "L": 3}


# -- saving throws --------------------------------------------------------------------------------


def save_of(sheet: OsricSheet, kind: SaveKind) -> int:
    """Return the number of a saving throw: the best of the classes that count (§2.2, §2.3)."""
    level = sheet.rank if sheet.save_level is None else sheet.save_level
    professions = sheet.save_as or (("fighter",) if sheet.monster else (sheet.profession,))
    tables = [class_rows()[id].saves for id in professions]
    return min(save_number(table, level, kind) for table in tables)


def save(state: Encounter, command: Save) -> Procedure[Outcome]:
    """Roll a saving throw; it holds with the number or more."""
    course = Course(state)
    token = find(state, command.token)
    kind = command.save or (yield from _which_save(token))
    needed = save_of(sheet_of(token), kind)
    bonus = command.bonus + sheet_of(token).save_bonus
    word = named("save.osric", kind)
    (face,) = yield from ask((20,), term("dice.osric.save", save=word), token.id)
    holds = face + bonus >= needed
    result = term("word.osric.success") if holds else term("word.osric.failure")
    said = term(
        "log.osric.save",
        name=token.name,
        save=word,
        total=face + bonus,
        needed=needed,
        result=result,
    )
    details = (term("log.osric.roll", face=face, bonus=bonus, total=face + bonus),)
    course.add(Logged(said, details, token.id, "" if holds else "harm"))
    if command.damage:
        amount = command.damage // 2 if holds else command.damage
        _hurt(course, token.id, amount)
    return course.done(term("step.osric.save", name=token.name))


def _which_save(token: Token) -> Procedure[SaveKind]:
    offers = [Option(k, named("save.osric", k)) for k in SAVES]
    label = term("choice.osric.save", name=token.name)
    answer = yield from choose(offers, label, token.id)
    return next(k for k in SAVES if k == answer)


# -- breaking a hold ------------------------------------------------------------------------------


def hold_strength(sheet: OsricSheet) -> int:
    """Return what counts in a hold: twice the size step and Strength to hit (§7.11, default)."""
    return 2 * _STEPS[sheet.size] + strength_row(sheet.strength)[0]


def escape_chance(own: OsricSheet, other: OsricSheet, options: Options) -> int:
    """Return the proposed chance in percent to break a hold (§7.11, house default)."""
    ahead = hold_strength(own) - hold_strength(other)
    return within(options.number("escape_base") + options.number("escape_step") * ahead, options)


def within(chance: int, options: Options) -> int:
    """Keep a chance in percent within the bounds of the options (§2.10, §7.11)."""
    return max(options.number("chance_least"), min(options.number("chance_most"), chance))


def break_free(state: Encounter, command: BreakFree) -> Procedure[Outcome]:
    """Try to break a hold; with several holders the strongest one counts. Raises CommandError."""
    course = Course(state)
    token = find(state, command.token)
    if not token.has("held"):
        raise refuse("osric.not_held", "token", name=token.name)
    holders = [
        state.tokens[link.a]
        for link in state.links
        if link.kind == GRAPPLE and link.b == token.id and link.a in state.tokens
    ]
    chance = command.chance
    if chance is None:
        mine, options = sheet_of(token), options_of(state)
        found = [escape_chance(mine, sheet_of(h), options) for h in holders]
        chance = min(found, default=options.number("chance_most"))
    label = term("dice.osric.escape", percent=chance)
    (face,) = yield from ask((HUNDRED,), label, token.id, _alike(chance))
    if face <= chance:
        for holder in holders:
            harm.release(course, holder.id, token.id)
        if course.state.tokens[token.id].has("held"):
            harm.release(course, token.id, token.id)
        said = term("log.osric.breaks_free", name=token.name, face=face, percent=chance)
    else:
        said = term("log.osric.stays_held", name=token.name, face=face, percent=chance)
    course.add(Logged(said, who=token.id, mood="turn"))
    return course.done(term("step.osric.break_free", name=token.name))


def _alike(chance: int) -> tuple[tuple[int, int], ...]:
    """Group the faces of a hundred-sided die: up to the chance, above it."""
    return (max(1, chance), chance), (HUNDRED, HUNDRED - chance)


# -- noticing the invisible -----------------------------------------------------------------------


def notice(state: Encounter, command: Notice) -> Procedure[Outcome]:
    """Decide whether somebody notices an invisible creature: the game master sets the odds (§8)."""
    course = Course(state)
    token = find(state, command.token)
    target = find(state, command.target, "target")
    sees = yield from _sees(token, command.chance)
    link = Link(NOTICES, token.id, target.id)
    if sees and link not in state.links:
        course.add(Linked(link))
    elif not sees and link in state.links:
        course.add(Unlinked(link))
    if sees:
        said = term("log.osric.notices", name=token.name, other=target.name)
    else:
        said = term("log.osric.not_notices", name=token.name, other=target.name)
    course.add(Logged(said, who=token.id))
    return course.done(term("step.osric.notice", name=token.name))


def usual_notice(token: Token) -> str:
    """Return what is most likely: sees, perhaps (the game master sets odds), or does not (§8)."""
    if surely_notices(token) or sheet_of(token).sees_invisible:
        return "yes"
    return "50" if may_notice(token) else "no"


def _sees(token: Token, chance: int | None) -> Procedure[bool]:
    if chance is None:
        offers = [
            Option("yes", term("choice.osric.sees")),
            *(Option(str(n), term("choice.osric.odds", percent=n)) for n in (90, 75, 50, 25, 10)),
            Option("no", term("choice.osric.sees_not")),
        ]
        label = term("choice.osric.notice", name=token.name)
        answer = yield from choose(offers, label, token.id, usual_notice(token))
        if answer in ("yes", "no"):
            return answer == "yes"
        chance = int(answer)
    label = term("dice.osric.notice", percent=chance)
    (face,) = yield from ask((HUNDRED,), label, token.id, _alike(chance))
    return face <= chance


# -- sleepers -------------------------------------------------------------------------------------


def assassin_chance(
    killer: OsricSheet, victim: OsricSheet, options: Options, bonus: int = 0
) -> int:
    """Return an assassin's chance in percent: by his level and against the victim's (§2.10)."""
    against = int(dice_of(victim.hit_dice)) if victim.monster else victim.level
    return within(50 + 5 * killer.rank - 5 * (against // 2) + bonus, options)


def assassinate(state: Encounter, command: Assassinate) -> Procedure[Outcome]:
    """Kill a natural sleeper, or harm him as a blow does (§2.10). Raises CommandError."""
    course = Course(state)
    token, target = _beside(state, command.token, command.target)
    if target.has("magic_sleep"):
        raise refuse("osric.magic_sleep", "target", name=target.name)
    if not target.has("asleep"):
        raise refuse("osric.not_asleep", "target", name=target.name)
    arm = command.weapon or melee_weapon(token).id
    duel = make_duel(state, AttackAction(token.id, target.id, arm, "strike"))
    take_in_hand(course, duel)
    spend(course, token.id)
    chance = assassin_chance(sheet_of(token), sheet_of(target), duel.options, command.bonus)
    label = term("dice.osric.assassinate", percent=chance)
    (face,) = yield from ask((HUNDRED,), label, token.id, _alike(chance))
    if face <= chance:
        said = term("log.osric.slain", name=token.name, target=target.name)
        how = term("log.osric.chance", face=face, percent=chance)
        course.add(Logged(said, (how,), token.id, "hit"))
        harm.kill(course, target.id)
        return course.done(term("step.osric.assassinate", name=token.name))
    amount, rolls = yield from roll_damage(blow(duel), token.id)
    said = term("log.osric.not_slain", name=token.name, target=target.name, damage=amount)
    how = term("log.osric.chance", face=face, percent=chance)
    course.add(Logged(said, (how, *rolls), token.id, "hit"))
    harm.deal(course, target.id, amount)
    return course.done(term("step.osric.assassinate", name=token.name))


def _beside(state: Encounter, killer: str, victim: str) -> tuple[Token, Token]:
    token, target = find(state, killer), find(state, victim, "target")
    check_free(state, token)
    if not in_melee_range(state, token, target):
        raise refuse("osric.out_of_reach", "target", feet=0)
    if target.has("dead"):
        raise refuse("osric.already_dead", "target", name=target.name)
    return token, target


def slay(state: Encounter, command: Slay) -> Procedure[Outcome]:
    """Kill somebody in magical sleep: one a round (§2.10). Raises CommandError."""
    course = Course(state)
    token, target = _beside(state, command.token, command.target)
    if not target.has("magic_sleep"):
        raise refuse("osric.no_magic_sleep", "target", name=target.name)
    spend(course, token.id)
    said = term("log.osric.slain", name=token.name, target=target.name)
    course.add(Logged(said, who=token.id, mood="hit"))
    harm.kill(course, target.id)
    return done(course.done(term("step.osric.slay", name=token.name)))


# -- harm by hand ---------------------------------------------------------------------------------

Change = Callable[[Course, TokenId], None]


def _hurt(course: Course, token_id: TokenId, amount: int) -> None:
    """Deal damage, with a line of the log before what follows from it."""
    before, after = course.state.tokens[token_id], Course(course.state)
    harm.deal(after, token_id, amount)
    if after.events:
        line = harm.hp_line(before, after.state.tokens[token_id])
        course.add(Logged(line, who=token_id, mood="harm"), *after.events)


def damage(state: Encounter, command: Damage) -> Procedure[Outcome]:
    """Deal the same damage to each of some tokens."""
    label = _label(state, command.tokens)
    said = term("step.osric.damage", names=label, points=command.amount)
    return done(_each(state, command.tokens, lambda c, t: _hurt(c, t, command.amount), said))


def heal(state: Encounter, command: Heal) -> Procedure[Outcome]:
    """Heal each of some tokens."""

    def mend(course: Course, token_id: TokenId) -> None:
        before, after = course.state.tokens[token_id], Course(course.state)
        harm.heal(after, token_id, command.amount)
        if after.events:
            line = harm.hp_line(before, after.state.tokens[token_id])
            course.add(Logged(line, who=token_id), *after.events)

    label = _label(state, command.tokens)
    said = term("step.osric.heal", names=label, points=command.amount)
    return done(_each(state, command.tokens, mend, said))


def bind(state: Encounter, command: Bind) -> Procedure[Outcome]:
    """Bind wounds: who lies unconscious loses no more points (§2.9)."""

    def stop(course: Course, token_id: TokenId) -> None:
        token = course.state.tokens[token_id]
        if token.has("unconscious") and not vitals_of(token).stable:
            course.add(VitalsChanged(token_id, {"stable": True}))
            course.add(Logged(term("log.osric.bound", name=token.name), who=token_id))

    names = _label(state, command.tokens)
    return done(_each(state, command.tokens, stop, term("step.osric.bind", names=names)))


def _label(state: Encounter, ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(find(state, id, "tokens").name for id in dict.fromkeys(ids))


def _each(state: Encounter, ids: Iterable[str], change: Change, label: Term) -> Outcome:
    course = Course(state)
    for id in dict.fromkeys(ids):
        change(course, course.state.token(id).id)
    if not course.events:
        raise refuse("nothing_changes", "amount")
    return course.done(label)
