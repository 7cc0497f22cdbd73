"""A PostgreSQL role for the application: it adds to the log and reads it, and has no right to change or remove it.

The triggers refuse that to everybody; but whoever owns the tables could drop a trigger, and the application need not.
"""

from __future__ import annotations

from contextlib import closing
from typing import Any

from feltwork.store.port import StoreError
from feltwork.store.postgres import PostgresStore
from feltwork.store.postgres_connection import connect, driver, explaining
from feltwork.store.postgres_rights import RIGHTS

OF_ROLE = """
SELECT r.rolsuper OR EXISTS (
    SELECT 1 FROM pg_class c WHERE c.oid = 'records'::regclass AND pg_has_role(r.oid, c.relowner, 'MEMBER')
) FROM pg_roles r WHERE r.rolname = %s
"""


def grant(url: str, role: str) -> bool:
    """Give a role the application's rights to the log at this address; whether the role had to be made.

    The address is that of the owner of the tables, who stays the one to bring their form up to date.
    """
    PostgresStore(url).close()
    with explaining(), closing(connect(url)) as connection:
        found = connection.execute(OF_ROLE, (role,)).fetchone()
        if found and found[0]:
            raise StoreError("that role owns the log or may do anything: no grant would hold it back")
        connection.execute(_script(connection, role, make=found is None))
    return found is None


def _script(connection: Any, role: str, *, make: bool) -> Any:
    """All statements in one: the database carries out all of them or none."""
    sql = driver().sql
    (schema,) = connection.execute("SELECT current_schema()").fetchone()
    names = {"role": sql.Identifier(role), "schema": sql.Identifier(schema)}
    made = [sql.SQL("CREATE ROLE {role} LOGIN")] if make else []
    first = [*made, sql.SQL("GRANT USAGE ON SCHEMA {schema} TO {role}")]
    said = [statement.format(**names) for statement in first]
    for table, rights in RIGHTS.items():
        names["table"] = sql.Identifier(schema, table)
        said.append(sql.SQL("REVOKE ALL ON {table} FROM PUBLIC, {role}").format(**names))
        said.append(sql.SQL(f"GRANT {rights} ON {{table}} TO {{role}}").format(**names))
    return sql.SQL("; ").join(said)
