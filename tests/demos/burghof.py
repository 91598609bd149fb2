"""Das System: a feud in the castle yard; two fights run at once, armour lies in layers."""

from __future__ import annotations

from tests.demo_grounds import hof_board
from tests.demos.writer import Seat, Writer, Written

CAST = (
    Seat("hrodwin", "hrodwin", "Hrodwin", (14, 7)),
    Seat("gerwald", "gerwald", "Gerwald", (15, 7)),
    Seat("liska", "liska", "Liska", (9, 4)),
    Seat("soeldner", "mercenary", "Söldner", (10, 5)),
    Seat("wilm", "guard", "Wilm", (12, 9)),
    Seat("utz", "brawler", "Knappe Utz", (18, 5), "neutral"),
)


def burghof() -> Written:
    play = Writer("das_system", hof_board(), "Burghof", CAST)
    play.do(
        "start",
        pairs=[["hrodwin", "gerwald"], ["liska", "soeldner"]],
        circumstances={"gerwald": "distracted"},
    )
    hammer, dagger = ("hrodwin", "gerwald", "hammer"), ("liska", "soeldner", "dagger")
    blow(play, *hammer, "r_bein", 550, 8, 40, 3, 10)
    blow(play, *dagger, "r_bein", 800, 6, 50, 2, 10)
    play.do("next")
    blow(play, *hammer, "r_bein", 600, 6, 12, 9, 10)
    blow(play, *dagger, "rumpf", 600, 1, 20)
    play.do("next")
    blow(play, *hammer, "l_arm", 300, 10, 5, 12, 99)
    play.do("next")
    return play.written()


def blow(
    play: Writer, who: str, foe: str, weapon: str, aim: str, festwert: int, *dice: int
) -> None:
    """Strike at a part of the body, with so much of the attack base as Festwert."""
    action = {"attacker": who, "target": foe, "weapon": weapon, "mode": aim}
    play.do("attack", dice, **action, numbers={"festwert": festwert})
