"""Item models and delegates of the lists in the docks."""
