-- Works with 0.1.0 and later.
-- How many rows a run had read at some moments, as pairs of milliseconds since it began and rows; at most about a hundred.
alter table runs add column pace jsonb;
