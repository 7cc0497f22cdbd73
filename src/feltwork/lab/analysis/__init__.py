"""Exact figures from the automata that settle: odds, layouts, differences between books."""
