"""What would happen: every attack that somebody could make now, and how the fight may end."""
