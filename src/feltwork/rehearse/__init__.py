"""A rehearsal: bots and staff play tables through the real commands and the real store."""
