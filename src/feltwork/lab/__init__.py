"""For mathematicians and strategy testers: exact odds, strategies, simulation, environments, papers."""
