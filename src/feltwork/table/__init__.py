"""One table's life: commands are decided, events evolve its state."""
