"""How the window and the command line say what both have to say; most of it without Qt."""
