"""One game without people: placing, removing, limits, exposure, settlement."""
