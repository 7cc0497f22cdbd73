"""Conduct, sanctions and disputes of a floor: one stream, ``incidents``."""
