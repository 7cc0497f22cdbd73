"""Roulette with double zero and Lucky Ball, The Star, 2019."""
