"""The dialogs of the window: one module each, with a class to show and a function that asks."""
