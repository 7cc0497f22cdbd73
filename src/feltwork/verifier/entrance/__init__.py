"""Who may come in: accounts, sessions, terminals and sign-ins."""
