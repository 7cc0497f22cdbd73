"""What every adapter of a port must do, run on each of them."""
