"""Strategies: which layout a player wants, given what a player can see.

Parts add up, and the table itself decides what of the wanted layout is placed:

>>> from feltwork.lab.strategy import keep, odds, place, stop
>>> print(keep("line", 10) + odds(2) + place({6: 12, 8: 12}) + stop(loss=300, win=200))
keep line 10.00; odds 2; place 6=12.00 8=12.00; stop loss 300.00 win 200.00
"""

from feltwork.lab.strategy.choice import by_choice
from feltwork.lab.strategy.named import NAMED, find_strategy
from feltwork.lab.strategy.parts import by_function, keep, odds, place, stop
from feltwork.lab.strategy.pressing import per_shooter, press, regress
from feltwork.lab.strategy.progressions import dalembert, fibonacci, martingale, paroli, progression
from feltwork.lab.strategy.strategy import Part, Strategy, StrategyError
from feltwork.lab.strategy.text import read_strategy
from feltwork.lab.strategy.view import Round, View

__all__ = [
    "NAMED",
    "Part",
    "Round",
    "Strategy",
    "StrategyError",
    "View",
    "by_choice",
    "by_function",
    "dalembert",
    "fibonacci",
    "find_strategy",
    "keep",
    "martingale",
    "odds",
    "paroli",
    "per_shooter",
    "place",
    "press",
    "progression",
    "read_strategy",
    "regress",
    "stop",
]
