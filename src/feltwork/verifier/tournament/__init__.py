"""The independent checker of tournaments."""
