"""A log as it is stored: rows, hashes, bodies, guards, twins, and what commands were answered."""
