"""Pure geometry and map files: facts about squares and lines, never a rule or a pixel."""
