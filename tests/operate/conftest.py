"""What needs a PostgreSQL uses the contracts' own."""

from tests.store.postgres import postgres_schema, postgres_url

__all__ = ["postgres_schema", "postgres_url"]
