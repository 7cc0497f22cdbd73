"""Reports for operators and inspectors: a day, a shift or any period of a floor, folded from its log."""
