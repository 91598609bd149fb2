"""Wild fights: whatever anybody does, the state stays sound, can be written and can be said."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rules.core.asking import Answer, Ask, DiceRequest
from rules.core.glossary import Glossary
from rules.encounter.commands import Add, CommandError
from rules.encounter.events import Logged
from rules.encounter.state import Encounter, TokenId
from rules.encounter.state_codec import state_from_dict, state_to_dict
from rules.play import Game
from rules.systems.muinimula import SYSTEM
from rules.systems.muinimula.conditions import is_out
from rules.systems.muinimula.harm import SPELLS
from rules.systems.muinimula.sheet import vitals_of

STEPS = 60
OPTIONS: dict[str, tuple[bool | int | str, ...]] = {
    "series_goes_on": (True, False),
    "hits_push": (True, False),
    "weapons_break": (True, False),
    "hit_location": ("brust", "table"),
    "effect_order": ("half_second", "second"),
    "coordination_for": ("attackers", "all"),
    "limit_basis": ("natural", "modified"),
    "pause_right": ("prose", "table"),
}


class Wild:
    """Answers anything by chance."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def answer(self, request: Ask) -> Answer:
        if isinstance(request, DiceRequest):
            return tuple(self.chance.randint(1, sides) for sides in request.dice)
        return self.chance.choice([o.id for o in request.options if o.enabled])


def deed(state: Encounter, chance: random.Random) -> tuple[str, dict[str, Any]]:
    """Think of something to do."""
    one, other = (chance.choice(list(state.tokens)) for _ in range(2))
    weapons = [w.id for w in SYSTEM.weapons(state, one)]
    deeds: list[tuple[str, dict[str, Any]]] = [
        ("next", {"second": chance.random() < 0.2}),
        (
            "attack",
            {
                "attacker": one, "target": other, "weapon": chance.choice([*weapons, ""]),
                "mode": chance.choice(["", "", "aim_kopf"]), "now": chance.random() < 0.3,
                "on": ["force"] if chance.random() < 0.3 else [],
            },
        ),
        ("cast", {"token": one, "seconds": chance.choice([0.5, 1, 3]),
                  "subconscious": chance.random() < 0.2}),
        ("act", {"token": one, "kind": chance.choice(["move", "pickup", "task"])}),
        ("damage", {"tokens": [one], "amount": chance.randint(0, 30)}),
        ("critical", {"target": one, "points": chance.randint(0, 40)}),
        ("knock_out", {"token": one, "dying": chance.random() < 0.2}),
    ]  # fmt: skip
    deeds += [(name, {"token": one}) for name in ("abort", "rise", "tend", "initiative", "probe")]
    deeds += [(name, {"token": one, "target": other}) for name in ("oppose", "right")]
    deeds += [("coordinate", {"target": one}), ("heal", {"tokens": [one], "amount": 20})]
    weights = [12, 14, *[1] * (len(deeds) - 2)]
    return chance.choices(deeds, weights)[0]


def unsound(state: Encounter) -> Iterator[str]:
    """Yield what must not be."""
    duels = Counter(id for x in state.links if x.kind == "duel" for id in (x.a, x.b))
    yield from (f"{id} fights two duels" for id, n in duels.items() if n > 1)
    for token in state.tokens.values():
        pending = vitals_of(token).pending
        if pending is not None and pending.end < state.timeline.now:
            yield f"{token.id} is late"
        if pending is not None and is_out(token) and pending.kind not in SPELLS:
            yield f"{token.id} is out and busy"
    if state_from_dict(state_to_dict(state), SYSTEM) != state:
        yield "another state after writing and reading"


@pytest.mark.parametrize("seed", range(8))
def test_wild_fights_stay_sound(seed: int, german: Glossary) -> None:
    chance = random.Random(seed)
    options = {key: chance.choice(values) for key, values in OPTIONS.items()}
    game = Game.begin(SYSTEM, Encounter("muinimula", options=options), german.say)
    answers = Wild(chance)
    for number in range(chance.randint(3, 6)):
        template = chance.choice(SYSTEM.library()).id
        side = chance.choice(["heroes", "foes"])
        at = (number % 3 * 2, number // 3 * 2)
        game.do(Add.model_validate({"template": template, "side": side, "at": at}), answers)
    game.do(SYSTEM.commands["start"].model_validate({"do": "start"}), answers)
    refusals: list[str] = []
    for _ in range(STEPS):
        name, fields = deed(game.state, chance)
        command = SYSTEM.commands[name].model_validate({"do": name, **fields})
        try:
            step = game.do(command, answers)
        except CommandError as error:
            refusals.append(german.say_with(f"problem.{error.problem.code}", error.problem.args))
            continue
        assert list(unsound(game.state)) == []
        assert german.say(step.label)
        lines = [e for e in step.events if isinstance(e, Logged)]
        assert all(german.say(term) for e in lines for term in (e.line, *e.details))
    assert all(refusals)
    for id in game.state.tokens:
        assert SYSTEM.ring(game.state, german, id).fields
        assert SYSTEM.body(game.state, TokenId(id), german).zones


def test_time_never_stands_still(german: Glossary) -> None:
    chance = random.Random(3)
    game = Game.begin(SYSTEM, Encounter("muinimula"), german.say)
    answers = Wild(chance)
    for number, template in enumerate(("ork", "sanja", "wolf")):
        add = {"template": template, "side": ("foes", "heroes")[number % 2], "at": (number, 0)}
        game.do(Add.model_validate(add), answers)
    game.do(SYSTEM.commands["start"].model_validate({"do": "start"}), answers)
    forward = SYSTEM.commands["next"].model_validate({"do": "next"})
    for _ in range(40):
        before = game.state.timeline.now
        game.do(forward, answers)
        assert game.state.timeline.now > before
