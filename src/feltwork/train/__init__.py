"""The trainer: games in the terminal for players, and drills for dealers."""
