"""DAMAKAR: an ambush at the mill bridge; spells and crossbows take long, Rovena is next."""

from __future__ import annotations

from tests.demo_grounds import bruecke_board
from tests.demos.writer import Seat, Writer, Written

CAST = (
    (Seat("rovena", "rovena", "Rovena", (12, 5)), 15),
    (Seat("jorun", "jorun", "Jorun", (10, 6)), 16),
    (Seat("tamara", "tamara", "Tamara", (7, 5)), 13),
    (Seat("goblin1", "goblin", "Goblin 1", (13, 6)), 11),
    (Seat("goblin2", "goblin_spear", "Goblin 2", (13, 5)), 14),
    (Seat("goblin3", "goblin", "Goblin 3", (14, 4)), 18),
    (Seat("armbrust", "crossbowman", "Armbruster", (17, 7)), 19),
    (Seat("troll", "troll", "Troll", (15, 9)), 5),
)
"""Everybody with the initiative."""


def muehlbruecke() -> Written:
    play = Writer("damakar", bruecke_board(), "Mühlbrücke", [seat for seat, _ in CAST])
    play.do("start", values={seat.id: count for seat, count in CAST})
    play.do("attack", [12, 9, 10, 2, 3], attacker="armbrust", target="rovena")
    play.do("next")
    play.do("draw_weapon", token="goblin3", weapon="sling", hand="left")
    play.do("next")
    play.do("reload", token="armbrust")
    play.do("next")
    play.do("move", token="jorun", to=[12, 6])
    play.do("next")
    play.do("attack", [13, 8, 2, 5], attacker="jorun", target="goblin1", weapon="shortsword")
    play.do("next")
    play.do("attack", [18, 7, 16, 3, 4], attacker="goblin2", target="jorun")
    play.do("next")
    play.do("magic", token="tamara", cost=9, text="Funkenregen")
    play.do("next")
    return play.written()
