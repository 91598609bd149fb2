"""The map on the screen: floor, tokens and everything that lies over it."""
