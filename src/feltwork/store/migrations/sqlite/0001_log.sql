-- The log: records and their postings, the answers to commands, the books they were decided by.
-- Tables without a rowid leave INSERT OR REPLACE no second key by which to push out an older row.

CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE records (
    stream TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    at INTEGER NOT NULL,
    key TEXT NOT NULL,
    actor TEXT NOT NULL,
    role TEXT NOT NULL,
    kind TEXT NOT NULL,
    schema INTEGER NOT NULL,
    body BLOB NOT NULL,
    link TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (stream, version)
) STRICT, WITHOUT ROWID;

-- Postings are written before their record, in one transaction: the record seals them.
CREATE TABLE postings (
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    n INTEGER NOT NULL,
    account TEXT NOT NULL,
    cents INTEGER NOT NULL,
    PRIMARY KEY (stream, version, n),
    FOREIGN KEY (stream, version) REFERENCES records DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;

CREATE TABLE answers (
    key TEXT PRIMARY KEY,
    digest BLOB NOT NULL,
    stream TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    clause TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE books (
    fingerprint TEXT PRIMARY KEY,
    body BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
    stream TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    hash BLOB NOT NULL,
    body BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER records_in_turn BEFORE INSERT ON records
WHEN NEW.version <> 1 + coalesce((SELECT max(version) FROM records WHERE stream = NEW.stream), 0)
BEGIN
    SELECT RAISE(ABORT, 'this is not the next version of the stream');
END;

CREATE TRIGGER records_balance BEFORE INSERT ON records
WHEN (SELECT sum(cents) FROM postings WHERE stream = NEW.stream AND version = NEW.version) <> 0
BEGIN
    SELECT RAISE(ABORT, 'the postings of a record sum to zero');
END;

CREATE TRIGGER postings_in_turn BEFORE INSERT ON postings
WHEN EXISTS (SELECT 1 FROM records WHERE stream = NEW.stream AND version = NEW.version)
    OR EXISTS (SELECT 1 FROM postings WHERE stream = NEW.stream AND version = NEW.version AND n = NEW.n)
BEGIN
    SELECT RAISE(ABORT, 'the postings of a record are sealed');
END;

CREATE TRIGGER answers_once BEFORE INSERT ON answers
WHEN EXISTS (SELECT 1 FROM answers WHERE key = NEW.key)
BEGIN
    SELECT RAISE(ABORT, 'a command with that key has been answered already');
END;

CREATE TRIGGER books_once BEFORE INSERT ON books
WHEN EXISTS (SELECT 1 FROM books WHERE fingerprint = NEW.fingerprint)
BEGIN
    SELECT RAISE(ABORT, 'a book with that fingerprint is there already');
END;

CREATE TRIGGER records_no_update BEFORE UPDATE ON records
BEGIN SELECT RAISE(ABORT, 'records are never changed'); END;
CREATE TRIGGER records_no_delete BEFORE DELETE ON records
BEGIN SELECT RAISE(ABORT, 'records are never removed'); END;
CREATE TRIGGER postings_no_update BEFORE UPDATE ON postings
BEGIN SELECT RAISE(ABORT, 'postings are never changed'); END;
CREATE TRIGGER postings_no_delete BEFORE DELETE ON postings
BEGIN SELECT RAISE(ABORT, 'postings are never removed'); END;
CREATE TRIGGER answers_no_update BEFORE UPDATE ON answers
BEGIN SELECT RAISE(ABORT, 'answers are never changed'); END;
CREATE TRIGGER answers_no_delete BEFORE DELETE ON answers
BEGIN SELECT RAISE(ABORT, 'answers are never removed'); END;
CREATE TRIGGER books_no_update BEFORE UPDATE ON books
BEGIN SELECT RAISE(ABORT, 'books are never changed'); END;
CREATE TRIGGER books_no_delete BEFORE DELETE ON books
BEGIN SELECT RAISE(ABORT, 'books are never removed'); END;
