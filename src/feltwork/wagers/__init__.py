"""Wagers: the shapes they can have, the rows that describe them, and the automaton they compile to."""
