-- Names and addresses: outside the chained log, which knows people by id only, so that they can be erased.

CREATE TABLE people (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    address text NOT NULL
);
