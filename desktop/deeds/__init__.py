"""What the actions of the window do: each builds a command or opens a dialog."""
