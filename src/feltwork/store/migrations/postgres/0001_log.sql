-- The log: records and their postings, the answers to commands, the books they were decided by.
-- Texts are ordered by their bytes, as in every other store.

CREATE TABLE meta (
    name text PRIMARY KEY,
    value text NOT NULL
);

CREATE TABLE records (
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    at bigint NOT NULL,
    key text NOT NULL,
    actor text NOT NULL,
    role text NOT NULL,
    kind text NOT NULL,
    schema bigint NOT NULL,
    body bytea NOT NULL,
    link text NOT NULL,
    hash bytea NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (stream, version)
);

-- Postings are written before their record, in one transaction: the record seals them.
CREATE TABLE postings (
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    n bigint NOT NULL,
    account text COLLATE "C" NOT NULL,
    cents bigint NOT NULL,
    PRIMARY KEY (stream, version, n),
    FOREIGN KEY (stream, version) REFERENCES records DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE answers (
    key text COLLATE "C" PRIMARY KEY,
    digest bytea NOT NULL,
    stream text NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    clause text NOT NULL,
    reason text NOT NULL
);

CREATE TABLE books (
    fingerprint text COLLATE "C" PRIMARY KEY,
    body bytea NOT NULL
);

CREATE TABLE snapshots (
    stream text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL,
    hash bytea NOT NULL,
    body bytea NOT NULL
);

-- What an append locks: one row per stream, so that writers of different streams do not wait for each other.
CREATE TABLE heads (
    stream text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL,
    hash bytea NOT NULL
);

CREATE FUNCTION record_in_turn() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    -- Asked row by row, not by max(version): whatever the planner knows of the table, each is one step in the index.
    IF EXISTS (SELECT 1 FROM records WHERE stream = NEW.stream AND version = NEW.version)
        OR NEW.version > 1
        AND NOT EXISTS (SELECT 1 FROM records WHERE stream = NEW.stream AND version = NEW.version - 1)
    THEN
        RAISE unique_violation USING MESSAGE = 'this is not the next version of the stream';
    END IF;
    IF (SELECT sum(cents) FROM postings WHERE stream = NEW.stream AND version = NEW.version) <> 0 THEN
        RAISE check_violation USING MESSAGE = 'the postings of a record sum to zero';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION posting_in_turn() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM records WHERE stream = NEW.stream AND version = NEW.version) THEN
        RAISE unique_violation USING MESSAGE = 'the postings of a record are sealed';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION never_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE restrict_violation USING MESSAGE = TG_TABLE_NAME || ' are never changed or removed';
END $$;

CREATE TRIGGER records_in_turn BEFORE INSERT ON records FOR EACH ROW EXECUTE FUNCTION record_in_turn();
CREATE TRIGGER postings_in_turn BEFORE INSERT ON postings FOR EACH ROW EXECUTE FUNCTION posting_in_turn();

-- Statement triggers refuse even a change that would touch no row.
CREATE TRIGGER records_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON records EXECUTE FUNCTION never_changed();
CREATE TRIGGER postings_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON postings EXECUTE FUNCTION never_changed();
CREATE TRIGGER answers_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON answers EXECUTE FUNCTION never_changed();
CREATE TRIGGER books_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON books EXECUTE FUNCTION never_changed();
