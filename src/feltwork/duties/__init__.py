"""Duties that people must keep in time, and the outbox of notices to inspector, regulator and managers."""
