"""The subjects of a live tournament, a module each."""
