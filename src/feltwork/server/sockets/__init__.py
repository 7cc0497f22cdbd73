"""Screens that are connected: their sockets, and the rooms that follow the tables."""
