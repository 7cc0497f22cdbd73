"""Checkpoints, the keys that sign them, and whom an inspector trusts."""
