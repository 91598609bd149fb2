"""The body with its regions, and the armour over them (§5.3, §12.4, §12.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.glossary import Glossary
from rules.core.terms import named
from rules.encounter.plans import AttackPlan
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.muinimula.damage import aimed_place
from rules.systems.muinimula.duel import AIM, duel_of
from rules.systems.muinimula.malus import state_of, state_row
from rules.systems.muinimula.sheet import Wound, life, sheet_of, vitals_of
from rules.systems.muinimula.tables import REGIONS, ZONES, Region, wound_states
from rules.views import (
    ACBarView,
    ArmourPart,
    ArmourView,
    BandsView,
    BodyView,
    LayerRow,
    LegendEntry,
    WoundBand,
    ZoneView,
)

SHAPES: Final[dict[str, tuple[Region, tuple[str, ...]]]] = {
    "kopf": ("kopf", ("kopf", "kopf_hinten")),
    "brust": ("brust", ("brust",)),
    "bauch": ("bauch", ("bauch",)),
    "ruecken": ("ruecken", ("ruecken",)),
    "r_arm": ("arm", ("r_arm",)),
    "l_arm": ("arm", ("l_arm",)),
    "r_bein": ("bein", ("r_bein",)),
    "l_bein": ("bein", ("l_bein",)),
}
"""Parts of the body: region and the shapes that draw it."""


MODE_OF: Final[dict[Region, str]] = {
    region: mode for mode, zone in AIM.items() for region in ZONES[zone]
}
"""The mode of an attack that aims at a region."""


def body(state: Encounter, token_id: TokenId, words: Glossary) -> BodyView:
    """Show the figure: RS in each region, wounds, bleeding, maluses."""
    token = state.tokens[token_id]
    return BodyView(
        tuple(_zone(token, part, words) for part in SHAPES),
        words.say("body.muinimula.front"),
        words.say("body.muinimula.back"),
        token.name,
        _summary(token, words),
        tuple(
            LegendEntry(f"w{n}", words.say(named("body.muinimula.legend", f"w{n}")))
            for n in range(1, 5)
        ),
    )


def _zone(token: Token, part: str, words: Glossary) -> ZoneView:
    region, shapes = SHAPES[part]
    sheet = sheet_of(token)
    wounds = [w for w in vitals_of(token).wounds if (w.part or w.region) == part]
    pieces = [piece for piece in sheet.pieces if getattr(piece, region)]
    bleeding = sum(w.bleeding for w in wounds)
    malus = sum(w.malus for w in wounds)
    return ZoneView(
        part,
        words.say(named("part.muinimula", part)),
        shapes,
        words.number(sheet.protection(region)),
        _wound(token, wounds),
        tuple(dict.fromkeys(piece.material for piece in pieces if piece.material)),
        (*_layers(token, region, words), *_hurts(wounds, words)),
        bleeding=words.number(bleeding) if bleeding else "",
        pain=words.number(-malus) if malus else "",
        mode=MODE_OF[region],
    )


def _wound(token: Token, wounds: list[Wound]) -> int:
    """Return the pattern of a part: that of the whole body, or of its own wounds."""
    malus = sum(w.malus for w in wounds)
    own = 0 if not wounds else 1 + (malus >= 20) + (malus > 50)
    return max(own, state_row(token).wound)


def _layers(token: Token, region: Region, words: Glossary) -> Iterator[LayerRow]:
    sheet = sheet_of(token)
    for piece in sheet.pieces:
        value = int(getattr(piece, region))
        if value:
            yield LayerRow(piece_name(piece.id, piece.name, words), words.number(value))
    if sheet.natural:
        yield LayerRow(words.say("armour.muinimula.natural"), words.number(sheet.natural))


def piece_name(id: str, name: str, words: Glossary) -> str:
    """Name a piece of armour: as the sheet calls it, else as the table does."""
    known = f"armour_piece.muinimula.{id}"
    return name or (words.say(known) if known in words else id)


def _hurts(wounds: list[Wound], words: Glossary) -> Iterator[LayerRow]:
    for wound in wounds:
        if wound.malus:
            value = words.number(-wound.malus)
            yield LayerRow(words.say("body.muinimula.malus"), value)
        if wound.bleeding:
            value = words.say("body.muinimula.bleeding", n=wound.bleeding)
            yield LayerRow(words.say("condition.muinimula.bleeding"), value)


def _summary(token: Token, words: Glossary) -> str:
    row = state_row(token)
    said = words.say(
        "body.muinimula.summary",
        now=life(token),
        most=sheet_of(token).life,
        state=named("wound.muinimula", state_of(token)),
    )
    return f"{said} · {words.say('body.muinimula.azp', n=row.azp)}" if row.azp else said


# -- armour -------------------------------------------------------------------------------------


def armour(
    state: Encounter, token_id: TokenId, words: Glossary, plan: AttackPlan | None = None
) -> ArmourView:
    """Show the RS of the region that a blow meets, its parts, and where the LE stand."""
    region: Region = "brust"
    aimed = plan is not None and plan.action.target == token_id and plan.action.mode in AIM
    if plan is not None and aimed:
        region = aimed_place(duel_of(state, plan.action))
    return _of_region(state.tokens[token_id], region, words, plan, aimed=aimed)


def armour_of(
    state: Encounter, token_id: TokenId, zone: str, words: Glossary, plan: AttackPlan | None
) -> ArmourView:
    """Show the RS of one part of the body."""
    if zone not in SHAPES:
        return armour(state, token_id, words, plan)
    return _of_region(state.tokens[token_id], SHAPES[zone][0], words, plan, aimed=False)


def _of_region(
    token: Token, region: Region, words: Glossary, plan: AttackPlan | None, *, aimed: bool
) -> ArmourView:
    sheet = sheet_of(token)
    parts = [
        ArmourPart(int(getattr(p, region)), words.number(int(getattr(p, region))),
                   piece_name(p.id, p.name, words), "armour")
        for p in sheet.pieces
        if getattr(p, region)
    ]  # fmt: skip
    if sheet.natural:
        label = words.say("armour.muinimula.natural")
        parts.append(ArmourPart(sheet.natural, words.number(sheet.natural), label, "natural"))
    name = words.say(named("region.muinimula", region))
    total = words.say("armour.muinimula.total", total=sheet.protection(region))
    others = tuple(
        (words.say(named("region.muinimula", r)), words.number(sheet.protection(r)))
        for r in REGIONS
        if r != region
    )
    title = words.say("armour.muinimula.aimed" if aimed else "armour.muinimula.usual", region=name)
    bar = _with_die(ACBarView(total, tuple(parts), title, others), token.id, words, plan)
    return ArmourView(words.say("armour.muinimula.title"), token.name, bar, _bands(token, words))


def _with_die(
    bar: ACBarView, token_id: TokenId, words: Glossary, plan: AttackPlan | None
) -> ACBarView:
    """Say which faces of the W20 succeed: low ones, so none is drawn as the first that hits."""
    if plan is None or plan.action.target != token_id or plan.needs is None:
        return bar
    text = words.say("armour.muinimula.hits", n=plan.needs)
    return ACBarView(bar.total, bar.parts, bar.title, bar.others, hit_text=text)


def _bands(token: Token, words: Glossary) -> BandsView:
    """Draw the states of health along the LE that are lost."""
    most = sheet_of(token).life
    bands = []
    before = 100
    for id, row in wound_states().items():
        start = -(-most * (100 - before) // 100)
        if row.wound and id != "dying":
            label = words.say(named("wound.muinimula", id))
            bands.append(WoundBand(max(0, start), row.wound, label))
        before = max(0, row.since)
    lost = vitals_of(token).lost
    text = words.say("body.muinimula.points", now=life(token), most=most)
    return BandsView(most, tuple(bands), min(lost, most), text)
