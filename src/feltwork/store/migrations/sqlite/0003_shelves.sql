-- Sessions, accounts and enrolled terminals: beside the chained log, shared by all processes of a floor.

CREATE TABLE shelves (
    shelf TEXT NOT NULL,
    name TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (shelf, name)
) STRICT, WITHOUT ROWID;
