"""Conduct and disputes at Dragon Fire (section 11)."""

from feltwork.games.discipline import by_the_device
from feltwork.games.dragon_fire.conduct import MANAGERS

DISCIPLINE = by_the_device("11", MANAGERS, ("gaming_supervisor",), detains=True)
