-- Records lie in the order in which they were committed: a commit for many tables adds to the end of one table and not
-- to the middle of it in as many places. A record has its postings with it, so that neither can be without the other;
-- who asks for them by account sees them as a table of their own.

CREATE TABLE log (
    seq INTEGER PRIMARY KEY,
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
    postings TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    UNIQUE (stream, version)
) STRICT;

INSERT INTO log (stream, version, at, key, actor, role, kind, schema, body, link, postings, hash)
SELECT stream, version, at, key, actor, role, kind, schema, body, link,
    (SELECT json_group_object(account, cents) FROM
        (SELECT account, cents FROM postings p WHERE p.stream = r.stream AND p.version = r.version ORDER BY n)),
    hash
FROM records r ORDER BY at, stream, version;

DROP TABLE postings;
DROP TABLE records;
ALTER TABLE log RENAME TO records;

CREATE VIEW postings AS
SELECT stream, version, row_number() OVER (PARTITION BY seq ORDER BY entry.id) - 1 AS n,
    entry.key AS account, entry.value AS cents
FROM records, json_each(records.postings) AS entry;

CREATE TRIGGER records_follow BEFORE INSERT ON records
BEGIN
    SELECT RAISE(ABORT, 'this is not the next version of the stream')
    WHERE NEW.version <> 1 + coalesce((SELECT max(version) FROM records WHERE stream = NEW.stream), 0);
    SELECT RAISE(ABORT, 'records are never replaced')
    WHERE EXISTS (SELECT 1 FROM records WHERE seq = NEW.seq);
    SELECT RAISE(ABORT, 'the postings of a record sum to zero')
    WHERE NEW.postings <> '{}' AND (SELECT sum(value) FROM json_each(NEW.postings)) IS NOT 0;
END;

CREATE TRIGGER records_no_update BEFORE UPDATE ON records
BEGIN SELECT RAISE(ABORT, 'records are never changed'); END;
CREATE TRIGGER records_no_delete BEFORE DELETE ON records
BEGIN SELECT RAISE(ABORT, 'records are never removed'); END;
CREATE TRIGGER postings_sealed INSTEAD OF INSERT ON postings
BEGIN SELECT RAISE(ABORT, 'the postings of a record are sealed'); END;
CREATE TRIGGER postings_no_update INSTEAD OF UPDATE ON postings
BEGIN SELECT RAISE(ABORT, 'postings are never changed'); END;
CREATE TRIGGER postings_no_delete INSTEAD OF DELETE ON postings
BEGIN SELECT RAISE(ABORT, 'postings are never removed'); END;
