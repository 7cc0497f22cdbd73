"""The floor's incidents again: who was excluded when, and what was paid."""
