"""Aruze Craps electronic table game, The Star, 2024."""
