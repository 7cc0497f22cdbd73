"""Conduct and disputes at Roulette (section 9); nobody is detained by this book."""

from feltwork.games.discipline import by_the_device
from feltwork.games.star_roulette.conduct import FLOOR

DISCIPLINE = by_the_device("9", FLOOR, ("gaming_supervisor",), detains=False)
