"""Tournaments tried before they are published: bots that play them, and the exact best last wager."""
