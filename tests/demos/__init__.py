"""The demo fights, one module each, and a game master who plays whole fights."""
