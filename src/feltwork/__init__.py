"""Feltwork."""
