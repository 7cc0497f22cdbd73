"""Promotions, duties and notices."""
