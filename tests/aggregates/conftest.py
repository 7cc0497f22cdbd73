"""The database server that the store's own tests use."""

from __future__ import annotations

from tests.store.postgres import postgres_schema, postgres_url

__all__ = ["postgres_schema", "postgres_url"]
