-- A checksum for each row that no chained hash covers, so that a bit which flips on the disk is found. PostgreSQL
-- keeps such sums itself, over its pages, and has no migration of this number.

DROP TRIGGER answers_no_update;
ALTER TABLE answers ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
UPDATE answers SET sum = row_sum(digest, key, stream, first, last, clause, reason);
CREATE TRIGGER answers_no_update BEFORE UPDATE ON answers
BEGIN SELECT RAISE(ABORT, 'answers are never changed'); END;

ALTER TABLE people ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
UPDATE people SET sum = row_sum(x'', id, name, address);

ALTER TABLE shelves ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
UPDATE shelves SET sum = row_sum(body, shelf, name);
