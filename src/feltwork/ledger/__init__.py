"""Double entry: every event's postings sum to zero, and balances are their fold."""
