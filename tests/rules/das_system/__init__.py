"""Tests of Das System."""
