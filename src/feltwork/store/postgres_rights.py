"""What a floor needs to be allowed in a PostgreSQL database, and the question which of it is missing."""

from __future__ import annotations

FIXED, KEPT = "SELECT, INSERT", "SELECT, INSERT, UPDATE, DELETE"
RIGHTS = {
    "records": FIXED,
    "postings": FIXED,
    "answers": FIXED,
    "books": FIXED,
    "meta": "SELECT",
    "heads": "SELECT, INSERT, UPDATE",
    "snapshots": "SELECT, INSERT, UPDATE",
    "people": KEPT,
    "shelves": KEPT,
}
"""What the application may do with each table."""
WRITERS_RIGHTS = [(table, right) for table, rights in RIGHTS.items() for right in rights.split(", ")]
LACKING = """
SELECT name, verb FROM unnest(?::text[], ?::text[]) AS needed(name, verb) WHERE NOT has_table_privilege(name, verb)
"""
