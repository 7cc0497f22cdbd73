"""What Dragon Fire lays down as other books do; the table stands in ``tests/rules/alike.py``."""

from tests.rules.alike import collected

globals().update(collected("dragon-fire"))
