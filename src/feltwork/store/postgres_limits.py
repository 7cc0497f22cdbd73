"""How many connections a PostgreSQL server has left, and how many a server process of a floor takes."""

from __future__ import annotations

import logging

from feltwork.store.port import StoreError
from feltwork.store.postgres_connection import connect, explaining

AT_REST, MAX_CONNECTIONS = 24, 36
"""Connections of one process: as it runs, and while inspectors read, export and verify with it as much as they may."""
log = logging.getLogger("feltwork.server")
LEFT = """
SELECT least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0)
        - (SELECT count(*) FROM pg_stat_activity WHERE datname IS NOT NULL),
    (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user AND rolconnlimit >= 0)
        - (SELECT count(*) FROM pg_stat_activity WHERE usename = current_user),
    (SELECT datconnlimit FROM pg_database WHERE datname = current_database() AND datconnlimit >= 0)
        - (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database())
)
"""
"""By the server's own limit, the role's and the database's, whichever leaves fewer."""


def check_connections(url: str) -> None:
    """Refuse a server that has fewer connections left than a process takes; warn where inspectors would be refused."""
    with explaining(), connect(url) as connection:
        (left,) = connection.execute(LEFT).fetchone() or (0,)
    left += 1  # the one that asked
    if left >= MAX_CONNECTIONS:
        return
    told = (
        f"PostgreSQL has {left} connections left, and a process of a floor takes {AT_REST}, and up to"
        f" {MAX_CONNECTIONS} while inspectors read: raise max_connections, or the limit of the role or the database"
    )
    if left < AT_REST:
        raise StoreError(told)
    log.warning(told)
