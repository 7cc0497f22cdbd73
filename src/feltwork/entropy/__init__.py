"""Draws that anybody can check: secrets, commitments, and the mapping of bytes to dice, pockets and boosts."""
