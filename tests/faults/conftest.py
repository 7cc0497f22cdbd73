"""The faults that need a PostgreSQL use the contracts' own."""

from tests.store.postgres import postgres_schema, postgres_url

__all__ = ["postgres_schema", "postgres_url"]
