"""The fight as a value: state, events, history and files."""
