"""Craps with Mini Craps, Crown."""
