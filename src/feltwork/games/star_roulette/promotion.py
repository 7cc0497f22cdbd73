"""Promotions at Roulette (section 11)."""

from feltwork.games.promotion import section_of_the_authority

PROMOTION = section_of_the_authority("11")
