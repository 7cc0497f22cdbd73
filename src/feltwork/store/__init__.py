"""Append-only events behind one port: memory, SQLite, PostgreSQL."""
