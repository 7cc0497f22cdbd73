-- Here rows lie in the order in which they were written anyway, and postings stay a table of their own.

COMMENT ON TABLE records IS 'The log: every event, sealed by its hash';
COMMENT ON TABLE postings IS 'What each record moves; it sums to zero';
