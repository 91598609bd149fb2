"""Stat blocks of other games and programs, read into the sheets of a rule system."""
