"""Rules of five systems, without a window: plans, procedures, events and files."""
