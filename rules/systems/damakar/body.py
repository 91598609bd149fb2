"""The body with its zones, and armour against the bands of wounds (§4.4–4.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.glossary import Glossary
from rules.core.options import Options
from rules.core.terms import named
from rules.encounter.plans import AttackPlan
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.damakar import wounds
from rules.systems.damakar.damage import Armour, armour_of, bonus_part, mean
from rules.systems.damakar.duel import weapon_for
from rules.systems.damakar.options import options_of
from rules.systems.damakar.prices import wound_price
from rules.systems.damakar.sheet import Wound, ZoneArmour, ap_most, sheet_of, vitals_of
from rules.systems.damakar.tables import ArmourRow
from rules.systems.damakar.zones import SHAPES, Zone, span
from rules.views import (
    ArmourView,
    BandsView,
    BodyView,
    LayerRow,
    LegendEntry,
    WoundBand,
    ZoneView,
)

_ORDER: Final = (
    Zone.HEAD, Zone.RIGHT_ARM, Zone.CHEST, Zone.LEFT_ARM, Zone.BELLY, Zone.RIGHT_LEG, Zone.LEFT_LEG,
)  # fmt: skip
LEVELS: Final = {kind: n for n, kind in enumerate(wounds.KINDS, start=1)}


def level_of(kind: str) -> int:
    """Return the pattern of a class of wound, 1 to 4; a deadly one looks like the gravest."""
    return min(4, LEVELS[kind])


# -- the body -----------------------------------------------------------------------------------


def body(state: Encounter, id: TokenId, words: Glossary) -> BodyView:
    """Show the figure: faces of the W20, wounds and armour of each zone."""
    token, options = state.tokens[id], options_of(state)
    return BodyView(
        tuple(_zone(token, zone, options, words) for zone in _ORDER),
        words.say("body.damakar.front"),
        words.say("body.damakar.back"),
        token.name,
        summary(token, options, words),
        legend(token, words),
    )


def _zone(token: Token, zone: Zone, options: Options, words: Glossary) -> ZoneView:
    held = [w for w in vitals_of(token).wounds if w.zone is zone]
    worst = max((level_of(w.kind) for w in held), default=0)
    materials = [m for a in sheet_of(token).armour_of(zone) if (m := material(a))]
    rows = (*_layers(token, zone, words), *(_wound_row(w, words) for w in held))
    return ZoneView(
        zone.value,
        words.say(named("zone.damakar", zone.value)),
        SHAPES[zone],
        faces(zone, options),
        worst,
        tuple(dict.fromkeys(materials)),
        rows,
    )


def faces(zone: Zone, options: Options) -> str:
    """Write the faces of a zone: "7–10"."""
    found = span(zone, options)
    if found is None:
        return "–"
    return str(found[0]) if found[0] == found[1] else f"{found[0]}–{found[1]}"


def material(layer: ZoneArmour) -> str:
    return layer.row.material


def armour_name(layer: ZoneArmour, words: Glossary) -> str:
    """Name armour: a kind that has a word by it, any other by itself."""
    name = named("armour.damakar", layer.kind)
    return words.say(name) if name.key in words else layer.kind


def _layers(token: Token, zone: Zone, words: Glossary) -> Iterator[LayerRow]:
    for layer in sheet_of(token).armour_of(zone):
        yield LayerRow(armour_name(layer, words), _value(layer.row, words))


def _value(worn: ArmourRow | Armour, words: Glossary) -> str:
    """Say what armour takes: one number, or three where dice and bonus have their own."""
    if not worn.variable and not worn.bonus:
        return words.say("armour_value.damakar.total", total=worn.total)
    return words.say(
        "armour_value.damakar.three", total=worn.total, variable=worn.variable, bonus=worn.bonus
    )


def _wound_row(wound: Wound, words: Glossary) -> LayerRow:
    left = words.say("body.damakar.left", n=wound.remaining)
    return LayerRow(words.say(named("wound.damakar", wound.kind)), left)


def summary(token: Token, options: Options, words: Glossary) -> str:
    """Say LP, AP and exhaustion."""
    sheet, vitals, ap = sheet_of(token), vitals_of(token), ap_most(token, options)
    parts = [
        words.say("body.damakar.lp", now=wounds.lp_now(token), most=sheet.lp_most),
        words.say("body.damakar.ap", now=ap - vitals.ap_spent, most=ap),
    ]
    if vitals.exhaustion:
        parts.append(words.say("body.damakar.exhaustion", points=vitals.exhaustion))
    return " · ".join(parts)


def legend(token: Token, words: Glossary) -> tuple[LegendEntry, ...]:
    """Name the patterns of the wounds and the materials worn."""
    entries = [
        LegendEntry(f"w{n}", words.say(named("wound_short.damakar", kind)))
        for kind, n in LEVELS.items()
        if n < 5
    ]
    worn = dict.fromkeys(m for a in sheet_of(token).armour if (m := material(a)))
    entries += [LegendEntry(m, words.say(named("material.damakar", m))) for m in worn]
    return tuple(entries)


# -- armour and wounds --------------------------------------------------------------------------


def bands(token: Token, options: Options) -> tuple[WoundBand, ...]:
    """Return where each class of wound begins; those without a damage of their own are left out."""
    most = max(1, wounds.reference(token, options))
    found: dict[str, int] = {}
    for damage in range(1, most + 1):
        found.setdefault(wounds.classify(token, damage, options), damage)
    return tuple(WoundBand(start, level_of(kind)) for kind, start in found.items())


def armour(
    state: Encounter, id: TokenId, words: Glossary, plan: AttackPlan | None = None
) -> ArmourView:
    """Show the bands of wounds, with a plan where its mean damage falls; below it the armour."""
    token, options = state.tokens[id], options_of(state)
    most = max(1, wounds.reference(token, options))
    expected, text = None, ""
    if plan is not None and plan.action.target == id and plan.action.attacker in state.tokens:
        attacker = state.tokens[plan.action.attacker]
        arm = weapon_for(attacker, plan.action.weapon)
        expected = round(mean(attacker, token, arm, options))
        text = words.say("armour.damakar.mean", damage=expected, most=most)
    elif vitals_of(token).wounds:
        expected = vitals_of(token).wounds[-1].damage
        text = words.say("armour.damakar.last", damage=expected, most=most)
    view = BandsView(most, _labelled(token, options, words), expected, text)
    title = words.say("armour.damakar.title")
    return ArmourView(title, token.name, None, view, tuple(_notes(state, token, words, plan)))


def _labelled(token: Token, options: Options, words: Glossary) -> tuple[WoundBand, ...]:
    kinds = {level: kind for kind, level in LEVELS.items() if level < 5}
    return tuple(
        WoundBand(b.start, b.level, words.say(named("wound_short.damakar", kinds[b.level])))
        for b in bands(token, options)
    )


def _notes(
    state: Encounter, token: Token, words: Glossary, plan: AttackPlan | None
) -> Iterator[str]:
    """Say the armour zone by zone, the price of each class of wound, and what is our own."""
    options = options_of(state)
    for zone in _ORDER:
        worn = sheet_of(token).armour_of(zone)
        if worn:
            names = words.listing([armour_name(a, words) for a in worn])
            yield words.say(
                "armour.damakar.zone",
                zone=named("zone.damakar", zone.value),
                faces=faces(zone, options),
                names=names,
                value=_value(armour_of(token, zone), words),
            )
    if any(a.row.variable or a.row.bonus for a in sheet_of(token).armour):
        yield words.say("armour.damakar.three_parts")
    if not sheet_of(token).armour:
        yield words.say("armour.damakar.bare")
    if plan is not None and plan.action.attacker in state.tokens:
        attacker = state.tokens[plan.action.attacker]
        arm = weapon_for(attacker, plan.action.weapon)
        bonus = bonus_part(sheet_of(attacker), arm, options)
        yield words.say("armour.damakar.bonus_part", bonus=bonus)
    prices = [wound_price(token, kind) for kind in wounds.KINDS[:4]]
    yield words.say("armour.damakar.wound_zp", a=prices[0], b=prices[1], c=prices[2], d=prices[3])
    yield words.say("armour.damakar.own_values")
