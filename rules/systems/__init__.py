"""One folder per rule system; none imports another."""
