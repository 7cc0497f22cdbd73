"""Reports of a floor."""
