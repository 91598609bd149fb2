"""The second window, for the players: what they may know, and how they see it."""
