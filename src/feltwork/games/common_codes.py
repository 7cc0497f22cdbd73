"""Short codes of wagers for the trainer, by what a wager is: the same in every book that has it."""

CRAPS = {
    "line": "l", "dont-line": "d", "come": "c", "dont-come": "dc",
    "line-odds": "lo", "dont-line-odds": "do", "come-odds": "co", "dont-come-odds": "dco",
    "place": "p", "dont-place": "dp", "buy": "b", "lay": "y", "hardway": "h",
    "any-craps": "ac", "two": "x2", "three": "x3", "twelve": "x12", "eleven": "x11", "craps": "cr",
    "craps-and-eleven": "ce", "field": "f", "any-seven": "a7", "big-6": "big6", "big-8": "big8",
    "horn": "hn", "horn-high": "hh", "hop": "hop",
}  # fmt: skip
