-- Works with 0.1.0 and later.
-- Who had written the targets of a run, by target, when it executed its SQL before the rows.
alter table runs add column sql_writers jsonb;
