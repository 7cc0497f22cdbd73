-- Sessions, accounts and enrolled terminals: beside the chained log, shared by all processes of a floor.

CREATE TABLE shelves (
    shelf text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (shelf, name)
);
