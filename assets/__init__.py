"""Data only: icons, bodies, fonts, demo encounters, and the words of the desktop."""
