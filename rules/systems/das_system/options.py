"""The options of Das System: where its text is lost or says two things, with our defaults."""

from __future__ import annotations

from typing import Final

from rules.areas import cone
from rules.core.options import OptionSpec
from rules.core.sources import Source, Status
from rules.encounter.options import options_by
from rules.encounter.state import Encounter
from rules.systems.das_system.tables import surprise_rows


def _house(place: str) -> Source:
    return Source(Status.HOUSE, place)


OPTIONS: Final = (
    # -- time and initiative
    OptionSpec("kar_rundung", "exact", ("exact", "half_up"), source=_house("§2")),
    OptionSpec("kar_erholung", 1, lowest=0, highest=20, source=_house("§2")),
    OptionSpec("gleichstand", "reaktion", ("reaktion", "dice"), source=_house("§2")),
    OptionSpec("bemerken", 1500, lowest=0, highest=4000, source=_house("§2.1")),
    *(
        OptionSpec(
            f"umstand_{id}", row.kar, lowest=-99, highest=99, source=Source(row.status, "§2.1")
        )
        for id, row in surprise_rows().items()
    ),
    # -- attack
    OptionSpec("wuerfelwert_formel", "mean", ("mean", "kk_ge", "mut_rv"), source=_house("§3.1")),
    OptionSpec("stelle_vergleich", "reached", ("reached", "beaten"), source=_house("§5")),
    OptionSpec("ausweichen_anteil", 70, lowest=0, highest=100, source=_house("§6.2")),
    OptionSpec("gegen_parade", False, source=_house("§6.3")),
    OptionSpec("gegen_kosten", "both", ("both", "blow", "ward"), source=_house("§6.3")),
    OptionSpec("schuss_frei", 10, lowest=0, highest=500, source=_house("§14")),
    OptionSpec("schuss_je_zehn_meter", 100, lowest=0, highest=2000, source=_house("§14")),
    OptionSpec("schuss_gehend", 200, lowest=0, highest=2000, source=_house("§14")),
    OptionSpec("schuss_rennend", 400, lowest=0, highest=2000, source=_house("§14")),
    # -- armour
    OptionSpec("schwelle", "reached", ("reached", "beaten"), source=_house("§8.2")),
    OptionSpec("vorbei_an_ruestung", True, source=_house("§8.2")),
    OptionSpec("luecken", True, source=_house("§8.4")),
    OptionSpec("wirkung_unbekannt", 6, lowest=0, highest=100, source=_house("§8.3")),
    OptionSpec("impulsschutz", True, source=_house("§8.5")),
    # -- harm
    OptionSpec("zustand_hinter_ruestung", True, source=_house("§7.1")),
    OptionSpec("mindestverletzung", False, source=_house("§7.1")),
    OptionSpec("gz_null", "unfit", ("unfit", "unconscious"), source=_house("§7.2")),
    OptionSpec("ausdauer_treffer", "cap", ("cap", "subtract"), source=_house("§7.2")),
    OptionSpec("tod", "reached", ("reached", "passed"), source=_house("§7.2")),
    OptionSpec("wunden_addieren", True, source=_house("§7.3")),
    OptionSpec("schmerz_abzug", "basis", ("basis", "value"), source=_house("§7.5")),
    OptionSpec("schmerz_kaskade", True, source=_house("§7.5")),
    # -- series
    OptionSpec("serie_ausdauer", "start", ("start", "current"), source=_house("§9")),
    OptionSpec("bruch_wert", 500, lowest=0, highest=4000, source=_house("§9")),
    OptionSpec("bruch_schwere", 250, lowest=0, highest=4000, source=_house("§9")),
    OptionSpec("ausdauer_erholung", 5, lowest=0, highest=200, source=_house("§9")),
    OptionSpec("last_kosten", 1, lowest=0, highest=50, source=_house("§9")),
    # -- movement, several opponents
    OptionSpec("rueckzug_karte", True, source=_house("§10")),
    OptionSpec("feld_cm", 150, lowest=50, highest=500, source=_house("§16")),
    OptionSpec("schritte_je_feld", 4, lowest=1, highest=20, source=_house("§10")),
    cone("§17"),
)
"""All options."""


options_of: Final = options_by(OPTIONS)
"""Says which options are in force in a fight."""


def square_metres(state: Encounter) -> float:
    """Return the width of a square in metres (house default, §10)."""
    return options_of(state).number("feld_cm") / 100
