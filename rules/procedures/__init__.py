"""How the generic commands are carried out, the same in every rule system: one table of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.encounter import commands as c
from rules.encounter.commands import Command, Outcome
from rules.procedures.board import (
    change_storey,
    door,
    draw,
    erase,
    forget_report,
    lay_area,
    lay_stairs,
    lift_area,
    lights,
    remove_storey,
    reveal,
    set_board,
    set_floor,
    set_storey,
    zones,
)
from rules.procedures.fight import memo, note, set_option, set_tables, title
from rules.procedures.setting import Setting
from rules.procedures.tokens import (
    add,
    copy,
    edit_sheet,
    edit_token,
    face,
    move,
    remove,
    set_condition,
    tie,
)

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
