"""Craps, The Star, 2016."""
