"""The shipped strategies that fit every craps book."""

CRAPS_STRATEGIES = (
    "standard-w",
    "line-and-odds",
    "three-point-molly",
    "iron-cross",
    "dont-and-lay",
    "dont-come-ladder",
    "six-and-eight",
    "press-six-and-eight",
    "regress-inside",
    "three-hits",
    "field-martingale",
    "hardways",
)
