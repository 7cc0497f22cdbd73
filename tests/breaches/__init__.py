"""Breaches of clauses, against which the tests that the register lists are tried: each must see the breach and fail."""
