"""A table's stream: one checker for each topic, and the settlement of every round worked out again."""
