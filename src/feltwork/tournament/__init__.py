"""Tournaments: sessions of a game for chips without a cash value, their placings and their prizes."""
