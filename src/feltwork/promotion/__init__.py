"""Promotions: terms, entries, a draw that anybody can recompute, winners told and paid, claims, disputes, integrity."""
