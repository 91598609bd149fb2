"""The maps of OSRIC, DAMAKAR, Das System and Muinimula against slow readings, at random."""

from __future__ import annotations

from tests.compare_systems import heats, moves, reaches, views


def test_lines_and_badges_show_what_stands_between() -> None:
    for seed in range(10):
        assert views(seed) == [], seed


def test_blows_reach_as_far_as_the_rules_say() -> None:
    for seed in range(8):
        assert reaches(seed) == [], seed


def test_ways_cost_and_warn_as_the_rules_say() -> None:
    for seed in range(30):
        assert moves(seed) == [], seed


def test_heat_maps_show_what_the_rules_say() -> None:
    for seed in range(4):
        assert heats(seed) == [], seed
