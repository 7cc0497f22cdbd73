-- Names and addresses: outside the chained log, which knows people by id only, so that they can be erased.

CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    address TEXT NOT NULL
) STRICT, WITHOUT ROWID;
