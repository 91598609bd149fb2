"""The main window: start page, menus, bars, places of the docks, everything around the map."""
