"""Conduct and disputes at Star Craps (section 9)."""

from feltwork.games.discipline import by_the_device
from feltwork.games.star_craps.conduct import SUPERVISORS

DISCIPLINE = by_the_device("9", SUPERVISORS, ("boxperson", "gaming_supervisor"), detains=True)
