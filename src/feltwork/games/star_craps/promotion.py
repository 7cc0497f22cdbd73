"""Promotions at Star Craps (section 10)."""

from feltwork.games.promotion import section_of_the_authority

PROMOTION = section_of_the_authority("10")
